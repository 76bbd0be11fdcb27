// Stores changes, numbered in the order of the commits (FED-01). A write in a workspace holds its lock until the commit, so the number
// that follows the highest one is in that order, and no number is left out.
import { sql } from 'kysely'
import type { Actor } from '../base/caller.rules.ts'
import { inPipeline, insertNumbered, listStatement, param, statement } from '../db/sql.ts'
import type { ChangeTable } from '../db/schema.ts'
import type { Tx } from '../db/store.ts'

/** People: those who are named, or all but those. */
export type People = { only: readonly string[] } | { except: readonly string[] }

export type NewChange = {
  kind: ChangeTable['kind']
  id: string
  action: ChangeTable['action']
  /** The record or task of a comment. */
  item?: { kind: 'record' | 'task'; id: string }
  actor: Actor
  /** Epoch milliseconds. */
  at: number
  /** People who lost sight of the item by the change. With `deleted`, the people who saw it; absent means all. */
  lostTo?: People | undefined
}

export type StoredChange = Omit<NewChange, 'actor'> & {
  number: number
  actor: { type: ChangeTable['actor_type']; id: string }
  /** On whose behalf it was made; null for the operator. */
  personId: string | null
  requestId: string | null
}

/** A place in the changes of a workspace: behind the change with this number. */
export type Position = { number: number; at: number }
export const beginning: Position = { number: 0, at: 0 }

type ActorColumns = Pick<ChangeTable, 'actor_type' | 'actor_id' | 'person_id'>

/** A write by an OAuth token, as the launcher's, is a sign-in's; `id` is the person's, who is more lasting. */
const columnsOf = ({ type, id, ownerId, through }: Actor): ActorColumns => {
  if (type !== 'user') return { actor_type: type, actor_id: id, person_id: ownerId ?? null }
  const actor = through ?? { type: 'person' }
  return { actor_type: actor.type, actor_id: 'id' in actor ? actor.id : id, person_id: id }
}

const isOfNobody = (people: People | undefined): boolean =>
  people !== undefined && 'only' in people && people.only.length === 0

type NewRow = Omit<ChangeTable, 'workspace_id' | 'number'>

const rowOf = ({ at, kind, id, action, item, actor, lostTo }: NewChange): NewRow => {
  const lost = lostTo === undefined || (action !== 'deleted' && isOfNobody(lostTo)) ? null : lostTo
  return {
    at,
    kind,
    ref: id,
    action,
    on_kind: item?.kind ?? null,
    on_ref: item?.id ?? null,
    ...columnsOf(actor),
    request_id: actor.requestId ?? null,
    lost_to: lost && JSON.stringify(lost),
  }
}

const write = insertNumbered('change', {
  text: [
    'kind',
    'ref',
    'action',
    'on_kind',
    'on_ref',
    'actor_type',
    'actor_id',
    'person_id',
    'request_id',
    'lost_to',
  ],
  number: ['at'],
})

/** Stores changes behind those that are there, in the transaction that makes them: by one statement for all writers of a turn. */
export const addChanges = (tx: Tx, workspaceId: string, changes: readonly NewChange[]): Promise<void> =>
  changes.length === 0 ? Promise.resolve() : write(tx, workspaceId, changes.map(rowOf))

type Named = { id: string; name: string }

const rowsFrom = statement<ChangeTable>(
  () =>
    sql`select * from change where workspace_id = ${param} and number >= ${param} order by number limit ${param}`,
)
const newestOf = statement<Position>(
  () => sql`select number, at from change where workspace_id = ${param} order by number desc limit 1`,
)
const peopleNamed = listStatement<Named>((ids) => sql`select id, name from person where id ${ids}`)
const keysNamed = listStatement<Named>(
  (ids) => sql`select id, name from access_key where id ${ids} and workspace_id = ${param}`,
)

const present = (row: ChangeTable): StoredChange => ({
  number: row.number,
  kind: row.kind,
  id: row.ref,
  action: row.action,
  ...(row.on_kind !== null && row.on_ref !== null && { item: { kind: row.on_kind, id: row.on_ref } }),
  actor: { type: row.actor_type, id: row.actor_id },
  personId: row.person_id,
  requestId: row.request_id,
  at: row.at,
  // Written by `valuesOf` only.
  ...(row.lost_to !== null && { lostTo: JSON.parse(row.lost_to) as People }),
})

/** Changes from a number on, oldest first. */
export const changesFrom = async (
  tx: Tx,
  workspaceId: string,
  number: number,
  limit: number,
): Promise<StoredChange[]> => (await rowsFrom(tx, workspaceId, number, limit)).map(present)

/** The place behind the newest change. */
export const newestPosition = async (tx: Tx, workspaceId: string): Promise<Position> =>
  (await newestOf(tx, workspaceId))[0] ?? beginning

/** Names of people and keys, which are kept when they are removed or revoked. */
export async function namesOf(
  tx: Tx,
  workspaceId: string,
  ids: { people: readonly string[]; keys: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const [people, keys] = await inPipeline([peopleNamed(tx, ids.people), keysNamed(tx, ids.keys, workspaceId)])
  return new Map([...people, ...keys].map(({ id, name }) => [id, name]))
}

/** Filter of the audit trail. Times are epoch milliseconds; `until` is exclusive. */
export type TrailFilter = {
  kind?: ChangeTable['kind'] | undefined
  action?: ChangeTable['action'] | undefined
  actorType?: ChangeTable['actor_type'] | undefined
  personId?: string | undefined
  from?: number | undefined
  until?: number | undefined
  /** The number of the last one on the page before. */
  before?: number | undefined
}

/** Changes that fit, newest first. */
export async function changeTrail(
  tx: Tx,
  workspaceId: string,
  { kind, action, actorType, personId, from, until, before }: TrailFilter,
  limit: number,
): Promise<StoredChange[]> {
  const rows = await tx
    .selectFrom('change')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'record'))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? 'created'))
    .$if(actorType !== undefined, (query) => query.where('actor_type', '=', actorType ?? 'person'))
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? 0))
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(present)
}

/** Rows that one transaction deletes. */
const deletedAtOnce = 500

/**
 * Deletes the oldest changes from before a time, some at once. The newest of a workspace stays: numbers never start again.
 * @param before epoch milliseconds
 * @returns whether there may be more
 */
export async function purgeChanges(tx: Tx, workspaceId: string, before: number): Promise<boolean> {
  const oldest = await changesFrom(tx, workspaceId, 0, deletedAtOnce + 1)
  const firstKept = oldest.findIndex(({ at }) => at >= before)
  const old = oldest.slice(0, firstKept === -1 ? deletedAtOnce : firstKept)
  const last = (firstKept === -1 && oldest.length <= deletedAtOnce ? old.slice(0, -1) : old).at(-1)
  if (last === undefined) return false
  await tx
    .deleteFrom('change')
    .where('workspace_id', '=', workspaceId)
    .where('number', '<=', last.number)
    .execute()
  return firstKept === -1 && oldest.length > deletedAtOnce
}

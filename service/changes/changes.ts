// Reads the changes of a workspace for one caller: what the caller may see now, and what a change took out of their sight.
import type { Change, ChangeKind } from '../../shared/api/changes.ts'
import type { Scope } from '../../shared/api/primitives.ts'
import { holdsScope } from '../access/principal.ts'
import type { Role } from '../base/caller.rules.ts'
import { iso } from '../base/time.ts'
import { say } from '../language/say.ts'
import type { Tx } from '../db/store.ts'
import {
  beginning,
  changesFrom,
  namesOf,
  newestPosition,
  type People,
  type Position,
  type StoredChange,
} from './changes.store.ts'

export type Reader = {
  kind: 'key' | 'launcher'
  workspaceId: string
  personId: string
  role: Role
  scopes: readonly Scope[]
}

/** Ids of those items among some that the reader sees now. */
type SeenAmong = (tx: Tx, reader: Reader, ids: readonly string[]) => Promise<ReadonlySet<string>>
/** Given from above: tasks and meetings know who sees them (AUT-09, AUT-10, CAL-06). */
export type Sight = { task: SeenAmong; meeting: SeenAmong }

export type Wish = {
  /** Absent: from the oldest that is kept. */
  after: Position | 'now' | undefined
  kinds: readonly ChangeKind[] | undefined
  limit: number
}

export type Page = { changes: Change[]; position: Position }

/** The most changes that one request looks at: a page on which all is left out goes on from there. */
const mostRead = 1_000
const fewestAtOnce = 100

/** The kind of item whose rights a change needs: a comment is read as its item is. */
const itemOf = ({ kind, id, item }: StoredChange): { kind: 'record' | 'task' | 'meeting'; id: string } =>
  kind === 'comment' ? (item ?? { kind: 'record', id }) : { kind, id }

const mayRead = ({ kind: token, scopes }: Reader, kind: 'record' | 'task' | 'meeting'): boolean =>
  holdsScope(scopes, `${kind}s:read`) && !(kind === 'meeting' && token === 'key')

const includes = (people: People, personId: string): boolean =>
  'only' in people ? people.only.includes(personId) : !people.except.includes(personId)

/** The action of each change as the reader sees it; null where they do not see the change. */
export async function actionsOf(
  tx: Tx,
  reader: Reader,
  changes: readonly StoredChange[],
  sight: Sight,
): Promise<(Change['action'] | null)[]> {
  const idsOf = (kind: 'task' | 'meeting') => [
    ...new Set(changes.flatMap((change) => (itemOf(change).kind === kind ? [itemOf(change).id] : []))),
  ]
  const tasks = await sight.task(tx, reader, idsOf('task'))
  const meetings = await sight.meeting(tx, reader, idsOf('meeting'))
  return changes.map((change) => {
    const { kind, id } = itemOf(change)
    const { action, lostTo } = change
    // A deleted comment is seen by those who see its item.
    if (action === 'deleted' && change.kind !== 'comment')
      return lostTo === undefined || includes(lostTo, reader.personId) ? action : null
    if (kind === 'record' || (kind === 'task' ? tasks : meetings).has(id)) return action
    return lostTo !== undefined && includes(lostTo, reader.personId) ? 'gone' : null
  })
}

/** The host of an assistant's document, which nobody else can have. A name that it gives itself says nothing. */
const assistantName = (id: string): string => (URL.canParse(id) ? new URL(id).host : id)

/** Names of those who made changes: of keys their own, of all else that of the person. */
export async function actorNames(
  tx: Tx,
  workspaceId: string,
  changes: readonly StoredChange[],
): Promise<(change: StoredChange) => string | null> {
  const named = ({ actor, personId }: StoredChange) =>
    actor.type === 'key' ? actor.id : (personId ?? actor.id)
  const idsOf = (isKey: boolean) => [
    ...new Set(changes.filter(({ actor }) => (actor.type === 'key') === isKey).map(named)),
  ]
  const names = await namesOf(tx, workspaceId, { people: idsOf(false), keys: idsOf(true) })
  return (change) => {
    const name = names.get(named(change)) ?? null
    if (change.actor.type !== 'assistant') return name
    const assistant = assistantName(change.actor.id)
    return name === null
      ? say('changes.assistantFor.person', { assistant })
      : say('changes.assistantFor', { assistant, name })
  }
}

async function present(
  tx: Tx,
  { workspaceId }: Reader,
  seen: readonly { change: StoredChange; action: Change['action'] }[],
): Promise<Change[]> {
  const nameOf = await actorNames(
    tx,
    workspaceId,
    seen.map(({ change }) => change),
  )
  return seen.map(({ change, action }) => {
    const { kind, id, item, actor, at } = change
    return { kind, id, action, item: item ?? null, actor: { ...actor, name: nameOf(change) }, at: iso(at) }
  })
}

/**
 * Whether what follows a position is not there any more: deleted by the sweep, or the database is an older copy of itself.
 * @param first the first change from the position on
 */
const isLost = (after: Position, first: StoredChange | undefined): boolean => {
  if (first === undefined) return after.number > 0
  if (first.number === after.number) return first.at !== after.at
  return first.number !== after.number + 1
}

/** @returns undefined where the position is too old */
export async function readChanges(
  tx: Tx,
  reader: Reader,
  { after, kinds, limit }: Wish,
  sight: Sight,
): Promise<Page | undefined> {
  const { workspaceId } = reader
  if (after === 'now') return { changes: [], position: await newestPosition(tx, workspaceId) }
  const atOnce = Math.max(limit, fewestAtOnce)
  const changes: { change: StoredChange; action: Change['action'] }[] = []
  let position = after ?? beginning
  for (let read = 0; read < mostRead && changes.length < limit; read += atOnce) {
    // The change of the position as well: it proves that nothing between was lost.
    const found = await changesFrom(tx, workspaceId, position.number, atOnce + 1)
    if ((after !== undefined || read > 0) && isLost(position, found[0])) return undefined
    const { number: passed } = position
    const some = found.filter(({ number }) => number > passed).slice(0, atOnce)
    const wanted = some.filter(
      (change) => (kinds?.includes(change.kind) ?? true) && mayRead(reader, itemOf(change).kind),
    )
    const actions = await actionsOf(tx, reader, wanted, sight)
    const seen = wanted.flatMap((change, place) => {
      const action = actions[place] ?? null
      return action === null ? [] : [{ change, action }]
    })
    changes.push(...seen.slice(0, limit - changes.length))
    const last = changes.length === limit ? changes.at(-1)?.change : some.at(-1)
    if (last) position = { number: last.number, at: last.at }
    if (some.length < atOnce) break
  }
  return { changes: await present(tx, reader, changes), position }
}

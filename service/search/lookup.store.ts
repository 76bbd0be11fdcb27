// The questions that the word table answers from its key alone. Every one of them is capped.
import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { SearchTitleTable } from '../db/schema.ts'
import { askedTogether, chunksOf, listStatement, param } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import type { z } from 'zod'

// A scope is the items of one kind that one audience finds. Keys of the word table begin with its number.

export type SearchKind = SearchTitleTable['kind']

/** The audience that sees everything of a kind. */
export const everyone = '*'

/** @param audience `everyone`, or a person's id */
export type SearchScope = { kind: SearchKind; audience: string }

/**
 * The 48-bit number of a scope, because its name would be most of each row of the word table. Rows also have their
 * workspace, so that a collision never mixes workspaces.
 */
export const scopeNumber = (workspaceId: string, { kind, audience }: SearchScope): number => {
  const name = `${workspaceId} ${kind} ${audience}`
  return Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 12), 16)
}

/** An entry under a key, with its recency in epoch milliseconds. */
export type Hit = { thing: number; ranked_at: number }
type Titled = { thing: number; title: string }
/** Kind and id, and the preview of an active record; preview columns are null for anything else. */
export type Known = {
  thing: number
  kind: SearchKind
  ref: string
  object_id: string | null
  title: string
  avatar_url: string | null
  field_values: string
}
/** A key in a scope. */
export type Place = { scope: number; key: string }

const placesAtOnce = 64

const lastWith = (beginning: string): string => `${beginning}\u{10ffff}`

/**
 * Capped inside: the entries that are led to are asked for another key one by one, in the order of the key, until enough
 * of them have it. As a limited subquery, because PostgreSQL would turn `exists` into a join and read everything that is
 * under the other key.
 */
const underOthers = (led: RawBuilder<unknown>, others: number) => {
  const isUnderOther = sql`(select 1 from search_word as other
    where other.shelf = ${param} and other.word = ${param} and other.ranked_at = led.ranked_at
      and other.thing = led.thing and other.workspace_id = ${param} limit 1) is not null`
  return sql<Hit>`select thing, ranked_at from (${led}) as led
    where ${sql.join(Array(others).fill(isUnderOther), sql` and `)}`
}

const newest = askedTogether(
  sql<Hit>`select thing, ranked_at from search_word
    where shelf = ${param} and word = ${param} and workspace_id = ${param}
    order by ranked_at desc, thing desc limit ${param}`,
)
const newestUnder = [1, 2, 3].map((others) =>
  askedTogether(
    sql<Hit>`${underOthers(
      sql`select thing, ranked_at from search_word
        where shelf = ${param} and word = ${param} and workspace_id = ${param}
        order by ranked_at desc, thing desc limit ${param}`,
      others,
    )} order by ranked_at desc, thing desc limit ${param}`,
  ),
)
const beginning = askedTogether(
  sql<Hit & { word: string }>`select thing, ranked_at, word from search_word
    where shelf = ${param} and word >= ${param} and word < ${param} and workspace_id = ${param}
    order by word limit ${param}`,
)
const beginningOfBoth = askedTogether(
  underOthers(
    sql`select thing, ranked_at from search_word
      where shelf = ${param} and word >= ${param} and word < ${param} and workspace_id = ${param}
      order by word limit ${param}`,
    1,
  ),
)
// Records with what they are: most finds are records, and a statement of their own would cost more than they do.
const known = listStatement<Known>(
  (
    entries,
  ) => sql`select found.thing, found.kind, found.ref, record.object_id, record.title, record.avatar_url,
      record.field_values
    from search_title as found left join record on found.kind = 'record' and record.id = found.ref
      and record.workspace_id = found.workspace_id and record.archived = 0
    where found.thing ${entries} and found.workspace_id = ${param}`,
  'bigint',
)
const titles = listStatement<Titled>(
  (entries) => sql`select thing, title from search_title
    where thing ${entries} and workspace_id = ${param}`,
  'bigint',
)

/** The newest entries at each of these places, in the order of the places. */
export async function newestHits(
  tx: Tx,
  workspaceId: string,
  places: readonly Place[],
  limit: number,
): Promise<Hit[][]> {
  const hits: Hit[][] = []
  for (const some of chunksOf(places, placesAtOnce)) {
    // So that few texts are prepared.
    const filling = Array.from({ length: -some.length & 3 }, () => [0, '', workspaceId, 0])
    const asked = [...some.map(({ scope, key }) => [scope, key, workspaceId, limit]), ...filling]
    hits.push(...(await newest(tx, asked)).slice(0, some.length))
  }
  return hits
}

/**
 * Newest entries that have `key` and all `others` (at most three), from the newest `depth` of each scope; at most
 * `limit` of a scope.
 */
export async function newestUnderAll(
  tx: Tx,
  workspaceId: string,
  scopes: readonly number[],
  key: string,
  others: readonly string[],
  { depth, limit }: { depth: number; limit: number },
): Promise<Hit[]> {
  const asked = others.slice(0, newestUnder.length)
  const run = newestUnder[asked.length - 1]
  const hits = run
    ? run(
        tx,
        scopes.map((scope) => [
          scope,
          key,
          workspaceId,
          depth,
          ...asked.flatMap((other) => [scope, other, workspaceId]),
          limit,
        ]),
      )
    : newestHits(
        tx,
        workspaceId,
        scopes.map((scope) => ({ scope, key })),
        limit,
      )
  return (await hits).flat()
}

/** Entries under keys that begin so, in the order of the keys, scope by scope: at most `limit` of each. */
export const hitsBeginning = (
  tx: Tx,
  workspaceId: string,
  scopes: readonly number[],
  key: string,
  limit: number,
): Promise<(Hit & { word: string })[][]> =>
  beginning(
    tx,
    scopes.map((scope) => [scope, key, lastWith(key), workspaceId, limit]),
  )

/** Entries that have a key beginning with `key` and the key `other`, from the first `depth` of each scope. */
export const hitsBeginningOfBoth = async (
  tx: Tx,
  workspaceId: string,
  scopes: readonly number[],
  key: string,
  other: string,
  depth: number,
): Promise<Hit[]> => {
  const asked = scopes.map((scope) => [
    scope,
    key,
    lastWith(key),
    workspaceId,
    depth,
    scope,
    other,
    workspaceId,
  ])
  return (await beginningOfBoth(tx, asked)).flat()
}

export const knownEntries = (tx: Tx, workspaceId: string, entries: readonly number[]): Promise<Known[]> =>
  known(tx, entries, workspaceId)

export const titlesOfEntries = (tx: Tx, workspaceId: string, entries: readonly number[]): Promise<Titled[]> =>
  titles(tx, entries, workspaceId)

/** A record as results and previews are made of it. */
export type PreviewedRecord = {
  id: string
  objectId: string
  title: string
  avatarUrl: string | null
  /** Field id → value. */
  values: Readonly<Record<string, z.core.util.JSONType>>
}

export type RecordRow = {
  id: string
  object_id: string
  title: string
  avatar_url: string | null
  field_values: string
}
export const previewedOf = (row: RecordRow): PreviewedRecord => ({
  id: row.id,
  objectId: row.object_id,
  title: row.title,
  avatarUrl: row.avatar_url,
  // Written by the record store only.
  values: JSON.parse(row.field_values) as PreviewedRecord['values'],
})

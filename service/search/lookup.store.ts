// The questions that the word table answers from its key alone. Every one of them is capped.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { compiledList, param } from '../db/compiled.ts'
import type { Database } from '../db/schema.ts'
import type { SearchKind } from './scope.ts'
import { apart, manyTogether, type Placed } from './together.store.ts'
import { storeOf } from '../db/store.ts'

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

export const searchLookupIn = storeOf((db: Kysely<Database>) => {
  const newest = manyTogether(
    db,
    sql<Hit>`select thing, ranked_at from search_word
      where shelf = ${param} and word = ${param} and workspace_id = ${param}
      order by ranked_at desc, thing desc limit ${param}`,
  )
  const newestUnder = [1, 2, 3].map((others) =>
    manyTogether(
      db,
      sql<Hit>`${underOthers(
        sql`select thing, ranked_at from search_word
          where shelf = ${param} and word = ${param} and workspace_id = ${param}
          order by ranked_at desc, thing desc limit ${param}`,
        others,
      )} order by ranked_at desc, thing desc limit ${param}`,
    ),
  )
  const beginning = manyTogether(
    db,
    sql<Hit & { word: string }>`select thing, ranked_at, word from search_word
      where shelf = ${param} and word >= ${param} and word < ${param} and workspace_id = ${param}
      order by word limit ${param}`,
  )
  const beginningOfBoth = manyTogether(
    db,
    underOthers(
      sql`select thing, ranked_at from search_word
        where shelf = ${param} and word >= ${param} and word < ${param} and workspace_id = ${param}
        order by word limit ${param}`,
      1,
    ),
  )
  // Records with what they are: most finds are records, and a statement of their own would cost more than they do.
  const known = compiledList<Known>(
    db,
    (
      entries,
    ) => sql`select found.thing, found.kind, found.ref, record.object_id, record.title, record.avatar_url,
        record.field_values
      from search_title as found left join record on found.kind = 'record' and record.id = found.ref
        and record.workspace_id = found.workspace_id and record.archived = 0
      where found.thing in (${entries}) and found.workspace_id = ${param}`,
  )
  const titles = compiledList<Titled>(
    db,
    (entries) => sql`select thing, title from search_title
      where thing in (${entries}) and workspace_id = ${param}`,
  )

  return {
    /** The newest entries at each of these places, and at which of them. */
    async newest(workspaceId: string, places: readonly Place[], limit: number): Promise<Placed<Hit>[]> {
      const hits: Placed<Hit>[] = []
      for (let from = 0; from < places.length; from += placesAtOnce) {
        const some = places.slice(from, from + placesAtOnce)
        const size = Math.ceil(some.length / 4) * 4
        const filling = Array.from({ length: size - some.length }, () => [0, '', workspaceId, 0])
        const asked = [...some.map(({ scope, key }) => [scope, key, workspaceId, limit]), ...filling]
        for (const hit of await newest(size, asked.flat())) hits.push({ ...hit, place: from + hit.place })
      }
      return hits
    },

    /**
     * Newest entries that have `key` and all `others` (at most three), from the newest `depth` of each scope; at most
     * `limit` of a scope.
     */
    async newestUnderAll(
      workspaceId: string,
      scopes: readonly number[],
      key: string,
      others: readonly string[],
      { depth, limit }: { depth: number; limit: number },
    ): Promise<Hit[]> {
      const asked = others.slice(0, newestUnder.length)
      const run = newestUnder[asked.length - 1]
      const places = scopes.map((scope) => ({ scope, key }))
      return run
        ? run(
            scopes.length,
            scopes.flatMap((scope) => [
              scope,
              key,
              workspaceId,
              depth,
              ...asked.flatMap((other) => [scope, other, workspaceId]),
              limit,
            ]),
          )
        : this.newest(workspaceId, places, limit)
    },

    /** Entries under keys that begin so, in the order of the keys, scope by scope: at most `limit` of each. */
    async beginning(
      workspaceId: string,
      scopes: readonly number[],
      key: string,
      limit: number,
    ): Promise<(Hit & { word: string })[][]> {
      const asked = scopes.flatMap((scope) => [scope, key, lastWith(key), workspaceId, limit])
      return apart(await beginning(scopes.length, asked), scopes.length)
    },

    /** Entries that have a key beginning with `key` and the key `other`, from the first `depth` of each scope. */
    beginningOfBoth: (
      workspaceId: string,
      scopes: readonly number[],
      key: string,
      other: string,
      depth: number,
    ): Promise<Hit[]> =>
      beginningOfBoth(
        scopes.length,
        scopes.flatMap((scope) => [scope, key, lastWith(key), workspaceId, depth, scope, other, workspaceId]),
      ),

    known: (workspaceId: string, entries: readonly number[]): Promise<Known[]> =>
      known(entries, [workspaceId]),

    titles: (workspaceId: string, entries: readonly number[]): Promise<Titled[]> =>
      titles(entries, [workspaceId]),
  }
})

export type SearchLookup = ReturnType<typeof searchLookupIn>

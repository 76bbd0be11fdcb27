// The questions that the word table answers from its key alone. Every one of them is capped.
import { sql, type Kysely } from 'kysely'
import { compiled, compiledList, given } from './compiled.ts'
import type { Database } from './schema.ts'

/** A thing under a key, with its recency in epoch milliseconds. */
export type Hit = { thing: number; ranked_at: number }
/** What a thing is: its kind and its id. */
export type Ref = { thing: number; kind: 'task' | 'record' | 'meeting'; ref: string }
type Titled = Ref & { title: string }

/** A key on a shelf. */
export type Place = { shelf: number; key: string }

const placesAtOnce = 64

const lastWith = (beginning: string): string => `${beginning}\u{10ffff}`

export const searchLookupIn = (db: Kysely<Database>) => {
  // One statement for many places: what a statement costs beside its rows is most of a search.
  const newest = (places: number) =>
    compiled<Hit>(db, () => {
      const each = Array.from(
        { length: places },
        (_, place) => sql`select * from (
          select thing, ranked_at from search_word
          where shelf = ${given} and word = ${given} and workspace_id = ${given}
          order by ranked_at desc, thing desc limit ${given}) as ${sql.ref(`at${place}`)}`,
      )
      return sql`${sql.join(each, sql` union all `)}`
    })
  const newestIn = new Map<number, ReturnType<typeof newest>>()
  // Capped inside: the newest things under the first key are asked for the others.
  const newestUnderAll = (others: number) =>
    compiled<Hit>(db, () => {
      const each = Array.from(
        { length: others },
        () => sql`exists (select 1 from search_word as other
          where other.shelf = led.shelf and other.word = ${given} and other.ranked_at = led.ranked_at
            and other.thing = led.thing and other.workspace_id = led.workspace_id)`,
      )
      return sql`select thing, ranked_at from (
          select shelf, thing, ranked_at, workspace_id from search_word
          where shelf = ${given} and word = ${given} and workspace_id = ${given}
          order by ranked_at desc, thing desc limit ${given}) as led
        where ${sql.join(each, sql` and `)}`
    })
  const newestUnder = [1, 2, 3].map(newestUnderAll)
  const beginning = compiled<Hit & { word: string }>(
    db,
    () => sql`select thing, ranked_at, word from search_word
      where shelf = ${given} and word >= ${given} and word < ${given} and workspace_id = ${given}
      order by word limit ${given}`,
  )
  const beginningOfBoth = compiled<Hit>(
    db,
    () => sql`select thing, ranked_at from (
        select shelf, thing, ranked_at, workspace_id from search_word
        where shelf = ${given} and word >= ${given} and word < ${given} and workspace_id = ${given}
        order by word limit ${given}) as led
      where exists (select 1 from search_word as other
        where other.shelf = led.shelf and other.word = ${given} and other.ranked_at = led.ranked_at
          and other.thing = led.thing and other.workspace_id = led.workspace_id)`,
  )
  const refs = compiledList<Ref>(
    db,
    (things) => sql`select thing, kind, ref from search_title
      where thing in (${things}) and workspace_id = ${given}`,
  )
  const titles = compiledList<Titled>(
    db,
    (things) => sql`select thing, kind, ref, title from search_title
      where thing in (${things}) and workspace_id = ${given}`,
  )

  return {
    /** The newest things at each of these places. */
    async newest(workspaceId: string, places: readonly Place[], limit: number): Promise<Hit[]> {
      const hits: Hit[] = []
      for (let from = 0; from < places.length; from += placesAtOnce) {
        const some = places.slice(from, from + placesAtOnce)
        const size = Math.ceil(some.length / 4) * 4
        const run = newestIn.get(size) ?? newest(size)
        newestIn.set(size, run)
        const filling = Array.from({ length: size - some.length }, () => [0, '', workspaceId, 0])
        const asked = [...some.map(({ shelf, key }) => [shelf, key, workspaceId, limit]), ...filling]
        hits.push(...(await run(...asked.flat())))
      }
      return hits
    },

    /** Of the newest `depth` things at a place, those that are under some other keys of the shelf too; at most three. */
    async newestUnderAll(
      workspaceId: string,
      { shelf, key }: Place,
      others: readonly string[],
      depth: number,
    ): Promise<Hit[]> {
      const asked = others.slice(0, newestUnder.length)
      const run = newestUnder[asked.length - 1]
      return run
        ? run(shelf, key, workspaceId, depth, ...asked)
        : this.newest(workspaceId, [{ shelf, key }], depth)
    },

    /** Things under keys that begin so, in the order of the keys. */
    beginning: (workspaceId: string, shelf: number, key: string, limit: number) =>
      beginning(shelf, key, lastWith(key), workspaceId, limit),

    /** Of the first `depth` things under keys that begin so, those that are under another key of the shelf too. */
    beginningOfBoth: (
      workspaceId: string,
      shelf: number,
      key: string,
      other: string,
      depth: number,
    ): Promise<Hit[]> => beginningOfBoth(shelf, key, lastWith(key), workspaceId, depth, other),

    refs: (workspaceId: string, things: readonly number[]): Promise<Ref[]> => refs(things, [workspaceId]),

    titles: (workspaceId: string, things: readonly number[]): Promise<Titled[]> =>
      titles(things, [workspaceId]),
  }
}

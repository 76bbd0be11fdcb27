// Titles whose postings are not written yet. Every search looks through them, so they are few.
import { sql, type Kysely } from 'kysely'
import { partedOf, type FoldedText } from '../../../shared/search/text-fold.ts'
import { matchOf } from '../../../shared/search/text-match.ts'
import type { Ranked } from '../../rules/search-ranking.ts'
import { compiled, given } from '../compiled.ts'
import type { Database, SearchTitleTable } from '../schema.ts'
import type { Posted } from './postings.ts'
import { everyone, type Shelf } from './shelf.ts'

type Row = Pick<SearchTitleTable, 'thing' | 'kind' | 'ref' | 'title' | 'ranked_at' | 'audiences'>

const onlyEveryone = JSON.stringify([everyone])

/** Audiences as the index has written them. Most are the same, and parsing is most of what a title that waits costs. */
export const audiencesOf = (written: string): string[] =>
  written === onlyEveryone ? [everyone] : (JSON.parse(written) as string[])

export const searchPendingIn = (db: Kysely<Database>) => {
  const pending = compiled<Row>(
    db,
    () => sql`select thing, kind, ref, title, ranked_at, audiences from search_title
      where workspace_id = ${given} and pending = 1 order by thing`,
  )
  const posted = compiled(
    db,
    () => sql`update search_title set pending = 0 where workspace_id = ${given} and pending = 1`,
  )
  const titles = async (workspaceId: string): Promise<(Posted & { ref: string })[]> =>
    (await pending(workspaceId)).map(({ ranked_at, audiences, ...row }) => ({
      ...row,
      rankedAt: ranked_at,
      audiences: audiencesOf(audiences),
    }))

  return {
    /** Of a workspace, the oldest first. */
    titles,

    /** Those of them that match, on some shelves. */
    async find(workspaceId: string, query: FoldedText, shelves: readonly Shelf[]): Promise<Ranked[]> {
      return (await titles(workspaceId)).flatMap(({ thing, kind, title, rankedAt, audiences }) => {
        const isOnShelf = shelves.some((shelf) => shelf.kind === kind && audiences.includes(shelf.audience))
        const match = isOnShelf ? matchOf(query, partedOf(title)) : null
        return match ? [{ thing, rankedAt, class: match.class }] : []
      })
    },

    /** Says that the postings of all of a workspace's titles are written. */
    posted: (workspaceId: string): Promise<unknown> => posted(workspaceId),

    /** At most so many workspaces with titles that wait. */
    async workspaces(limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('search_title')
        .select('workspace_id')
        .distinct()
        .where('pending', '=', sql.lit(1))
        .limit(limit)
        .execute()
      return rows.map((row) => row.workspace_id)
    },
  }
}

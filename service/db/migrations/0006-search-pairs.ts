// Pairs of words: titles that were indexed before are put under them too.
import { sql, type Kysely } from 'kysely'
import { indexedTitle } from '../../search/search-words.rules.ts'
import { shelfNumber } from '../../search/shelf.ts'
import type { Database, SearchTitleTable } from '../schema.ts'

const rowsAtOnce = 100

export async function up(db: Kysely<Database>): Promise<void> {
  let last = { thing: -1, workspace_id: '' }
  for (;;) {
    const titles = await sql<SearchTitleTable>`select * from search_title
      where (thing, workspace_id) > (${last.thing}, ${last.workspace_id})
      order by thing, workspace_id limit 1000`.execute(db)
    const final = titles.rows.at(-1)
    if (!final) return
    last = final
    const rows = titles.rows.flatMap((row) =>
      // Written by the index only.
      (JSON.parse(row.audiences) as string[]).flatMap((audience) =>
        indexedTitle(row.title).keys.map((word) => ({
          shelf: shelfNumber(row.workspace_id, { kind: row.kind, audience }),
          word,
          ranked_at: row.ranked_at,
          thing: row.thing,
          workspace_id: row.workspace_id,
        })),
      ),
    )
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await db
        .insertInto('search_word')
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}

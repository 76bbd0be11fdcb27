import { afterAll, expect, test } from 'vitest'
import { recordOf } from './records-testing.ts'
import { searchStores, type SearchStore } from '../search/search-testing.ts'
import { putSearchEntries } from '../search/write-index.store.ts'
import { recordsAmong, insertRecords } from './records.store.ts'
import { browseRecords } from './browse.store.ts'

const stores = searchStores()
afterAll(stores.remove)

const limit = 50

/** Titles of the pages that a query is browsed by, newest first. */
async function pagesOf(store: SearchStore, query: string): Promise<string[][]> {
  const pages: string[][] = []
  let after: readonly [number, string] | undefined
  for (;;) {
    const from = after
    const [titles, next] = await store.read(async (tx) => {
      const page = await browseRecords(tx, store.workspace, 'obj', { query, after: from, limit })
      const records = await recordsAmong(tx, store.workspace, page.ids)
      const titleOf = new Map(records.map(({ id, title }) => [id, title]))
      return [page.ids.map((id) => titleOf.get(id) ?? ''), page.next] as const
    })
    pages.push(titles)
    if (!next) return pages
    after = next
  }
}

test.each([
  ['SQLite', stores.open],
  ['PostgreSQL', stores.openPostgres],
])('LCH-04 on %s a word that most titles hold is browsed page by page, complete', async (_engine, open) => {
  const store = await open()
  // The oldest 600 are harbours, and behind them there is one now and then.
  const titles = Array.from({ length: 3_400 }, (_, index) =>
    index < 600 || index % 1_000 === 0 ? `Harbour ${index}` : `Pier ${index}`,
  )
  const records = titles.map((title, index) => ({
    ...recordOf(`${store.workspace} ${index}`),
    title,
    createdAt: index,
  }))
  await store.write(async (tx) => {
    await insertRecords(tx, store.workspace, records)
    const entries = records.map(({ id, title }) => ({ kind: 'record', ref: id, title, rankedAt: 1 }) as const)
    await putSearchEntries(tx, store.workspace, entries)
  })
  const newest = (word: string) => titles.filter((title) => title.startsWith(word)).toReversed()

  const piers = await pagesOf(store, 'pier')
  expect(piers.flat()).toEqual(newest('Pier'))
  // All but the last are full, because most titles match.
  expect(new Set(piers.slice(0, -1).map((page) => page.length))).toEqual(new Set([limit]))
  const harbours = await pagesOf(store, 'harb')
  expect(harbours.flat()).toEqual(newest('Harbour'))
  // The first ends where it has walked its way.
  expect(harbours[0]).toEqual(['Harbour 3000', 'Harbour 2000', 'Harbour 1000'].slice(0, harbours[0]?.length))
  await store.close()
})

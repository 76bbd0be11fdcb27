// On PostgreSQL the words of a title are sent as one value.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { foldedTitle, indexedTitle } from '../../search/search-words.rules.ts'
import { arbitraryTitle, contentsOf, entriesOf, searchStores } from '../../search/search-testing.ts'

const stores = searchStores()
afterAll(stores.remove)

/** Of rows of the word table: the keys alone. */
const keysIn = (words: readonly string[]) =>
  words.map((row) => row.split(' ').slice(1, -2).join(' ')).toSorted()
const keysOf = (titles: readonly string[]) =>
  titles.flatMap((title) => indexedTitle(foldedTitle(title)).keys).toSorted()

let runs = 0
const anyText = fc.oneof(
  arbitraryTitle,
  fc.string({ unit: 'binary', maxLength: 40 }).map((some) => some.replaceAll('\0', '')),
  fc
    .array(fc.constantFrom('\u001f', '\n', '\t', '"', '\\', '{', ',', "'", 'a', 'ß', '会'), { maxLength: 12 })
    .map((some) => some.join('')),
)

test('LCH-07 many titles of any text come under exactly their keys on PostgreSQL', async () => {
  const store = await stores.openPostgres()
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 20 }), async (titles) => {
      const workspace = `${store.workspace}_${(runs += 1)}`
      await store.write((tx) => tx.search.putMany(workspace, entriesOf(titles)))
      const { words } = await contentsOf({ ...store, workspace })
      expect(keysIn(words)).toEqual(keysOf(titles))
    }),
    { numRuns: 60 },
  )
  await store.close()
})

test.each([
  { engine: 'SQLite', open: stores.open },
  { engine: 'PostgreSQL', open: stores.openPostgres },
])(
  'LCH-07 many titles that change together leave no key of their old names, on $engine',
  async ({ open }) => {
    const store = await open()
    const { workspace } = store
    const titlesOf = (name: string) => Array.from({ length: 150 }, (_, index) => `${name} works ${index}`)
    for (const name of ['Alpha', 'Beta'])
      await store.write((tx) => tx.search.putMany(workspace, entriesOf(titlesOf(name))))
    const { words } = await contentsOf(store)
    expect(keysIn(words)).toEqual(keysOf(titlesOf('Beta')))
    await store.close()
  },
)

test('LCH-07 titles of several kinds that share new words are all counted by one commit on PostgreSQL', async () => {
  const store = await stores.openPostgres()
  const { workspace } = store
  await store.write(async (tx) => {
    for (const kind of ['record', 'task', 'meeting'] as const)
      await tx.search.putMany(workspace, [
        { kind, ref: `${kind}1`, title: 'Alpha beta', rankedAt: 1, isNew: true },
      ])
  }, workspace)
  const { vocabulary } = await contentsOf(store)
  expect(vocabulary).toMatchObject([
    { word: 'alpha', uses: 3 },
    { word: 'beta', uses: 3 },
  ])
  await store.close()
})

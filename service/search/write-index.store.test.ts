// The titles that search keeps.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { contactKey, foldedTitle, indexedTitle, reversed } from './search-words.rules.ts'
import { arbitraryTitle, contentsOf, entriesOf, searchStores, type TitleRow } from './search-testing.ts'
import { everyone, scopeNumber, type SearchKind } from './lookup.store.ts'
import { removeSearchEntry, putSearchEntries } from './write-index.store.ts'

const stores = searchStores()
afterAll(stores.remove)

const oddTitle = fc
  .array(fc.constantFrom('\u001f', '\n', '\t', '"', '\\', '{', ',', "'", 'a', 'ß', '会'), { maxLength: 12 })
  .map((some) => some.join(''))
const step = fc.record({
  ref: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'),
  kind: fc.constantFrom<SearchKind>('task', 'record'),
  title: fc.option(fc.oneof({ weight: 3, arbitrary: arbitraryTitle }, oddTitle)),
  rankedAt: fc.nat(5),
  audiences: fc.constantFrom([everyone], [everyone, 'ada'], ['bob'], [everyone, 'ada', 'bob']),
  contacts: fc.constantFrom([], ['ada@alpha.example', 'alpha.example'], ['alpha.example', '15550188']),
})
const transactions = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 })

test.each([
  { engine: 'SQLite', open: stores.open },
  { engine: 'PostgreSQL', open: stores.openPostgres },
])(
  'LCH-07 on $engine the index holds what the last changes say, and each title and contact under its keys',
  async ({ open }) => {
    await fc.assert(
      fc.asyncProperty(transactions, async (some) => {
        const store = await open()
        const { workspace } = store
        const last = new Map<string, Omit<TitleRow, 'thing'>>()
        for (const steps of some)
          await store.write(async (tx) => {
            for (const { kind, ref, title, rankedAt, audiences, contacts } of steps) {
              const name = `${kind} ${ref}`
              const isNew = !last.delete(name)
              if (title === null) await removeSearchEntry(tx, workspace, kind, ref)
              else {
                const entry = { kind, ref, title, rankedAt, audiences, contacts, isNew }
                await putSearchEntries(tx, workspace, [entry])
                const lists = { audiences: JSON.stringify(audiences), contacts: JSON.stringify(contacts) }
                const written = { title: foldedTitle(title), ...lists }
                last.set(name, { kind, ref, ranked_at: rankedAt, ...written })
              }
            }
          })
        const { titles, words, vocabulary } = await contentsOf(store)
        await store.close()
        expect(titles.map(({ thing: _thing, ...title }) => title)).toEqual(
          [...last].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, title]) => title),
        )
        const keys = titles.flatMap(({ kind, audiences, contacts, title, ranked_at, thing }) =>
          (JSON.parse(audiences) as string[]).flatMap((audience) =>
            [...indexedTitle(title).keys, ...(JSON.parse(contacts) as string[]).map(contactKey)].map((key) =>
              [scopeNumber(workspace, { kind, audience }), key, ranked_at, thing].join(' '),
            ),
          ),
        )
        expect(words.toSorted()).toEqual(keys.toSorted())
        const uses = Map.groupBy(
          titles.flatMap(({ title }) => indexedTitle(title).words),
          (word) => word,
        )
        expect(vocabulary).toEqual(
          [...uses]
            .map(([word, { length }]) => ({ word, reversed: reversed(word), uses: length }))
            .toSorted((one, other) => Buffer.compare(Buffer.from(one.word), Buffer.from(other.word))),
        )
      }),
      { numRuns: 40 },
    )
  },
)

test('LCH-07 many titles that change together leave no key of their old names on PostgreSQL', async () => {
  const store = await stores.openPostgres()
  const titlesOf = (name: string) => Array.from({ length: 150 }, (_, index) => `${name} works ${index}`)
  for (const name of ['Alpha', 'Beta'])
    await store.write((tx) => putSearchEntries(tx, store.workspace, entriesOf(titlesOf(name))))
  const { words } = await contentsOf(store)
  const keys = titlesOf('Beta').flatMap((title) => indexedTitle(foldedTitle(title)).keys)
  expect(words.map((row) => row.split(' ').slice(1, -2).join(' ')).toSorted()).toEqual(keys.toSorted())
  await store.close()
})

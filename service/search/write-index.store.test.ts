// The titles that search keeps.
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { contactKey, foldedTitle, indexedTitle, reversed } from './search-words.rules.ts'
import {
  arbitraryTitle,
  contentsOf,
  searchStores,
  type SearchStore,
  type TitleRow,
} from './search-testing.ts'
import { everyone, shelfNumber, type SearchKind } from './shelf.ts'

const stores = searchStores()
afterAll(stores.remove)

const put = (store: SearchStore, ref: string, title: string, rankedAt = 1) =>
  store.write((tx) => tx.search.putMany(store.workspace, [{ kind: 'record', ref, title, rankedAt }]))
const step = fc.record({
  ref: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'),
  kind: fc.constantFrom<SearchKind>('task', 'record'),
  title: fc.option(arbitraryTitle),
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
              last.delete(name)
              if (title === null) await tx.search.remove(workspace, kind, ref)
              else {
                await tx.search.putMany(workspace, [{ kind, ref, title, rankedAt, audiences, contacts }])
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
              [shelfNumber(workspace, { kind, audience }), key, ranked_at, thing].join(' '),
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

test('LCH-07 the same again writes nothing', async () => {
  const store = await stores.open()
  const again = () => put(store, 'r1', 'Alpha beta')
  await again()
  const database = new DatabaseSync(store.path)
  const version = () => database.prepare('pragma data_version').get()
  const before = version()
  await again()
  expect(version()).toEqual(before)
  await put(store, 'r1', 'Alpha beta gamma')
  expect(version()).not.toEqual(before)
  database.close()
  await store.close()
})

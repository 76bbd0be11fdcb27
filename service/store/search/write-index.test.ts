// What search keeps of titles, and that it does not matter for what is found whether a title has its postings yet.
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { matchOf } from '../../../shared/search/text-match.ts'
import { foldedTitle, indexedTitle, reversed } from '../../rules/search-words.ts'
import {
  arbitraryTitle,
  arbitraryWord,
  contentsOf,
  entriesOf,
  everyShelf,
  find,
  searchStores,
  type SearchStore,
  type TitleRow,
} from './testing.ts'
import { everyone, shelfNumber, type SearchKind } from './shelf.ts'

const stores = searchStores()
afterAll(stores.remove)

const put = (store: SearchStore, ref: string, title: string, rankedAt = 1) =>
  store.write((tx) => tx.search.put(store.workspace, 'record', ref, title, rankedAt))
const pendingIn = async ({ rows, workspace }: SearchStore): Promise<number> => {
  const [row] = await rows(
    `select count(*) as n from search_title where workspace_id = '${workspace}' and pending = 1`,
  )
  return Number(row?.['n'])
}

const step = fc.record({
  ref: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'),
  kind: fc.constantFrom<SearchKind>('task', 'record'),
  title: fc.option(arbitraryTitle),
  rankedAt: fc.nat(5),
  audiences: fc.constantFrom([everyone], [everyone, 'ada'], ['bob'], [everyone, 'ada', 'bob']),
})
const transactions = fc.array(
  fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 8 }),
    afterwards: fc.constantFrom('wait', 'wait', 'post'),
  }),
  { minLength: 1, maxLength: 12 },
)

test.each([
  { engine: 'SQLite', open: stores.open },
  { engine: 'PostgreSQL', open: stores.openPostgres },
])(
  'LCH-07 holds on $engine after any changes what the last ones say, and under its keys each title that does not wait',
  async ({ open }) => {
    await fc.assert(
      fc.asyncProperty(transactions, async (some) => {
        const store = await open()
        const { workspace } = store
        const last = new Map<string, Omit<TitleRow, 'thing' | 'pending'>>()
        for (const { steps, afterwards } of some)
          await store.write(async (tx) => {
            for (const { kind, ref, title, rankedAt, audiences } of steps) {
              const name = `${kind} ${ref}`
              last.delete(name)
              if (title === null) await tx.search.remove(workspace, kind, ref)
              else {
                await tx.search.put(workspace, kind, ref, title, rankedAt, audiences)
                const written = { title: foldedTitle(title), audiences: JSON.stringify(audiences) }
                last.set(name, { kind, ref, ranked_at: rankedAt, ...written })
              }
            }
            if (afterwards === 'post') await tx.search.postPending(workspace)
          })
        const { titles, words, vocabulary } = await contentsOf(store)
        await store.close()
        expect(titles.map(({ thing: _thing, pending: _pending, ...title }) => title)).toEqual(
          [...last].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, title]) => title),
        )
        const posted = titles.filter(({ pending }) => pending === 0)
        const keys = posted.flatMap(({ kind, audiences, title, ranked_at, thing }) =>
          (JSON.parse(audiences) as string[]).flatMap((audience) =>
            indexedTitle(title).keys.map((key) =>
              [shelfNumber(workspace, { kind, audience }), key, ranked_at, thing].join(' '),
            ),
          ),
        )
        expect(words.toSorted()).toEqual(keys.toSorted())
        const uses = Map.groupBy(
          posted.flatMap(({ title }) => indexedTitle(title).words),
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

test('LCH-07 a write that is rolled back leaves nothing to find', async () => {
  const store = await stores.open()
  await expect(
    store.write(async (tx) => {
      await tx.search.put(store.workspace, 'record', 'r1', 'Ghost', 1)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await find(store, 'ghost')).toEqual([])
  await store.close()
})

test('LCH-07 finds titles that begin as typed in the same order before and after they have their postings', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryTitle, { minLength: 1, maxLength: 30 }),
      fc.nat(30),
      fc.array(fc.oneof(arbitraryWord, fc.constantFrom('alp', 'be', 'g', 'alpah', 'gamna', 'ta', 'max')), {
        minLength: 1,
        maxLength: 2,
      }),
      async (titles, posted, typed) => {
        const query = typed.join(' ')
        fc.pre(query.length >= 2)
        const store = await stores.open()
        const entries = entriesOf(titles)
        const { workspace } = store
        await store.write((tx) => tx.search.putMany(workspace, entries.slice(0, posted)))
        await store.write((tx) => tx.search.postPending(workspace))
        await store.write((tx) => tx.search.putMany(workspace, entries.slice(posted)))
        expect(await pendingIn(store)).toBe(Math.max(0, titles.length - posted))
        const waiting = await find(store, query)
        await store.write((tx) => tx.search.postPending(workspace))
        expect(await pendingIn(store)).toBe(0)
        const afterwards = await find(store, query)
        // What is behind them is looked for where they are few, and in the middle of a word only where something leads there.
        const classOf = (ref: string) => matchOf(query, titles[Number(ref)] ?? '')?.class
        const begin = (ref: string) => classOf(ref) !== 'other' && classOf(ref) !== 'typo'
        expect(waiting.filter(begin)).toEqual(afterwards.filter(begin))
        expect(waiting.slice(0, waiting.filter(begin).length).every(begin)).toBe(true)
        expect(waiting.map(classOf)).not.toContain(undefined)
        await store.close()
      },
    ),
    { numRuns: 60 },
  )
})

test.each([
  { how: 'mistyped', query: 'gamna' },
  { how: 'by the end of a word', query: 'mma' },
  { how: 'by the middle of a word', query: 'amm' },
  { how: 'mistyped, beside another word', query: 'delta gmama' },
])('LCH-07 a title that waits is found $how', async ({ query }) => {
  const store = await stores.open()
  await put(store, 'r1', 'Gamma delta')
  await put(store, 'r2', 'Epsilon')
  expect(await pendingIn(store)).toBe(2)
  expect(await find(store, query)).toEqual(['r1'])
  await store.close()
})

test('LCH-07 LCH-10 a title that waits is found by its audience, in its own workspace', async () => {
  const store = await stores.open()
  const { workspace } = store
  await store.write(async (tx) => {
    await tx.search.put(workspace, 'meeting', 'private', 'Alpha private', 1, ['ada'])
    await tx.search.put(workspace, 'task', 'shared', 'Alpha shared', 2, [everyone, 'ada'])
  })
  expect(await pendingIn(store)).toBe(2)
  const ofAda = everyShelf.map(({ kind }) => ({ kind, audience: 'ada' }))
  expect(await find(store, 'alpha', 9, ofAda)).toEqual(['shared', 'private'])
  expect(await find(store, 'alpha', 9)).toEqual(['shared'])
  expect(await find(store, 'alpha', 9, ofAda, 'wsp_other')).toEqual([])
  await store.close()
})

test('LCH-07 a title that waits is found under its last name, and not after it was removed', async () => {
  const store = await stores.open()
  await put(store, 'r1', 'Alpha')
  await put(store, 'r1', 'Beta', 2)
  expect(await pendingIn(store)).toBe(1)
  expect(await find(store, 'alpha')).toEqual([])
  expect(await find(store, 'beta')).toEqual(['r1'])
  await store.write((tx) => tx.search.remove(store.workspace, 'record', 'r1'))
  expect(await find(store, 'beta')).toEqual([])
  await store.close()
})

test('GEN-07 postings that a process of the version before has written of a title that waits are no hindrance', async () => {
  const store = await stores.open()
  await put(store, 'r1', 'Alpha beta')
  const shelf = shelfNumber(store.workspace, { kind: 'record', audience: everyone })
  await store.rows(`insert into search_word
    select ${shelf}, 'alpha', ranked_at, thing, workspace_id from search_title`)
  await store.write((tx) => tx.search.postPending(store.workspace))
  expect((await contentsOf(store)).words).toHaveLength(indexedTitle('alpha beta').keys.length)
  expect(await find(store, 'alpha')).toEqual(['r1'])
  await store.close()
})

test('LCH-07 browsing with a text finds titles that wait', async () => {
  const store = await stores.open()
  const { workspace } = store
  const record = (id: string, title: string) => ({
    id,
    objectId: 'obj',
    title,
    avatarUrl: null,
    values: {},
    archived: false,
    createdBy: 'ada',
    createdAt: 1,
    updatedAt: 1,
  })
  await store.write(async (tx) => {
    await tx.records.create(workspace, record('r1', 'Alpha Works'))
    await tx.search.add(workspace, 'record', 'r1', 'Alpha Works', 1)
    await tx.records.create(workspace, record('r2', 'Beta Works'))
    await tx.search.add(workspace, 'record', 'r2', 'Beta Works', 1)
  })
  expect(await pendingIn(store)).toBe(2)
  const { ids } = await store.read((tx) =>
    tx.search.browse(workspace, 'obj', { query: 'wor alp', after: undefined, limit: 9 }),
  )
  expect(ids).toEqual(['r1'])
  await store.close()
})

test('LCH-07 few titles wait, however many come, and none of many that come at once', async () => {
  const store = await stores.open()
  let most = 0
  for (let index = 0; index < 200; index += 1) {
    await put(store, `r${index}`, `Alpha ${index}`)
    most = Math.max(most, await pendingIn(store))
  }
  expect(most).toBe(63)
  await store.write((tx) => tx.search.postPending(store.workspace))
  const many = entriesOf(Array.from({ length: 64 }, (_, index) => `Beta ${index}`))
  await store.write((tx) => tx.search.putMany(store.workspace, many))
  expect(await pendingIn(store)).toBe(0)
  await store.close()
})

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { editsAllowed, matchClasses, matchOf, withinEdits } from '../../shared/search/text-match.ts'
import type { SearchEntry } from './write-index.store.ts'
import {
  arbitraryTitle,
  arbitraryWord,
  entriesOf,
  find,
  searchStores,
  type SearchStore,
} from './search-testing.ts'
import { putSearchEntries } from './write-index.store.ts'

const stores = searchStores()
afterAll(stores.remove)

const index = (store: SearchStore, entries: readonly SearchEntry[]) =>
  store.write((tx) => putSearchEntries(tx, store.workspace, entries))

test('LCH-07 finds exactly what begins so, in the order of the rules, as a look at every title would', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryTitle, { minLength: 1, maxLength: 30 }),
      fc.array(fc.oneof(arbitraryWord, fc.constantFrom('a', 'alp', 'be', 'g')), {
        minLength: 1,
        maxLength: 3,
      }),
      async (titles, queryWords) => {
        const query = queryWords.join(' ')
        fc.pre(query.length >= 2)
        const store = await stores.open()
        await index(store, entriesOf(titles))
        const expected = titles
          .flatMap((name, index) => {
            const match = matchOf(query, name)
            const place = match ? matchClasses.indexOf(match.class) : -1
            // Two letters are a key of longer words too, so whole words are not told apart.
            const fit = query.length === 2 ? 0 : (match?.fit ?? 0)
            return place >= 0 && place <= 2 ? [{ ref: `${index}`, place, fit, index }] : []
          })
          .toSorted((a, b) => a.place - b.place || b.fit - a.fit || b.index - a.index)
          .map((each) => each.ref)
        const found = await find(store, query)
        expect(found.slice(0, expected.length)).toEqual(expected)
        // The rest matches in another way.
        for (const ref of found.slice(expected.length))
          expect(matchOf(query, titles[Number(ref)] ?? '')).not.toBe(null)
        await store.close()
      },
    ),
    { numRuns: 40 },
  )
})

test('LCH-07 one edit anywhere in a word, and nearly all pairs of edits, still find it among a thousand others', async () => {
  const store = await stores.open()
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const random = (seed: number) => () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
    return seed / 2 ** 32
  }
  const next = random(7)
  const letter = () => letters.charAt(Math.floor(next() * 26))
  const words = Array.from({ length: 1_000 }, (_, index) =>
    Array.from({ length: 4 + (index % 9) }, letter).join(''),
  )
  await index(
    store,
    entriesOf(words).map((entry) => ({ ...entry, ref: entry.title })),
  )
  const mistype = (text: string): string => {
    const at = Math.floor(next() * text.length)
    const kind = Math.floor(next() * 4)
    if (kind === 0) return text.slice(0, at) + text.slice(at + 1)
    if (kind === 1) return text.slice(0, at) + letter() + text.slice(at)
    if (kind === 2) return text.slice(0, at) + letter() + text.slice(at + 1)
    return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
  }
  const once = { tried: 0, missed: [] as string[] }
  const twice = { tried: 0, missed: [] as string[] }
  for (const name of words) {
    const isLong = name.length >= 8
    const typed = isLong ? mistype(mistype(name)) : mistype(name)
    if (!withinEdits(typed, name, editsAllowed(typed))) continue
    const kind = isLong ? twice : once
    kind.tried += 1
    if (!(await find(store, typed)).includes(name)) kind.missed.push(`${name} as ${typed}`)
  }
  expect([once.tried > 400, twice.tried > 400]).toEqual([true, true])
  expect(once.missed).toEqual([])
  // One edit in the first letter and one near the end.
  expect(twice.missed.length / twice.tried).toBeLessThan(0.05)
  await store.close()
})

test('LCH-07 two common words find the newest of the few titles that hold both', async () => {
  const store = await stores.open()
  const starts = ['green', 'granite', 'grove', 'alder', 'amber']
  const ends = ['labs', 'lanterns', 'larch', 'foods', 'freight']
  const titles = Array.from({ length: 5_000 }, (_, index) => {
    const [start, end] = [starts[index % 5], ends[Math.floor(index / 5) % 5]]
    return index % 7 === 0 ? `${end} by ${start}` : `${start} ${index} ${end}`
  })
  await index(store, entriesOf(titles))
  for (const query of ['green la', 'labs green', 'am fre', 'gr labs', 'green labs by']) {
    const newest = titles
      .flatMap((name, index) => (matchOf(query, name)?.class === 'wordPrefix' ? [`${index}`] : []))
      .toReversed()
      .slice(0, 8)
    expect(await find(store, query, 8), query).toEqual(newest)
  }
  await store.close()
})

test('LCH-07 a mistyped or partial word beside a common beginning finds what is older than many others', async () => {
  const store = await stores.open()
  const titles = [
    'About',
    'Evergreen Labs',
    ...Array.from({ length: 500 }, (_, place) => `Evergreen Foods ${place}`),
    ...Array.from({ length: 500 }, (_, place) => `Cedar Labs ${place}`),
  ]
  await index(
    store,
    entriesOf(titles).map((entry) => ({ ...entry, ref: entry.title })),
  )
  for (const query of ['evergren la', 'la evergren', 'green la'])
    expect(await find(store, query, 8), query).toEqual(['Evergreen Labs'])
  // A part in the middle of a word is found among the newest.
  expect(await find(store, 'cedar ab', 1)).toEqual(['Cedar Labs 499'])
  await store.close()
})

test.each([
  ['few', 'SQLite', 1, stores.open],
  ['few', 'PostgreSQL', 1, stores.openPostgres],
  ['many', 'SQLite', 4, stores.open],
  ['many', 'PostgreSQL', 4, stores.openPostgres],
])(
  'LCH-07 a beginning with many words and %s entries finds them all on %s, first words first',
  async (_entries, _engine, uses, open) => {
    const store = await open()
    const words = Array.from('abcdefghijkl', (letter) => `har${letter}`)
    const titles = Array.from({ length: uses }, (_, use) =>
      words.flatMap((word) => [`The ${word} ${use}`, `${word} ${use}`]),
    ).flat()
    await index(store, entriesOf(titles))
    const refs = (isFirst: boolean) =>
      titles.flatMap((name, at) => (name.startsWith('har') === isFirst ? [`${at}`] : [])).toReversed()
    expect(await find(store, 'har', titles.length)).toEqual([...refs(true), ...refs(false)])
    await store.close()
  },
)

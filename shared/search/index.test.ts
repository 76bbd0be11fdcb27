import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLocalIndex, type Indexed, keysNamedIn, namedIn } from './index.ts'
import { frecency, isSubsequence, type LocalClass, localClasses, unused, type Use } from './score.ts'
import { foldedOf } from './text-fold.ts'
import { matchOf } from './text-match.ts'
import { forAll } from './text-testing.ts'

const day = 86_400_000
const now = 1_000 * day
const titleWords =
  "acme Acmé renewal review call north anna Ann report q3 の がくか ม้ามา रीमा con\u00adtract 👩\u200d💻 o'brien Müller wi-fi".split(
    ' ',
  )
const title = fc
  .array(fc.constantFrom(...titleWords), { minLength: 1, maxLength: 5 })
  .map((words) => words.join(' '))
const beginning = fc
  .tuple(title, fc.integer({ min: 1, max: 14 }))
  .map(([text, length]) => text.slice(0, length))
const query = fc.oneof(
  beginning,
  fc.constantFrom(
    'rev acme',
    ' ',
    ...'acm renwal anr acren reprot ca contract か ม้ x mueller müll wifi'.split(' '),
  ),
)
/** Abbreviated or mistyped queries. The index skips such matches if the list is full of better rows. */
const looseQuery = fc.constantFrom('renwal', 'reprot', 'acren', 'caac', 'anrep', 'noacm', 'reveiw')
const times = fc.array(fc.integer({ min: now - 200 * day, max: now }), { maxLength: 8 })
const use: fc.Arbitrary<Use> = fc.oneof(
  fc.constant(unused),
  fc.record({
    visits: times,
    choices: fc.array(fc.record({ typed: beginning, at: fc.integer({ min: now - 90 * day, max: now }) }), {
      maxLength: 4,
    }),
    pinned: fc.boolean(),
  }),
)
const items: fc.Arbitrary<Indexed[]> = fc
  .array(fc.record({ title, use, seenAt: fc.nat(3), kind: fc.constantFrom('task', 'record') }), {
    maxLength: 60,
  })
  .map((made) => made.map((item, at) => ({ ...item, key: `k${at}` })))

const titled = (title: string, more: Partial<Indexed> = {}): Indexed => ({
  key: title,
  kind: 'record',
  title,
  seenAt: 0,
  use: unused,
  ...more,
})
const indexOf = (of: readonly Indexed[]) => {
  const index = createLocalIndex({ now: () => now })
  for (const item of of) index.put(item)
  return index
}

describe('the order of rows', () => {
  test('APP-03 is the order of their scores, then of when they were seen; each score is the sum of its parts', () => {
    forAll(600, items, query, (all, text) => {
      const index = indexOf(all)
      const found = index.search(text, undefined, 30)
      const reasons = found.map((key) => index.explain(text, key))
      for (const reason of reasons) {
        const parts = Object.values(reason?.parts ?? {})
        expect(reason?.score).toBe(parts.reduce((sum, part) => sum + part, 0))
      }
      const seenAt = (key: string): number => all.find((item) => item.key === key)?.seenAt ?? 0
      for (let at = 1; at < found.length; at += 1) {
        const [above, below] = [reasons[at - 1]?.score ?? 0, reasons[at]?.score ?? 0]
        expect(above).toBeGreaterThanOrEqual(below)
        if (above === below)
          expect(seenAt(found[at - 1] ?? '')).toBeGreaterThanOrEqual(seenAt(found[at] ?? ''))
      }
    })
  })

  test('APP-03 holds the best of all that match, as a look at every title would find them', () => {
    forAll(1_000, items, fc.oneof(query, looseQuery), fc.integer({ min: 1, max: 6 }), (all, text, limit) => {
      const index = indexOf(all)
      const slow = all
        .flatMap((item) => {
          const reason = index.explain(text, item.key)
          return reason === null ? [] : [{ item, score: reason.score, loose: reason.class === 'subsequence' }]
        })
        .sort(
          (a, b) => b.score - a.score || b.item.seenAt - a.item.seenAt || (a.item.key < b.item.key ? -1 : 1),
        )
        .slice(0, limit)
        .filter(({ loose }, _, best) => !loose || best.every((other) => other.loose))
      expect(index.search(text, undefined, limit)).toEqual(slow.map(({ item }) => item.key))
    })
  })

  test('APP-03 two words find a title that is one: a space is no letter that it lacks', () => {
    expect(indexOf([titled('Callanna')]).search('call anna', undefined, 5)).toEqual(['Callanna'])
  })

  test('APP-03 a row that is said anew, or takes the place of one that went, is found by its own title alone', () => {
    const index = indexOf([
      titled('Acme', { key: 'k0' }),
      titled('Globex', { key: 'k1' }),
      titled('Initech', { key: 'k2' }),
    ])
    index.put(titled('Umbrella', { key: 'k1', kind: 'task' }))
    index.remove('k0')
    index.remove('nobody')
    const found = ['acme', 'globex', 'umbrella', 'initech'].map((text) => index.search(text, undefined, 5))
    expect(found).toEqual([[], [], ['k1'], ['k2']])
    expect(index.search('initech', ['task'], 5)).toEqual([])
    expect(index.size()).toBe(2)
  })

  test.each([
    ['bob', ['Bob Ross', 'Bobby', 'Bobsled']],
    ['plan review', ['Quarterly plan review for the board of Acme', 'Plan the annual review']],
    ['wifi', ['Wi-Fi setup', 'wifi password', 'Free wifi for guests']],
    ['müller', ['Müller', 'Mueller Nord', 'Museum Müller']],
  ])('APP-03 %s finds, in this order: %j', (typed, titles) => {
    const index = indexOf(titles.toReversed().map((each, seenAt) => titled(each, { seenAt })))
    expect(index.search(typed, undefined, 9)).toEqual(titles)
  })

  test('APP-03 a whole word counts for meetings too, beside their distance', () => {
    const span = { start: now + day, end: now + day }
    const index = indexOf(
      ['Bob Ross', 'Bobsled'].map((each, seenAt) => titled(each, { kind: 'meeting', seenAt, span })),
    )
    expect(index.search('bob', undefined, 5)).toEqual(['Bob Ross', 'Bobsled'])
  })

  test('APP-03 a row that both spellings of a query find is listed once, with its choices', () => {
    const use = { ...unused, choices: [{ typed: 'muller', at: now }] }
    const index = indexOf([titled('Müller', { use })])
    expect(index.search('müller', undefined, 5)).toEqual(['Müller'])
    expect(index.explain('müller', 'Müller')?.parts.choices).toBe(200)
  })

  test('LCH-07 classes are the service’s, and it finds what the service’s rules find', () => {
    forAll(2_000, title, query, (text, typed) => {
      const index = indexOf([titled(text, { key: 'k' })])
      const match = matchOf(typed, text)
      const mine = index.explain(typed, 'k')?.class ?? null
      // The service does not have the class "subsequence".
      if (mine === 'subsequence') expect(match).toBe(null)
      else expect(mine).toBe(match?.class ?? null)
      expect(index.search(typed, undefined, 5).length).toBe(mine === null ? 0 : 1)
    })
  })

  test('APP-03 no habit lifts a row over one of a better class', () => {
    const best: Use = { ...unused, visits: Array.from({ length: 50 }, () => now) }
    const typed: Record<LocalClass, string> = {
      exact: 'acme north',
      prefix: 'acme',
      wordPrefix: 'nor',
      state: 'late',
      other: 'cme',
      detail: 'globex',
      typo: 'nroth',
      subsequence: 'acnor',
    }
    const state = (text: string) => ({
      rest: foldedOf(''),
      conditions: [],
      holds: () => text === 'late',
      list: null,
    })
    const reasonOf = (text: string, of: Use) =>
      indexOf([titled('Acme North', { kind: 'task', detail: 'globex', use: of })]).explain(
        text,
        'Acme North',
        state(text),
      )
    const scoreOf = (text: string, of: Use): number => reasonOf(text, of)?.score ?? NaN
    const scores = localClasses.map(
      (each) => [scoreOf(typed[each], unused), scoreOf(typed[each], best)] as const,
    )
    expect(localClasses.map((each) => reasonOf(typed[each], unused)?.class)).toEqual([...localClasses])
    for (const [at, [plain]] of scores.entries())
      for (const [, used] of scores.slice(at + 1)) expect(plain).toBeGreaterThan(used)
    for (const [, used] of scores) expect(used).toBeLessThanOrEqual(1_000)
  })
})

describe('what a person did', () => {
  const two = (uses: [Use, Use]) =>
    indexOf([
      titled('Acme renewal', { key: 'prefix', use: uses[0] }),
      titled('Call Acme', { key: 'word', use: uses[1] }),
    ])
  const chosen = (typed: string, count: number, at = now): Use => ({
    ...unused,
    choices: Array.from({ length: count }, () => ({ typed, at })),
  })

  test('APP-03 a row that was chosen for this text comes first the next time, for other texts it does not', () => {
    const firstWith = (use: Use) => two([unused, use]).search('ac', undefined, 5)[0]
    expect(firstWith(unused)).toBe('prefix')
    expect(firstWith(chosen('ac', 1))).toBe('word')
    expect(firstWith(chosen('ren', 3))).toBe('prefix')
    // A choice for a longer query that begins with this one counts half, and an old choice fades.
    expect(firstWith(chosen('acme', 2))).toBe('word')
    expect(firstWith(chosen('ac', 1, now - 60 * day))).toBe('prefix')
  })

  test('APP-03 a pinned row comes before better matches, an exact one included', () => {
    const index = two([chosen('ac', 1), { ...unused, pinned: true }])
    const use = { ...unused, visits: [now, now, now] }
    index.put(titled('Ac', { key: 'exact', use }))
    expect(index.search('ac', undefined, 5)).toEqual(['word', 'exact', 'prefix'])
    expect(index.explain('ac', 'word')?.parts.pin).toBe(400)
  })

  test('APP-03 visits count half after 30 days, and never more than 6 points', () => {
    expect(frecency([now], now)).toBeCloseTo(2)
    expect(frecency([now - 30 * day], now)).toBeCloseTo(2 * Math.log2(1.5))
    const often = Array.from({ length: 1_000 }, () => now)
    expect(frecency(often, now)).toBe(6)
    expect(frecency([now - 300 * day], now)).toBeLessThan(0.01)
  })
})

describe('letters left out', () => {
  test.each([
    ['qrtly', 'quarterly report', true],
    ['calac', 'call acme', true],
    ['acr', 'acme report', true],
    ['rtly', 'quarterly report', false],
    ['qy', 'quarterly', false],
    ['rq', 'quarterly report', false],
    ['q3r', 'q3 report', false],
    ['acme', 'anchor materials', false],
  ])('APP-03 %s in %s: %s', (typed, spoken, expected) => {
    expect(isSubsequence(typed, spoken)).toBe(expected)
  })
})

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'

test.each([
  [`https://acme.example/w/acme/tasks/${id}`, { kind: 'task', id }],
  [`  http://127.0.0.1:4500/w/acme/records/${id}?code=1#top `, { kind: 'record', id }],
  [`https://acme.example/w/acme/elsewhere/${id}`, { kind: null, id }],
  [id, { kind: null, id }],
  ['tsk_01hzy8k2m4', { kind: null, id: 'tsk_01hzy8k2m4' }],
  ['https://acme.example/w/acme', null],
  ['renewal', null],
  ['renewals2', { kind: null, id: 'renewals2' }],
  ['call anna 2', null],
])('APP-03 %s names %o', (text, named) => {
  expect(namedIn(text)).toEqual(named)
})

test('APP-03 an id alone may be of any kind', () => {
  expect(keysNamedIn(id)).toEqual([`task:${id}`, `record:${id}`, `meeting:${id}`])
  expect(keysNamedIn(`https://acme.example/w/acme/tasks/${id}`)).toEqual([`task:${id}`])
})

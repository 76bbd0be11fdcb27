import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCapture, sentenceOf, titleWithout } from './parse.ts'
import { readDates } from '../dates/reader/read-dates.ts'
import { forAll } from '../search/text-testing.ts'

// A Saturday, 10:00 local.
const now = new Date(2026, 10, 21, 10, 0, 0)

describe('APP-05 the grammar of a captured line', () => {
  test('APP-05 late in the evening tonight is the end of the day', () => {
    const [token] = parseCapture('pay rent tonight', new Date(2026, 10, 21, 21), readDates).tokens
    expect(token).toMatchObject({ due: new Date(2026, 10, 21, 23, 59, 59, 999), time: 'wholeDay' })
  })

  test.each([
    [2_000, ['person', 'due']],
    [2_001, []],
  ])('APP-05 of a text of %i characters the tokens are %j', (length, kinds) => {
    const line = '@grace tomorrow'
    const text = line + ' '.repeat(length - line.length)
    expect(parseCapture(text, now, readDates).tokens.map(({ kind }) => kind)).toEqual(kinds)
  })

  const piece = fc.oneof(
    fc.constantFrom(...'@grace #acme !! !high ~30m =doing /planning tomorrow 3/4 "x" " ( )'.split(' ')),
    fc.constantFrom('@"Grace Hopper"', 'fri 5pm', 'by friday', '"literal !high"'),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.lorem({ maxCount: 2 }),
  )
  const line = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '))

  // Separators around a token may be removed with it; nothing else may.
  const bare = (text: string): string => text.replaceAll(/[\s.,;:()]/g, '')

  test('APP-05 nothing typed is lost: the title and the chips, in their places, are the line', () => {
    forAll(400, line, (text) => {
      const { tokens, quotes } = parseCapture(text, now, readDates)
      let rest = bare(titleWithout(text, tokens, quotes))
      let at = 0
      const unquoted = text.split('').map((sign, at) => (quotes.includes(at) ? '' : sign))
      const kept = (start: number, end: number): string => bare(unquoted.slice(start, end).join(''))
      // The text between two tokens must come next in the title.
      for (const { start, end } of [...tokens, { start: text.length, end: text.length }]) {
        const between = kept(at, start)
        expect(rest.startsWith(between)).toBe(true)
        rest = rest.slice(between.length)
        at = end
      }
      expect(rest).toBe('')
    })
  })

  test('APP-05 no text makes it throw, and tokens lie in the line, in order, apart from each other and from what was decided', () => {
    const any = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }), line)
    forAll(400, any, fc.nat(), fc.nat(), (text, a, b) => {
      const [start, end] = [Math.min(a, b) % (text.length + 1), Math.max(a, b) % (text.length + 1)]
      const decided = start < end ? [{ start, end }] : []
      const { tokens, quotes } = parseCapture(text, now, readDates, decided)
      expect(() => titleWithout(text, [...tokens, ...decided], quotes)).not.toThrow()
      let last = 0
      for (const token of tokens) {
        expect(token.start).toBeGreaterThanOrEqual(last)
        expect(token.end).toBeGreaterThan(token.start)
        expect(token.text).toBe(text.slice(token.start, token.end))
        for (const span of decided) expect(token.start < span.end && span.start < token.end).toBe(false)
        last = token.end
      }
    })
  })
})

describe('APP-05 the tokens of a line', () => {
  const read = (text: string): string[] =>
    parseCapture(text, now, readDates).tokens.flatMap((token) => {
      if ('name' in token) return [`${token.kind} ${token.name}`]
      return token.kind === 'estimate' ? [`estimate ${token.minutes}`] : []
    })

  test.each([
    ["Read @grace's notes", 'person grace'],
    ['Read @grace’s notes', 'person grace'],
    ["Call @o'neil", "person o'neil"],
    ["Call @o's2", "person o's2"],
    ["Call @o'2", "person o'2"],
    ['Ask @grace/legal/eu', 'person grace'],
    ['Ask @" Grace Hopper "', 'person Grace Hopper'],
    ['Ask @noonan', 'person noonan'],
    ['Ask @afternoon', 'person afternoon'],
    ['Ask @105pm', 'person 105pm'],
    ['Ask @a10:30', 'person a10:30'],
    ['Ask @10', 'person 10'],
    ['See #10:30', 'record 10:30'],
    ['See #noon', 'record noon'],
    ['=doing it', 'status doing'],
  ])('APP-05 “%s” names the %s', (text, token) => {
    expect(read(text)).toEqual([token])
  })

  test.each(['@10:30', '@9:05', '@5pm', '@10am', '@5:30pm', '@noon', '@Midnight', '@" "', '@', 'a=b', 'a@b'])(
    'APP-05 “Call %s” names nobody',
    (text) => {
      expect(read(`Call ${text}`)).toEqual([])
    },
  )

  test.each([
    ['Buy ~30 apples', []],
    ['Buy ~30  apples', []],
    ['Save ~30 €', []],
    ['Walk ~30 @grace', ['estimate 30', 'person grace']],
    ['Walk ~90, then rest', ['estimate 90']],
    ['Walk ~1h 30', ['estimate 90']],
    ['Walk ~1h 5', ['estimate 65']],
    ['Walk ~1h 30, then rest', ['estimate 90']],
    ['Walk ~1h 75', ['estimate 60']],
    ['Walk ~1h 30 people', ['estimate 60']],
    ['Walk ~1h at 9 with 30', ['estimate 60']],
    ['Walk ~1h 9. Dezember', ['estimate 60']],
    ['Walk ~45min 30', ['estimate 45']],
  ])('APP-05 “%s” takes %j', (text, tokens) => {
    expect(read(text)).toEqual(tokens)
  })
})

/** A sign that stands for a token. */
const sign = '§'
const signsIn = (text: string) =>
  [...text.matchAll(/§/g)].map(({ index }) => ({ start: index, end: index + 1 }))

describe('APP-05 the title without its tokens', () => {
  test.each([
    ['Buy § milk', 'Buy milk'],
    ['Buy §milk', 'Buy milk'],
    ['Buy§ milk', 'Buy milk'],
    ['Buy§milk', 'Buymilk'],
    ['Buy   milk §', 'Buy milk'],
    ['- Buy § milk', '- Buy milk'],
    // Brackets around nothing.
    ['Buy (§) milk', 'Buy milk'],
    ['Buy [§] milk', 'Buy milk'],
    ['Buy (§, §) milk', 'Buy milk'],
    ['Buy (§ and milk)', 'Buy (and milk)'],
    ['Buy (§, milk)', 'Buy (milk)'],
    ['Sad :( § milk', 'Sad :( milk'],
    ['f() § x', 'f() x'],
    // At the start, with the separator behind it.
    ['§: buy milk', 'buy milk'],
    ['§ - buy milk', 'buy milk'],
    ['§, - buy milk', 'buy milk'],
    ['§ -5 degrees', '-5 degrees'],
    // One of two dashes stays.
    ['Buy - § - milk', 'Buy - milk'],
    ['Buy – § – milk', 'Buy – milk'],
    ['Buy - § -5', 'Buy - -5'],
    ['Buy A- § - milk', 'Buy A- - milk'],
    // The stronger of two separators stays.
    ['Buy milk, §, bread', 'Buy milk, bread'],
    ['Buy: §, bread', 'Buy: bread'],
    ['Buy: §; bread', 'Buy: bread'],
    ['Buy: §. Bread', 'Buy. Bread'],
    ['Buy milk §.', 'Buy milk.'],
    ['Buy milk, §.', 'Buy milk.'],
    ['Buy milk § .x', 'Buy milk .x'],
    ['Buy, milk § !', 'Buy, milk !'],
    ['Buy milk § 1,5', 'Buy milk 1,5'],
    // At the end, with the separator before it.
    ['Buy milk, §', 'Buy milk'],
    ['Buy milk - §', 'Buy milk'],
    ['Buy milk : - §', 'Buy milk'],
    ['Grade A- §', 'Grade A-'],
    ['§', ''],
  ])('APP-05 “%s” is “%s”', (text, title) => {
    expect(titleWithout(text, signsIn(text).toReversed(), [])).toBe(title)
  })

  test('APP-05 names stand in their places, and quotes are left out', () => {
    const text = `Ask "grace" ${sign} and noah ${sign}`
    const names = ['grace', 'noah'].map((name) => {
      const start = text.indexOf(name)
      return { start, end: start + name.length, words: `${name.toUpperCase()} HOPPER` }
    })
    expect(titleWithout(text, signsIn(text), [4, 10], names)).toBe('Ask GRACE HOPPER and NOAH HOPPER')
    expect(titleWithout('Ask "grace"', [], [4, 10])).toBe('Ask grace')
  })
})

describe('APP-05 a name that the sentence needs', () => {
  test.each([
    ['Call §', 'record', true],
    ['Recall §', 'record', false],
    ['§ anrufen', 'record', true],
    ['§  bezahlen', 'record', true],
    ['§ anrufender', 'record', false],
    ['§ dann anrufen', 'record', false],
    ["Read §'s notes", 'record', true],
    ["Read § and Ann's notes", 'record', false],
    ['See Ann/§', 'record', true],
    ['Review § today', 'record', false],
    ['Review § today', 'person', true],
    ['Review 5 § 7', 'person', true],
    ['Review  §, today', 'person', true],
    ['Review §: today', 'person', false],
    ['Review, § today', 'person', false],
    ['Review § !', 'person', false],
    ['Review §', 'person', false],
    ['§ today', 'person', false],
    ['Call §', 'status', false],
    ['§ anrufen', 'section', false],
  ] as const)('APP-05 “%s” needs the %s: %s', (text, kind, needs) => {
    const [token] = signsIn(text)
    expect(token !== undefined && sentenceOf(text, [token])({ ...token, kind })).toBe(needs)
  })

  test('APP-05 also beside another token that goes', () => {
    const text = 'Review § § today'
    const signs = signsIn(text)
    const needs = sentenceOf(text, signs)
    expect(signs.map((token) => needs({ ...token, kind: 'person' }))).toEqual([true, true])
  })
})

import { afterEach, describe, expect, test } from 'vitest'
import { speak } from '../../language.ts'
import { de } from '../../messages/de.ts'
import { en } from '../../messages/en.ts'
import { inZone } from '../../zone-testing.ts'
import { dateHabitsOf, endOfDay } from '../format.ts'
import { parseCapture, titleWithout } from '../../capture/parse.ts'
import { dueWords } from './due-testing.ts'
import { englishLookalikes } from './english-lookalikes.ts'
import { englishPhrases } from './english-phrases.ts'
import { germanPhrases } from './german-phrases.ts'
import { readDates, readerIn } from './read-dates.ts'

const now = new Date(2026, 10, 18, 10)
const phrases = [...englishPhrases, ...englishLookalikes, ...germanPhrases].map(
  ([line, ...rest]) => [line, rest] as const,
)
const read = readerIn(dateHabitsOf('de-DE'))

describe('APP-05 dates on a Wednesday morning in Berlin', () => {
  test('APP-05 the tables are long enough to mean something', () => {
    expect(englishPhrases.length).toBeGreaterThanOrEqual(150)
    expect(germanPhrases.length).toBeGreaterThanOrEqual(80)
  })

  // One reader for both languages, whatever the language of the interface.
  test.each(phrases)('APP-05 %s', (line, [title = line, ...dues]) => {
    inZone('Europe/Berlin', () => {
      const { tokens, quotes } = parseCapture(line, new Date(2026, 10, 18, 10), read)
      expect(tokens.map((token) => (token.kind === 'due' ? dueWords(token) : token.kind))).toEqual(dues)
      expect(titleWithout(line, tokens, quotes)).toBe(title)
    })
  })

  test.each([
    ['friday dentist 3pm', endOfDay(new Date(2026, 10, 20)), new Date(2026, 10, 20, 15)],
    ['Freitagabend Kino 20:15', new Date(2026, 10, 20, 18), new Date(2026, 10, 20, 20, 15)],
    ['friday evening dentist at 8', new Date(2026, 10, 20, 18), new Date(2026, 10, 20, 20)],
    ['friday 3pm dentist, gym 5pm', new Date(2026, 10, 20, 15), undefined],
  ])('APP-05 a day and a time apart may be that time on that day: %s', (line, due, onDay) => {
    const [day, time] = read(line, now)
    expect([day?.due, time?.onDay]).toEqual([due, onDay])
  })

  test.each([
    ['yesterday', new Date(2026, 10, 17, 23, 59, 59, 999)],
    ['gestern 17 Uhr', new Date(2026, 10, 17, 17)],
    ['today 9am', new Date(2026, 10, 18, 9)],
  ])('APP-05 %s is over: a form takes it, a captured line does not', (text, due) => {
    expect(read(text, now)).toEqual([])
    expect(read(text, now, 'take').map((hit) => hit.due)).toEqual([due])
  })

  test('APP-05 blanks between words change nothing but the place of a date', () => {
    const line = 'call\u00a0 Bob   tomorrow \t at  5pm   please'
    const [hit] = read(line, now)
    expect(hit?.due).toEqual(new Date(2026, 10, 19, 17))
    expect(line.slice(hit?.start, hit?.end)).toBe('tomorrow \t at  5pm')
  })

  test('APP-05 above 2,000 characters nothing is read', () => {
    const line = (length: number) => 'call Bob tomorrow'.padEnd(length, '.')
    expect(read(line(2_000), now)).toHaveLength(1)
    expect(read(line(2_001), now)).toEqual([])
  })

  // It is not in the types of shared/.
  const { performance } = globalThis as unknown as { performance: { now: () => number } }
  // The work of a line as a multiple of an ordinary one: the speed of the machine falls on both.
  const timeOf = (line: string): number =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const start = performance.now()
        read(line, now)
        return performance.now() - start
      }),
    )
  const filled = (words: string): string => words.repeat(2_000).slice(0, 2_000)

  test.each([
    '@',
    '/',
    ' .',
    '1.',
    'a',
    'at 5 on the ',
    'am 1. ',
    '5pm ',
    'noon ',
    '9 Jan ',
    'mon,',
    'first monday of ',
    'in 1 hour ',
    'by the ',
    'friday the the the the the the the the the the the the the the the the the the x ',
  ])('APP-05 the longest line of “%s” costs less than 300 times an ordinary one', (sign) => {
    const ordinary = timeOf(filled('Review the quarterly report with the sales team and send it on '))
    expect(timeOf(filled(sign)) / ordinary).toBeLessThan(300)
  })
})

describe('APP-05 the habits of the language', () => {
  afterEach(() => speak('en', en, new Intl.DateTimeFormat().resolvedOptions().locale))

  test('APP-05 a date is read by them from their change on', () => {
    const march = (locale: string): Date | undefined => {
      speak(locale.startsWith('de') ? 'de' : 'en', locale.startsWith('de') ? de : en, locale)
      return readDates('3/4', now)[0]?.due
    }
    expect(march('en-US')).toEqual(endOfDay(new Date(2027, 2, 4)))
    expect(march('de-DE')).toEqual(endOfDay(new Date(2027, 3, 3)))
    expect(march('en-US')).toEqual(endOfDay(new Date(2027, 2, 4)))
  })
})

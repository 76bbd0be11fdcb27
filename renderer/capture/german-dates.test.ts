import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inZone } from '../../shared/zone-testing.ts'
import { speak } from '../../shared/language.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import { dateHabitsOf } from '../ui/dates/date-habits.ts'
import { endOfDay } from '../ui/dates/dates.ts'
import { germanPhrases } from './german-phrases.ts'
import { germanSentences } from './german-sentences.ts'
import { parseCapture, titleWithout } from './parse-capture.ts'
import { readDates, readerIn } from './read-dates.ts'

const read = readerIn('de', dateHabitsOf('de-DE'))
const two = (value: number): string => String(value).padStart(2, '0')
const written = (date: Date, time: 'written' | 'wholeDay'): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}${
    time === 'wholeDay' ? '' : `T${two(date.getHours())}:${two(date.getMinutes())}`
  }`

describe('dates in German, on a Wednesday morning in Berlin', () => {
  test.each([...germanPhrases, ...germanSentences])('APP-05 %s', (line, title, due) => {
    inZone('Europe/Berlin', () => {
      const { tokens, quotes } = parseCapture(line, new Date(2026, 10, 18, 10), read)
      const dues = tokens.flatMap((token) => (token.kind === 'due' ? [written(token.due, token.time)] : []))
      expect(dues).toEqual(due === null ? [] : [due])
      expect(titleWithout(line, tokens, quotes)).toBe(title)
    })
  })

  test.each([
    ['heute in 8 Tagen', '2026-11-25'],
    ['heute in acht Tagen um 17 Uhr', '2026-11-25T17:00'],
    ['heute in 14 Tagen', '2026-12-02'],
    ['heute in vierzehn Tagen', '2026-12-02'],
    ['heute in 15 Tagen', '2026-12-02'],
    ['morgen in 8 Tagen', '2026-11-26'],
    ['am Freitag in acht Tagen', '2026-11-27'],
    ['Mittwoch in 8 Tagen', '2026-12-02'],
    // Of other numbers, and without a day before them, the days are counted as they come.
    ['heute in 3 Tagen', '2026-11-21'],
    ['heute in einem Monat', '2026-12-18'],
    ['in 8 Tagen', '2026-11-26'],
    ['in vierzehn Tagen', '2026-12-02'],
  ])('APP-05 %s: with a day before them, eight days are a week, for the day itself counts', (line, due) => {
    inZone('Europe/Berlin', () => {
      const hits = read(`Bericht ${line}`, new Date(2026, 10, 18, 10))
      expect(hits.map(({ start, end }) => [start, end])).toEqual([[8, 8 + line.length]])
      expect(hits.map((hit) => written(hit.due, hit.time))).toEqual([due])
    })
  })

  test.each([
    ['Sport Montag, Mittwoch', 'Sport', ['2026-11-23', '2026-11-25']],
    ['Bob 9 Uhr und Freitag anrufen', 'Bob und anrufen', ['2026-11-19T09:00', '2026-11-20']],
    ['Bericht Montag 9 Uhr, Freitag', 'Bericht', ['2026-11-23T09:00', '2026-11-20']],
  ])('APP-05 %s: two dates are a question', (line, title, expected) => {
    inZone('Europe/Berlin', () => {
      const { tokens, quotes } = parseCapture(line, new Date(2026, 10, 18, 10), read)
      const dues = tokens.flatMap((token) => (token.kind === 'due' ? [written(token.due, token.time)] : []))
      expect(dues).toEqual(expected)
      expect(titleWithout(line, tokens, quotes)).toBe(title)
    })
  })

  test('APP-05 any text is read without a fault, and hits lie in it and apart', () => {
    const words = fc.constantFrom(...'morgen am Fr. 24.12. um 17 Uhr in zwei Tagen 31. Mai ,'.split(' '), ' ')
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 5 })), { maxLength: 12 }), (parts) => {
        const text = parts.join(' ')
        let end = 0
        for (const hit of read(text, new Date(2026, 10, 18, 10), 'take')) {
          expect(hit.start).toBeGreaterThanOrEqual(end)
          expect(hit.end).toBeLessThanOrEqual(text.length)
          expect(hit.due.getTime()).not.toBeNaN()
          end = hit.end
        }
      }),
    )
  })
})

describe('the language that is spoken', () => {
  beforeEach(() => speak('de', de, 'de-DE'))
  afterEach(() => speak('en', en, new Intl.DateTimeFormat().resolvedOptions().locale))

  test('APP-05 a date is read by the habits of the language from its change on', () => {
    const march = (locale: string): Date | undefined => {
      speak(locale.startsWith('de') ? 'de' : 'en', locale.startsWith('de') ? de : en, locale)
      return readDates('3/4', new Date(2026, 10, 18, 10))[0]?.due
    }
    expect(march('en-US')).toEqual(endOfDay(new Date(2027, 2, 4)))
    expect(march('de-DE')).toEqual(endOfDay(new Date(2027, 3, 3)))
    expect(march('en-US')).toEqual(endOfDay(new Date(2027, 2, 4)))
  })
})

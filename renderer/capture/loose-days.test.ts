import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateHabitsOf } from '../ui/dates/date-habits.ts'
import { parseCapture, titleWithout } from './parse-capture.ts'
import { readerIn } from './read-dates.ts'

const now = new Date(2026, 10, 18, 10)
const words = {
  en: {
    loose: [
      'next year',
      'this quarter',
      'next month',
      'mid december',
      'late March',
      'in december',
      'december',
      'the end of the year',
      'beginning of next week',
      'week 49',
      'CW 49',
      'in 2028',
      'the first friday in december',
      'friday the 13th',
      'Christmas Eve',
      'Black Friday',
      "Bob's 30th",
      'the 1st and 15th',
    ],
    times: ['5pm', '9am', '17:00', 'at 5pm', 'at noon'],
    weekdays: ['mon', 'Friday', 'sunday'],
    unread: [
      'Christmas Eve',
      'the first friday in december',
      'friday the 13th',
      'every friday',
      'tuesdays',
      'mon-fri',
      'dec 1-3',
      '12/24-12/31',
      'from friday',
      'not before dec 1',
    ],
    from: ['from', 'starting', 'as of', 'not until', 'not before', 'no earlier than', 'after', 'since'],
    days: ['friday', 'tomorrow', 'next week', 'the 30th', 'dec 1', '3 dec', '2026-12-01', '9am', '17:00'],
  },
  de: {
    loose: [
      'nächstes Jahr',
      'nächsten Monat',
      'Ende November',
      'Anfang 2028',
      'Mitte nächster Woche',
      'im Dezember',
      'Dezember',
      'KW 49',
      'Heiligabend',
      'Di und Do',
      'Kalenderwoche 49',
      'am ersten Freitag im Dezember',
      'Montag, den 29.',
      'am 24. und 25.',
      'next year',
      'mid december',
    ],
    times: ['9 Uhr', 'um 17 Uhr', '17:30', 'um 17.30', '17.30 Uhr', '5pm'],
    weekdays: ['Montag', 'am Freitag', 'sunday'],
    unread: [
      'Heiligabend',
      'Silvesterparty',
      'am ersten Freitag im Dezember',
      'Freitag der 13.',
      'jeden Freitag',
      'dienstags',
      'Mo-Fr',
      'Montag bis Freitag',
      '1.12.-3.12.',
      'ab Freitag',
      'every friday',
    ],
    from: ['ab', 'seit', 'nach', 'erst', 'frühestens', 'ab dem', 'from', 'not until'],
    days: [
      'Freitag',
      'morgen',
      'nächster Woche',
      '1.12.',
      '3. Dezember',
      '17 Uhr',
      '17:00',
      'um 9 Uhr',
      'friday',
    ],
  },
} as const

describe.each(['en', 'de'] as const)('words that say no day, in %s', (language) => {
  const read = readerIn(language, dateHabitsOf(language === 'en' ? 'en-GB' : 'de-DE'))
  const { loose, unread, times, weekdays, from, days } = words[language]
  const expectText = (line: string): void => {
    const { tokens, quotes } = parseCapture(line, now, read)
    expect([line, tokens.map(({ text }) => text)]).toEqual([line, []])
    expect(titleWithout(line, tokens, quotes)).toBe(line)
  }
  const before = fc.constantFrom('', 'call Bob ')

  test('APP-05 a time beside them is no time of today', () => {
    fc.assert(
      fc.property(
        before,
        fc.constantFrom(...loose),
        fc.constantFrom(' ', ', '),
        fc.constantFrom(...times),
        fc.constantFrom('', '!'),
        (lead, day, separator, time, end) => expectText(lead + day + separator + time + end),
      ),
      { numRuns: 500 },
    )
  })

  test('APP-05 a time is no time of today wherever the line names a day that is not read', () => {
    const between = fc.constantFrom(' ', ' Bob ', ' call Bob, ', ' at the office (room 4) ')
    fc.assert(
      fc.property(
        before,
        fc.constantFrom(...unread),
        between,
        fc.constantFrom(...times),
        fc.boolean(),
        (lead, day, words, time, isFirst) =>
          expectText(lead + (isFirst ? [time, day] : [day, time]).join(words)),
      ),
      { numRuns: 500 },
    )
  })

  test('APP-05 the name of a day behind them is no day of this week', () => {
    fc.assert(
      fc.property(
        before,
        fc.constantFrom(...loose.filter((day) => !/\d(?:th|\.)$/.test(day))),
        fc.constantFrom(...weekdays),
        (lead, day, name) => expectText(`${lead}${day} ${name}`),
      ),
      { numRuns: 300 },
    )
  })

  test('APP-05 from when on something may be done is not when it is due', () => {
    fc.assert(
      fc.property(before, fc.constantFrom(...from), fc.constantFrom(...days), (lead, word, day) =>
        expectText(`${lead}${word} ${day}`),
      ),
      { numRuns: 300 },
    )
  })
})

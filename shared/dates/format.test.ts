import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  ageWords,
  dayWords,
  daysBetween,
  dueLabel,
  durationWords,
  endOfDay,
  isWholeDay,
  meetingWords,
  nearness,
  parseDuration,
  parseWorked,
  dateHabitsOf,
} from './format.ts'
import { inZone, zones } from '../zone-testing.ts'
import { speak, localeIn } from '../language.ts'
import { de } from '../messages/de.ts'
import { en } from '../messages/en.ts'
import { forAll } from '../search/text-testing.ts'

const now = new Date(2026, 10, 21, 10, 0, 0)
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()

describe('days and times', () => {
  test.each(zones)('APP-05 in %s the end of a day is on that day, and is formatted as a day', (zone) => {
    inZone(zone, () => {
      forAll(100, fc.date({ min: new Date(2012, 0), max: new Date(4e12), noInvalidDate: true }), (date) => {
        const end = endOfDay(date)
        expect(end.getDate()).toBe(date.getDate())
        expect(end.getTime()).toBeGreaterThanOrEqual(date.getTime())
        expect(isWholeDay(end)).toBe(true)
        expect(daysBetween(date, end)).toBe(0)
      })
    })
  })

  test('APP-05 the end of a day with a repeated last hour is the later one', () => {
    inZone('Africa/Cairo', () => {
      const again = new Date('2026-10-29T21:30:00Z')
      expect([again.getHours(), new Date(again.getTime() - 3_600_000).getHours()]).toEqual([23, 23])
      expect(endOfDay(again).toISOString()).toBe('2026-10-29T21:59:59.999Z')
    })
  })

  test('APP-05 a day with a skipped last hour ends an hour earlier, and is formatted as a day', () => {
    inZone('America/Nuuk', () => {
      const morning = new Date(2026, 2, 28, 10)
      const end = endOfDay(morning)
      expect([end.getDate(), end.getHours()]).toEqual([28, 22])
      expect(isWholeDay(end)).toBe(true)
      expect(isWholeDay(new Date(Math.floor(end.getTime() / 1_000) * 1_000))).toBe(true)
      expect(dueLabel(end.toISOString(), morning)).toEqual({ text: 'Today', tone: 'today' })
    })
  })

  test('APP-05 days of 23 and 25 hours count as one day', () => {
    inZone('Europe/Berlin', () => {
      // Make sure that the zone has changed.
      expect(new Date(2026, 2, 29, 12).getTimezoneOffset()).toBe(-120)
      expect(daysBetween(new Date(2026, 2, 28, 12), new Date(2026, 2, 29, 12))).toBe(1)
      expect(daysBetween(new Date(2026, 9, 24, 12), new Date(2026, 9, 25, 12))).toBe(1)
    })
  })

  test('APP-04 near days have names', () => {
    const days = [now, new Date(2026, 10, 22, 1), new Date(2026, 10, 20, 23), new Date(2027, 10, 20)]
    const words = ['Today', 'Tomorrow', 'Yesterday', expect.stringContaining('2027')]
    expect(days.map((day) => dayWords(day, now))).toEqual(words)
  })

  test('APP-04 an overdue task says by how much', () => {
    expect(dueLabel(later(-3 * 1440), now)).toEqual({ text: '3 days late', tone: 'overdue' })
    expect(dueLabel(endOfDay(now).toISOString(), now)).toEqual({ text: 'Today', tone: 'today' })
    expect(dueLabel(later(5 * 1440), now).tone).toBe('later')
  })

  test.each([
    [-5, 30, 'Now'],
    [12, 42, 'in 12 min'],
    [90, 120, null],
    [-60, -30, null],
  ])('APP-04 a meeting from %s to %s minutes away is “%s”', (from, to, words) => {
    expect(nearness(later(from), later(to), now)).toBe(words)
  })

  test.each([
    [10, 'just now'],
    [180, '3 min ago'],
    [7_200, '2 h ago'],
    [90_000, '1 day ago'],
    [-60, 'just now'],
  ])('APP-03 an age of %s seconds is “%s”', (seconds, words) => {
    expect(ageWords(now.getTime() - seconds * 1_000, now.getTime())).toBe(words)
  })
})

describe('meetings', () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().locale
  afterEach(() => speak('en', en, here))
  const at = (date: number, hours = 0, minutes = 0) => new Date(2026, 10, date, hours, minutes).toISOString()

  // It is 21 November, 10 o'clock.
  test.each([
    ['today', at(21, 9), at(21, 17), false, '09:00 – 17:00'],
    ['tomorrow', at(22, 9), at(22, 17), false, 'Tomorrow, 09:00 – 17:00'],
    ['until midnight', at(21, 22), at(22), false, '22:00 – 00:00'],
    ['from yesterday on', at(20, 9), at(22, 17), false, 'Yesterday, 09:00 – Tomorrow, 17:00'],
    ['over night', at(21, 22), at(22, 1), false, 'Today, 22:00 – Tomorrow, 01:00'],
    ['of 49 hours', at(23, 10), at(25, 11), false, 'Mon 23 Nov, 10:00 – Wed 25 Nov, 11:00'],
    ['of a whole day', at(21), at(22), true, 'Today, all day'],
    ['of three whole days', at(20), at(23), true, 'Yesterday – Tomorrow, all day'],
    ['of a whole day, without an end', at(21), undefined, true, 'Today, all day'],
  ])('APP-04 a meeting %s shows its days', (_what, start, end, allDay, words) => {
    speak('en', en, 'en-GB')
    expect(meetingWords(start, end, now, allDay)).toBe(words)
  })

  test.each([
    [at(23, 10), at(25, 11), false, 'Mo., 23. Nov., 10:00 – Mi., 25. Nov., 11:00'],
    [at(20), at(23), true, 'Gestern – Morgen, ganztägig'],
  ])('APP-04 a meeting from %s to %s shows its days in German', (start, end, allDay, words) => {
    speak('de', de, 'de-DE')
    expect(meetingWords(start, end, now, allDay)).toBe(words)
  })
})

describe('LCH-01 estimates', () => {
  test.each([
    ['30m', 30],
    ['1h 30m', 90],
    ['1h30m', 90],
    ['1,5 h', 90],
    ['90', 90],
    ['2 hours', 120],
    ['45 minutes', 45],
    ['2 Std.', 120],
    ['1 Stunde 30 Min.', 90],
    ['soon', null],
    ['0m', null],
    ['30m 1h', null],
    ['-5m', null],
    ['525601', null],
  ] as const)('LCH-01 “%s” is %s minutes', (text, minutes) => {
    expect(parseDuration(text)).toBe(minutes)
  })

  test('LCH-01 estimates leave out zero units, and every one parses back', () => {
    expect([90, 60, 5].map(durationWords)).toEqual(['1h 30m', '1h', '5m'])
    forAll(100, fc.integer({ min: 1, max: 525_600 }), (minutes) => {
      expect(parseDuration(durationWords(minutes))).toBe(minutes)
    })
  })
})

test.each([
  ['1h 30', 90],
  ['1h30m', 90],
  ['90m', 90],
  ['90', 90],
  ['1:30', 90],
  ['0:05', 5],
  ['1,5h', 90],
  ['1.5 h', 90],
  ['2 Stunden', 120],
  ['1 Std. 30 Min.', 90],
  ['-15m', -15],
  ['−15m', -15],
  ['- 1:30', -90],
  ['+15m', 15],
  ['-', null],
  ['--5m', null],
  ['1:75', null],
  ['1:3', null],
  ['0', null],
  ['soon', null],
  ['', null],
] as const)('TIM-02 “%s” worked is %s minutes', (text, minutes) => {
  expect(parseWorked(text)).toBe(minutes)
})

describe('APP-05 regional calendar rules', () => {
  test.each([
    ['en-US', { firstDay: 7, weekend: [6, 7], dayFirst: false }],
    ['de-DE', { firstDay: 1, weekend: [6, 7], dayFirst: true }],
    ['ar-EG', { firstDay: 6, weekend: [5, 6], dayFirst: true }],
    // English with the region.
    [localeIn('en', 'EG'), { firstDay: 6, weekend: [5, 6], dayFirst: true }],
    [localeIn('en', 'HU'), { firstDay: 1, weekend: [6, 7], dayFirst: false }],
    ['not a locale', { firstDay: 1, weekend: [6, 7], dayFirst: true }],
  ])('APP-05 %s', (locale, habits) => {
    expect(dateHabitsOf(locale)).toEqual(habits)
  })
})

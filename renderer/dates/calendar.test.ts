import { describe, expect, test } from 'vitest'
import { monthAfter, endOfDay, onDay } from '../../shared/dates/format.ts'
import { dayForKey, weeksOf } from './calendar.tsx'

const monday = { firstDay: 1, weekend: [6, 7], dayFirst: true }
const sunday = { ...monday, firstDay: 7 }
const day = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
const friday = new Date(2026, 10, 27)

describe('LCH-01 the calendar', () => {
  test.each([
    [monday, '2026-10-26', '2026-12-06', 6],
    [sunday, '2026-11-01', '2026-12-05', 5],
  ] as const)(
    'LCH-01 the weeks of November 2026 begin where the locale begins them: %o',
    (habits, from, to, count) => {
      const weeks = weeksOf(friday, habits)
      expect(weeks).toHaveLength(count)
      expect(day(weeks[0]?.[0] ?? new Date(0))).toBe(from)
      expect(day(weeks.at(-1)?.at(-1) ?? new Date(0))).toBe(to)
    },
  )

  test('LCH-01 every day of a month is in its weeks once, also where a clock changes', () => {
    for (let month = 0; month < 24; month += 1) {
      const days = weeksOf(new Date(2026, month, 1), monday)
        .flat()
        .filter((date) => date.getMonth() === month % 12)
      expect(days.map((date) => date.getDate())).toEqual(days.map((_, index) => index + 1))
      expect(days).toHaveLength(new Date(2026, month + 1, 0).getDate())
    }
  })

  test.each([
    ['ArrowLeft', false, '2026-11-26'],
    ['ArrowRight', false, '2026-11-28'],
    ['ArrowUp', false, '2026-11-20'],
    ['ArrowDown', false, '2026-12-04'],
    ['Home', false, '2026-11-23'],
    ['End', false, '2026-11-29'],
    ['PageUp', false, '2026-10-27'],
    ['PageDown', false, '2026-12-27'],
    ['PageDown', true, '2027-11-27'],
    ['a', false, null],
  ] as const)('LCH-01 %s (shift: %s) goes to %s', (key, shift, to) => {
    const date = dayForKey(friday, key, shift, monday)
    expect(date && day(date)).toBe(to)
  })

  test('LCH-01 of a shorter month it is the last day', () => {
    expect(day(monthAfter(new Date(2027, 0, 31), 1))).toBe('2027-02-28')
    expect(day(monthAfter(new Date(2028, 1, 29), 12))).toBe('2029-02-28')
    expect(day(monthAfter(new Date(2027, 0, 31), -2))).toBe('2026-11-30')
  })

  test('LCH-01 another day keeps the time that was written', () => {
    expect(onDay(new Date(2026, 10, 20, 17, 30), friday)).toEqual(new Date(2026, 10, 27, 17, 30))
    expect(onDay(null, friday)).toEqual(endOfDay(friday))
    expect(onDay(endOfDay(new Date(2026, 10, 20)), friday)).toEqual(endOfDay(friday))
  })
})

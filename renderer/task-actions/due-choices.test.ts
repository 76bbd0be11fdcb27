import { describe, expect, test } from 'vitest'
import { readDates } from '../capture/dates/read-dates.ts'
import { endOfDay } from '../ui/dates/dates.ts'
import { dueChoices } from './due-choices.ts'

// A Wednesday.
const now = new Date(2026, 10, 25, 14, 20)
const day = (date: number): string => endOfDay(new Date(2026, 10, date)).toISOString()
const idsOf = (...parts: Parameters<typeof dueChoices>): string[] => dueChoices(...parts).map(({ id }) => id)

describe('the choices for a due date', () => {
  test.each([
    ['mon', day(30)],
    ['montag', day(30)],
    ['tomorrow 5pm', new Date(2026, 10, 26, 17).toISOString()],
    ['in 3 days', day(28)],
    ['12 dec', endOfDay(new Date(2026, 11, 12)).toISOString()],
  ])('APP-16 %s and Enter is %s', (text, due) => {
    expect(dueChoices('due', text, now, [null], readDates)[0]?.due).toBe(due)
  })

  test('APP-16 a text that is not a date offers nothing, and never the date it contains', () => {
    expect(idsOf('due', 'when pigs fly', now, [null], readDates)).toEqual([])
    expect(idsOf('due', 'mon, wed', now, [null], readDates)).toEqual([])
  })

  test('APP-16 the beginning of a name finds it before it is a date, and while the reader loads', () => {
    expect(idsOf('due', 'mond', now, [null], undefined)).toEqual(['monday'])
    expect(idsOf('due', 'no date', now, [null, day(20)], readDates)).toEqual(['none'])
  })

  test('APP-16 what is read is not offered twice', () => {
    expect(idsOf('due', 'tomorrow', now, [null], readDates)).toEqual(['read'])
  })

  test('APP-16 only a task with a date can lose it', () => {
    expect(idsOf('due', '', now, [null], readDates)).not.toContain('none')
    expect(idsOf('due', '', now, [null, day(20)], readDates)).toContain('none')
  })

  test('APP-16 snooze keeps the time of day; later today is in three hours at the full hour', () => {
    const choices = dueChoices('snooze', '', now, [new Date(2026, 10, 20, 9, 30).toISOString()], readDates)
    expect(choices.map(({ id, due }) => [id, due])).toEqual([
      ['later', new Date(2026, 10, 25, 17).toISOString()],
      ['tomorrow', new Date(2026, 10, 26, 9, 30).toISOString()],
      ['monday', new Date(2026, 10, 30, 9, 30).toISOString()],
      ['week', new Date(2026, 11, 2, 9, 30).toISOString()],
      ['calendar', undefined],
    ])
  })

  test('APP-16 for overdue tasks the first choice is tomorrow', () => {
    expect(idsOf('reschedule', '', now, [day(20), day(21)], readDates)).toEqual([
      'tomorrow',
      'monday',
      'week',
      'calendar',
    ])
  })

  test('APP-16 late in the evening later today is not offered, and on Sunday Monday is tomorrow', () => {
    expect(idsOf('snooze', '', new Date(2026, 10, 25, 22), [null], readDates)).not.toContain('later')
    expect(idsOf('due', '', new Date(2026, 10, 29, 9), [null], readDates)).not.toContain('monday')
  })
})

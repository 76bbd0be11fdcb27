import { describe, expect, test } from 'vitest'
import { readDates } from '../../../shared/dates/reader/read-dates.ts'
import { endOfDay } from '../../../shared/dates/format.ts'
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
  ])('APP-16 %s and Enter is %s', (text, due) => {
    expect(dueChoices('due', text, now, [null], readDates)[0]?.due).toBe(due)
  })

  test.each<[text: string, dues: (string | null)[], ids: string[]]>([
    // Not a date, and never the date it contains.
    ['when pigs fly', [null], []],
    ['mon, wed', [null], []],
    ['no date', [null, day(20)], ['none']],
    // A date is offered once.
    ['tomorrow', [null], ['read']],
  ])('APP-16 “%s” for %j offers %j', (text, dues, ids) => {
    expect(idsOf('due', text, now, dues, readDates)).toEqual(ids)
  })

  test('APP-16 the beginning of a name finds it while the reader loads', () => {
    expect(idsOf('due', 'mond', now, [null], undefined)).toEqual(['monday'])
  })

  test('APP-16 a choice that makes no sense is not offered', () => {
    expect(idsOf('due', '', now, [null], readDates)).not.toContain('none')
    expect(idsOf('snooze', '', new Date(2026, 10, 25, 22), [null], readDates)).not.toContain('later')
    // On a Sunday Monday is tomorrow.
    expect(idsOf('due', '', new Date(2026, 10, 29, 9), [null], readDates)).not.toContain('monday')
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
})

import { describe, expect, test } from 'vitest'
import type { BriefMeeting } from '../../shared/api/launcher-search.ts'
import { type Announced, dueReminders } from './meeting-schedule.ts'

const at = (time: string, day = '2026-11-20'): number => Date.parse(`${day}T${time}Z`)
const iso = (time: string): string => new Date(at(time)).toISOString()
const standup: BriefMeeting = { id: 'm', title: 'Stand-up', startAt: iso('10:00'), endAt: iso('10:30') }

const due = (
  time: string,
  meeting: Partial<BriefMeeting> = {},
  reminder: 'off' | 0 | 1 | 5 | 10 = 5,
  announced: Announced = {},
): boolean =>
  dueReminders({ meetings: [{ ...standup, ...meeting }], announced, reminder, now: at(time) }).due.length > 0

describe('CAL-08 which meetings are announced', () => {
  test.each<[what: string, isDue: boolean, ...Parameters<typeof due>]>([
    ['before its time', false, '09:54:59'],
    ['at its time', true, '09:55'],
    ['10 minutes before, if chosen', true, '09:50', {}, 10],
    ['1 minute before, if chosen', true, '09:59', {}, 1],
    ['more than 1 minute before', false, '09:58:59', {}, 1],
    ['at its start, if chosen', true, '10:00', {}, 0],
    ['before its start', false, '09:59:59', {}, 0],
    ['after a sleep, while it has just begun', true, '10:04:59'],
    ['after a longer sleep', false, '10:05'],
    ['a short one that has ended', false, '10:02', { endAt: iso('10:02') }],
    ['one without a length, at its start', true, '10:00', { endAt: iso('10:00') }, 0],
    ['reminders are off', false, '09:55', {}, 'off'],
    ['a whole day', false, '09:55', { allDay: true }],
    ['declined', false, '09:55', { response: 'declined' }],
    ['not answered', true, '09:55', { response: 'needsAction' }],
    ['of others', false, '09:55', { mine: false }],
    ['a private one of others', false, '09:55', { title: 'Busy', attendees: [], location: null }],
    ['announced before', false, '09:56', {}, 5, { m: at('10:00') }],
    ['announced before, and the time was changed since', false, '09:56', {}, 10, { m: at('10:00') }],
    ['announced before, and moved since', true, '09:56', {}, 5, { m: at('09:00') }],
    ['another was announced', true, '09:56', {}, 5, { other: at('10:00') }],
  ])('CAL-08 %s: %s', (_what, isDue, ...given) => {
    expect(due(...given)).toBe(isDue)
  })

  test('CAL-08 several at one time are each announced, and remembered for a day', () => {
    const meetings = [standup, { ...standup, id: 'n' }]
    const old = { yesterday: at('09:00', '2026-11-19'), recent: at('12:00', '2026-11-19') }
    const step = dueReminders({ meetings, announced: old, reminder: 5, now: at('09:55') })
    expect(step.due.map(({ id }) => id)).toEqual(['m', 'n'])
    expect(step.announced).toEqual({ recent: old.recent, m: at('10:00'), n: at('10:00') })
  })
})

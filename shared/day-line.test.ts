import { expect, test } from 'vitest'
import type { Brief } from './api/launcher/search.ts'
import { inZone } from './zone-testing.ts'
import { speak } from './language.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'
import { dayLine } from './day-line.ts'

const now = new Date(2026, 10, 20, 8, 30)
const at = (hours: number): string => new Date(now.getTime() + hours * 3_600_000).toISOString()
const briefOf = (due: (string | null)[], meetings: [string, string][]): Brief => ({
  tasks: due.map((dueDate) => ({ dueDate }) as Brief['tasks'][number]),
  meetings: meetings.map(([startAt, endAt], index) => ({ id: `m${index}`, title: 'Secret', startAt, endAt })),
  notifications: [],
  integrationIssues: [],
})

test.each<[due: (number | null)[], meetings: string[], line: string]>([
  [[], [], 'Nothing due.'],
  [[40, null], [], 'Nothing due.'],
  [[-1, -30, 3, 40, null], [], '2 overdue · 1 today'],
  // Meetings that are over or on another day do not count.
  [[], ['1 2', '-2 -1', '30 31'], 'Nothing due · 1 meeting'],
  [[3], ['1 2', '-1 1'], '1 today · 2 meetings'],
])('APP-04 the day in one line counts, and shows no title: %j, %j', (due, meetings, expected) => {
  const dates = due.map((hours) => (hours === null ? null : at(hours)))
  const times = meetings.map((hours) => hours.split(' ').map((hour) => at(Number(hour))) as [string, string])
  expect(dayLine(briefOf(dates, times), now)).toBe(expected)
})

test('APP-04 the day in one line is in the language of the interface', () => {
  speak('de', de, 'de-DE')
  try {
    expect(dayLine(briefOf([at(-1), at(3)], [[at(1), at(2)]]), now)).toBe(
      '1 überfällig · 1 heute · 1 Besprechung',
    )
  } finally {
    speak('en', en, new Intl.DateTimeFormat().resolvedOptions().locale)
  }
})

/** Every pair of zones is proved by the tests of whole days. */
const pairs = [
  ['America/New_York', 'Asia/Tokyo'],
  ['Pacific/Auckland', 'America/New_York'],
] as const

test.each(pairs)(
  'APP-04 APP-05 a day and an all-day meeting that were written in %s are on that day in %s',
  (from, to) => {
    const [dueDate = '', startAt = '', endAt = ''] = inZone(from, () =>
      [new Date(2026, 10, 20, 23, 59, 59, 999), new Date(2026, 10, 20), new Date(2026, 10, 21)].map((date) =>
        date.toISOString(),
      ),
    )
    const brief = briefOf([dueDate], [[startAt, endAt]])
    const wholeDay = { ...brief, meetings: brief.meetings.map((meeting) => ({ ...meeting, allDay: true })) }
    const wordsOn = (day: number): string =>
      inZone(to, () => dayLine(wholeDay, new Date(2026, 10, day, 8, 30)))
    expect([19, 20, 21].map(wordsOn)).toEqual(['Nothing due.', '1 today · 1 meeting', '1 overdue'])
  },
)

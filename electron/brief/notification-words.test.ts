import { expect, test } from 'vitest'
import type { Brief } from '../../shared/api/launcher-search.ts'
import { inZone, zones } from '../../shared/zone-testing.ts'
import { speak } from '../../shared/language.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import { notificationWords } from './notification-words.ts'

const now = new Date(2026, 10, 20, 8, 30)
const at = (hours: number): string => new Date(now.getTime() + hours * 3_600_000).toISOString()
const briefOf = (due: (string | null)[], meetings: [string, string][], unread: number): Brief =>
  ({
    tasks: due.map((dueDate, index) => ({ id: `t${index}`, dueDate })),
    meetings: meetings.map(([startAt, endAt], index) => ({
      id: `m${index}`,
      title: 'Secret',
      startAt,
      endAt,
    })),
    notifications: Array.from({ length: unread }, (_, index) => ({ id: `n${index}`, title: 'Secret' })),
    integrationIssues: [],
  }) as unknown as Brief

test.each<[Brief, string[], string]>([
  [briefOf([], [], 0), [], 'Nothing is due today.'],
  [briefOf([at(-1), at(-30), at(3), at(40), null], [], 0), [], '2 overdue · 1 due today'],
  [
    briefOf(
      [],
      [
        [at(1), at(2)],
        [at(-2), at(-1)],
        [at(30), at(31)],
      ],
      1,
    ),
    [],
    '1 meeting · 1 unread',
  ],
  [
    briefOf(
      [at(3)],
      [
        [at(1), at(2)],
        [at(-1), at(1)],
      ],
      2,
    ),
    ['t0'],
    '1 due today · 2 meetings · 2 unread · 1 new since your last brief',
  ],
])('APP-04 the notification counts, and shows no title', (brief, newTaskIds, expected) => {
  const changes = { since: 0, newTaskIds, movedTaskIds: [], goneCount: 0 }
  expect(notificationWords(brief, changes, now)).toBe(expected)
})

test('APP-04 the notification counts in the language of the interface', () => {
  speak('de', de, 'de-DE')
  try {
    expect(notificationWords(briefOf([at(3)], [[at(1), at(2)]], 2), undefined, now)).toBe(
      '1 heute fällig · 1 Besprechung · 2 ungelesen',
    )
  } finally {
    speak('en', en, new Intl.DateTimeFormat().resolvedOptions().locale)
  }
})

test.each(
  zones
    // The instant is also the end of the next day in New Zealand's summer.
    .filter((from) => !from.startsWith('Pacific/'))
    .flatMap((from) => [...zones, 'America/Los_Angeles'].map((to) => [from, to] as const)),
)('APP-04 APP-05 a day that was written in %s is due on that day in %s', (from, to) => {
  const dueDate = inZone(from, () => new Date(2026, 10, 20, 23, 59, 59, 999).toISOString())
  const wordsOn = (day: number): string =>
    inZone(to, () => notificationWords(briefOf([dueDate], [], 0), undefined, new Date(2026, 10, day, 8, 30)))
  expect([19, 20, 21].map(wordsOn)).toEqual(['Nothing is due today.', '1 due today', '1 overdue'])
})

test.each(
  ['Europe/Berlin', 'UTC', 'Pacific/Auckland'].flatMap((from) =>
    ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland'].map((to) => [from, to] as const),
  ),
)('APP-04 a meeting of a whole day that was written in %s counts on that day in %s', (from, to) => {
  const [startAt = '', endAt = ''] = inZone(from, () =>
    [20, 21].map((day) => new Date(2026, 10, day).toISOString()),
  )
  const brief = briefOf([], [[startAt, endAt]], 0)
  const wholeDay = { ...brief, meetings: brief.meetings.map((meeting) => ({ ...meeting, allDay: true })) }
  const wordsOn = (day: number): string =>
    inZone(to, () => notificationWords(wholeDay, undefined, new Date(2026, 10, day, 8, 30)))
  expect([19, 20, 21].map(wordsOn)).toEqual(['Nothing is due today.', '1 meeting', 'Nothing is due today.'])
})

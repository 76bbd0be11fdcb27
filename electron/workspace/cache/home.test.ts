import { expect, test } from 'vitest'
import type { Brief } from '../../../shared/api/launcher-search.ts'
import { inZone } from '../../../shared/zone-testing.ts'
import { dueTasks } from './home.ts'

const written = (zone: string, day: number, ...time: number[]): string =>
  inZone(zone, () => {
    const [hour = 23, minute = 59, second = 59, ms = 999] = time
    return new Date(2026, 10, day, hour, minute, second, ms).toISOString()
  })

const briefOf = (due: Readonly<Record<string, string>>): Brief =>
  ({
    tasks: Object.entries(due).map(([id, dueDate]) => ({ id, dueDate })),
    meetings: [],
    notifications: [],
    integrationIssues: [],
  }) as unknown as Brief

test.each([
  // As instants, the day that ends in Los Angeles ends after Berlin's next morning, Tokyo's before Berlin's afternoon.
  ['America/Los_Angeles', 19, written('Europe/Berlin', 20, 7, 0, 0, 0), ['day', 'time']],
  ['Asia/Tokyo', 20, written('Europe/Berlin', 20, 17, 0, 0, 0), ['time', 'day']],
  ['Europe/Berlin', 20, written('Europe/Berlin', 20, 17, 0, 0, 0), ['time', 'day']],
])(
  'APP-04 APP-05 in Berlin a day that was written in %s stands where it ends as that day',
  (zone, day, time, order) => {
    const brief = briefOf({ day: written(zone, day), time })
    inZone('Europe/Berlin', () => {
      const now = new Date(2026, 10, 20, 8, 30).getTime()
      expect(dueTasks(brief, now).map(({ id }) => id)).toEqual(order)
    })
  },
)

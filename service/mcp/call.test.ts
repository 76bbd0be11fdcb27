import { expect, test } from 'vitest'
import { dateWords, momentOf } from './call.ts'

test.each([
  ['2026-12-01', 'Europe/Berlin', 'end', '2026-12-01T22:59:59.999Z'],
  ['2026-12-01', 'Europe/Berlin', 'beginning', '2026-11-30T23:00:00.000Z'],
  // Days of 23 and 25 hours.
  ['2026-03-29', 'Europe/Berlin', 'end', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', 'Europe/Berlin', 'end', '2026-10-25T22:59:59.999Z'],
  ['2026-10-25', 'Europe/Berlin', 'beginning', '2026-10-24T22:00:00.000Z'],
  ['2026-12-01', 'Pacific/Kiritimati', 'end', '2026-12-01T09:59:59.999Z'],
  ['2026-12-01', 'UTC', 'end', '2026-12-01T23:59:59.999Z'],
  // 5 September has no midnight: clocks go from 0:00 to 1:00.
  ['2027-09-04', 'America/Santiago', 'end', '2027-09-05T03:59:59.999Z'],
  ['2027-09-05', 'America/Santiago', 'beginning', '2027-09-05T04:00:00.000Z'],
] as const)(
  'AGT-01 the day %s in %s has its %s at %s, and is written as that day',
  (day, zone, edge, instant) => {
    const at = momentOf(day, zone, edge)
    expect(at === undefined ? at : new Date(at).toISOString()).toBe(instant)
    expect(dateWords(Date.parse(instant), zone, edge)).toBe(day)
  },
)

test.each(['2026-12-01T10:00:00Z', '2026-12-01T11:00+01:00', '2026-12-01T10:00:00.000Z'])(
  'AGT-01 %s is a moment',
  (text) => {
    expect(momentOf(text, 'Europe/Berlin', 'end')).toBe(Date.UTC(2026, 11, 1, 10))
    expect(dateWords(Date.UTC(2026, 11, 1, 10), 'Europe/Berlin', 'end')).toBe('2026-12-01T10:00:00.000Z')
  },
)

test.each(['2026-02-31', '2026-13-01', '2026-12-01T10:00', 'tomorrow', '', '1.12.2026', '+1'])(
  'AGT-01 %j is not a moment',
  (text) => {
    expect(momentOf(text, 'Europe/Berlin', 'end')).toBeUndefined()
  },
)

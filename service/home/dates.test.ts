import { expect, test } from 'vitest'
import { zones } from '../../shared/zone-testing.ts'
import { dayText, dueWords, endOfDay, isWholeDay, momentOf, momentText } from './dates.ts'

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

test.each([
  ['Europe/Berlin', '2027-03-28', '2027-03-28T21:59:59.999Z'],
  ['Europe/Berlin', '2027-10-31', '2027-10-31T22:59:59.999Z'],
  // The day has no midnight: clocks go from 0:00 to 1:00.
  ['America/Santiago', '2027-09-05', '2027-09-06T02:59:59.999Z'],
  ['Pacific/Kiritimati', '2027-01-01', '2027-01-01T09:59:59.999Z'],
  ['UTC', '2028-02-29', '2028-02-29T23:59:59.999Z'],
  ['UTC', '2027-02-29', undefined],
  ['UTC', 'tomorrow', undefined],
])('HOM-01 in %s the day %s ends at %s', (zone, day, end) => {
  expect(iso(endOfDay({ zone }, day))).toBe(end)
})

test.each([
  ['Europe/Berlin', '2027-01-31T17:00', '2027-01-31T16:00:00.000Z'],
  ['Europe/Berlin', '2027-01-31', '2027-01-30T23:00:00.000Z'],
  // A time that comes twice is the first, one that does not exist is read with the offset before.
  ['Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
  ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
  ['UTC', '2027-01-31T25:00', undefined],
  ['UTC', '31.1.2027', undefined],
])('HOM-03 in %s the text %s means %s', (zone, text, at) => {
  expect(iso(momentOf({ zone }, text))).toBe(at)
})

test('HOM-01 a day and a time read as they were written, in every zone', () => {
  for (const zone of zones)
    for (const day of ['2027-01-15', '2027-06-15', '2027-12-31']) {
      const end = endOfDay({ zone }, day) ?? 0
      expect([zone, dayText({ zone }, end), isWholeDay({ zone }, end)]).toEqual([zone, day, true])
      const noon = momentOf({ zone }, `${day}T12:00`) ?? 0
      expect([zone, momentText({ zone }, noon), isWholeDay({ zone }, noon)]).toEqual([
        zone,
        `${day}T12:00`,
        false,
      ])
      expect(dueWords({ zone }, end).toString()).not.toContain(':59<')
      expect(dueWords({ zone }, noon).toString()).toContain('12:00')
    }
})

test.each([
  ['Europe/Berlin', 'UTC'],
  ['Europe/London', 'Europe/Berlin'],
  ['America/New_York', 'Asia/Tokyo'],
])('HOM-01 a day that was written in %s is that day in %s', (zone, here) => {
  const at = endOfDay({ zone }, '2027-03-04') ?? 0
  expect(dueWords({ zone: here }, at).toString()).toContain('>Thu, 4 Mar 2027<')
  expect(dueWords({ zone: here }, at - 60_000).toString()).toMatch(/\d\d:\d\d</)
})

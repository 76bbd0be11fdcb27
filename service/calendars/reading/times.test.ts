import { describe, expect, test } from 'vitest'
import { instantOf, lengthOf, startOfDay, utc, wallOf, writtenOf } from './times.ts'

const hour = 3_600_000

describe('a date or a time', () => {
  test.each([
    ['20270601', '2027-06-01T00:00:00Z', { isDay: true }],
    ['2027-06-01', '2027-06-01T00:00:00Z', { isDay: true }],
    [' 20240229 ', '2024-02-29T00:00:00Z', { isDay: true }],
    ['20270601T081530', '2027-06-01T08:15:30Z', { tzid: 'Berlin' }],
    ['20270601T0815', '2027-06-01T08:15:00Z', { tzid: 'Berlin' }],
    ['2027-06-01T08:15:30z', '2027-06-01T08:15:30Z', { isUtc: true, tzid: 'Berlin' }],
    ['20271231T235959Z', '2027-12-31T23:59:59Z', { isUtc: true, tzid: 'Berlin' }],
    ['20270630T235960Z', '2027-06-30T23:59:59Z', { isUtc: true, tzid: 'Berlin' }],
    ['2027-06-01 08:15:30.250', '2027-06-01T08:15:30Z', { tzid: 'Berlin' }],
    ['20270601T101530+0200', '2027-06-01T08:15:30Z', { isUtc: true, tzid: 'Berlin' }],
    ['2027-06-01T02:45:30-05:30', '2027-06-01T08:15:30Z', { isUtc: true, tzid: 'Berlin' }],
    ['20270630T240000', '2027-07-01T00:00:00Z', { tzid: 'Berlin' }],
  ])('CAL-02 %s is read', (value, wall, more) => {
    expect(writtenOf(value, 'Berlin')).toEqual({
      wall: Date.parse(wall),
      isDay: false,
      isUtc: false,
      tzid: null,
      ...more,
    })
  })

  test.each([
    '',
    'tomorrow',
    '20270631',
    '20270229',
    '20271301',
    '20270001',
    '20270600',
    '20271232',
    '20270601T240001',
    '20270601T240100',
    '20270601T250000',
    '20270601T081530+02',
    '20270601T086000',
    '20270601T08',
    '20270601T081530ZZ',
    'x20270601',
    '2027060',
  ])('CAL-02 “%s” is not a date', (value) => {
    expect(writtenOf(value, null)).toBeNull()
  })
})

describe('a length', () => {
  test.each([
    ['PT1H30M15S', 0, 5_415_000],
    ['P2W', 14, 0],
    ['P1DT2H', 1, 2 * hour],
    ['P1W2D', 9, 0],
    ['P10W10DT10H', 80, 10 * hour],
    [' pt15m ', 0, 15 * 60_000],
    ['+PT10M', 0, 10 * 60_000],
    ['-P1DT1S', -1, -1_000],
    ['PT0S', 0, 0],
  ])('CAL-02 %s is %i days and %i ms', (value, days, ms) => {
    expect(lengthOf(value)).toEqual({ days, ms })
  })

  test.each(['', 'P', 'PT', '1H', 'xPT1H', 'PT1Hx', 'P1Y'])('CAL-02 “%s” is not a length', (value) => {
    expect(lengthOf(value)).toBeNull()
  })
})

describe('the clock of a zone', () => {
  const change = Date.UTC(2027, 2, 28, 1)
  /** Clocks go forward by an hour at `change`, from an hour ahead of UTC. */
  const forward = { offsetAt: (instant: number) => (instant < change ? hour : 2 * hour) }
  const back = { offsetAt: (instant: number) => (instant < change ? 2 * hour : hour) }

  test.each([
    ['before clocks go forward', forward, '01:59:59', '00:59:59'],
    ['in the gap, with the offset before it', forward, '02:30:00', '01:30:00'],
    ['after clocks went forward', forward, '03:00:00', '01:00:00'],
    ['before clocks go back', back, '01:59:59', '23:59:59'],
    ['that comes twice, the first of them', back, '02:30:00', '00:30:00'],
    ['after clocks went back', back, '03:00:00', '02:00:00'],
    ['in a zone without changes', utc, '03:00:00', '03:00:00'],
  ])('CAL-02 is at a time %s', (_when, zone, wall, instant) => {
    const day = wall === '01:59:59' && zone === back ? '2027-03-27' : '2027-03-28'
    const expected = Date.parse(`${day}T${instant}Z`)
    expect(instantOf(Date.parse(`2027-03-28T${wall}Z`), zone)).toBe(expected)
  })

  test('CAL-02 shows the offset of the instant', () => {
    expect(wallOf(change - 1, forward)).toBe(change - 1 + hour)
    expect(wallOf(change, forward)).toBe(change + 2 * hour)
  })

  test('CAL-02 days begin at midnight, also before 1970', () => {
    expect(startOfDay(Date.UTC(1969, 11, 31, 23))).toBe(Date.UTC(1969, 11, 31))
    expect(startOfDay(Date.UTC(2027, 5, 1))).toBe(Date.UTC(2027, 5, 1))
  })
})

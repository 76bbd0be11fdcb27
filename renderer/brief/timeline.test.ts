import { describe, expect, test } from 'vitest'
import { crowdedOut, timelineOf } from './timeline.ts'

const at = (hours: number, minutes = 0) => new Date(2026, 10, 20, hours, minutes)
const meeting = (id: string, start: Date, end: Date) => ({
  id,
  title: id,
  startAt: start.toISOString(),
  endAt: end.toISOString(),
})
const placesAt = (now: Date, ...meetings: ReturnType<typeof meeting>[]) =>
  Object.fromEntries(timelineOf(meetings, now).places)
const hoursAt = (now: Date, ...meetings: ReturnType<typeof meeting>[]) =>
  timelineOf(meetings, now).hours.map((hour) => hour.getHours())

describe('APP-04 the timeline of today', () => {
  test('APP-04 a meeting stands at its hour and is as long as it lasts', () => {
    expect(placesAt(at(9), meeting('a', at(9, 30), at(11)))).toEqual({
      a: { top: 0.5, length: 1.5, lane: 0, lanes: 1, isCrowded: false },
    })
  })

  test('APP-04 meetings that overlap stand side by side, and a free lane is used again', () => {
    const places = placesAt(
      at(9),
      meeting('long', at(9), at(12)),
      meeting('early', at(9, 30), at(10)),
      meeting('late', at(10, 30), at(11)),
      meeting('alone', at(13), at(14)),
    )
    expect(Object.entries(places).map(([id, { lane, lanes }]) => [id, lane, lanes])).toEqual([
      ['long', 0, 2],
      ['early', 1, 2],
      ['late', 1, 2],
      ['alone', 0, 1],
    ])
  })

  test('APP-04 a meeting of five minutes has room for its title, and the one that follows stands beside it', () => {
    const places = placesAt(at(9), meeting('a', at(9), at(9, 5)), meeting('b', at(9, 5), at(10)))
    expect(places).toMatchObject({ a: { length: 0.5, lane: 0, lanes: 2 }, b: { lane: 1, lanes: 2 } })
  })

  test('APP-04 the hours reach from now, or a meeting that runs, to the end of the last, within the day', () => {
    expect(hoursAt(at(8, 40), meeting('a', at(12), at(14, 30)))).toEqual([8, 9, 10, 11, 12, 13, 14])
    expect(hoursAt(at(8, 40), meeting('a', at(7, 15), at(9)))).toEqual([7, 8, 9, 10])
    expect(hoursAt(at(22, 30), meeting('a', at(22), at(26)))).toEqual([20, 21, 22, 23])
    expect(timelineOf([], at(8, 45)).now).toBe(0.75)
  })

  /** Each meeting as `start-end` in hours of the clock. */
  test.each<[string, string, string, string]>([
    ['nothing', '', '', ''],
    ['one after the other', '9-10 10-11', '0/1 0/1', ''],
    ['three at once', '9-10 9-10 9-10', '0/3 1/3 2/3', ''],
    ['four at once', '9-10 9-10 9-10 9-10', '0/3+ 1/3+ 2/3+', '0-1 ×1'],
    ['five, two of them later', '9-12 9-12 9-12 10-11 11-12', '0/3+ 1/3+ 2/3+', '1-3 ×2'],
    ['a lane that is free again', '9-12 9-10 9-12 10-11', '0/3 2/3 1/3 2/3', ''],
    ['a crowd and a meeting alone', '9-10 9-10 9-10 9-10 12-13', '0/3+ 1/3+ 2/3+ 0/1', '0-1 ×1'],
    [
      'two crowds',
      '9-10 9-10 9-10 9-10 12-13 12-13 12-13 12-13',
      '0/3+ 1/3+ 2/3+ 0/3+ 1/3+ 2/3+',
      '0-1 ×1, 3-4 ×1',
    ],
    ['over midnight', '22-26 23-24', '0/2 1/2', ''],
  ])('CAL-07 lanes of %s', (_name, given, lanes, crowds) => {
    const meetings = given
      .split(' ')
      .filter((text) => text !== '')
      .map((text, index) => {
        const [start = 0, end = 0] = text.split('-').map(Number)
        return meeting(String(index), at(start), at(end))
      })
    const timeline = timelineOf(meetings, at(9))
    const placed = meetings.flatMap(({ id }) => {
      const place = timeline.places.get(id)
      return place === undefined ? [] : `${place.lane}/${place.lanes}${place.isCrowded ? '+' : ''}`
    })
    expect(placed.join(' ')).toBe(lanes)
    expect(
      timeline.crowds.map(({ top, length, count }) => `${top}-${top + length} ×${count}`).join(', '),
    ).toBe(crowds)
    // A meeting has a place or is counted.
    const out = crowdedOut(meetings, at(9))
    expect(meetings.map(({ id }) => timeline.places.has(id) !== out.has(id))).not.toContain(false)
  })
})

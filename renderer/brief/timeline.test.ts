import { describe, expect, test } from 'vitest'
import { timelineOf } from './timeline.ts'

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
      a: { top: 0.5, length: 1.5, lane: 0, lanes: 1 },
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
})

// Days and times on the clock of a zone as texts, and the instants that they stand for.
import { dayMs, instantOf, startOfDay, utc, wallOf, type Instant, type Zone } from './times.ts'
import { zoneNamed } from './zones.ts'

/** @param name IANA zone */
const zoneOf = (name: string): Zone => zoneNamed(name) ?? utc

const textOf = (wall: number): string => new Date(wall).toISOString()

/** `2027-01-31T17:00` on the clock of a zone. */
export const clockText = (at: Instant, zone: string): string => textOf(wallOf(at, zoneOf(zone))).slice(0, 16)

/** `2027-01-31` on the clock of a zone. */
export const dayText = (at: Instant, zone: string): string => clockText(at, zone).slice(0, 10)

const written = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d{1,3})?)?)?$/

/** @param text a day, or a day and a time. @returns epoch milliseconds; a day is its beginning; undefined for other texts */
export function instantIn(text: string, zone: string): Instant | undefined {
  const [, day, time = '00:00'] = written.exec(text) ?? []
  const wall = day === undefined ? Number.NaN : Date.parse(`${day}T${time}:00Z`)
  // A day that a month does not have runs into the next one.
  if (Number.isNaN(wall) || textOf(wall).slice(0, 10) !== day) return undefined
  return instantOf(wall, zoneOf(zone))
}

/** The last millisecond of a day: a task that is due on a day has it. */
export function endOfDayIn(day: string, zone: string): Instant | undefined {
  const start = instantIn(day, zone)
  if (start === undefined) return undefined
  const clock = zoneOf(zone)
  return instantOf(startOfDay(wallOf(start, clock)) + dayMs, clock) - 1
}

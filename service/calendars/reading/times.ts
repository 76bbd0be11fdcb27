// Dates, times and durations as iCalendar writes them (RFC 5545, 3.3.4 to 3.3.6), and the time zones they are in.

/** A time on the clock of some place, as the milliseconds since 1970 that it would be in UTC. */
export type Wall = number
/** Milliseconds since 1970. */
export type Instant = number

export const dayMs = 86_400_000
export const startOfDay = (wall: Wall): Wall => Math.floor(wall / dayMs) * dayMs

/** A value as written: a whole day, a time in UTC, or a time in the zone of `tzid` (absent: floating). */
export type Written = { wall: Wall; isDay: boolean; isUtc: boolean; tzid: string | null }

const dateTime = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i

/** Milliseconds ahead of UTC: `+0100`, `+01:00`, `-053015`. */
export const offsetOf = (text: string): number | null => {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d):?(\d\d)(\d\d)?$/.exec(text.trim()) ?? []
  if (hours === undefined) return null
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ms : ms
}

/** @returns null for anything that is not an existing date, with or without a time */
export function writtenOf(value: string, tzid: string | null): Written | null {
  const [, year, month, day, hour, minute, second = '00', offset] = dateTime.exec(value.trim()) ?? []
  // 24:00 is the end of the day.
  const isTime = Number(hour ?? 0) < 24 || (hour === '24' && Number(minute) + Number(second) === 0)
  if (year === undefined || !isTime || Number(minute ?? 0) > 59) return null
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // `Date.UTC` makes 1 July of 31 June.
  if (new Date(date).getUTCMonth() !== Number(month) - 1) return null
  if (hour === undefined) return { wall: date, isDay: true, isUtc: false, tzid: null }
  // A leap second counts as the second before it.
  const seconds = Math.min(Number(second), 59)
  const wall = date + ((Number(hour) * 60 + Number(minute)) * 60 + seconds) * 1000
  return { wall: wall - (offsetOf(offset ?? '') ?? 0), isDay: false, isUtc: offset !== undefined, tzid }
}

/** A length of time: days on the calendar, and milliseconds. */
export type Length = { days: number; ms: number }

const duration = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

export function lengthOf(value: string): Length | null {
  const [all, sign, ...numbers] = duration.exec(value.trim()) ?? []
  if (all === undefined || numbers.every((number) => number === undefined)) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((number) =>
    Number(number ?? 0),
  )
  const forward = { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
  return sign === '-' ? { days: -forward.days, ms: -forward.ms } : forward
}

/** `offsetAt`: milliseconds by which the zone's clocks are ahead of UTC. */
export type Zone = { offsetAt: (instant: Instant) => number }

export const utc: Zone = { offsetAt: () => 0 }

export const wallOf = (instant: Instant, zone: Zone): Wall => instant + zone.offsetAt(instant)

/**
 * The instant of a time on the clock. RFC 5545, 3.3.5: a time that comes twice is the first; a time that does not exist is read
 * with the offset before the gap.
 */
export function instantOf(wall: Wall, zone: Zone): Instant {
  const [before, after] = [zone.offsetAt(wall - dayMs), zone.offsetAt(wall + dayMs)]
  if (before === after) return wall - before
  const isThere = (offset: number): boolean => zone.offsetAt(wall - offset) === offset
  return !isThere(before) && isThere(after) ? wall - after : wall - before
}

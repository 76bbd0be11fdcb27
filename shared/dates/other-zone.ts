// The wall clock of another zone than that of the process: a service reads a line in the zone of the person who wrote it. The
// reader and the grammar read and make dates by `wallOf` and `localDate` (format.ts), which look here first.

const hour = 3_600_000
/** Clocks change at quarters of an hour. */
const steps = hour / 4

/** @returns minutes ahead of UTC at an instant in epoch milliseconds */
export type MinutesAhead = (instant: number) => number

/** @param zone an IANA zone @throws RangeError for an unknown one */
export const minutesAheadIn = (zone: string): MinutesAhead => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return (instant) => {
    // Before zones, clocks of cities differed by seconds.
    const [, sign, hours = 0, minutes = 0, seconds = 0] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instant)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes) + Number(seconds) / 60)
  }
}

/** Null: the zone of the process is the local one, as it always is in the launcher. */
export const otherZone: { minutesAhead: MinutesAhead | null } = { minutesAhead: null }

/** Runs `work` with another zone as the local one. It is set for the whole process, so `work` must not wait for anything. */
export function withLocalZone<T>(minutesAhead: MinutesAhead, work: () => T): T {
  const before = otherZone.minutesAhead
  const known = new Map<number, number>()
  otherZone.minutesAhead = (instant) => {
    const step = Math.floor(instant / steps)
    const minutes = known.get(step) ?? minutesAhead(instant)
    known.set(step, minutes)
    return minutes
  }
  try {
    return work()
  } finally {
    otherZone.minutesAhead = before
  }
}

/** @returns the wall clock as a date whose UTC fields are its fields */
export const wallIn = (minutesAhead: MinutesAhead, date: Date): Date =>
  new Date(date.getTime() + minutesAhead(date.getTime()) * 60_000)

/**
 * The instant at which the wall clock shows this. As of `new Date(year, …)`, it is the first one if clocks go back, and as much
 * later as clocks go forward if they skip it.
 * @param wall as of `Date.UTC`
 */
export function instantIn(minutesAhead: MinutesAhead, wall: number): Date {
  // Zones differ from UTC by 14 hours at most.
  const [before, after] = [minutesAhead(wall - 24 * hour), minutesAhead(wall + 24 * hour)]
  const [first, second] = [wall - before * 60_000, wall - after * 60_000]
  const isSecond = before !== after && minutesAhead(first) !== before && minutesAhead(second) === after
  return new Date(isSecond ? second : first)
}

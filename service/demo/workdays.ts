// Workdays and working hours around now in one time zone, for the demo of a person's own workspace.
import { minutesAheadIn } from '../../shared/dates/other-zone.ts'

const minute = 60_000
const day = 24 * 60 * minute
const quarter = 15

/** Starts of meetings, in minutes after midnight. */
const slots = [9.5, 11, 13.5, 15, 16.5].map((hours) => hours * 60)
const opens = 8.5 * 60
/** The meeting under way ends before the evening. */
const closes = 16.5 * 60
/** Minutes from the start of the meeting under way to the next one. */
const pause = 90

export type Workdays = ReturnType<typeof workdaysIn>

/** @param zone IANA zone. @param now epoch milliseconds */
export const workdaysIn = (zone: string, now: number) => {
  const minutesAhead = minutesAheadIn(zone)
  const local = now + minutesAhead(now) * minute
  const today = Math.floor(local / day) * day
  const minutesNow = Math.floor((local - today) / minute)
  const isFree = (date: number): boolean => [0, 6].includes(new Date(date).getUTCDay())

  /** A date as midnight UTC. 0 is today, also at the weekend; the others are counted in workdays. */
  const dateOf = (count: number): number => {
    let date = today
    for (let left = Math.abs(count); left > 0;) {
      date += Math.sign(count) * day
      if (!isFree(date)) left -= 1
    }
    return date
  }

  const instantOf = (clock: number): number => {
    const guess = clock - minutesAhead(clock) * minute
    return clock - minutesAhead(guess) * minute
  }

  const at = (count: number, minutes: number): number => instantOf(dateOf(count) + minutes * minute)

  const startsToday = (): number[] => {
    if (isFree(today)) return []
    if (minutesNow < opens || minutesNow >= closes) return slots.filter((slot) => slot > minutesNow)
    const running = Math.floor(minutesNow / quarter) * quarter - quarter
    return [running, ...slots.filter((slot) => slot >= running + pause)]
  }

  const isStandUp = (start: number): boolean => start === slots[0]

  return {
    at,
    /** The same as a wall clock: as if the zone were UTC. */
    wallClock: (count: number, minutes: number): number => dateOf(count) + minutes * minute,
    /** The first workday on which a meeting at this time is clear of one that is under way: today or the next. */
    next: (minutes: number): number => (isFree(today) || minutes < minutesNow + pause ? 1 : 0),
    /** Due on a day, without a time (shared/whole-days.ts). */
    endOf: (count: number): number => instantOf(dateOf(count) + day) - 1,
    /** Midnight of that workday and of the day after it. */
    wholeDay: (count: number) => ({
      startAt: instantOf(dateOf(count)),
      endAt: instantOf(dateOf(count) + day),
    }),
    /** True for a time of today that is ahead. */
    isAhead: (minutes: number): boolean => minutes > minutesNow,
    /** The next meetings, in order. The first is under way during working hours. */
    starts: (): { startAt: number; isStandUp: boolean }[] =>
      [startsToday(), slots, slots].flatMap((starts, count) =>
        starts.map((start) => ({ startAt: at(count, start), isStandUp: isStandUp(start) })),
      ),
    /** The start of a meeting on some other workday. */
    slot: (count: number, index: number): number => at(count, slots[index % slots.length] ?? opens),
  }
}

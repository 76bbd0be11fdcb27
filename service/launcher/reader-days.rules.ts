// Which whole days are not over where the reader is. Pure.
import { wholeDaysOf } from '../../shared/whole-days.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** How long a whole day may go on for a reader after it has ended for its writer: from UTC+14 to UTC-12. */
export const longestElsewhere = 26 * 60 * minute

export type IsDayAhead = (times: { startAt: number; endAt: number }) => boolean

/** @param zone IANA zone. @returns minutes ahead of UTC there. */
export const minutesAheadIn = (zone: string): ((instant: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return (instant) => {
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(instant)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
  }
}

/** Whether the last of some whole days is today or later. @param zone IANA zone of the reader. @param now epoch milliseconds. */
export const daysAheadIn = (zone: string, now: number): IsDayAhead => {
  const minutesAhead = minutesAheadIn(zone)
  const today = Math.floor((now + minutesAhead(now) * minute) / day) * day
  return (times) => wholeDaysOf(times, minutesAhead(times.startAt)).last >= today
}

// The time zone of a reader, and the whole days that are not over there.
import { minutesAheadIn } from '../../shared/dates/other-zone.ts'
import { wholeDaysOf } from '../../shared/whole-days.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The longest time that a whole day lasts for a reader after its end for its writer: from UTC+14 to UTC-12. */
export const longestElsewhere = 26 * 60 * minute

export type IsDayAhead = (times: { startAt: number; endAt: number }) => boolean

/** Tells whether the last of some whole days is today or later. @param zone IANA zone of the reader @param now epoch milliseconds */
export const daysAheadIn = (zone: string, now: number): IsDayAhead => {
  const minutesAhead = minutesAheadIn(zone)
  const today = Math.floor((now + minutesAhead(now) * minute) / day) * day
  return (times) => wholeDaysOf(times, minutesAhead(times.startAt)).last >= today
}

/** @returns the IANA zone, or null for an unknown one */
export const knownZone = (timeZone: string): string | null => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** The zone of this machine. */
export const serverZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The zone in which pages write times: a page without a script cannot ask the browser for its own.
 * @param zone that the person chose
 * @param isTheirMachine whether the service runs on the reader's own machine
 */
export const readerZone = (zone: string | null, isTheirMachine: boolean): string =>
  zone ?? (isTheirMachine ? serverZone() : 'UTC')

const preference = /(?:^|,)[ \t]*timezone[ \t]*=[ \t]*(?:"([^"]*)"|([^ \t,;"]+))/i

/**
 * Reads `Prefer: timezone="Europe/Berlin"` (RFC 7240; the name is PostgREST's).
 * @returns the IANA zone; null for none and for an unknown one, because an unknown preference is ignored (§2)
 */
export const preferredZone = (header: string | undefined): string | null => {
  const [, quoted, bare] = preference.exec(header ?? '') ?? []
  const zone = quoted ?? bare
  return zone === undefined ? null : knownZone(zone)
}

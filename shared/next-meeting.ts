// Chooses the meeting to join, for the palette and the brief.
import type { BriefMeeting } from './api/launcher-search.ts'

/** A meeting that begins within this time counts as running. */
const atHandMilliseconds = 10 * 60_000

/** The parts of a meeting that decide whether it can be joined. A row of the palette may lack its times. */
type Joinable = { [Name in 'startAt' | 'endAt' | 'allDay' | 'joinUrl']?: BriefMeeting[Name] | undefined }

const hasLink = ({ joinUrl }: Joinable): boolean => (joinUrl ?? '') !== ''

/**
 * Whether Enter joins the meeting instead of opening its page: it has a link, and it runs or begins within ten minutes.
 * @param now epoch milliseconds.
 */
export const joinsNow = (meeting: Joinable, now: number): boolean => {
  const { startAt, endAt, allDay } = meeting
  if (!hasLink(meeting) || allDay === true || startAt === undefined || endAt === undefined) return false
  return Date.parse(startAt) - now <= atHandMilliseconds && Date.parse(endAt) > now
}

/**
 * Among the running meetings, prefers those with a link, then the one whose start is nearest, so that a long block does not
 * hide a standup. Otherwise returns the next to begin. All-day meetings are ignored.
 * @param now epoch milliseconds.
 */
export function nextMeeting(meetings: readonly BriefMeeting[], now: number): BriefMeeting | null {
  const untilStart = ({ startAt }: BriefMeeting): number => Date.parse(startAt) - now
  const open = meetings.filter(({ endAt, allDay }) => allDay !== true && Date.parse(endAt) > now)
  const atHand = open.filter((meeting) => untilStart(meeting) <= atHandMilliseconds)
  const linked = atHand.filter(hasLink)
  const among = linked.length > 0 ? linked : atHand.length > 0 ? atHand : open
  return among.toSorted((a, b) => Math.abs(untilStart(a)) - Math.abs(untilStart(b)))[0] ?? null
}

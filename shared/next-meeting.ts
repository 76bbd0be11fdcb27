// The meetings that are ahead, and the one to join, for the palette, the brief, the tray and Mod+J.
import type { BriefMeeting } from './api/launcher/search.ts'
import { areDaysOver, localWholeDays } from './whole-days.ts'

/** Local midnight at the end of the day. */
export const endOfToday = (now: Date): number =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime()

/** Whether a meeting of today runs or is still to come. @param now the local wall clock. */
export const isAheadToday = (meeting: BriefMeeting, now: Date): boolean => {
  const { startAt, endAt, allDay } = meeting
  return allDay === true
    ? localWholeDays(startAt, endAt).first.getTime() < endOfToday(now) && !areDaysOver(meeting, now)
    : Date.parse(endAt) > now.getTime() && Date.parse(startAt) < endOfToday(now)
}

/** Whether a meeting begins after today. @param now the local wall clock. */
export const isOnLaterDay = ({ startAt, endAt, allDay }: BriefMeeting, now: Date): boolean =>
  (allDay === true ? localWholeDays(startAt, endAt).first.getTime() : Date.parse(startAt)) >= endOfToday(now)

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

/** The title of a private meeting of others (LCH-10). */
const hiddenTitle = 'Busy'

/**
 * Whether the person takes part. Where the service does not say, a meeting without title, link, place and people is one of others
 * that is hidden.
 */
export const isMine = (meeting: BriefMeeting): boolean => {
  const { title, location, attendees = [], mine, response } = meeting
  const isHidden =
    title === hiddenTitle && (location ?? '') === '' && attendees.length === 0 && !hasLink(meeting)
  return response !== 'declined' && (mine ?? !isHidden)
}

/** The person's meeting that runs or comes next today. @param now the local wall clock */
export const nextToday = (meetings: readonly BriefMeeting[], now: Date): BriefMeeting | null =>
  nextMeeting(
    meetings.filter((meeting) => isMine(meeting) && isAheadToday(meeting, now)),
    now.getTime(),
  )

/** The person's meeting with a link that runs or comes next today. @param now the local wall clock */
export const meetingToJoin = (meetings: readonly BriefMeeting[], now: Date): BriefMeeting | null =>
  nextToday(meetings.filter(hasLink), now)

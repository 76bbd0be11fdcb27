// Which meeting a person would join now: one rule for the palette and the brief.
import type { BriefMeeting } from './api/launcher-search.ts'

/** A meeting that begins within so long counts as one that is on. */
const atHandMilliseconds = 5 * 60_000

const hasLink = ({ joinUrl }: BriefMeeting): boolean => (joinUrl ?? '') !== ''

/**
 * Of the meetings that are on or begin within minutes, one that can be joined, and of those the one whose beginning is
 * nearest: a long block in the calendar does not hide a standup. Where none is at hand, the one that begins first. Those of
 * a whole day are never next.
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

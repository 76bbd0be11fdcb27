// Decides which meetings are announced (CAL-08): each once, from the chosen time before its start until a few minutes after it. Pure.
import type { BriefMeeting } from '../../shared/api/launcher-search.ts'
import type { MeetingReminder } from '../../shared/ipc/settings.ts'
import { isMine } from '../../shared/next-meeting.ts'

/** Starts of the meetings that were announced, epoch milliseconds, by meeting id. A meeting that moves is announced again. */
export type Announced = Readonly<Record<string, number>>

const minuteMs = 60_000
/** After a sleep a meeting is announced until then. */
const lateMs = 5 * minuteMs
/** Longer than a meeting can be announced, also if the clock is set back. */
const keptMs = 24 * 60 * minuteMs

/** When a meeting is no longer announced, epoch milliseconds. A meeting without a length counts as running. */
export const announcedUntil = ({ startAt, endAt }: Pick<BriefMeeting, 'startAt' | 'endAt'>): number => {
  const [start, end] = [Date.parse(startAt), Date.parse(endAt)]
  return end > start ? Math.min(end, start + lateMs) : start + lateMs
}

/** @param now epoch milliseconds */
export const dueReminders = ({
  meetings,
  announced,
  reminder,
  now,
}: {
  meetings: readonly BriefMeeting[]
  announced: Announced
  reminder: MeetingReminder
  now: number
}): { due: readonly BriefMeeting[]; announced: Announced } => {
  const due =
    reminder === 'off'
      ? []
      : meetings.filter((meeting) => {
          const start = Date.parse(meeting.startAt)
          return (
            meeting.allDay !== true &&
            isMine(meeting) &&
            announced[meeting.id] !== start &&
            start - reminder * minuteMs <= now &&
            now < announcedUntil(meeting)
          )
        })
  const kept = Object.entries(announced).filter(([, start]) => Math.abs(now - start) < keptMs)
  return {
    due,
    announced: Object.fromEntries([...kept, ...due.map(({ id, startAt }) => [id, Date.parse(startAt)])]),
  }
}

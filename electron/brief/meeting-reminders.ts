// Announces meetings before they begin (CAL-08), from the cached brief. What was announced is stored sealed, so that a restart
// announces nothing twice.
import { z } from 'zod'
import type { BriefMeeting } from '../../shared/api/launcher/search.ts'
import type { MeetingReminder, Settings } from '../../shared/ipc/settings.ts'
import { isMine } from '../../shared/next-meeting.ts'
import type { Document } from '../storage/vault.ts'

/** Starts of the meetings that were announced, epoch milliseconds, by meeting id. A meeting that moves is announced again. */
type Announced = Readonly<Record<string, number>>

const minuteMs = 60_000
/** After a sleep a meeting is announced until then. */
const lateMs = 5 * minuteMs
/** Longer than a meeting can be announced, also if the clock is set back. */
const keptMs = 24 * 60 * minuteMs

/** The time after which a meeting is not announced, epoch milliseconds. A meeting without a length counts as running. */
const announcedUntil = ({ startAt, endAt }: Pick<BriefMeeting, 'startAt' | 'endAt'>): number => {
  const [start, end] = [Date.parse(startAt), Date.parse(endAt)]
  return end > start ? Math.min(end, start + lateMs) : start + lateMs
}

/** Each is due once, from the chosen time before its start until a few minutes after it. @param now epoch milliseconds */
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

const stored = z.object({ owner: z.string(), announced: z.record(z.string(), z.number()) })
type Stored = z.infer<typeof stored>

export type MeetingReminders = {
  start: () => Promise<void>
  /** Call each minute, after a sleep, and when meetings, settings or the session change. */
  check: () => void
  /** The desktop did not show the notification: the tray does. */
  announcementFailed: (meeting: BriefMeeting) => void
  /** Deletes what was announced, at sign-out. */
  forget: () => void
}

export const createMeetingReminders = ({
  file,
  settings,
  owner,
  meetings,
  now,
  announce,
  setBadge,
  onProblem,
}: {
  file: Document
  settings: () => Pick<Settings, 'meetingReminder'>
  /** The person whose meetings are cached, or null. */
  owner: () => string | null
  meetings: () => readonly BriefMeeting[]
  /** Epoch milliseconds. */
  now: () => number
  /** Shows a notification, never a window. */
  announce: (meeting: BriefMeeting) => void
  setBadge: (isOn: boolean) => void
  onProblem: (error: unknown) => void
}): MeetingReminders => {
  /** Undefined until the file has been read. Nothing is announced before. */
  let kept: Stored | null | undefined
  /** After this time the announcement that failed is not tried again. Epoch milliseconds. */
  let badgedUntil: number | null = null

  const check = (): void => {
    if (badgedUntil !== null && now() >= badgedUntil) {
      badgedUntil = null
      setBadge(false)
    }
    const who = owner()
    if (kept === undefined || who === null) return
    const { due, announced } = dueReminders({
      meetings: meetings(),
      announced: kept?.owner === who ? kept.announced : {},
      reminder: settings().meetingReminder,
      now: now(),
    })
    if (due.length === 0) return
    kept = { owner: who, announced }
    // On disk first: after a crash no meeting is announced twice.
    void file
      .write(kept)
      .catch(onProblem)
      .then(() => due.forEach(announce))
  }

  return {
    start: async () => {
      try {
        const parsed = stored.safeParse(await file.read())
        kept = parsed.success ? parsed.data : null
      } catch (error) {
        // At worst a meeting is announced twice.
        onProblem(error)
        kept = null
      }
      check()
    },
    check,
    announcementFailed: (meeting) => {
      badgedUntil = Math.max(badgedUntil ?? 0, announcedUntil(meeting))
      setBadge(true)
    },
    forget: () => {
      if (kept !== undefined) kept = null
      file.remove().catch(onProblem)
    },
  }
}

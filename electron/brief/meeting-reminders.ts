// Announces meetings before they begin (CAL-08), from the cached brief. What was announced is stored sealed, so that a restart
// announces nothing twice.
import { z } from 'zod'
import type { BriefMeeting } from '../../shared/api/launcher-search.ts'
import type { Settings } from '../../shared/ipc/settings.ts'
import type { Document } from '../storage/vault.ts'
import { announcedUntil, dueReminders } from './meeting-schedule.ts'

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

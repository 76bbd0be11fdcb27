// Announces the brief when it is due. The wall clock is checked each minute: a single timer would be wrong after a sleep, a
// time-zone change or a changed setting.
import { z } from 'zod'
import type { Settings } from '../../shared/ipc/settings.ts'
import { readIfThere, writeAtomically } from '../storage/files.ts'
import { decide, localDate } from './schedule.ts'

const stored = z.object({ lastShownOn: z.string().nullable() })

export type Reminder = {
  start: () => Promise<void>
  /** Call each minute, and after sleep, unlock or a changed setting. */
  check: () => void
  /** Records that today's brief was shown. */
  markShown: () => void
  /** The desktop did not show the notification: the tray does. */
  announcementFailed: () => void
}

const activeWithinSeconds = 60

/**
 * Adopts the machine's current time zone. V8 caches the zone until `TZ` is written or deleted
 * (https://github.com/electron/electron/issues/33723).
 */
export const rereadZone = (): void => {
  const { TZ } = process.env
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
}

const minuteMs = 60_000

/**
 * Runs at each full minute of the wall clock. No timer is longer than a minute, so a sleep or a changed clock delays a run by a
 * minute at most.
 * @returns stops it
 */
export const everyMinute = (run: () => void): (() => void) => {
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(
      () => {
        wait()
        run()
      },
      minuteMs - (Date.now() % minuteMs),
    )
  }
  wait()
  return () => {
    clearTimeout(timer)
  }
}

/** @param file stores the date of the last brief. */
export const createReminder = ({
  file,
  settings,
  isSignedIn,
  idleSeconds,
  now,
  announce,
  setBadge,
  onProblem,
}: {
  file: string
  settings: () => Pick<Settings, 'briefTime' | 'briefDays'>
  isSignedIn: () => boolean
  /** Seconds since the last input. */
  idleSeconds: () => number
  now: () => Date
  /** Shows a notification, never a window. */
  announce: () => void
  setBadge: (badge: 'brief' | 'none') => void
  onProblem: (error: unknown) => void
}): Reminder => {
  /** Undefined until the file has been read. Nothing is announced before. */
  let lastShownOn: string | null | undefined
  let badgedOn: string | null = null

  const remember = (): void => {
    lastShownOn = localDate(now())
    writeAtomically(file, JSON.stringify({ lastShownOn })).catch(onProblem)
  }

  const badge = (): void => {
    badgedOn = localDate(now())
    setBadge('brief')
  }

  const check = (): void => {
    rereadZone()
    if (lastShownOn === undefined || !isSignedIn()) return
    const decision = decide({
      now: now(),
      ...settings(),
      lastShownOn,
      isActive: idleSeconds() < activeWithinSeconds,
    })
    switch (decision) {
      case 'announce':
        remember()
        announce()
        return
      case 'badge':
        badge()
        return
      case 'nothing':
        if (badgedOn !== null && badgedOn !== localDate(now())) {
          badgedOn = null
          setBadge('none')
        }
        return
      case 'waitForActivity':
        return
    }
  }

  return {
    start: async () => {
      try {
        const bytes = await readIfThere(file)
        // `markShown` may have run in the meantime.
        lastShownOn ??= bytes === null ? null : stored.parse(JSON.parse(bytes.toString('utf8'))).lastShownOn
      } catch (error) {
        // At worst the brief is announced twice.
        onProblem(error)
        lastShownOn ??= null
      }
      check()
    },
    check,
    markShown: () => {
      if (lastShownOn !== localDate(now())) remember()
      badgedOn = null
      setBadge('none')
    },
    announcementFailed: badge,
  }
}

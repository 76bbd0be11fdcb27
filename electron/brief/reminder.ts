// Looks at the wall clock each minute, in the zone where the machine is by then, and announces the brief when it is due. A
// timer set for the hour would be wrong after a sleep, a time-zone change or a changed setting.
import { z } from 'zod'
import type { Settings } from '../../shared/ipc/launcher.ts'
import { readIfThere, writeAtomically } from '../storage/atomic-file.ts'
import { decide, localDate } from './schedule.ts'

const stored = z.object({ lastShownOn: z.string().nullable() })

export type Reminder = {
  start: () => Promise<void>
  /** The clock may have jumped: after sleep, unlock, a changed setting. */
  check: () => void
  /** The brief is on the screen: done for today. */
  markShown: () => void
  dispose: () => void
}

const minuteMs = 60_000
const activeWithinSeconds = 60

/**
 * Adopts the zone of the machine, which may travel while the launcher runs. V8 keeps the zone it met first; Node has it look
 * again when `TZ` is written or deleted (https://github.com/electron/electron/issues/33723).
 */
export const rereadZone = (): void => {
  const { TZ } = process.env
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
}

/** @param file remembers the last date. */
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
  /** Since somebody last touched the machine. */
  idleSeconds: () => number
  now: () => Date
  /** A notification, never a window: whatever fills the screen stays in front. */
  announce: () => void
  setBadge: (badge: 'brief' | 'none') => void
  onProblem: (error: unknown) => void
}): Reminder => {
  /** Undefined until it has been read: nothing is announced before. */
  let lastShownOn: string | null | undefined
  let badgedOn: string | null = null
  let timer: NodeJS.Timeout | undefined

  const remember = (): void => {
    lastShownOn = localDate(now())
    writeAtomically(file, JSON.stringify({ lastShownOn })).catch(onProblem)
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
        badgedOn = localDate(now())
        setBadge('brief')
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
        // Shown while it was being read: that counts.
        lastShownOn ??= bytes === null ? null : stored.parse(JSON.parse(bytes.toString('utf8'))).lastShownOn
      } catch (error) {
        // A broken note about a date: at worst the brief is announced once more.
        onProblem(error)
        lastShownOn ??= null
      }
      timer = setInterval(check, minuteMs)
      check()
    },
    check,
    markShown: () => {
      if (lastShownOn !== localDate(now())) remember()
      badgedOn = null
      setBadge('none')
    },
    dispose: () => {
      clearInterval(timer)
    },
  }
}

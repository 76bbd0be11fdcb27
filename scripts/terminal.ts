// Turns the launcher's stderr into what `npm start` prints: when it is ready, and errors. The JSON log is in the profile.
import { z } from 'zod'

const logLine = z.looseObject({ level: z.string(), event: z.string() })
const ready = z.object({
  event: z.literal('launcher.ready'),
  hotkey: z.string(),
  state: z.string(),
})
const broken = z.object({ level: z.literal('error'), event: z.string(), error: z.string() })

/** Chromium's own log: "[4711:1124/200102.123456:ERROR:bus.cc(398)] Failed to connect to the bus". */
const chromiumLog = /^\[\d+:(?:\d+\/[\d.]+:|\d+:\d+\/[\d.]+:)?(?:VERBOSE\d|INFO|WARNING|ERROR):/

/** What the stand-in, Chromium's debugging port and GTK say. */
const aside = /^(?:\[stand-in\]|DevTools listening|\(\S+:\d+\): \S+-(?:WARNING|CRITICAL|Message))/

export type Setting = {
  isStandIn: boolean
  /** Whether nobody can see the display. */
  isVirtual: boolean
  /** Whether it is started for a picture only. */
  isPicture: boolean
  platform: NodeJS.Platform
}

const json = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const readyWords = (
  hotkey: string,
  state: string,
  { isStandIn, isVirtual, isPicture, platform }: Setting,
): string | null => {
  if (isPicture) return null
  const key = platform === 'darwin' ? hotkey.replace('Alt', 'Option') : hotkey
  const said = 'Svc Launcher is ready.'
  if (isVirtual)
    return `${said} This machine has no display, so it runs on a virtual one. To see it: npm start -- --picture FILE`
  if (isStandIn)
    return `${said} Press ${key} in its window; from elsewhere, where the stand-in hears no key: npm start -- --toggle`
  return state === 'active'
    ? `${said} Press ${key}, from any program. Ctrl+C here ends it.`
    : `${said} ${key} may not arrive on this desktop: npm start -- --toggle brings it up too.`
}

/** @returns the line to print, or null; `hidden` is a line that explains a start that failed. */
export const toPerson = (line: string, setting: Setting): { shown: string | null; hidden: string | null } => {
  const entry = json(line)
  const isReady = ready.safeParse(entry)
  if (isReady.success)
    return { shown: readyWords(isReady.data.hotkey, isReady.data.state, setting), hidden: null }
  const isBroken = broken.safeParse(entry)
  if (isBroken.success) return { shown: `${isBroken.data.event}: ${isBroken.data.error}`, hidden: null }
  if (logLine.safeParse(entry).success || line.trim() === '') return { shown: null, hidden: null }
  return chromiumLog.test(line) || aside.test(line)
    ? { shown: null, hidden: line }
    : { shown: line, hidden: null }
}

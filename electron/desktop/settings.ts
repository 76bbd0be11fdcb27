// The settings file. A file that is not a JSON object is renamed and reported; it never prevents a start. Invalid values are
// replaced by defaults one by one.
import { readFileSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { createInOrder } from '../../shared/in-order.ts'
import { say } from '../../shared/language.ts'
import { type Settings, settings as settingsSchema, type SettingsChange } from '../../shared/ipc/settings.ts'
import { writeAtomically } from '../storage/files.ts'

export type Platform = 'mac' | 'windows' | 'linux'

export const platformOf = (platform: NodeJS.Platform): Platform =>
  platform === 'darwin' ? 'mac' : platform === 'win32' ? 'windows' : 'linux'

/** Not Alt+Space on Windows, where it opens the system menu of every window. */
export const defaultSettings = (platform: Platform): Settings => ({
  language: 'system',
  theme: 'system',
  briefTime: '08:30',
  briefDays: [1, 2, 3, 4, 5],
  // Enough to finish a sentence and join in time. Earlier alarms are the calendar's own.
  meetingReminder: 5,
  quietNotices: [],
  launchAtLogin: false,
  firstSteps: { left: [], until: 0 },
  keys: {},
  hotkeys:
    platform === 'mac'
      ? { summon: 'Alt+Space', capture: 'Alt+Shift+Space', brief: '' }
      : { summon: 'Ctrl+Alt+Space', capture: 'Ctrl+Alt+Shift+Space', brief: '' },
  compact: false,
  detailPane: true,
  window: { width: 920, height: 560 },
})

/** Labels of the settings in the settings view. */
const words = {
  language: 'settings.language',
  theme: 'settings.theme',
  briefTime: 'settings.briefTime',
  briefDays: 'settings.briefDays',
  meetingReminder: 'settings.remindMe',
  quietNotices: 'settings.notices',
  launchAtLogin: 'settings.launchAtLogin',
  keys: 'settings.keys',
  summon: 'settings.showPalette',
  capture: 'settings.capture',
  brief: 'settings.openBrief',
  compact: 'settings.compact',
  detailPane: 'detail.pane',
  window: 'settings.window',
} as const
type Named = keyof typeof words

/** Schema of the file. Missing and invalid values become `defaults`; invalid ones are reported to `onBad`. */
const tolerant = (defaults: Settings, onBad: (name: Named) => void) => {
  const { shape } = settingsSchema
  const or = <V>(schema: z.ZodType<V>, name: Named, usual: V) =>
    z
      .unknown()
      .optional()
      .transform((value): V => {
        const parsed = schema.safeParse(value)
        if (!parsed.success && value !== undefined) onBad(name)
        return parsed.success ? parsed.data : usual
      })
  const { summon, capture, brief } = shape.hotkeys.shape
  const hotkeys = z.object({
    summon: or(summon, 'summon', defaults.hotkeys.summon),
    capture: or(capture, 'capture', defaults.hotkeys.capture),
    brief: or(brief, 'brief', defaults.hotkeys.brief),
  })
  return z.object({
    language: or(shape.language, 'language', defaults.language),
    theme: or(shape.theme, 'theme', defaults.theme),
    briefTime: or(shape.briefTime, 'briefTime', defaults.briefTime),
    briefDays: or(shape.briefDays, 'briefDays', defaults.briefDays),
    meetingReminder: or(shape.meetingReminder, 'meetingReminder', defaults.meetingReminder),
    quietNotices: or(shape.quietNotices, 'quietNotices', defaults.quietNotices),
    keys: or(shape.keys, 'keys', defaults.keys),
    firstSteps: shape.firstSteps.catch(defaults.firstSteps),
    launchAtLogin: or(shape.launchAtLogin, 'launchAtLogin', defaults.launchAtLogin),
    hotkeys: hotkeys.default(defaults.hotkeys).catch(() => {
      onBad('summon')
      onBad('capture')
      onBad('brief')
      return defaults.hotkeys
    }),
    compact: or(shape.compact, 'compact', defaults.compact),
    detailPane: or(shape.detailPane, 'detailPane', defaults.detailPane),
    window: or(shape.window, 'window', defaults.window),
  })
}

export type SettingsStore = {
  get: () => Settings
  /** A problem with the settings file, for display, or null. */
  notice: () => string | null
  /** Resolves when the change is on disk. On a file system error it throws, and the old settings stay. */
  change: (
    change: SettingsChange & { hotkeys?: Partial<Settings['hotkeys']>; window?: Settings['window'] },
  ) => Promise<Settings>
}

/** Reads the file synchronously, because the hotkeys depend on it. Unknown keys are dropped, missing ones get defaults. */
export const createSettings = ({
  file,
  platform,
  now,
}: {
  file: string
  platform: Platform
  now: () => number
}): SettingsStore => {
  const defaults = defaultSettings(platform)
  /** A function, because the language is known only after the settings are read. */
  let notice: (() => string) | null = null
  let current = defaults
  const inOrder = createInOrder()

  const setAside = (): void => {
    const aside = `${file}.broken-${new Date(now()).toISOString().replaceAll(/[:.]/g, '-')}`
    try {
      renameSync(file, aside)
      notice = () => say('main.settingsSetAside', { file: basename(aside) })
    } catch {
      notice = () => say('main.settingsUnread')
    }
  }

  let text: string | null = null
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) setAside()
  }
  if (text !== null) {
    try {
      const bad: Named[] = []
      current = tolerant(defaults, (name) => bad.push(name)).parse(JSON.parse(text))
      if (bad.length > 0)
        notice = () => say('main.settingsReset', { names: bad.map((name) => say(words[name])).join(', ') })
    } catch {
      setAside()
    }
  }

  return {
    get: () => current,
    notice: () => notice?.() ?? null,
    change: (change) =>
      inOrder(async () => {
        const hotkeys = { ...current.hotkeys, ...change.hotkeys }
        const changed = settingsSchema.parse({ ...current, ...change, hotkeys })
        await writeAtomically(file, `${JSON.stringify(changed, null, 2)}\n`)
        current = changed
        return current
      }),
  }
}

// Schemas of the settings and of the hotkeys.
import { z } from 'zod'
import { notificationKind } from '../api/launcher/notifications.ts'
import { isGlobalHotkey } from '../hotkey.ts'
import { languages, say } from '../language.ts'

const theme = z.enum(['system', 'light', 'dark'])
const language = z.enum(languages)

/** An accelerator as in Electron, for example `Ctrl+Alt+Space`. */
const accelerator = z
  .string()
  .max(60)
  .refine(isGlobalHotkey, { error: () => say('settings.hotkey.plain') })

/** Empty: no hotkey. */
const noHotkey = z.literal('')

export const hotkeyNames = ['summon', 'capture', 'brief'] as const
export type HotkeyName = (typeof hotkeyNames)[number]

/** Only the brief can go without a hotkey. */
export const hotkeyChange = z.union([
  z.strictObject({ hotkey: z.enum(hotkeyNames), accelerator }),
  z.strictObject({ hotkey: z.literal('brief'), accelerator: noHotkey }),
])

export const hotkeyState = z.object({
  accelerator: accelerator.or(noHotkey),
  /**
   * `unconfirmed`: registered, but not pressed yet (Wayland). `unavailable`: the desktop does not support global hotkeys; its
   * own settings can run `svc-launcher --toggle`. `unset`: no hotkey was chosen.
   */
  state: z.enum(['active', 'unconfirmed', 'taken', 'unavailable', 'unset']),
})
export type HotkeyState = z.infer<typeof hotkeyState>

/** Days of the week as ISO numbers: Monday is 1, Sunday is 7. */
const weekday = z.number().int().min(1).max(7)

/** The smallest size of the window, in device-independent pixels. */
export const smallestWindow = { width: 480, height: 320 } as const
const most = 10_000

/** Chords that differ from those of the table of actions, by the id of the action. The page knows both. */
const changedKeys = z
  .record(z.string().max(40), z.string().max(30))
  .refine((keys) => new Set(Object.values(keys)).size === Object.keys(keys).length, {
    error: () => say('keys.unusable'),
  })
  .refine((keys) => Object.keys(keys).length <= 200, { error: () => say('keys.unusable') })

/** Suggestions of the first days in a local workspace. */
const firstStep = z.enum(['find', 'capture', 'brief', 'calendar', 'import', 'person'])
export type FirstStep = z.infer<typeof firstStep>

/** Minutes before the start. */
export const meetingReminders = ['off', 0, 1, 5, 10] as const
export type MeetingReminder = (typeof meetingReminders)[number]

export const settings = z.object({
  /** `system` is the first supported language of the desktop. */
  language: z.enum(['system', ...language.options]),
  theme,
  /** Local time of day of the brief, `HH:MM`. */
  briefTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => say('settings.timeLike') }),
  briefDays: z
    .array(weekday)
    .max(7)
    .refine((days) => new Set(days).size === days.length),
  meetingReminder: z.literal(meetingReminders),
  /** Kinds of notifications of which the desktop shows no notice. */
  quietNotices: z.array(notificationKind).refine((kinds) => new Set(kinds).size === kinds.length),
  launchAtLogin: z.boolean(),
  /** The rows "Try this" that were not chosen yet, and when they disappear (epoch milliseconds). */
  firstSteps: z.object({ left: z.array(firstStep).max(6), until: z.number() }),
  keys: changedKeys,
  hotkeys: z.object({ summon: accelerator, capture: accelerator, brief: accelerator.or(noHotkey) }),
  /** Whether the palette starts as its search field alone. */
  compact: z.boolean(),
  /** Whether a window that is wide enough shows the detail pane. */
  detailPane: z.boolean(),
  /** The size that the user gave the window, in device-independent pixels. */
  window: z.object({
    width: z.number().int().min(smallestWindow.width).max(most),
    height: z.number().int().min(smallestWindow.height).max(most),
  }),
})
export type Settings = z.infer<typeof settings>

/** Settings together with the state of the desktop. */
export const settingsView = z.object({
  settings,
  hotkeys: z.record(z.enum(hotkeyNames), hotkeyState),
  /** A problem with the settings file, for display. */
  notice: z.string().nullable(),
  /** The language, and the BCP 47 locale for dates and numbers. */
  speaks: z.object({ language, locale: z.string() }),
  platform: z.enum(['mac', 'windows', 'linux']),
  version: z.string(),
  /** Path of the database of the local workspace, whether there is one or not. */
  localDatabase: z.string(),
})
export type SettingsView = z.infer<typeof settingsView>

export const settingsChange = settings.omit({ hotkeys: true, window: true }).partial()
export type SettingsChange = z.infer<typeof settingsChange>

// What the launcher itself knows and shows: session, rows, outbox, settings, views. Not part of the HTTP contract.
import { z } from 'zod'
import { searchResult } from '../api/launcher-search.ts'
import { taskFields } from '../api/launcher-tasks.ts'
import { appError } from '../errors.ts'
import { isGlobalHotkey } from '../hotkey.ts'
import { languages, say } from '../language.ts'

export const view = z.enum(['palette', 'capture', 'brief', 'settings', 'outbox'])
export type View = z.infer<typeof view>

export const user = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type User = z.infer<typeof user>

export const account = z.object({
  /** `local` is the embedded service, whose address may change at a start. */
  kind: z.enum(['local', 'remote']),
  workspaceAddress: z.string(),
  /** Null where the service does not say it. */
  workspaceId: z.string().nullable(),
  workspaceName: z.string().nullable(),
  user,
})
export type Account = z.infer<typeof account>

/**
 * Said where nothing is kept at rest. `forgotten`: no keyring protects it. `locked`: the keyring did not open what was kept
 * before, which stays as it is.
 */
const outlook = z.enum(['forgotten', 'locked']).optional()

export const session = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('signedOut'),
    reason: z.enum(['none', 'user', 'expired', 'revoked']),
    /** Who was signed in before an expiry, so that the same person can resume. */
    previous: account.nullable(),
    /** Why the last sign-in did not end well, in words for the person. */
    problem: z.string().optional(),
    outlook,
  }),
  z.object({ kind: z.literal('signingIn'), workspaceAddress: z.string(), outlook }),
  z.object({
    kind: z.literal('signedIn'),
    account,
    /** False where tokens are not at rest, for want of a keyring or of room: the session ends with the program. */
    remembered: z.boolean(),
    outlook,
  }),
])
export type Session = z.infer<typeof session>

/** A row of the palette: what was found, and whether it is live or from what was seen before. */
export const row = searchResult.extend({
  source: z.enum(['live', 'cached']),
  /** When the service last said so, epoch milliseconds. */
  seenAt: z.number(),
})
export type Row = z.infer<typeof row>

/** What somebody did with a row, which ranks it (shared/search/local-index-score.ts). Times are epoch milliseconds. */
export const use = z.object({
  visits: z.array(z.number()),
  /** "Typed x, chose this": the text is folded. */
  choices: z.array(z.object({ typed: z.string(), at: z.number() })),
  pinned: z.boolean(),
})
/** Most rows were never used, and then say nothing of it. */
export const cachedRow = row.extend({ use: use.optional() })
export type CachedRow = z.infer<typeof cachedRow>

/** How much of what was read may be another now. */
export const changedData = z.enum(['home', 'everything'])
export type ChangedData = z.infer<typeof changedData>

/** How much of what was seen the page knows already. Points of one epoch can be compared. */
export const cachePoint = z.object({ epoch: z.number(), at: z.number().int() })
export type CachePoint = z.infer<typeof cachePoint>

/** Rows that are new or another since a point, and keys that are gone. With another epoch, all that was known before is void. */
export const cacheChanges = z.object({
  epoch: z.number(),
  upTo: z.number().int(),
  more: z.boolean(),
  rows: z.array(cachedRow),
  gone: z.array(z.string()),
})
export type CacheChanges = z.infer<typeof cacheChanges>

/** How the workspace was when anything last asked it. */
export const connection = z.object({
  state: z.enum(['online', 'offline', 'failing', 'locked', 'paused']),
  /** When a pause that the service asked for ends, epoch milliseconds. */
  until: z.number().nullable(),
})
export type Connection = z.infer<typeof connection>

/** What an empty query shows. */
export const home = z.object({
  nextMeeting: row.nullable(),
  dueToday: z.array(row),
  recents: z.array(row),
})
export type Home = z.infer<typeof home>

/** A task that a create may have made. */
export const foundTask = z.object({
  id: z.string(),
  webUrl: z.string(),
  /** ISO 8601, where the service says it. */
  createdAt: z.string().nullable().default(null),
})
export type FoundTask = z.infer<typeof foundTask>

/** Fields that two people changed: what this one wrote, and what is there. */
export const taskConflict = z.object({ yours: taskFields, theirs: taskFields })
export type TaskConflict = z.infer<typeof taskConflict>

/**
 * A write on its way (ux: draft → queued → sending → saved | checking → saved / not found | needs you). It is on disk
 * before it is sent; a create that got no answer is looked for, never sent twice (APP-07).
 */
export const outboxItem = z.object({
  id: z.string(),
  kind: z.enum(['createTask', 'updateTask', 'archiveTask']),
  title: z.string(),
  state: z.enum(['queued', 'sending', 'checking', 'notFound', 'saved', 'needsYou']),
  /** Set for updates, and for creates once saved. */
  taskId: z.string().nullable(),
  webUrl: z.string().nullable(),
  error: appError.nullable(),
  createdAt: z.number(),
  /** Of a queued one: not sent before, epoch milliseconds. */
  waitsUntil: z.number().nullable(),
  /** Of a deletion: until then it can be called off. */
  heldUntil: z.number().nullable(),
  /** What it writes, to be edited. */
  fields: taskFields,
  /** Of a change: what its person saw in these fields. */
  before: taskFields,
  /** Of a create that may have made one of several tasks. */
  candidates: z.array(foundTask),
  conflict: taskConflict.nullable(),
  /** A create that may have been made cannot be edited: its edit could not be told from another task. */
  canEdit: z.boolean(),
  /** It is the newest one that can be undone. */
  canUndo: z.boolean(),
  /** It undoes what was written: once it is saved, that is undone. */
  isUndo: z.boolean(),
  /** When it was saved or given up, epoch milliseconds. */
  settledAt: z.number().nullable(),
})
export type OutboxItem = z.infer<typeof outboxItem>

/** `cancelled`: it was never sent. `undoing`: it is written back, once it is known to be saved. */
export const undoAnswer = z.object({
  outcome: z.enum(['cancelled', 'undoing', 'nothing']),
  /** What is undone, as it was. */
  item: outboxItem.nullable(),
})
export type UndoAnswer = z.infer<typeof undoAnswer>

/** Words of a captured line that were decided by hand: `text`, or what exactly they mean (an id, an instant, minutes). */
const heldSpan = z.object({
  start: z.number().int(),
  end: z.number().int(),
  as: z.enum(['text', 'due', 'person', 'record', 'priority', 'estimate', 'status', 'section']),
  id: z.string(),
  name: z.string(),
})
export type Held = z.infer<typeof heldSpan>

/** Longer than anything that can be saved: what is too long is still somebody's text. */
const longText = z.string().max(200_000)
const picked = z.array(z.object({ id: z.string(), title: z.string() }))

/** A task form as it was typed, right or wrong. */
const formValues = z
  .object({
    title: longText,
    description: longText,
    status: longText,
    priority: longText,
    /** The text, and the instant that it meant when it was typed; null when it meant none. */
    due: z.object({ text: longText, instant: z.string().nullable() }),
    assignees: picked,
    estimate: longText,
    records: picked,
    meetings: picked,
    section: longText,
    /** Typed in a list field, and not chosen. */
    unchosen: z.object({ assignees: longText, records: longText, meetings: longText }),
  })
  .partial()

/** Whose text it is: `capture:…` and `newTask:…` for each that was begun, `edit:…` with the id of the task. */
export const draftKey = z.string().regex(/^(?:capture|newTask|edit)(?::.{1,200})?$/)

/** Unsent text, so that it survives dismissal, sign-in, a crash and an update. */
export const draft = z.object({
  text: longText,
  held: z.array(heldSpan).optional(),
  /** When the text was read: "tomorrow" is the day after that. Epoch milliseconds. */
  readAt: z.number().optional(),
  form: z
    .object({
      values: formValues,
      /** The task's title, and what its person saw in the changed fields when the edit began. */
      of: z.object({ title: z.string(), fields: taskFields }).optional(),
    })
    .optional(),
})
export type Draft = z.infer<typeof draft>
export type FormDraft = NonNullable<Draft['form']>

/** A draft in a list; `title` may be empty. */
export const draftSummary = z.object({ key: draftKey, title: z.string(), savedAt: z.number() })
export type DraftSummary = z.infer<typeof draftSummary>

const theme = z.enum(['system', 'light', 'dark'])
const language = z.enum(languages)

/** An accelerator in Electron's spelling, for example `Ctrl+Alt+Space`. */
export const accelerator = z
  .string()
  .max(60)
  .refine(isGlobalHotkey, { error: () => say('settings.hotkey.plain') })

export const hotkeyState = z.object({
  accelerator,
  /**
   * `unconfirmed`: registered, but where the desktop may lie (Wayland) no press has been seen yet. `unavailable`: this
   * desktop gives programs no hotkeys; its own settings can start `svc-launcher --toggle`.
   */
  state: z.enum(['active', 'unconfirmed', 'taken', 'unavailable']),
})
export type HotkeyState = z.infer<typeof hotkeyState>

/** Days of the week as ISO numbers: Monday is 1, Sunday is 7. */
const weekday = z.number().int().min(1).max(7)

export const settings = z.object({
  /** Of every word; `system` is the first of the desktop's languages that the launcher speaks. */
  language: z.enum(['system', ...language.options]),
  theme,
  /** Local time of day of the brief, `HH:MM`. */
  briefTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => say('settings.timeLike') }),
  briefDays: z
    .array(weekday)
    .max(7)
    .refine((days) => new Set(days).size === days.length),
  launchAtLogin: z.boolean(),
  hotkeys: z.object({ summon: accelerator, capture: accelerator }),
})
export type Settings = z.infer<typeof settings>

/** Settings with what the desktop made of them. */
export const settingsView = z.object({
  settings,
  hotkeys: z.object({ summon: hotkeyState, capture: hotkeyState }),
  /** Said once when the settings file could not be read and was set aside. */
  notice: z.string().nullable(),
  /** What is spoken, and the BCP 47 tag by which dates and numbers are written. */
  speaks: z.object({ language, locale: z.string() }),
  platform: z.enum(['mac', 'windows', 'linux']),
  version: z.string(),
})
export type SettingsView = z.infer<typeof settingsView>

export const settingsChange = settings.omit({ hotkeys: true }).partial()
export type SettingsChange = z.infer<typeof settingsChange>

export const briefSection = z.enum(['tasks', 'meetings', 'notifications'])
export type BriefSection = z.infer<typeof briefSection>

/** The brief, with when it was fetched. */
export const briefTimes = z.object({
  fetchedAt: z.number(),
  source: z.enum(['live', 'cached']),
  /** Sections that could not be read: they show what was seen before, if anything was. */
  failed: z.array(briefSection),
})

/** How a brief differs from the last one of an earlier day; `since` is epoch milliseconds. */
export const briefChanges = z.object({
  since: z.number(),
  newTaskIds: z.array(z.string()),
  movedTaskIds: z.array(z.string()),
  goneCount: z.number().int(),
})
export type BriefChanges = z.infer<typeof briefChanges>

/** What stands in the search field, so that a page that dies comes back with it. */
export const typed = z.strictObject({ query: longText, scope: z.string().max(20).nullable() })
export type Typed = z.infer<typeof typed>

export const shown = z.object({
  view,
  /** Grows with each summon, so that a late answer of an earlier one is dropped. */
  summon: z.number().int(),
})

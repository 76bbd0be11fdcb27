// Schemas of the launcher's own state: session, rows, outbox, drafts, views. Not part of the HTTP contract.
import { z } from 'zod'
import { changeKind } from '../api/changes.ts'
import { launcherComment, maxMentions } from '../api/comments.ts'
import { importChoices, importResource } from '../api/launcher/imports.ts'
import { launcherRecord } from '../api/launcher/records.ts'
import { brief, briefMeeting, searchResult, seenMeeting } from '../api/launcher/search.ts'
import { launcherTask, launcherTaskDetail, taskFields } from '../api/launcher/tasks.ts'
import { longestQuery } from '../api/limits.ts'
import { appError } from '../errors.ts'

export const view = z.enum(['palette', 'capture', 'brief', 'settings', 'outbox', 'addCalendar', 'import'])
export type View = z.infer<typeof view>

/** The target of a link or of the command line. It shows or fills in, and saves nothing. */
export const opening = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['task', 'record']), id: z.string() }),
  z.object({ kind: z.literal('search'), query: z.string() }),
  z.object({ kind: z.literal('capture'), text: z.string() }),
])
export type Opening = z.infer<typeof opening>

export const user = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type User = z.infer<typeof user>

export const account = z.object({
  /** `local` is the embedded service, whose address can change at each start. */
  kind: z.enum(['local', 'remote']),
  workspaceAddress: z.string(),
  /** Null if the service does not name it. */
  workspaceId: z.string().nullable(),
  workspaceName: z.string().nullable(),
  user,
})
export type Account = z.infer<typeof account>

/** Set if nothing is saved: no keyring (`memoryOnly`), or a vault that the keyring could not open (`locked`). */
const vault = z.enum(['memoryOnly', 'locked']).optional()

export const session = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('signedOut'),
    reason: z.enum(['none', 'user', 'expired', 'revoked']),
    /** The account before the session expired, so that the same person can resume. */
    previous: account.nullable(),
    /** Why the last sign-in failed, for display. */
    problem: z.string().optional(),
    vault,
  }),
  z.object({ kind: z.literal('signingIn'), workspaceAddress: z.string(), vault }),
  z.object({
    kind: z.literal('signedIn'),
    account,
    /** False if the session could not be saved. It then ends with the program. */
    remembered: z.boolean(),
    vault,
  }),
])
export type Session = z.infer<typeof session>

/** A workspace that this launcher knows. */
export const knownWorkspace = z.object({
  key: z.string(),
  kind: z.enum(['local', 'remote']),
  /** Null if the service does not name it, or of a local workspace that is not open. */
  name: z.string().nullable(),
  /** Empty for a local workspace. */
  address: z.string(),
  person: z.string().nullable(),
  /** How many writes wait for it. */
  waiting: z.number().int(),
})
export type KnownWorkspace = z.infer<typeof knownWorkspace>

/** A backup that was checked, and can be restored. */
export const preparedRestore = z.object({
  /** When it was made, ISO 8601. */
  createdAt: z.string(),
  /** Whose workspace it holds. */
  name: z.string(),
  /** Name of the file in which the present workspace will be kept. */
  keptAs: z.string(),
})
export type PreparedRestore = z.infer<typeof preparedRestore>

/** Scopes that some services lack, and older sign-ins too. They are asked for together, when something first needs one. */
export const furtherScope = z.enum([
  'meetings:write',
  'records:write',
  'comments:write',
  'notifications:write',
])
export type FurtherScope = z.infer<typeof furtherScope>

/**
 * Whether this sign-in has a further scope. `waiting`: for the browser. `refused`: not asked again in this run.
 * `unsupported`: the service does not offer it.
 */
export const scopeAccess = z.object({
  state: z.enum(['granted', 'missing', 'waiting', 'refused', 'unsupported']),
  /** Why the last attempt failed, for display. */
  problem: z.string().nullable(),
})
export type ScopeAccess = z.infer<typeof scopeAccess>

/** A row of the palette: a search result, live or cached. */
export const row = searchResult.extend({
  source: z.enum(['live', 'cached']),
  /** When the service last returned it, epoch milliseconds. */
  seenAt: z.number(),
})
export type Row = z.infer<typeof row>

const onItem = { kind: z.enum(['task', 'record']), id: z.string() }

/** The item that a comment is on. */
export const commentTarget = z.object(onItem)
export type CommentTarget = z.infer<typeof commentTarget>

const mention = z.object({ id: z.string(), name: z.string() })
export type Mention = z.infer<typeof mention>

/** The text of a comment. The names of those whom it mentions stand in it: `@Lena`. */
export const commentText = z.object({ content: z.string(), mentions: z.array(mention).max(maxMentions) })
export type CommentText = z.infer<typeof commentText>

/** A page of comments, newest first; from the cache it is the first one. */
export const commentPage = z.object({
  comments: z.array(launcherComment),
  nextCursor: z.string().nullable(),
  source: z.enum(['live', 'cached']),
})
export type CommentPage = z.infer<typeof commentPage>

/** Details of a task, a record or a meeting, for the detail pane. */
export const itemDetail = z.object({
  task: launcherTaskDetail.nullable(),
  /** Its subtasks, oldest first, as far as the launcher has seen them. Absent where the service does not say parents. */
  subtasks: z.array(launcherTask).optional(),
  record: launcherRecord.nullable(),
  meeting: seenMeeting
    // Open tasks that are linked to the meeting, as far as the launcher has seen them.
    .extend({ tasks: z.array(z.object({ id: z.string(), title: z.string() })) })
    .nullable(),
})
export type ItemDetail = z.infer<typeof itemDetail>

/** Usage of a row, for ranking (shared/search/score.ts). Times are epoch milliseconds. */
export const use = z.object({
  visits: z.array(z.number()),
  /** Texts for which the row was chosen. `typed` is folded. */
  choices: z.array(z.object({ typed: z.string(), at: z.number() })),
  pinned: z.boolean(),
})
/** `use` is absent for rows that were never used. */
export const cachedRow = row.extend({ use: use.optional() })
export type CachedRow = z.infer<typeof cachedRow>

/** Which data may have changed. */
export const changedData = z.union([
  z.enum(['home', 'everything']),
  /**
   * Items of these kinds, as the service tells of them. `gone` are keys of rows that are no longer there, `unseen` those of them that
   * are there for others, such as a task that somebody else got.
   */
  z.object({
    kinds: z.array(z.enum([...changeKind.options, 'notification'])),
    gone: z.array(z.string()),
    unseen: z.array(z.string()),
  }),
])
export type ChangedData = z.infer<typeof changedData>

/** How far the page has read the cache. Points of the same epoch can be compared. */
export const cachePoint = z.object({ epoch: z.number(), at: z.number().int() })
export type CachePoint = z.infer<typeof cachePoint>

/** New, changed and removed rows since a point. A new epoch invalidates all earlier rows. */
export const cacheChanges = z.object({
  epoch: z.number(),
  upTo: z.number().int(),
  more: z.boolean(),
  rows: z.array(cachedRow),
  gone: z.array(z.string()),
})
export type CacheChanges = z.infer<typeof cacheChanges>

/** State of the connection after the last request. */
export const connection = z.object({
  state: z.enum(['online', 'offline', 'failing', 'locked', 'paused']),
  /** End of a pause requested by the service, epoch milliseconds. */
  until: z.number().nullable(),
})
export type Connection = z.infer<typeof connection>

/** The timer of the person, as far as the launcher knows. Times are epoch milliseconds by the clock of this computer. */
export const timerView = z.object({
  running: z.object({ id: z.string(), title: z.string(), startedAt: z.number() }).nullable(),
  /** The computer slept while it ran, or the launcher did not run: asks what to keep. */
  gap: z.object({ from: z.number(), to: z.number() }).nullable(),
})
export type TimerView = z.infer<typeof timerView>

/** How much of a timer that ran through a sleep is kept: all of it, the time until the sleep, or nothing. */
export const keptTime = z.enum(['all', 'untilSleep', 'nothing'])
export type KeptTime = z.infer<typeof keptTime>

/** Content of an empty query. */
export const home = z.object({
  nextMeeting: row.nullable(),
  dueToday: z.array(row),
  recents: z.array(row),
})
export type Home = z.infer<typeof home>

/** A task that a create in doubt may have made. */
export const foundTask = z.object({
  id: z.string(),
  webUrl: z.string(),
  /** ISO 8601, if the service returns it. */
  createdAt: z.string().nullable().default(null),
})
export type FoundTask = z.infer<typeof foundTask>

/** Fields that two people changed, with both values. */
export const taskConflict = z.object({ yours: taskFields, theirs: taskFields })
export type TaskConflict = z.infer<typeof taskConflict>

/** Values of a record by the keys of its fields. A field without a value is absent, or null where it is cleared. */
export const recordValues = launcherRecord.shape.values

/** Values of a record that two people changed, with both values. */
const recordConflict = z.object({ yours: recordValues, theirs: recordValues })

/**
 * A pending write (queued → sending → saved | checking → saved / not found | needs you). It is on disk before it is sent. A
 * create without an answer is looked for, never repeated blindly (APP-07).
 */
export const outboxItem = z.object({
  id: z.string(),
  /** The same for writes that were made together. They are undone together. */
  batch: z.string().nullable(),
  kind: z.enum([
    'createTask',
    'updateTask',
    'archiveTask',
    'createRecord',
    'updateRecord',
    'archiveRecord',
    'restoreRecord',
    'createComment',
    'updateComment',
    'deleteComment',
    'setTimer',
    'logTime',
  ]),
  title: z.string(),
  state: z.enum(['queued', 'sending', 'checking', 'notFound', 'saved', 'needsYou']),
  /** Set for updates, and for creates once saved. */
  taskId: z.string().nullable(),
  /** Set for writes of records, also before a new record is saved. */
  recordId: z.string().nullable(),
  objectSlug: z.string().nullable(),
  webUrl: z.string().nullable(),
  error: appError.nullable(),
  createdAt: z.number(),
  /** A queued write is not sent before this time, epoch milliseconds. */
  waitsUntil: z.number().nullable(),
  /** A deletion is not sent before this time, so that undo can cancel it. */
  heldUntil: z.number().nullable(),
  /** The written fields. */
  fields: taskFields,
  /** Previous values of the changed fields. */
  before: taskFields,
  /** The written values of a record. */
  values: recordValues,
  /** Previous values of the changed ones. */
  valuesBefore: recordValues,
  /** Set for writes of comments, whose title is that of the item. A new comment has its id once it is saved. */
  comment: commentText.extend({ on: commentTarget, id: z.string().nullable() }).nullable(),
  /** A timer that is started or stopped; `at` is epoch milliseconds, by the service's clock. */
  timer: z.object({ action: z.enum(['start', 'stop']), at: z.number() }).optional(),
  /** Time that is logged. */
  minutes: z.number().int().optional(),
  /** The new record that this write names. The write is sent once that is saved. */
  waitsFor: z.object({ id: z.string(), title: z.string(), isStuck: z.boolean() }).nullable(),
  /** Tasks that a create in doubt may have made. */
  candidates: z.array(foundTask),
  conflict: taskConflict.nullable(),
  recordConflict: recordConflict.nullable(),
  /** False for a create in doubt, because its edit could become a second task. */
  canEdit: z.boolean(),
  /** True for the newest write that can be undone. */
  canUndo: z.boolean(),
  /** Whether this write undoes a saved one. */
  isUndo: z.boolean(),
  /** When it was saved or dropped, epoch milliseconds. */
  settledAt: z.number().nullable(),
})
export type OutboxItem = z.infer<typeof outboxItem>

/** `cancelled`: nothing was sent. `undoing`: inverses are sent once the writes are saved. */
export const undoAnswer = z.object({
  outcome: z.enum(['cancelled', 'undoing', 'nothing']),
  /** The undone write before the undo; of several, the newest. */
  item: outboxItem.nullable(),
  count: z.number().int(),
})
export type UndoAnswer = z.infer<typeof undoAnswer>

/** Words of a captured line with a meaning set by hand: plain text, or an id, an instant or minutes. */
const manualToken = z.object({
  start: z.number().int(),
  end: z.number().int(),
  as: z.enum([
    'text',
    'start',
    'due',
    'repeat',
    'person',
    'record',
    'priority',
    'estimate',
    'status',
    'section',
  ]),
  id: z.string(),
  name: z.string(),
})
export type ManualToken = z.infer<typeof manualToken>

/** Limit of draft texts. Larger than any valid field, because drafts keep invalid text too. */
const longText = z.string().max(200_000)
const picked = z.array(z.object({ id: z.string(), title: z.string() }))

/** Values of a task form as typed, valid or not. */
const formValues = z
  .object({
    title: longText,
    description: longText,
    status: longText,
    priority: longText,
    /** The text, and the instant that it meant when it was typed; null when it meant none. */
    start: z.object({ text: longText, instant: z.string().nullable() }),
    due: z.object({ text: longText, instant: z.string().nullable() }),
    repeat: z.object({ text: longText, id: z.string().nullable() }),
    assignees: picked,
    estimate: longText,
    records: picked,
    meetings: picked,
    parent: picked,
    section: longText,
    /** Text in a list field that is not chosen yet. */
    unchosen: z.object({
      assignees: longText,
      records: longText,
      meetings: longText,
      // Missing in drafts of earlier versions.
      parent: longText.default(''),
    }),
  })
  .partial()

/**
 * `capture:…` and `newTask:…` with a random id, `edit:…` with the id of the task, `newRecord:…` with the slug of the object and
 * a random id, `editRecord:…` with the id of the record, `comment:…` with the kind and the id of the item.
 */
export const draftKey = z
  .string()
  .regex(
    /^(?:(?:capture|newTask|edit)(?::.{1,200})?|newRecord:.{1,400}|editRecord:.{1,200}|comment:.{1,210})$/,
  )

/** Unsent text. It survives hiding, sign-in, a crash and an update. */
export const draft = z.object({
  text: longText,
  manual: z.array(manualToken).optional(),
  /** When the text was parsed, which "tomorrow" refers to. Epoch milliseconds. */
  readAt: z.number().optional(),
  form: z
    .object({
      values: formValues,
      /** Title of the task, and previous values of the changed fields. */
      of: z.object({ title: z.string(), fields: taskFields }).optional(),
    })
    .optional(),
  /** Values of a record form as typed, valid or not. */
  record: z
    .object({
      objectSlug: z.string().max(200),
      values: z.record(z.string(), z.unknown()),
      /** Title of the record, and its previous values. */
      of: z.object({ title: z.string(), values: recordValues }).optional(),
    })
    .optional(),
  /** Set for a comment, whose text is `text`: the title of its item, and the people who were chosen to be mentioned. */
  comment: z.object({ title: z.string(), mentions: z.array(mention) }).optional(),
})
export type Draft = z.infer<typeof draft>
export type FormDraft = NonNullable<Draft['form']>

/** A draft in a list. `title` may be empty. */
export const draftSummary = z.object({ key: draftKey, title: z.string(), savedAt: z.number() })
export type DraftSummary = z.infer<typeof draftSummary>

/** `field`: the search field alone. `captureOpen`: quick capture with a list or a panel. `full`: as the user sized it. */
export const windowSize = z.enum(['full', 'field', 'capture', 'captureOpen'])
export type WindowSize = z.infer<typeof windowSize>

/** A meeting of the brief, with what the list of meetings knows of the person's answer. */
export const agendaMeeting = briefMeeting.extend(seenMeeting.pick({ response: true, tentative: true }).shape)
export type AgendaMeeting = z.infer<typeof agendaMeeting>

/** The brief, with all meetings of the next days where the service lists them (CAL-07). */
export const agenda = brief.extend({ meetings: z.array(agendaMeeting) })
export type Agenda = z.infer<typeof agenda>

/** An import of a file. Choices that a newer service knows are left out. */
export const importSeen = importResource.extend({ choices: z.object(importChoices.shape) })
export type ImportSeen = z.infer<typeof importSeen>

export const briefSection = z.enum(['tasks', 'meetings', 'notifications'])
export type BriefSection = z.infer<typeof briefSection>

/** Time and source of a brief. */
export const briefTimes = z.object({
  fetchedAt: z.number(),
  source: z.enum(['live', 'cached']),
  /** Sections that could not be read. They contain cached data, if any. */
  failed: z.array(briefSection),
})

/** Difference to the last brief of an earlier day. `since` is epoch milliseconds. */
export const briefChanges = z.object({
  since: z.number(),
  newTaskIds: z.array(z.string()),
  movedTaskIds: z.array(z.string()),
  goneCount: z.number().int(),
})
export type BriefChanges = z.infer<typeof briefChanges>

/** Text of the search field, restored after a crash of the page. */
export const typed = z.strictObject({ query: longText, scope: z.string().max(20).nullable() })
export type Typed = z.infer<typeof typed>

const mostLists = 9
/** A query under a name and the digit of its key. */
const pinnedList = z.strictObject({
  key: z.number().int().min(1).max(mostLists),
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine((text) => text.isWellFormed()),
  query: z
    .string()
    .min(1)
    .max(longestQuery)
    .refine((text) => text.isWellFormed()),
})
export type PinnedList = z.infer<typeof pinnedList>
/** Each with a key of its own. */
export const pinnedLists = z
  .array(pinnedList)
  .max(mostLists)
  .refine((lists) => new Set(lists.map(({ key }) => key)).size === lists.length)

export const shown = z.object({
  view,
  /** Incremented by each summon, so that late answers can be dropped. */
  summon: z.number().int(),
})

// The IPC contract: the calls of the renderer and the events of the main process. Input and output are parsed, so that fields
// that are not declared here (a token, a header) cannot cross.
import { z } from 'zod'
import {
  calendar,
  calendarAddressesWrite,
  calendarPatch,
  calendarPreview,
  maxFileLength,
} from '../api/launcher/calendars.ts'
import { commentWrite } from '../api/comments.ts'
import { importChoices, importQuery, maxImportLength } from '../api/launcher/imports.ts'
import { launcherRecord, objectFields } from '../api/launcher/records.ts'
import { briefNotification, objectSummary, recordPreview, resultKind } from '../api/launcher/search.ts'
import {
  launcherTaskCreate,
  launcherTaskDetail,
  launcherTaskPatch,
  taskFields,
  taskListFilters,
  taskOptions,
} from '../api/launcher/tasks.ts'
import { longestQuery } from '../api/limits.ts'
import { timeWrite } from '../api/timers.ts'
import type { CallName, EventName } from './channels.ts'
import { say } from '../language.ts'
import {
  agenda,
  briefChanges,
  briefTimes,
  connection,
  draft,
  draftKey,
  draftSummary,
  home,
  changedData,
  itemDetail,
  knownWorkspace,
  preparedRestore,
  cacheChanges,
  cachePoint,
  commentPage,
  commentTarget,
  commentText,
  importSeen,
  keptTime,
  opening,
  outboxItem,
  pinnedLists,
  recordValues,
  undoAnswer,
  row,
  furtherScope,
  scopeAccess,
  session,
  shown,
  timerView,
  typed,
  windowSize,
} from './launcher.ts'
import { hotkeyChange, settingsChange, settingsView } from './settings.ts'

const nothing = z.undefined()
/** Used in URLs, so it must be well-formed Unicode. */
const id = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed())
const kind = z.string().max(50)
/** One entry for each task. */
const several = <T extends z.ZodType<{ id: string }>>(one: T) =>
  z
    .array(one)
    .min(1)
    .max(500)
    .refine((some) => new Set(some.map((each) => each.id)).size === some.length)
/** A record that this launcher makes. The id is random, so that the create can be repeated. */
const newRecord = z.strictObject({ id: z.uuid(), objectSlug: id, values: recordValues })
/** A typed address, or the bytes of a file. */
const address = z.strictObject({ url: z.string().trim().min(1).max(2_048) })
const calendarFile = z.strictObject({
  file: z.instanceof(Uint8Array).refine((file) => file.byteLength <= maxFileLength),
})
/** Of the owner of a local workspace. */
const personName = z
  .string()
  .trim()
  .min(1, { error: () => say('signIn.name.missing') })
  .max(100)
/** A task or a record, with the title that the outbox shows. */
const commented = z.strictObject({ ...commentTarget.shape, id, title: z.string() })
const commentWritten = z.strictObject({ ...commentText.shape, content: commentWrite.shape.content })
const newCalendar = calendarPatch.shape
const search = z.strictObject({
  query: z.string().max(longestQuery),
  types: z.array(resultKind).optional(),
  /** The query asks for a list of tasks by these filters. */
  list: taskListFilters.optional(),
})

export const calls = {
  'session.get': { input: nothing, output: session },
  /** Opens the system browser; the outcome arrives as `session.changed`. */
  'session.signIn': {
    input: z.strictObject({ workspaceAddress: z.string().min(1).max(500) }),
    output: session,
  },
  /** Opens the page of the pending sign-in in the browser once more. */
  'session.reopenSignIn': { input: nothing, output: nothing },
  /** Copies the address of that page; the renderer never sees it. */
  'session.copySignInLink': { input: nothing, output: nothing },
  'session.cancelSignIn': { input: nothing, output: session },
  'session.signOut': { input: nothing, output: session },
  /** The owner's name of the local workspace, or null if there is none. */
  'session.localWorkspace': { input: nothing, output: z.string().nullable() },
  /** Signs in to it; nothing is asked. */
  'session.openLocal': { input: nothing, output: session },
  /** "Use a local workspace" (APP-08). */
  'session.createLocal': {
    input: z.strictObject({
      name: personName,
      addDemoData: z.boolean(),
    }),
    output: session,
  },

  /** The workspaces that can be switched to, with the present one. */
  'workspaces.list': {
    input: nothing,
    output: z.object({ present: z.string().nullable(), workspaces: z.array(knownWorkspace) }),
  },
  /** The present session waits; no sign-out. A session that is gone leads to the sign-in page with its address. */
  'workspaces.switch': { input: z.strictObject({ key: z.string().min(1).max(3_000) }), output: session },
  /** The present session waits, and the sign-in page is shown. */
  'workspaces.leave': { input: nothing, output: session },

  'local.rename': { input: z.strictObject({ name: personName }), output: session },
  /** Asks for a file in a native dialog. Null if none was chosen. */
  'local.backUp': { input: nothing, output: z.object({ file: z.string() }).nullable() },
  /** Asks for a backup in a native dialog, and checks it. Null if none was chosen. */
  'local.chooseBackup': { input: nothing, output: preparedRestore.nullable() },
  /** Replaces the workspace by the chosen backup and signs in to it. */
  'local.restore': { input: nothing, output: z.object({ kept: z.string() }) },
  'local.cancelRestore': { input: nothing, output: nothing },
  /** Writes the workspace for a server. Asks for a file in a native dialog. */
  'local.export': { input: nothing, output: z.object({ file: z.string() }).nullable() },
  'local.openFolder': { input: nothing, output: nothing },

  /** Whether this sign-in has a scope that some services and older sign-ins lack. */
  'session.scope': { input: z.strictObject({ scope: furtherScope }), output: scopeAccess },
  /** Asks for it and the others in the browser. `session.changed` follows when it is decided. */
  'session.allowScope': { input: z.strictObject({ scope: furtherScope }), output: scopeAccess },

  'home.get': { input: nothing, output: home },
  /** Refetches the content of an empty query. `data.changed` follows. */
  'home.refresh': { input: nothing, output: nothing },
  'connection.get': { input: nothing, output: connection },
  /** Changes of the cached rows since a point, in parts. The page searches them on each keystroke. */
  'search.changes': {
    input: z.strictObject({ since: cachePoint.nullable() }),
    output: cacheChanges,
  },
  /** Records that a row was chosen for a text, to rank it higher the next time. */
  'search.chose': {
    input: z.strictObject({ typed: z.string().max(longestQuery), kind, id }),
    output: nothing,
  },
  'search.pin': { input: z.strictObject({ kind, id, pinned: z.boolean() }), output: nothing },
  /** Deletes the usage of a row, not the row. */
  'search.forget': { input: z.strictObject({ kind, id }), output: nothing },
  /** Saves a successful query for the history (↑). */
  'search.keep': { input: typed, output: nothing },
  /** Newest first. */
  'search.history': { input: nothing, output: z.array(typed) },
  /** The pinned lists, by their keys. */
  'lists.get': { input: nothing, output: pinnedLists },
  /** Keeps them instead of the earlier ones. */
  'lists.set': { input: z.strictObject({ lists: pinnedLists }), output: pinnedLists },
  /** Searches the service. A newer search aborts the older one, which fails as `cancelled`. */
  /** `cutAfter`: a list has more tasks than these, which were read. */
  'search.run': {
    input: search,
    output: z.object({ query: z.string(), rows: z.array(row), cutAfter: z.int().optional() }),
  },
  'objects.list': { input: nothing, output: z.array(objectSummary) },
  'records.browse': {
    input: z.strictObject({ objectSlug: id, query: z.string().max(200), cursor: z.string().nullable() }),
    output: z.object({
      object: objectSummary,
      records: z.array(recordPreview),
      nextCursor: z.string().nullable(),
    }),
  },
  /** The fields of an object. `notFound`: the service cannot create records. */
  'records.fields': { input: z.strictObject({ objectSlug: id }), output: objectFields },
  'records.get': { input: z.strictObject({ id }), output: launcherRecord },
  /** Queues a create. Resolves when it is on disk. `replaces` is the write that was not sent or was refused, and was edited. */
  'records.submit': {
    input: z.strictObject({ record: newRecord, title: z.string(), replaces: id.optional() }),
    output: outboxItem,
  },
  /** Queues a change. A key of `change` that `before` lacks had no value. */
  'records.update': {
    input: z.strictObject({
      id,
      objectSlug: id,
      title: z.string(),
      change: recordValues,
      before: recordValues,
      replaces: z.array(id).max(100).optional(),
    }),
    output: outboxItem,
  },
  /** Queues archivings, which wait until undo is over. A later undo restores. */
  'records.archive': {
    input: z.strictObject({
      records: several(z.strictObject({ id, objectSlug: id, title: z.string() })),
    }),
    output: z.array(outboxItem),
  },
  'records.restore': {
    input: z.strictObject({ id, objectSlug: id, title: z.string() }),
    output: outboxItem,
  },
  /** Comments on a task or a record: live, else the cached ones. `data.changed` follows each write of one. */
  'comments.list': {
    input: z.strictObject({
      on: z.strictObject({ ...commentTarget.shape, id }),
      cursor: z.string().nullable(),
    }),
    output: commentPage,
  },
  /** Queues a comment. `replaces` is the one that was not sent or was refused, and was edited. */
  'comments.submit': {
    input: z.strictObject({ on: commented, text: commentWritten, replaces: id.optional() }),
    output: outboxItem,
  },
  /** Queues a change of an own comment. It takes the place of an earlier one that was not sent. */
  'comments.update': {
    input: z.strictObject({ on: commented, id, text: commentWritten, before: commentText }),
    output: outboxItem,
  },
  /** Queues a deletion, which waits until undo is over. */
  'comments.delete': { input: z.strictObject({ on: commented, id }), output: outboxItem },
  'brief.get': {
    input: nothing,
    output: briefTimes.extend({ brief: agenda, changes: briefChanges.optional() }),
  },

  /**
   * Marks notifications as read: these, as they were at a time, or all that happened at a time or earlier. They are read here at
   * once, and in the service when it can be reached.
   */
  'notifications.read': {
    input: z.union([
      z.strictObject({
        ids: z.array(id).min(1).max(100),
        before: z.iso.datetime({ offset: true }).optional(),
      }),
      z.strictObject({ before: z.iso.datetime({ offset: true }) }),
    ]),
    output: nothing,
  },

  'tasks.options': { input: nothing, output: taskOptions },
  'tasks.get': { input: z.strictObject({ id }), output: launcherTaskDetail },
  /**
   * Queues a create. Resolves when it is on disk, not when it is sent. `replaces` is the refused write it was edited from.
   * `newRecords` are created before the task, and are undone with it.
   */
  'tasks.submit': {
    input: z.strictObject({
      task: launcherTaskCreate,
      replaces: id.optional(),
      newRecords: z
        .array(newRecord.extend({ title: z.string() }))
        .max(10)
        .optional(),
    }),
    output: outboxItem,
  },
  /** Queues a change. `before` has the previous values of the fields; `replaces` lists pending changes that it replaces. */
  'tasks.update': {
    input: z.strictObject({
      id,
      title: z.string(),
      change: launcherTaskPatch,
      before: taskFields,
      replaces: z.array(id).max(100).optional(),
    }),
    output: outboxItem,
  },
  /** Queues changes of several tasks: all of them or none. They are undone together. */
  'tasks.updateAll': {
    input: z.strictObject({
      changes: several(
        z.strictObject({ id, title: z.string(), change: launcherTaskPatch, before: taskFields }),
      ),
    }),
    output: z.array(outboxItem),
  },
  'tasks.logTime': {
    input: z.strictObject({ id, title: z.string(), minutes: timeWrite.shape.minutes }),
    output: outboxItem,
  },
  'timer.get': { input: nothing, output: timerView },
  'timer.start': { input: z.strictObject({ id, title: z.string() }), output: nothing },
  /** Without an answer to a gap, the gap is not logged. */
  'timer.stop': { input: nothing, output: nothing },
  'timer.answer': { input: z.strictObject({ keep: keptTime }), output: nothing },
  /** Queues deletions, which wait until undo is over. */
  'tasks.delete': {
    input: z.strictObject({ tasks: several(z.strictObject({ id, title: z.string() })) }),
    output: z.array(outboxItem),
  },

  'outbox.get': { input: nothing, output: z.array(outboxItem) },
  'outbox.discard': { input: z.strictObject({ id }), output: z.array(outboxItem) },
  /** "Create again" or "Retry" of an item that needs a decision. */
  'outbox.retry': { input: z.strictObject({ id }), output: z.array(outboxItem) },
  /** Chooses which of several tasks a create made. */
  'outbox.pick': { input: z.strictObject({ id, taskId: id }), output: z.array(outboxItem) },
  /** Resolves a conflict. `mine` lists the fields, or keys of values, that keep this person's value. */
  'outbox.resolve': {
    input: z.strictObject({ id, mine: z.array(z.string().max(200)) }),
    output: z.array(outboxItem),
  },
  /** Undoes a write by id, or the newest of the last minute. A write that was not sent yet is cancelled. */
  'outbox.undo': { input: z.strictObject({ id: id.optional() }), output: undoAnswer },
  /** Newest first. */
  'drafts.list': { input: nothing, output: z.array(draftSummary) },
  'drafts.get': { input: z.strictObject({ key: draftKey }), output: draft.nullable() },
  'drafts.set': { input: z.strictObject({ key: draftKey, draft: draft.nullable() }), output: nothing },

  /** The calendars of the person. Null: the service has none. */
  'calendars.list': { input: nothing, output: z.array(calendar).nullable() },
  /** The contents of a calendar. A newer preview aborts this one, which fails as `cancelled`. */
  'calendars.preview': { input: z.union([address, calendarFile]), output: calendarPreview },
  'calendars.add': {
    input: z.strictObject({
      source: z.union([address, calendarFile]),
      about: z.strictObject({
        name: newCalendar.name,
        color: newCalendar.color,
        visibility: newCalendar.visibility,
      }),
    }),
    output: calendar,
  },
  'calendars.change': { input: z.strictObject({ id, change: calendarPatch }), output: calendar },
  'calendars.remove': { input: z.strictObject({ id }), output: nothing },
  /** Reads a subscription now. A failure is in its `problem`. */
  'calendars.readNow': { input: z.strictObject({ id }), output: calendar },
  /** Further email addresses by which calendars know the person. */
  'calendars.addresses': { input: nothing, output: z.array(z.string()) },
  'calendars.setAddresses': { input: calendarAddressesWrite, output: z.array(z.string()) },
  /** The name of the file that the desktop opened with the launcher, or null. */
  'calendars.openedFile': { input: nothing, output: z.string().nullable() },
  /** Reads that file, once the person has confirmed. */
  'calendars.readOpenedFile': {
    input: nothing,
    output: z.object({ name: z.string(), file: z.instanceof(Uint8Array) }),
  },

  /** The name of the file to import that the desktop opened with the launcher, or null. */
  'imports.openedFile': { input: nothing, output: z.string().nullable() },
  /** Reads that file, once the person has confirmed. */
  'imports.readOpenedFile': {
    input: nothing,
    output: z.object({ name: z.string(), file: z.instanceof(Uint8Array) }),
  },
  /** The imports of the person in the last 7 days, newest first. Null: the service cannot import. */
  'imports.list': { input: nothing, output: z.array(importSeen).nullable() },
  /** Looks at a file. Nothing is written before `imports.start`. */
  'imports.add': {
    input: z.strictObject({
      name: importQuery.shape.name,
      file: z.instanceof(Uint8Array).refine((file) => file.byteLength <= maxImportLength),
    }),
    output: importSeen,
  },
  'imports.get': { input: z.strictObject({ id }), output: importSeen },
  /** Looks again with these choices. What is absent stays. */
  'imports.choose': { input: z.strictObject({ id, choices: importChoices }), output: importSeen },
  /** Begins to write, or goes on after a failure. `import.changed` follows until it ends. */
  'imports.start': { input: z.strictObject({ id }), output: importSeen },
  'imports.cancel': { input: z.strictObject({ id }), output: importSeen },
  'imports.undo': { input: z.strictObject({ id }), output: importSeen },
  /** Drops a file that was not imported. */
  'imports.drop': { input: z.strictObject({ id }), output: nothing },
  /** Saves the rows that were left out as a CSV file. Returns where: its folder and its name. */
  'imports.saveLeftOut': {
    input: z.strictObject({ id }),
    output: z.object({ folder: z.string(), name: z.string() }),
  },

  /** Opens an item in the system browser by kind and id. The page never supplies the address. */
  'items.open': { input: z.strictObject({ kind, id }), output: nothing },
  'items.join': { input: z.strictObject({ id }), output: nothing },
  /** Joins the meeting that runs or comes next today. False if there is none with a link. */
  'items.joinNext': { input: nothing, output: z.boolean() },
  /** Opens the service's page of keys, sign-ins, members and webhooks in the system browser. */
  'developerSettings.open': { input: nothing, output: nothing },
  /** Details that a row does not contain, from the cache at once or from the service. Null if it is not known. */
  'items.detail': {
    input: z.strictObject({
      kind: z.enum(['task', 'record', 'meeting']),
      id,
      from: z.enum(['cache', 'service']),
    }),
    output: itemDetail,
  },
  /** Writes to, calls or opens a contact or a link. The main process opens only values of the cached item. */
  'items.contact': { input: z.strictObject({ kind, id, value: z.string().max(2_000) }), output: nothing },

  'settings.get': { input: nothing, output: settingsView },
  'settings.set': { input: z.strictObject(settingsChange.shape), output: settingsView },
  /** Registers the new accelerator before the old one is released. If it is taken, nothing changes. */
  'hotkeys.record': { input: hotkeyChange, output: settingsView },
  /** Disables the hotkeys while a new one is recorded. Ends with `hotkeys.record` or a hide. */
  'hotkeys.suspend': { input: z.strictObject({ suspended: z.boolean() }), output: nothing },

  /**
   * Restarts the launcher, so that the keyring is asked again. Where changes are in memory only it restarts with `lose` only,
   * and says how many there are.
   */
  'vault.retry': {
    input: z.strictObject({ lose: z.boolean() }),
    output: z.object({ unsaved: z.number().int().nonnegative() }),
  },
  /** Moves the locked vault aside and saves the data of this run. `session.changed` follows. */
  'vault.startOver': { input: nothing, output: nothing },
  'app.quit': { input: nothing, output: nothing },
  /** The page has loaded. Returns the current view. */
  'view.ready': {
    input: nothing,
    output: shown.extend({ typed: typed.nullable(), opening: opening.nullable() }).nullable(),
  },
  /** Opens capture with the text of the clipboard. `opening.shown` follows. */
  'view.captureClipboard': { input: nothing, output: nothing },
  /** Stores the typed text until the view is hidden. Ignored for an earlier summon. */
  'view.typed': { input: typed.extend({ summon: z.number().int() }), output: nothing },
  /** Hides the window, unless a later summon has shown it again. */
  'view.hide': { input: z.strictObject({ summon: z.number().int() }), output: nothing },
  /** While held, losing the focus does not hide the window. Ends with the next hide or show. */
  'view.hold': { input: z.strictObject({ held: z.boolean() }), output: nothing },
  /** Resizes the window for what the view shows. Ignored for an earlier summon. */
  'view.resize': { input: z.strictObject({ summon: z.number().int(), size: windowSize }), output: nothing },
  /** Sent two frames after `view.shown`. The main process logs the time since the summon. */
  'view.painted': { input: z.strictObject({ summon: z.number().int() }), output: nothing },
} as const satisfies Record<CallName, { input: z.ZodType; output: z.ZodType }>

/** Events carry the complete state, so that a late listener misses nothing. */
export const events = {
  'session.changed': session,
  'outbox.changed': z.array(outboxItem),
  'settings.changed': settingsView,
  'view.shown': shown,
  'view.hidden': z.undefined(),
  /** A notification or the tray asks for the details of a meeting. Follows `view.shown`. */
  'meeting.shown': z.object({ id: z.string(), title: z.string() }),
  /** A link, the command line or the clipboard. Follows `view.shown`. */
  'opening.shown': opening,
  /** A desktop notification was clicked: its target is to open. Follows `view.shown`. */
  'notification.shown': briefNotification,
  /** Data may have changed: only the content of an empty query, items of some kinds, or everything. */
  'data.changed': changedData,
  /** Progress of an import, and its end. */
  'import.changed': importSeen,
  'connection.changed': connection,
  'timer.changed': timerView,
  /** Rows or lines of a backup, a restore or an export so far. */
  'local.progress': z.number(),
} as const satisfies Record<EventName, z.ZodType>

export type Input<N extends CallName> = z.input<(typeof calls)[N]['input']>
export type Parsed<N extends CallName> = z.output<(typeof calls)[N]['input']>
export type Output<N extends CallName> = z.output<(typeof calls)[N]['output']>
export type EventValue<N extends EventName> = z.output<(typeof events)[N]>

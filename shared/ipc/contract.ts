// The IPC contract: what the renderer may ask of the main process, and what it is told. Input is strict, output is
// parsed too, so that nothing that is not named here (a token, a header) can cross.
import { z } from 'zod'
import { brief, objectSummary, recordPreview, resultKind } from '../api/launcher-search.ts'
import {
  launcherTaskCreate,
  launcherTaskDetail,
  launcherTaskPatch,
  taskFields,
  taskOptions,
} from '../api/launcher-tasks.ts'
import { longestQuery } from '../api/limits.ts'
import type { CallName, EventName } from './channels.ts'
import { say } from '../language.ts'
import {
  accelerator,
  briefChanges,
  briefTimes,
  connection,
  draft,
  draftKey,
  draftSummary,
  home,
  changedData,
  cacheChanges,
  cachePoint,
  outboxItem,
  undoAnswer,
  row,
  session,
  settingsChange,
  settingsView,
  shown,
  typed,
} from './launcher.ts'

const nothing = z.undefined()
/** Ends up in an address, which holds no half of a letter. */
const id = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed())
const kind = z.string().max(50)
const search = z.strictObject({ query: z.string().max(longestQuery), types: z.array(resultKind).optional() })

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
  /** "Use a local workspace" (APP-08). */
  'session.createLocal': {
    input: z.strictObject({
      name: z
        .string()
        .trim()
        .min(1, { error: () => say('signIn.name.missing') })
        .max(100),
      email: z.email({ error: () => say('signIn.email.missing') }).max(200),
      addDemoData: z.boolean(),
    }),
    output: session,
  },

  'home.get': { input: nothing, output: home },
  /** Asks the service for what an empty query shows; it then arrives as `data.changed`. */
  'home.refresh': { input: nothing, output: nothing },
  'connection.get': { input: nothing, output: connection },
  /** What was seen, in parts, as it changes: the page searches it in the frame of the keystroke. */
  'search.changes': {
    input: z.strictObject({ since: cachePoint.nullable() }),
    output: cacheChanges,
  },
  /** "Typed this, chose that": ranks it higher the next time. */
  'search.chose': {
    input: z.strictObject({ typed: z.string().max(longestQuery), kind, id }),
    output: nothing,
  },
  'search.pin': { input: z.strictObject({ kind, id, pinned: z.boolean() }), output: nothing },
  /** Forgets what was opened and chosen, not the row. */
  'search.forget': { input: z.strictObject({ kind, id }), output: nothing },
  /** A query of the palette that led to something: ↑ brings it back. */
  'search.keep': { input: typed, output: nothing },
  /** Newest first. */
  'search.history': { input: nothing, output: z.array(typed) },
  /** From the service. A newer run aborts the older one, which then fails as `cancelled`. */
  'search.run': { input: search, output: z.object({ query: z.string(), rows: z.array(row) }) },
  'objects.list': { input: nothing, output: z.array(objectSummary) },
  'records.browse': {
    input: z.strictObject({ objectSlug: id, query: z.string().max(200), cursor: z.string().nullable() }),
    output: z.object({
      object: objectSummary,
      records: z.array(recordPreview),
      nextCursor: z.string().nullable(),
    }),
  },
  'brief.get': { input: nothing, output: briefTimes.extend({ brief, changes: briefChanges.optional() }) },

  'tasks.options': { input: nothing, output: taskOptions },
  'tasks.get': { input: z.strictObject({ id }), output: launcherTaskDetail },
  /** Queues a create. Resolves when it is on disk, not when it is sent. `replaces` is one that it was written from. */
  'tasks.submit': {
    input: z.strictObject({ task: launcherTaskCreate, replaces: id.optional() }),
    output: outboxItem,
  },
  /** Queues a change of the fields given; `before` is what the person saw in them. `replaces` are changes that still wait. */
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

  'outbox.get': { input: nothing, output: z.array(outboxItem) },
  'outbox.discard': { input: z.strictObject({ id }), output: z.array(outboxItem) },
  /** "Create again", or "retry" of an item that needs you. */
  'outbox.retry': { input: z.strictObject({ id }), output: z.array(outboxItem) },
  /** Which of several tasks a create made. */
  'outbox.pick': { input: z.strictObject({ id, taskId: id }), output: z.array(outboxItem) },
  /** Of two people's fields: the ones in which this person's is to stand. */
  'outbox.resolve': {
    input: z.strictObject({ id, mine: z.array(taskFields.keyof()) }),
    output: z.array(outboxItem),
  },
  /** Undoes the newest write that can be undone: of the last minute, or the one of this id. What was not sent never is. */
  'outbox.undo': { input: z.strictObject({ id: id.optional() }), output: undoAnswer },
  /** Newest first. */
  'drafts.list': { input: nothing, output: z.array(draftSummary) },
  'drafts.get': { input: z.strictObject({ key: draftKey }), output: draft.nullable() },
  'drafts.set': { input: z.strictObject({ key: draftKey, draft: draft.nullable() }), output: nothing },

  /** Opens what was shown in the system browser, by kind and id; the address never comes from the page. */
  'items.open': { input: z.strictObject({ kind, id }), output: nothing },
  'items.join': { input: z.strictObject({ id }), output: nothing },

  'settings.get': { input: nothing, output: settingsView },
  'settings.set': { input: z.strictObject(settingsChange.shape), output: settingsView },
  /** Probes the new accelerator before the old one is released; a taken one rolls back. */
  'hotkeys.record': {
    input: z.strictObject({ hotkey: z.enum(['summon', 'capture']), accelerator }),
    output: settingsView,
  },
  /** While somebody records a hotkey, the ones in force are only keys. Ends with `hotkeys.record` or a hide. */
  'hotkeys.suspend': { input: z.strictObject({ suspended: z.boolean() }), output: nothing },

  /**
   * Restarts the launcher, so that the keyring is asked again. Where changes are in memory only it restarts with `lose` only,
   * and says how many there are.
   */
  'vault.retry': {
    input: z.strictObject({ lose: z.boolean() }),
    output: z.object({ unsaved: z.number().int().nonnegative() }),
  },
  /** Sets aside what the keyring did not open, and keeps what this run has in memory. The session says that it is done. */
  'vault.startOver': { input: nothing, output: nothing },
  'app.quit': { input: nothing, output: nothing },
  /** The page listens; what was shown before is told again. */
  'view.ready': { input: nothing, output: shown.extend({ typed: typed.nullable() }).nullable() },
  /** Kept until the view is hidden. */
  'view.typed': { input: typed, output: nothing },
  /** Hides what `summon` showed; a later summon stays. */
  'view.hide': { input: z.strictObject({ summon: z.number().int() }), output: nothing },
  /** While held, losing the focus does not hide: a form holds text. Ends when the view is hidden or shown anew. */
  'view.hold': { input: z.strictObject({ held: z.boolean() }), output: nothing },
  /** Two frames after `view.shown`; milliseconds from the summon are logged. */
  'view.painted': { input: z.strictObject({ summon: z.number().int() }), output: nothing },
} as const satisfies Record<CallName, { input: z.ZodType; output: z.ZodType }>

/** Events carry whole state, so that a late listener is right. */
export const events = {
  'session.changed': session,
  'outbox.changed': z.array(outboxItem),
  'settings.changed': settingsView,
  'view.shown': shown,
  'view.hidden': z.undefined(),
  /** What was read may have changed: what an empty query shows, or anything, by a save or a sign-in. */
  'data.changed': changedData,
  'connection.changed': connection,
} as const satisfies Record<EventName, z.ZodType>

export type Input<N extends CallName> = z.input<(typeof calls)[N]['input']>
export type Parsed<N extends CallName> = z.output<(typeof calls)[N]['input']>
export type Output<N extends CallName> = z.output<(typeof calls)[N]['output']>
export type EventValue<N extends EventName> = z.output<(typeof events)[N]>

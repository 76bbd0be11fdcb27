// One write of the outbox: its form on disk, and its form for the page.
import { z } from 'zod'
import {
  keptTaskCreate,
  type LauncherTaskCreate,
  type TaskFields,
  taskFields,
} from '../../../shared/api/launcher-tasks.ts'
import { appError } from '../../../shared/errors.ts'
import { foundTask, type OutboxItem, taskConflict } from '../../../shared/ipc/launcher.ts'

/** The request that an entry sends. */
export const work = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('createTask'),
    task: keptTaskCreate,
    /** Its `Idempotency-Key`; a service that does not honour keys ignores it. */
    key: z.string(),
  }),
  z.object({
    kind: z.literal('updateTask'),
    taskId: z.string(),
    change: taskFields,
    /** The values that the user saw. A field that is missing here was not seen, and is overwritten. */
    before: taskFields.default({}),
  }),
  /** Undoes a create. With a tag, only if the task still has that version. */
  z.object({ kind: z.literal('archiveTask'), taskId: z.string(), tag: z.string().nullable() }),
])
export type Work = z.infer<typeof work>
export type Create = Extract<Work, { kind: 'createTask' }>

export const creating = (task: LauncherTaskCreate, key = ''): Create => ({
  kind: 'createTask',
  task,
  key,
})

export const entry = z.object({
  id: z.string(),
  /** The user who wrote it. Only their session sends it. */
  owner: z.string(),
  work,
  /** Writes made together have the same batch. They are undone together. */
  batch: z.string().nullable(),
  title: z.string(),
  state: z.enum(['queued', 'sending', 'checking', 'notFound', 'saved', 'needsYou']),
  taskId: z.string().nullable(),
  webUrl: z.string().nullable(),
  error: appError.nullable(),
  createdAt: z.number(),
  /** When it was last sent, by the service's clock as estimated from its `Date` headers. */
  sentAt: z.number().nullable(),
  /** The first send of a create that got no answer, by the service's clock. The task may exist, or appear later. */
  unconfirmedSince: z.number().nullable(),
  /** The first send under the current key, by the service's clock. */
  keySentAt: z.number().nullable(),
  /** Nothing is done before this time, epoch milliseconds. */
  notBefore: z.number(),
  /** A deletion waits until then, so that it can be cancelled. */
  heldUntil: z.number().nullable(),
  /** Consecutive sends and look-ups without a useful answer. */
  failures: z.number().int(),
  /** The user chose "Create again": one more look-up, then a send if the task is missing. */
  sendIfMissing: z.boolean(),
  /** Tasks that this create may have made, if the user has to choose. */
  candidates: z.array(foundTask),
  /** Tasks the user ruled out. */
  ruledOut: z.array(z.string()),
  conflict: taskConflict.nullable(),
  /** The work that undoes `work`, set once that is saved. An undo swaps the two. */
  inverse: work.nullable(),
  /** `wanted`: the undo starts once the write is known to be saved. `begun`: `work` is the inverse; saved means undone. */
  undo: z.enum(['none', 'wanted', 'begun']),
  /** When it was saved, not found, or stopped. */
  settledAt: z.number().nullable(),
})
export type Entry = z.infer<typeof entry>

export const newEntry = (
  parts: Pick<Entry, 'id' | 'owner' | 'work' | 'title' | 'createdAt'> & Partial<Entry>,
): Entry => ({
  batch: null,
  state: 'queued',
  taskId: parts.work.kind === 'createTask' ? null : parts.work.taskId,
  webUrl: null,
  error: null,
  sentAt: null,
  unconfirmedSince: null,
  keySentAt: null,
  notBefore: 0,
  heldUntil: null,
  failures: 0,
  sendIfMissing: false,
  candidates: [],
  ruledOut: [],
  conflict: null,
  inverse: null,
  undo: 'none',
  settledAt: null,
  ...parts,
})

/** A service keeps its answers for a day (GEN-12). Half of that is safe. */
const resendForMs = 12 * 3_600_000

/**
 * Whether a create in doubt that was not found is sent again, under its own key.
 * @param honoursKeys whether the last answered create of its owner showed that the service honours keys
 * @param serviceTime now, by the service's clock
 */
export const isResendable = (
  { work, keySentAt }: Entry,
  honoursKeys: boolean,
  serviceTime: number,
): boolean =>
  work.kind === 'createTask' &&
  honoursKeys &&
  keySentAt !== null &&
  Math.abs(serviceTime - keySentAt) < resendForMs

/** Whether it is a create, or the undo of one. */
export const isOfCreate = ({ work: { kind }, undo }: Entry): boolean =>
  kind === 'createTask' || (kind === 'archiveTask' && undo === 'begun')

/** Whether a create was sent without an answer, so that its task may exist. */
export const isInDoubt = ({ work: written, state, unconfirmedSince }: Entry): boolean =>
  written.kind === 'createTask' && state !== 'saved' && unconfirmedSince !== null

/** Whether the user can still edit it. */
export const isEditable = (one: Entry): boolean =>
  one.undo === 'none' &&
  (one.state === 'queued' || one.state === 'needsYou') &&
  one.conflict === null &&
  !isInDoubt(one)

const fieldsShown = (written: Work): TaskFields => {
  switch (written.kind) {
    case 'createTask':
      return written.task
    case 'updateTask':
      return written.change
    case 'archiveTask':
      return {}
  }
}

/** The entry for the page. @param canUndo whether undo acts on this entry */
export const present = (one: Entry, canUndo: boolean): OutboxItem => ({
  id: one.id,
  batch: one.batch,
  kind: one.work.kind,
  title: one.title,
  state: one.state,
  taskId: one.taskId,
  recordId: null,
  objectSlug: null,
  webUrl: one.webUrl,
  error: one.error,
  createdAt: one.createdAt,
  waitsUntil: one.state === 'queued' && one.notBefore > 0 ? one.notBefore : null,
  heldUntil: one.state === 'queued' ? one.heldUntil : null,
  fields: fieldsShown(one.work),
  before: one.work.kind === 'updateTask' ? one.work.before : {},
  values: {},
  valuesBefore: {},
  waitsFor: null,
  candidates: one.candidates,
  conflict: one.conflict,
  recordConflict: null,
  canEdit: isEditable(one),
  canUndo,
  isUndo: one.undo !== 'none',
  settledAt: one.settledAt,
})

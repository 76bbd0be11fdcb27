// One write of the outbox: what it is at rest, and what the page sees of it.
import { z } from 'zod'
import {
  keptTaskCreate,
  type LauncherTaskCreate,
  type TaskFields,
  taskFields,
} from '../../../shared/api/launcher-tasks.ts'
import { appError } from '../../../shared/errors.ts'
import { foundTask, type OutboxItem, taskConflict } from '../../../shared/ipc/launcher.ts'

/** What is written. */
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
    /** What the person saw in these fields; what is absent was not seen, and is written over. */
    before: taskFields.default({}),
  }),
  /** Undoes a create. Only the version that is named, if one is. */
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
  /** The person who wrote it: nobody else's session sends it. */
  owner: z.string(),
  work,
  title: z.string(),
  state: z.enum(['queued', 'sending', 'checking', 'notFound', 'saved', 'needsYou']),
  taskId: z.string().nullable(),
  webUrl: z.string().nullable(),
  error: appError.nullable(),
  createdAt: z.number(),
  /** When it was last sent, by the service's clock as far as we know it. */
  sentAt: z.number().nullable(),
  /** The first send of a create that got no answer: it may have been made, or still be. By the service's clock. */
  unconfirmedSince: z.number().nullable(),
  /** The first send under the current key, by the service's clock. */
  keySentAt: z.number().nullable(),
  /** Nothing is done before this time, epoch milliseconds. */
  notBefore: z.number(),
  /** A deletion waits until then, so that it can still be called off. */
  heldUntil: z.number().nullable(),
  /** Attempts in a row, to send or to look, that got no useful answer. */
  failures: z.number().int(),
  /** The user chose "Create again": it is looked for once more, and sent when it is not there. */
  sendIfMissing: z.boolean(),
  /** Tasks that a create may have made, when there are several. */
  candidates: z.array(foundTask),
  /** Tasks the user ruled out. */
  ruledOut: z.array(z.string()),
  conflict: taskConflict.nullable(),
  /** What undoes `work`, known once that is saved. While it is undone, and afterwards, the two have changed places. */
  inverse: work.nullable(),
  /** `wanted`: it is undone as soon as it is known to be saved. `begun`: `work` is the inverse; undone once that is saved. */
  undo: z.enum(['none', 'wanted', 'begun']),
  /** When it ended. */
  settledAt: z.number().nullable(),
})
export type Entry = z.infer<typeof entry>

export const newEntry = (parts: Pick<Entry, 'id' | 'owner' | 'work' | 'title' | 'createdAt'>): Entry => ({
  ...parts,
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
})

/** A service keeps its answers for a day (GEN-12); half of that is on the safe side. */
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

/** Whether a create may have been made without anybody knowing. */
export const isInDoubt = ({ work: written, state, unconfirmedSince }: Entry): boolean =>
  written.kind === 'createTask' && state !== 'saved' && unconfirmedSince !== null

/** Whether other words may take its place. */
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

/** As the page sees it. @param canUndo whether it is the one that undo acts on */
export const present = (one: Entry, canUndo: boolean): OutboxItem => ({
  id: one.id,
  kind: one.work.kind,
  title: one.title,
  state: one.state,
  taskId: one.taskId,
  webUrl: one.webUrl,
  error: one.error,
  createdAt: one.createdAt,
  waitsUntil: one.state === 'queued' && one.notBefore > 0 ? one.notBefore : null,
  heldUntil: one.state === 'queued' ? one.heldUntil : null,
  fields: fieldsShown(one.work),
  before: one.work.kind === 'updateTask' ? one.work.before : {},
  candidates: one.candidates,
  conflict: one.conflict,
  canEdit: isEditable(one),
  canUndo,
  isUndo: one.undo !== 'none',
  settledAt: one.settledAt,
})

// One write of the outbox: its form on disk, and its form for the page.
import { z } from 'zod'
import { appError } from '../../../shared/errors.ts'
import { foundTask, type OutboxItem, recordValues, type TaskConflict } from '../../../shared/ipc/launcher.ts'
import {
  isCreate,
  isKeyed,
  isOfComment,
  isOfRecord,
  isOfTime,
  needsRecord,
  recordIdOf,
  work,
  type Work,
} from './work.ts'

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
  /** Absent in files of earlier releases. */
  commentId: z.string().nullable().default(null),
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
  /** Fields of the task, or values of the record, that somebody else changed too. */
  conflict: z.object({ yours: recordValues, theirs: recordValues }).nullable(),
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
  taskId: 'taskId' in parts.work ? parts.work.taskId : null,
  commentId: 'commentId' in parts.work ? parts.work.commentId : null,
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
  isKeyed(work) && honoursKeys && keySentAt !== null && Math.abs(serviceTime - keySentAt) < resendForMs

/** The id of what a create of a task or a comment made, also once that is undone; null for other writes. */
export const madeBy = ({ work: { kind }, undo, taskId, commentId }: Entry): string | null => {
  if (kind === 'createTask' || (kind === 'archiveTask' && undo === 'begun')) return taskId
  return kind === 'createComment' || (kind === 'deleteComment' && undo === 'begun') ? commentId : null
}

/** Whether a look-up for one of these creates could find what the other made. */
export const areAlike = (one: Entry, other: Entry): boolean => {
  if (one.work.kind === 'logTime') return false
  if (one.work.kind === 'createTask')
    return other.work.kind === 'createTask' && other.title.trim() === one.title.trim()
  return (
    one.work.kind === 'createComment' &&
    other.work.kind === 'createComment' &&
    other.work.on.id === one.work.on.id
  )
}

/** Whether a create was sent without an answer, so that its task or record may exist. */
export const isInDoubt = ({ work: written, state, unconfirmedSince }: Entry): boolean =>
  isCreate(written) && state !== 'saved' && unconfirmedSince !== null

/** Whether the user can still edit it. */
export const isEditable = (one: Entry): boolean =>
  one.undo === 'none' &&
  !isOfTime(one.work) &&
  (one.state === 'queued' || one.state === 'needsYou') &&
  one.conflict === null &&
  !isInDoubt(one)

/** The new record that each waiting write needs first. A new record waits only for earlier ones, so that none wait in a circle. */
export const blockersIn = (entries: readonly Entry[]): ReadonlyMap<string, Entry> => {
  const unsaved = entries.flatMap((one, place) =>
    one.work.kind === 'createRecord' && one.state !== 'saved' ? [{ one, place, id: one.work.record.id }] : [],
  )
  if (unsaved.length === 0) return new Map()
  return new Map(
    entries.flatMap((one, place) => {
      const blocker = unsaved.find(
        (other) =>
          other.one !== one &&
          other.one.owner === one.owner &&
          (one.work.kind !== 'createRecord' || other.place < place) &&
          needsRecord(one.work, other.id),
      )
      return blocker === undefined || one.state !== 'queued' ? [] : [[one.id, blocker.one] as const]
    }),
  )
}

type Shown = Pick<
  OutboxItem,
  'fields' | 'before' | 'values' | 'valuesBefore' | 'comment' | 'timer' | 'minutes'
>
const shown = (written: Work, commentId: string | null): Shown => {
  const nothing: Shown = { fields: {}, before: {}, values: {}, valuesBefore: {}, comment: null }
  switch (written.kind) {
    case 'createTask':
      return { ...nothing, fields: written.task }
    case 'updateTask':
      return { ...nothing, fields: written.change, before: written.before }
    case 'createRecord':
      return { ...nothing, values: written.record.values }
    case 'updateRecord':
      return { ...nothing, values: written.change, valuesBefore: written.before }
    case 'archiveTask':
    case 'archiveRecord':
    case 'restoreRecord':
      return nothing
    case 'setTimer':
      return { ...nothing, timer: { action: written.action, at: written.at } }
    case 'logTime':
      return { ...nothing, minutes: written.minutes }
    case 'createComment':
    case 'updateComment':
      return { ...nothing, comment: { ...written.text, on: written.on, id: commentId } }
    case 'deleteComment':
      return { ...nothing, comment: { content: '', mentions: [], on: written.on, id: commentId } }
  }
}

const objectSlugOf = (written: Work): string | null =>
  isOfRecord(written)
    ? written.kind === 'createRecord'
      ? written.record.objectSlug
      : written.objectSlug
    : null

/** The entry for the page. @param canUndo whether undo acts on this entry. @param blocker the new record that it waits for */
export const present = (one: Entry, canUndo: boolean, blocker?: Entry): OutboxItem => ({
  id: one.id,
  batch: one.batch,
  kind: one.work.kind,
  title: one.title,
  state: one.state,
  taskId: one.taskId,
  recordId: recordIdOf(one.work),
  objectSlug: objectSlugOf(one.work),
  webUrl: one.webUrl,
  error: one.error,
  createdAt: one.createdAt,
  waitsUntil: one.state === 'queued' && one.notBefore > 0 ? one.notBefore : null,
  heldUntil: one.state === 'queued' ? one.heldUntil : null,
  ...shown(one.work, one.commentId),
  waitsFor:
    blocker === undefined
      ? null
      : { id: blocker.id, title: blocker.title, isStuck: blocker.state === 'needsYou' },
  candidates: one.candidates,
  conflict: isOfRecord(one.work) || isOfComment(one.work) ? null : (one.conflict as TaskConflict | null),
  recordConflict: isOfRecord(one.work) ? one.conflict : null,
  canEdit: isEditable(one),
  canUndo,
  isUndo: one.undo !== 'none',
  settledAt: one.settledAt,
})

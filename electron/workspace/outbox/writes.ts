// The writes that a person makes, as entries of the outbox. Each resolves when it is on disk, not when it is sent.
import type { RecordValues } from '../../../shared/api/launcher/records.ts'
import type { LauncherTaskCreate, LauncherTaskPatch, TaskFields } from '../../../shared/api/launcher/tasks.ts'
import { type Reply, succeeded } from '../../../shared/errors.ts'
import type { CommentTarget, CommentText, OutboxItem } from '../../../shared/ipc/launcher.ts'
import { valuesAt } from '../../../shared/record-values.ts'
import type { NewRecord } from '../api/client.ts'
import type { Entry } from './entry.ts'
import { holdMs } from './schedule.ts'
import { creating } from './work.ts'

export type TaskUpdate = { id: string; title: string; change: LauncherTaskPatch; before: TaskFields }
export type RecordNamed = { id: string; objectSlug: string; title: string }
/** The item of a comment, with the title that the outbox shows. */
export type Commented = CommentTarget & { title: string }
export type RecordUpdate = RecordNamed & { change: RecordValues; before: RecordValues }

export type Writes = {
  /**
   * @param replaces the item that it was edited from: a create that was not sent, or a change of a deleted task
   * @param newRecords records that the task names. They are saved before it is sent, and undone with it.
   * @returns that item, or a new one
   */
  submit: (
    task: LauncherTaskCreate,
    replaces?: string,
    newRecords?: readonly (NewRecord & { title: string })[],
  ) => Promise<Reply<OutboxItem>>
  /** @param before the values that the user saw. @param replaces waiting changes that it was edited from */
  update: (
    taskId: string,
    title: string,
    change: LauncherTaskPatch,
    before: TaskFields,
    replaces?: readonly string[],
  ) => Promise<Reply<OutboxItem>>
  /** Changes several tasks, all of them or none. They are undone together. */
  updateAll: (changes: readonly TaskUpdate[]) => Promise<Reply<OutboxItem[]>>
  /** Deletes tasks. They wait until undo is over, and are undone together. */
  deleteAll: (tasks: readonly { id: string; title: string }[]) => Promise<Reply<OutboxItem[]>>
  /** @param replaces the item that it was edited from, whose record keeps its id */
  submitRecord: (record: NewRecord, title: string, replaces?: string) => Promise<Reply<OutboxItem>>
  /** A key of `change` that `before` lacks had no value. */
  updateRecord: (update: RecordUpdate, replaces?: readonly string[]) => Promise<Reply<OutboxItem>>
  /** Archives records. They wait until undo is over; a later undo restores them. */
  archiveRecords: (records: readonly RecordNamed[]) => Promise<Reply<OutboxItem[]>>
  restoreRecord: (record: RecordNamed) => Promise<Reply<OutboxItem>>
  /** @param replaces the item that it was edited from */
  submitComment: (on: Commented, text: CommentText, replaces?: string) => Promise<Reply<OutboxItem>>
  /** Replaces changes of it that were not sent. @param before the text that the user saw */
  updateComment: (
    on: Commented,
    id: string,
    text: CommentText,
    before: CommentText,
  ) => Promise<Reply<OutboxItem>>
  /** Deletes a comment. It waits until undo is over. */
  deleteComment: (on: Commented, id: string) => Promise<Reply<OutboxItem>>
  /** Starts or stops timers, in this order. @param at epoch milliseconds by the service's clock */
  setTimers: (
    steps: readonly { task: { id: string; title: string }; action: 'start' | 'stop'; at: number }[],
  ) => Promise<Reply<OutboxItem>>
  /** @param minutes negative ones correct. @param at as above */
  logTime: (task: { id: string; title: string }, minutes: number, at: number) => Promise<Reply<OutboxItem>>
}

/** A write before it has an owner. */
export type Part = Pick<Entry, 'id' | 'work' | 'title'> & Partial<Entry>

/** @param addAll keeps the writes, all of them or none. The last one replaces others. @param now epoch milliseconds */
export const createWrites = ({
  addAll,
  newId,
  now,
}: {
  addAll: (parts: readonly Part[], replaced: readonly string[]) => Promise<Reply<OutboxItem[]>>
  newId: () => string
  now: () => number
}): Writes => {
  /** @returns the item of the last write */
  const add = async (
    parts: readonly Part[],
    replaced: readonly string[] = [],
  ): Promise<Reply<OutboxItem>> => {
    const added = await addAll(parts, replaced)
    return added.ok ? succeeded(added.value.at(-1) as OutboxItem) : added
  }
  const creatingRecord = ({ id, objectSlug, values }: NewRecord, title: string): Part => ({
    id: newId(),
    work: { kind: 'createRecord', record: { id, objectSlug, values } },
    title,
  })
  const updating = ({ id: taskId, title, change, before }: TaskUpdate): Part => ({
    id: newId(),
    work: { kind: 'updateTask', taskId, change, before },
    title,
  })
  const held = () => {
    const heldUntil = now() + holdMs
    return { heldUntil, notBefore: heldUntil }
  }

  return {
    submit: (task, replaces, newRecords = []) => {
      const id = newId()
      const records = newRecords.map((record) => creatingRecord(record, record.title))
      return add(
        [...records, { id, work: creating(task, id), title: task.title }],
        replaces === undefined ? [] : [replaces],
      )
    },
    update: (taskId, title, change, before, replaces) =>
      add([updating({ id: taskId, title, change, before })], replaces),
    updateAll: (changes) => addAll(changes.map(updating), []),
    deleteAll: (tasks) => {
      const until = held()
      return addAll(
        tasks.map(({ id: taskId, title }) => ({
          id: newId(),
          work: { kind: 'archiveTask', taskId, tag: null },
          title,
          ...until,
        })),
        [],
      )
    },
    submitRecord: (record, title, replaces) =>
      add([creatingRecord(record, title)], replaces === undefined ? [] : [replaces]),
    updateRecord: ({ id: recordId, objectSlug, title, change, before }, replaces) =>
      add(
        [
          {
            id: newId(),
            work: {
              kind: 'updateRecord',
              recordId,
              objectSlug,
              change,
              before: { ...valuesAt(before, Object.keys(change)), ...before },
            },
            title,
          },
        ],
        replaces,
      ),
    archiveRecords: (records) => {
      const until = held()
      return addAll(
        records.map(({ id: recordId, objectSlug, title }) => ({
          id: newId(),
          work: { kind: 'archiveRecord', recordId, objectSlug, tag: null },
          title,
          ...until,
        })),
        [],
      )
    },
    restoreRecord: ({ id: recordId, objectSlug, title }) =>
      add([{ id: newId(), work: { kind: 'restoreRecord', recordId, objectSlug }, title }]),
    submitComment: ({ title, ...on }, text, replaces) => {
      const id = newId()
      return add(
        [{ id, work: { kind: 'createComment', on, text, key: id }, title }],
        replaces === undefined ? [] : [replaces],
      )
    },
    updateComment: ({ title, ...on }, commentId, text, before) =>
      add([{ id: newId(), work: { kind: 'updateComment', on, commentId, text, before }, title }]),
    deleteComment: ({ title, ...on }, commentId) =>
      add([{ id: newId(), work: { kind: 'deleteComment', on, commentId }, title, ...held() }]),
    setTimers: (steps) =>
      add(
        steps.map(({ task: { id: taskId, title }, action, at }) => {
          const id = newId()
          return { id, work: { kind: 'setTimer', taskId, action, at, once: id }, title }
        }),
      ),
    logTime: ({ id: taskId, title }, minutes, at) => {
      const id = newId()
      return add([{ id, work: { kind: 'logTime', taskId, minutes, at, key: id }, title }])
    },
  }
}

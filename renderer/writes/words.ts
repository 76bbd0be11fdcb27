// The words for the state of a write, for the news when it changes (APP-07), and for the fields of a conflict.
import { say, listOf, type PlainKey } from '../../shared/language.ts'
import type { OutboxItem, UndoAnswer } from '../../shared/ipc/launcher.ts'
import { errorWords } from '../ui/error-words.ts'
import type { TaskFields, TaskOptions } from '../../shared/api/launcher/tasks.ts'
import { dateTimeWords, durationWords, startWords } from '../../shared/dates/format.ts'
import { repeatWords } from '../../shared/dates/repeat-words.ts'

export type Tone = 'calm' | 'success' | 'danger' | 'amber'

const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

const waitingWords = (
  { kind, error, waitsUntil, heldUntil, isUndo, waitsFor }: OutboxItem,
  now: number,
): { text: string; tone: Tone } => {
  if (heldUntil !== null)
    return {
      text: say(kind === 'archiveRecord' ? 'write.archivedIn' : 'write.deletedIn', {
        seconds: secondsUntil(heldUntil, now),
      }),
      tone: 'amber',
    }
  if (waitsFor !== null)
    return { text: say('write.waiting.record', { title: waitsFor.title }), tone: 'amber' }
  if (error?.kind === 'locked') return { text: say('write.waiting.locked'), tone: 'amber' }
  if (error?.kind === 'signedOut') return { text: say('write.waiting.signIn'), tone: 'amber' }
  if (error?.kind === 'offline') return { text: say('write.waiting.offline'), tone: 'amber' }
  if (error?.kind === 'notKept') return { text: error.message, tone: 'amber' }
  if (error?.kind === 'rateLimited') {
    const seconds = waitsUntil === null ? error.retryAfterSeconds : secondsUntil(waitsUntil, now)
    return { text: say('write.waiting.busy', { seconds }), tone: 'amber' }
  }
  return { text: say(isUndo ? 'write.undoing' : 'write.queued'), tone: 'calm' }
}

/** The words for a refused field of a task: the launcher's own where the service names ids. */
export const fieldProblem = ({ field, message }: { field: string; message: string }): string =>
  field === 'parentTaskId'
    ? say('problem.parent')
    : field.startsWith('recurrence')
      ? say('repeat.refused')
      : message

/** Why a write needs the user. */
const needWords = ({ kind, error, conflict, recordConflict, candidates, isUndo }: OutboxItem): string => {
  const isOfComment = kind === 'createComment' || kind === 'updateComment'
  if (conflict !== null || recordConflict !== null) return say('write.need.overlap')
  if (candidates.length > 0) return error?.message ?? say('write.need.which')
  if (error === null) return say('write.needsYou')
  if (error.kind === 'forbidden' && error.right === undefined) {
    if (kind === 'updateComment') return say('write.need.editWindow')
    if (kind === 'deleteComment') return say('write.need.deleteComment')
  }
  if (error.kind === 'forbidden')
    return error.right === undefined
      ? say('write.need.right')
      : say('write.need.rightNamed', { right: error.right })
  if (error.kind === 'notFound') {
    if (kind === 'updateRecord' && !isUndo) return say('write.recordIsGone')
    return kind === 'updateTask' && !isUndo ? say('task.isGone') : error.message
  }
  if (error.kind === 'conflict')
    return say(kind === 'archiveRecord' ? 'write.need.archiveChanged' : 'write.need.deleteChanged')
  if (isOfComment && error.kind === 'invalidInput' && error.fields.some(({ field }) => field === 'mentions'))
    return say('write.need.mention')
  if (error.kind === 'invalidInput')
    return error.fields[0] === undefined ? error.message : fieldProblem(error.fields[0])
  return errorWords(error).text
}

const savedWords = {
  createTask: 'write.saved',
  updateTask: 'write.saved',
  archiveTask: 'write.deleted',
  createRecord: 'write.saved',
  updateRecord: 'write.saved',
  archiveRecord: 'write.archived',
  restoreRecord: 'write.restored',
  createComment: 'write.commentSaved',
  updateComment: 'write.commentSaved',
  deleteComment: 'write.commentDeleted',
  setTimer: 'write.saved',
  logTime: 'write.timeLogged',
} as const

const notFoundWords: { readonly [Kind in OutboxItem['kind']]?: PlainKey } = {
  createComment: 'write.commentNotFound',
  logTime: 'write.timeNotFound',
}

/** @param now epoch milliseconds, for countdowns */
export function stateWords(item: OutboxItem, now: number): { text: string; tone: Tone } {
  switch (item.state) {
    case 'queued':
      return waitingWords(item, now)
    case 'sending':
      return { text: say(item.isUndo ? 'write.undoing' : 'write.sending'), tone: 'calm' }
    case 'checking':
      return { text: say(item.isUndo ? 'write.undoing' : 'write.maybeSaved'), tone: 'amber' }
    case 'notFound':
      return {
        text: say(notFoundWords[item.kind] ?? 'write.notFound'),
        tone: 'danger',
      }
    case 'saved':
      return {
        text: say(item.isUndo ? 'write.undone' : savedWords[item.kind]),
        tone: 'success',
      }
    case 'needsYou':
      return { text: needWords(item), tone: 'danger' }
  }
}

/** Items that wait or need the user, and finished ones; each group with the newest first. */
export function inSections(items: readonly OutboxItem[]): { waiting: OutboxItem[]; history: OutboxItem[] } {
  const newest = items.toSorted((a, b) => (b.settledAt ?? b.createdAt) - (a.settledAt ?? a.createdAt))
  const { history = [], waiting = [] } = Object.groupBy(newest, ({ state }) =>
    state === 'saved' ? 'history' : 'waiting',
  )
  return { waiting, history }
}

const undoingWords = {
  createTask: 'undo.deleting',
  updateTask: 'undo.undoing',
  archiveTask: 'undo.undoing',
  createRecord: 'undo.archiving',
  updateRecord: 'undo.undoing',
  archiveRecord: 'undo.restoring',
  restoreRecord: 'undo.undoing',
  createComment: 'undo.deletingComment',
  updateComment: 'undo.undoing',
  deleteComment: 'undo.undoing',
  setTimer: 'undo.undoing',
  logTime: 'undo.timeLogged',
} as const

export function undoWords({ outcome, item, count }: UndoAnswer): string {
  const title = item?.title ?? ''
  switch (outcome) {
    case 'cancelled':
      if (count > 1) return say('undo.severalNotSent', { count })
      if (item?.kind === 'deleteComment') return say('undo.commentKept', { title })
      return say(
        item?.kind === 'archiveTask' || item?.kind === 'archiveRecord' ? 'undo.notDeleted' : 'undo.notSent',
        { title },
      )
    case 'undoing':
      if (count > 1) return say('undo.several', { count })
      return say(item === null ? 'undo.undoing' : undoingWords[item.kind], { title })
    case 'nothing':
      return say('said.nothingToUndo')
  }
}

export interface News {
  text: string
  tone: 'calm' | 'success' | 'danger'
  /** When the write was made, epoch milliseconds. */
  at: number
  canUndo: boolean
}

const aboutWrites = (items: readonly OutboxItem[]) => ({
  at: Math.max(...items.map(({ createdAt }) => createdAt)),
  canUndo: items.some(({ canUndo, state }) => canUndo && state === 'saved'),
})

const isStuck = ({ state }: OutboxItem): boolean => state === 'needsYou' || state === 'notFound'

/** Nothing until every write of the batch is saved or needs the user. */
const batchNews = (batch: readonly OutboxItem[]): News | null => {
  const saved = batch.filter(({ state }) => state === 'saved')
  const stuck = batch.filter(isStuck)
  if (saved.length + stuck.length < batch.length) return null
  if (stuck.length > 0) {
    const counts = { saved: saved.length, all: batch.length, stuck: stuck.length }
    return { text: say('write.partlySaved', counts), tone: 'danger', ...aboutWrites(batch), canUndo: false }
  }
  const [first] = saved
  if (first === undefined) return null
  const key = first.isUndo
    ? 'write.countUndone'
    : first.kind === 'archiveTask'
      ? 'write.countDeleted'
      : 'write.countSaved'
  return { text: say(key, { count: saved.length }), tone: 'success', ...aboutWrites(saved) }
}

/** The most important news between two states of the outbox. */
export function outboxNews(
  before: readonly OutboxItem[],
  after: readonly OutboxItem[],
  now: number,
): News | null {
  const old = new Map(before.map((item) => [item.id, item.state]))
  const changed = after.filter((item) => old.get(item.id) !== item.state)
  const batch = changed.findLast((item) => item.batch !== null && old.has(item.id))?.batch
  const ofBatch = batch === undefined ? null : batchNews(after.filter((item) => item.batch === batch))
  if (ofBatch !== null) return ofBatch
  const moved = changed.filter((item) => item.batch === null)
  const newsOf = (item: OutboxItem): News => {
    const { text, tone } = stateWords(item, now)
    // No colon after a punctuation mark.
    const key = /[.?…]$/.test(text) ? 'write.newsOpen' : 'write.news'
    return {
      text: say(key, { words: text, title: item.title }),
      tone: tone === 'amber' ? 'calm' : tone,
      ...aboutWrites([item]),
    }
  }
  const grave = moved.find(isStuck)
  if (grave !== undefined) return newsOf(grave)
  const checking = moved.find((item) => item.state === 'checking')
  if (checking !== undefined) return newsOf(checking)
  const saved = moved.filter((item) => item.state === 'saved' && old.has(item.id))
  const [first] = saved
  if (first === undefined) return null
  if (saved.length > 1)
    return { text: say('write.countSaved', { count: saved.length }), tone: 'success', ...aboutWrites(saved) }
  return newsOf(first)
}

const priorityKeys: Readonly<Record<string, PlainKey>> = {
  no_priority: 'priority.none',
  low: 'priority.low',
  medium: 'priority.medium',
  high: 'priority.high',
  urgent: 'priority.urgent',
}

/** The launcher translates the priorities of the service; an unknown one keeps the service's name. */
export const priorityName = (slug: string, options: TaskOptions | undefined): string => {
  const key = priorityKeys[slug]
  return key === undefined ? (options?.priorities.find((one) => one.slug === slug)?.name ?? slug) : say(key)
}

export type Field = keyof TaskFields

export const fieldNames: Readonly<Record<Field, PlainKey>> = {
  title: 'field.title',
  description: 'field.description',
  status: 'field.status',
  priority: 'field.priority',
  startDate: 'field.start',
  dueDate: 'field.due',
  recurrence: 'field.repeat',
  parentTaskId: 'field.parent',
  assignees: 'field.assignees',
  estimatedTime: 'field.estimate',
  linkedRecordIds: 'field.records',
  linkedMeetingIds: 'field.meetings',
  sectionId: 'field.section',
}

/** @param options the names of ids, once they are loaded. @param titleOf the title of a task that was seen before */
export function fieldWords(
  field: Field,
  fields: TaskFields,
  options: TaskOptions | undefined,
  now: Date,
  titleOf: (taskId: string) => string | null = () => null,
): string {
  const nothing = say('overlap.nothing')
  const counted = (key: 'overlap.records' | 'overlap.meetings', ids: readonly string[] = []): string =>
    ids.length === 0 ? nothing : say(key, { count: ids.length })
  switch (field) {
    case 'title':
    case 'description':
      return (fields[field] ?? '') === '' ? nothing : (fields[field] ?? nothing)
    case 'status':
      return options?.statuses.find(({ slug }) => slug === fields.status)?.name ?? fields.status ?? nothing
    case 'priority':
      return fields.priority === undefined ? nothing : priorityName(fields.priority, options)
    case 'startDate':
      return typeof fields.startDate === 'string' ? startWords(new Date(fields.startDate), now) : nothing
    case 'parentTaskId':
      return typeof fields.parentTaskId === 'string'
        ? (titleOf(fields.parentTaskId) ?? fields.parentTaskId)
        : nothing
    case 'dueDate':
      return typeof fields.dueDate === 'string' ? dateTimeWords(new Date(fields.dueDate), now) : nothing
    case 'recurrence':
      return fields.recurrence ? repeatWords(fields.recurrence, now) : nothing
    case 'assignees': {
      const names = (fields.assignees ?? []).map(
        (id) => options?.members.find((one) => one.id === id)?.name ?? id,
      )
      return names.length === 0 ? nothing : listOf(names)
    }
    case 'estimatedTime':
      return typeof fields.estimatedTime === 'number' ? durationWords(fields.estimatedTime) : nothing
    case 'linkedRecordIds':
      return counted('overlap.records', fields.linkedRecordIds)
    case 'linkedMeetingIds':
      return counted('overlap.meetings', fields.linkedMeetingIds)
    case 'sectionId':
      return options?.sections.find(({ id }) => id === fields.sectionId)?.name ?? fields.sectionId ?? nothing
  }
}

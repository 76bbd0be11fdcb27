// Writes tasks in a transaction, for both surfaces. Everything is checked before anything is stored.
import { allowsWrite, preconditionFailed, type Preconditions } from '../http/entity-tag.ts'
import type { Refusal } from '../http/errors.ts'
import { findMembership } from '../access/members.store.ts'
import { actorOf } from '../access/principal.ts'
import type { Principal } from '../http/app-type.ts'
import type { EventType } from '../webhooks/event-types.rules.ts'
import type { Actor } from '../base/caller.rules.ts'
import { changesNothing, distinct, stopped } from './tasks.rules.ts'
import { seesTask, type Viewer } from './visibility.rules.ts'
import {
  changedTask,
  minutesLogged,
  newTask,
  type NewTask,
  type StoredTask,
  type TaskChange,
} from './stored-task.ts'
import type { Tx } from '../db/store.ts'
import { notify, type Notice } from '../notifications/notify.ts'
import { concernsOthers, noticesOf } from './task-notices.ts'
import { checkTask, refusalOf, type InputNames, type InputRefusal, type TaskInput } from './task-check.ts'
import { nextInstance, untouchedNext } from './recurrence.ts'
import { getTask, insertTask, updateTask } from './tasks.store.ts'
import { insertEvent } from '../webhooks/events.store.ts'
import { completeStatuses, defaultStatus } from './task-settings.store.ts'
import { unseenMeetings } from '../meetings/meetings.store.ts'
import type { Task } from '../../shared/api/tasks.ts'
import type { TimerState } from '../../shared/api/timers.ts'
import { iso, isoOrNull } from '../base/time.ts'

type TaskRefusal = Refusal<
  'invalid_value' | 'invalid_target' | 'not_found' | 'task_archived' | 'precondition_failed'
>
type HoldRefusal = Refusal<'not_found' | 'precondition_failed'>
/** `nextTaskId`: the instance that the completion of this one has made. */
export type TaskOutcome = { ok: true; task: StoredTask; nextTaskId?: string } | TaskRefusal

/** The author of a write and its time in epoch milliseconds. */
export type TaskAuthor = Viewer & {
  workspaceId: string
  actor: Actor
  at: number
  /** IANA zone of the author's clock, for tasks that repeat and whose people have chosen none. */
  zone?: string | undefined
  /** Collects whom to notify, for a writer of many tasks, who then notifies once. */
  notices?: Notice[]
}

export const taskAuthor = (principal: Principal, at: number, zone?: string): TaskAuthor => {
  const { workspaceId, personId, role } = principal
  return { workspaceId, personId, role, actor: actorOf(principal), at, zone }
}

export const noTask: HoldRefusal = { ok: false, code: 'not_found', message: 'There is no such task.' }
export const archivedTask: TaskRefusal = {
  ok: false,
  code: 'task_archived',
  message: 'The task is archived and cannot be changed.',
}

/** The task, if its writer sees it (AUT-09). */
export const heldTask = async (tx: Tx, author: TaskAuthor, id: string): Promise<StoredTask | undefined> => {
  const task = await getTask(tx, author.workspaceId, id)
  return task && seesTask(author, task) ? task : undefined
}

/** Notifies the people whom a write concerns (NOT-01). One that concerns nobody else asks nothing. */
const notifyOf = async (
  tx: Tx,
  { workspaceId, personId: actorId, at, notices: collected }: TaskAuthor,
  before: StoredTask | undefined,
  after: StoredTask,
): Promise<void> => {
  if (!concernsOthers(actorId, after)) return
  const isMoved = before !== undefined && before.status !== after.status
  const complete = isMoved ? await completeStatuses(tx, workspaceId) : new Set<string>()
  const notices = noticesOf(before, after, (status) => complete.has(status))
  if (collected) collected.push(...notices)
  else await notify(tx, workspaceId, { actorId, notices, at })
}

/** Stores a change with its event (WHK-04). A change of nothing is not stored. */
export const writeChange = async (
  tx: Tx,
  author: TaskAuthor,
  held: StoredTask,
  change: TaskChange,
  type: EventType = 'task.updated',
): Promise<StoredTask> => {
  if (changesNothing(held, change)) return held
  const { workspaceId, actor } = author
  const at = Math.max(author.at, held.updatedAt)
  const task = await updateTask(tx, workspaceId, held, change, at)
  const previous = previousOf(held, task)
  const lostTo = held.assignees.filter((person) => !seesTask({ personId: person, role: 'member' }, task))
  await insertEvent(tx, workspaceId, { type, actor, data: presentTask(task), previous, at, lostTo })
  await notifyOf(tx, author, held, task)
  return task
}

/** Stores a new task with its event (WHK-04). */
const writeNew = async (tx: Tx, author: TaskAuthor, task: NewTask): Promise<StoredTask> => {
  const { workspaceId, actor, at } = author
  await insertTask(tx, workspaceId, task)
  const created = newTask(task)
  await insertEvent(tx, workspaceId, { type: 'task.created', actor, data: presentTask(created), at })
  await notifyOf(tx, author, undefined, created)
  return created
}

/** LCH-01. Without a status the task gets the default one. */
export const createTask = async (
  tx: Tx,
  author: TaskAuthor,
  id: string,
  input: TaskInput & { title: string },
  names: InputNames = {},
): Promise<{ ok: true; task: StoredTask } | InputRefusal> => {
  const { faults, linkedRecordIds, recurrence } = await checkTask(tx, author, undefined, input, names)
  const refusal = refusalOf(faults)
  if (refusal) return refusal
  const task: NewTask = {
    id,
    title: input.title,
    description: input.description ?? null,
    status: input.status ?? (await defaultStatus(tx, author.workspaceId)),
    priority: input.priority ?? 'no_priority',
    startDate: input.startDate ?? null,
    dueDate: input.dueDate ?? null,
    parentId: input.parentId ?? null,
    sectionId: input.sectionId ?? null,
    estimatedTime: input.estimatedTime ?? null,
    createdBy: author.personId,
    createdAt: author.at,
    updatedAt: author.at,
    assignees: distinct(input.assignees ?? []),
    linkedRecordIds: linkedRecordIds ?? [],
    linkedMeetingIds: distinct(input.linkedMeetingIds ?? []),
    recurrence: recurrence ?? null,
  }
  return { ok: true, task: await writeNew(tx, author, task) }
}

/**
 * Names of all that a change relies on, for `store.write`: two new parents together could put a task below itself. A change of
 * status runs by itself: it can archive the next instance of the task, which has no name before it is read.
 */
export const touchesOf = (id: string, { parentId, status }: TaskInput): string[] | undefined => {
  if (status !== undefined) return undefined
  return typeof parentId === 'string' ? [id, 'parents of tasks'] : [id]
}

/**
 * Stores a change together with what follows for the next instance of a task that repeats: a completion makes it, reopening
 * archives it if nobody has done anything with it. Nobody is notified of it: it is the task that they have.
 */
const writeWithNext = async (
  tx: Tx,
  author: TaskAuthor,
  task: StoredTask,
  change: TaskChange,
): Promise<{ task: StoredTask; nextTaskId?: string }> => {
  const { workspaceId } = author
  const complete = await completeStatuses(tx, workspaceId)
  const isDone = complete.has(change.status ?? task.status)
  const silent = { ...author, notices: [] }
  if (isDone === complete.has(task.status)) return { task: await writeChange(tx, author, task, change) }
  if (isDone) {
    // After it was reopened, a next instance that somebody has touched is still the next one.
    const next =
      task.nextTaskId === null
        ? await nextInstance(tx, workspaceId, changedTask(task, change), author)
        : undefined
    if (!next) return { task: await writeChange(tx, author, task, change) }
    const done = await writeChange(tx, author, task, { ...change, nextTaskId: next.id })
    await writeNew(tx, silent, next)
    return { task: done, nextTaskId: next.id }
  }
  const next = await untouchedNext(tx, workspaceId, task)
  if (!next) return { task: await writeChange(tx, author, task, change) }
  const reopened = await writeChange(tx, author, task, { ...change, nextTaskId: null })
  await writeChange(tx, silent, next, { archived: true }, 'task.archived')
  return { task: reopened }
}

/** Whether a change ends the timer of a task: by completing it, or by taking it out of the sight of the person who runs it. */
const endsTimer = async (
  tx: Tx,
  { workspaceId }: TaskAuthor,
  task: StoredTask,
  { status, assignees }: TaskInput,
): Promise<boolean> => {
  if (task.timer === null) return false
  if (status !== undefined && status !== task.status) {
    const complete = await completeStatuses(tx, workspaceId)
    if (complete.has(status) && !complete.has(task.status)) return true
  }
  if (assignees === undefined) return false
  const { personId } = task.timer
  const role = (await findMembership(tx, workspaceId, personId))?.role
  return role === undefined || !seesTask({ personId, role }, { ...task, assignees })
}

/** TSK-03, TSK-05, LCH-02. */
export const changeTask = async (
  tx: Tx,
  author: TaskAuthor,
  id: string,
  input: TaskInput,
  preconditions: Preconditions,
  names: InputNames = {},
): Promise<TaskOutcome> => {
  const task = await heldTask(tx, author, id)
  if (!task) return noTask
  if (task.archived) return archivedTask
  if (!allowsWrite(preconditions, task.version)) return preconditionFailed
  const { faults, linkedRecordIds, recurrence } = await checkTask(tx, author, task, input, names)
  const refusal = refusalOf(faults)
  if (refusal) return refusal
  // The author cannot name links to meetings that they do not see.
  const unseen =
    input.linkedMeetingIds === undefined
      ? []
      : await unseenMeetings(tx, author.workspaceId, author.personId, task.linkedMeetingIds)
  const change: TaskChange = {
    ...input,
    recurrence,
    linkedRecordIds,
    assignees: input.assignees && distinct(input.assignees),
    linkedMeetingIds: input.linkedMeetingIds && distinct([...input.linkedMeetingIds, ...unseen]),
    ...((await endsTimer(tx, author, task, input)) && stopped(task, author.at)),
  }
  return { ok: true, ...(await writeWithNext(tx, author, task, change)) }
}

/** TSK-05: archiving twice changes nothing more. A running timer ends. */
export const archiveTask = async (
  tx: Tx,
  author: TaskAuthor,
  id: string,
  preconditions: Preconditions,
): Promise<{ ok: true; task: StoredTask } | HoldRefusal> => {
  const task = await heldTask(tx, author, id)
  if (!task) return noTask
  if (!allowsWrite(preconditions, task.version)) return preconditionFailed
  const change = { archived: true, ...stopped(task, author.at) }
  return { ok: true, task: await writeChange(tx, author, task, change, 'task.archived') }
}

/** A restored task is a changed one to webhooks, which have no event for it. The developer surface does not restore (TSK-05). */
export const restoreTask = async (
  tx: Tx,
  author: TaskAuthor,
  id: string,
): Promise<{ ok: true; task: StoredTask } | HoldRefusal> => {
  const task = await heldTask(tx, author, id)
  if (!task) return noTask
  return { ok: true, task: await writeChange(tx, author, task, { archived: false }) }
}

// A task as the developer surface shows it, and as every event carries it (TSK-01).

export const presentTimer = ({ timer }: StoredTask): TimerState | null =>
  timer && { startedAt: iso(timer.startedAt), personId: timer.personId }

export const presentTask = (task: StoredTask): Task => ({
  id: task.id,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  assignees: [...task.assignees],
  start_date: isoOrNull(task.startDate),
  dueDate: isoOrNull(task.dueDate),
  parent_task_id: task.parentId,
  timeLogged: minutesLogged(task),
  timerState: presentTimer(task),
  estimatedTime: task.estimatedTime,
  recurrence: task.recurrence,
  archived: task.archived,
  createdBy: task.createdBy,
  createdAt: iso(task.createdAt),
  updatedAt: iso(task.updatedAt),
})

/** The members that a change has changed, with their old values, without `updatedAt`. */
const previousOf = (before: StoredTask, after: StoredTask): Partial<Task> => {
  const { updatedAt: _updatedAt, ...old } = presentTask(before)
  const now: Record<string, unknown> = presentTask(after)
  return Object.fromEntries(
    Object.entries(old).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name])),
  )
}

// Writes tasks in a transaction, for both surfaces. Everything is checked before anything is stored.
import { allowsWrite, preconditionFailed, type Preconditions } from '../http/entity-tag.ts'
import type { Refusal } from '../http/errors.ts'
import { actorOf } from '../access/principal.ts'
import type { Principal } from '../http/app-type.ts'
import type { EventType } from '../webhooks/event-types.rules.ts'
import type { Actor } from '../base/caller.rules.ts'
import { changesNothing, distinct } from './tasks.rules.ts'
import { seesTask, type Viewer } from './visibility.rules.ts'
import type { NewTask, StoredTask, TaskChange } from './stored-task.ts'
import type { Tx } from '../db/store.ts'
import { checkTask, refusalOf, type InputNames, type InputRefusal, type TaskInput } from './task-check.ts'
import { presentTask, previousOf } from './task.view.ts'
import { tasksIn } from './tasks.store.ts'
import { eventsIn } from '../webhooks/events.store.ts'
import { meetingsIn } from '../meetings/meetings.store.ts'

type TaskRefusal = Refusal<
  'invalid_value' | 'invalid_target' | 'not_found' | 'task_archived' | 'precondition_failed'
>
type HoldRefusal = Refusal<'not_found' | 'precondition_failed'>
export type TaskOutcome = { ok: true; task: StoredTask } | TaskRefusal

/** The author of a write and its time in epoch milliseconds. */
export type TaskAuthor = Viewer & { workspaceId: string; actor: Actor; at: number }

export const taskAuthor = (principal: Principal, at: number): TaskAuthor => {
  const { workspaceId, personId, role } = principal
  return { workspaceId, personId, role, actor: actorOf(principal), at }
}

export const noTask: HoldRefusal = { ok: false, code: 'not_found', message: 'There is no such task.' }
const archivedTask: TaskRefusal = {
  ok: false,
  code: 'task_archived',
  message: 'The task is archived and cannot be changed.',
}

/** The task, if its writer sees it (AUT-09). */
const heldTask = async (tx: Tx, author: TaskAuthor, id: string): Promise<StoredTask | undefined> => {
  const task = await tasksIn(tx).get(author.workspaceId, id)
  return task && seesTask(author, task) ? task : undefined
}

/** Stores a change with its event (WHK-04). A change of nothing is not stored. */
const writeChange = async (
  tx: Tx,
  author: TaskAuthor,
  held: StoredTask,
  change: TaskChange,
  type: EventType,
): Promise<StoredTask> => {
  if (changesNothing(held, change)) return held
  const { workspaceId, actor } = author
  const at = Math.max(author.at, held.updatedAt)
  const task = await tasksIn(tx).change(workspaceId, held, change, at)
  const previous = previousOf(held, task)
  const lostTo = held.assignees.filter((person) => !seesTask({ personId: person, role: 'member' }, task))
  await eventsIn(tx).add(workspaceId, { type, actor, data: presentTask(task), previous, at, lostTo })
  return task
}

/** LCH-01. Without a status the task gets the default one. */
export const createTask = async (
  tx: Tx,
  author: TaskAuthor,
  id: string,
  input: TaskInput & { title: string },
  names: InputNames = {},
): Promise<{ ok: true; task: StoredTask } | InputRefusal> => {
  const { faults, linkedRecordIds } = await checkTask(tx, author, undefined, input, names)
  const refusal = refusalOf(faults)
  if (refusal) return refusal
  const statuses = await tasksIn(tx).statuses(author.workspaceId)
  const status = input.status ?? (statuses.find((each) => each.isDefault) ?? statuses[0])?.slug
  if (status === undefined) throw new Error(`The workspace ${author.workspaceId} has no task status.`)
  const task: NewTask = {
    id,
    title: input.title,
    description: input.description ?? null,
    status,
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
  }
  const { workspaceId, actor, at } = author
  await tasksIn(tx).create(workspaceId, task)
  const created: StoredTask = { ...task, timeLogged: 0, archived: false, version: 1 }
  await eventsIn(tx).add(workspaceId, { type: 'task.created', actor, data: presentTask(created), at })
  return { ok: true, task: created }
}

/** Names of all that a change relies on, for `store.write`: two new parents together could put a task below itself. */
export const touchesOf = (id: string, { parentId }: TaskInput): string[] =>
  typeof parentId === 'string' ? [id, 'parents of tasks'] : [id]

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
  const { faults, linkedRecordIds } = await checkTask(tx, author, task, input, names)
  const refusal = refusalOf(faults)
  if (refusal) return refusal
  // The author cannot name links to meetings that they do not see.
  const unseen =
    input.linkedMeetingIds === undefined
      ? []
      : await meetingsIn(tx).unseenAmong(author.workspaceId, author.personId, task.linkedMeetingIds)
  const change: TaskChange = {
    ...input,
    linkedRecordIds,
    assignees: input.assignees && distinct(input.assignees),
    linkedMeetingIds: input.linkedMeetingIds && distinct([...input.linkedMeetingIds, ...unseen]),
  }
  return { ok: true, task: await writeChange(tx, author, task, change, 'task.updated') }
}

/** TSK-05: archiving twice changes nothing more. */
export const archiveTask = async (
  tx: Tx,
  author: TaskAuthor,
  id: string,
  preconditions: Preconditions,
): Promise<{ ok: true; task: StoredTask } | HoldRefusal> => {
  const task = await heldTask(tx, author, id)
  if (!task) return noTask
  if (!allowsWrite(preconditions, task.version)) return preconditionFailed
  return { ok: true, task: await writeChange(tx, author, task, { archived: true }, 'task.archived') }
}

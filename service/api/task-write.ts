// Writing tasks inside a write transaction, for both surfaces. Everything is checked before anything is stored, so a
// refusal leaves nothing behind.
import type { ErrorDetail } from '../../shared/api/errors.ts'
import {
  areDatesInOrder,
  datesAfter,
  distinct,
  invalidTargets,
  linksWithSection,
} from '../rules/task-rules.ts'
import { seesMeetingDetail, seesTask, type Viewer } from '../rules/visibility.ts'
import type { NewTask, StoredTask, TaskChange } from '../store/tasks.ts'
import type { Tx } from '../store/store.ts'

type Refusal<Code> = { ok: false; code: Code; message: string; details?: ErrorDetail[] }
type InputRefusal = Refusal<'invalid_value' | 'invalid_target'>
type TaskRefusal = Refusal<'invalid_value' | 'invalid_target' | 'not_found' | 'task_archived'>
export type TaskOutcome = { ok: true; task: StoredTask } | TaskRefusal

/** Who writes, and when (epoch milliseconds). */
export type TaskAuthor = Viewer & { workspaceId: string; at: number }

type Key =
  | 'title'
  | 'description'
  | 'status'
  | 'priority'
  | 'startDate'
  | 'dueDate'
  | 'parentId'
  | 'sectionId'
  | 'estimatedTime'
  | 'assignees'
  | 'linkedRecordIds'
  | 'linkedMeetingIds'
/** Undefined keeps, null clears, a list replaces. */
export type TaskInput = Pick<TaskChange, Key>

/** What the surface calls these inputs, so that a refusal points at what was sent. */
export type InputNames = Record<'status' | 'startDate' | 'dueDate' | 'parentId', string>
export const developerNames: InputNames = {
  status: 'status',
  startDate: 'start_date',
  dueDate: 'due_date',
  parentId: 'parent_task_id',
}
export const launcherNames: InputNames = {
  status: 'status',
  startDate: 'startDate',
  dueDate: 'dueDate',
  parentId: 'parentTaskId',
}

export const noTask: TaskRefusal = { ok: false, code: 'not_found', message: 'There is no such task.' }
const archivedTask: TaskRefusal = {
  ok: false,
  code: 'task_archived',
  message: 'The task is archived and cannot be changed.',
}

const fault = (
  code: 'invalid_value' | 'invalid_target',
  path: (string | number)[],
  message: string,
): ErrorDetail => ({
  path,
  code,
  message,
})

const refusalOf = (faults: readonly ErrorDetail[]): InputRefusal | undefined => {
  const [first] = faults
  if (!first) return undefined
  const code = first.code === 'invalid_target' ? 'invalid_target' : 'invalid_value'
  return { ok: false, code, message: first.message, details: [...faults] }
}

const targetFaults = (name: string, what: string, ids: readonly string[], places: readonly number[]) =>
  places.map((place) =>
    fault(
      'invalid_target',
      [name, place],
      `${name}: ${ids[place] ?? ''} is no ${what} that this task can name.`,
    ),
  )

const parentFaults = async (
  tx: Tx,
  author: TaskAuthor,
  held: StoredTask | undefined,
  id: string,
  name: string,
) => {
  if (id === held?.parentId) return []
  const parent = await tx.tasks.get(author.workspaceId, id)
  if (!parent || parent.archived || !seesTask(author, parent))
    return [fault('invalid_target', [name], `${name}: ${id} is no task that can be a parent.`)]
  if (held && (await tx.tasks.isBelow(author.workspaceId, id, held.id)))
    return [fault('invalid_target', [name], `${name}: a task cannot be below itself.`)]
  return []
}

/** Everything that is wrong with an input, and the links that it leads to. */
const check = async (
  tx: Tx,
  author: TaskAuthor,
  held: StoredTask | undefined,
  input: TaskInput,
  names: InputNames,
): Promise<{ faults: ErrorDetail[]; linkedRecordIds: string[] | undefined }> => {
  const { workspaceId } = author
  const faults: ErrorDetail[] = []
  if (input.status !== undefined && input.status !== held?.status) {
    const slugs = (await tx.tasks.statuses(workspaceId)).map((status) => status.slug)
    if (!slugs.includes(input.status))
      faults.push(fault('invalid_value', [names.status], `${names.status}: use one of ${slugs.join(', ')}.`))
  }
  if (input.startDate !== undefined || input.dueDate !== undefined) {
    const dates = datesAfter(held ?? { startDate: null, dueDate: null }, input)
    const name = input.dueDate === undefined ? names.startDate : names.dueDate
    if (!areDatesInOrder(dates))
      faults.push(
        fault('invalid_value', [name], `${name}: the start date must not be later than the due date.`),
      )
  }
  if (typeof input.parentId === 'string')
    faults.push(...(await parentFaults(tx, author, held, input.parentId, names.parentId)))
  if (input.assignees) {
    const members = await tx.members.activeAmong(workspaceId, input.assignees)
    const places = invalidTargets(input.assignees, members, held?.assignees ?? [])
    faults.push(...targetFaults('assignees', 'member', input.assignees, places))
  }
  if (input.linkedMeetingIds) {
    const meetings = await tx.meetings.among(workspaceId, input.linkedMeetingIds)
    const open = new Set(meetings.filter((each) => seesMeetingDetail(author, each)).map((each) => each.id))
    const places = invalidTargets(input.linkedMeetingIds, open, held?.linkedMeetingIds ?? [])
    faults.push(...targetFaults('linkedMeetingIds', 'meeting', input.linkedMeetingIds, places))
  }
  const section =
    typeof input.sectionId === 'string' ? await tx.tasks.section(workspaceId, input.sectionId) : undefined
  if (typeof input.sectionId === 'string' && !section)
    faults.push(fault('invalid_target', ['sectionId'], `sectionId: ${input.sectionId} is no section.`))
  if (!input.linkedRecordIds) return { faults, linkedRecordIds: undefined }
  const withSection = linksWithSection(input.linkedRecordIds, section?.recordId ?? null)
  const records = await tx.records.among(workspaceId, withSection)
  const active = new Set(records.filter((record) => !record.archived).map((record) => record.id))
  const places = invalidTargets(input.linkedRecordIds, active, held?.linkedRecordIds ?? [])
  faults.push(...targetFaults('linkedRecordIds', 'record', input.linkedRecordIds, places))
  // A section whose record was archived since is still a section.
  const linkedRecordIds = withSection.filter((id) => active.has(id) || input.linkedRecordIds?.includes(id))
  return { faults, linkedRecordIds }
}

/** The task as its writer sees it, or the refusal to change it (TSK-05). */
const heldTask = async (tx: Tx, author: TaskAuthor, id: string): Promise<TaskOutcome> => {
  const task = await tx.tasks.get(author.workspaceId, id)
  return task && seesTask(author, task) ? { ok: true, task } : noTask
}

/** LCH-01. What is absent takes the workspace's default status, no priority, and nothing else. */
export const createTask = async (
  tx: Tx,
  author: TaskAuthor,
  id: string,
  input: TaskInput & { title: string },
  names: InputNames,
): Promise<{ ok: true; task: StoredTask } | InputRefusal> => {
  const { faults, linkedRecordIds } = await check(tx, author, undefined, input, names)
  const refusal = refusalOf(faults)
  if (refusal) return refusal
  const statuses = await tx.tasks.statuses(author.workspaceId)
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
  await tx.tasks.create(author.workspaceId, task)
  return { ok: true, task: { ...task, timeLogged: 0, archived: false, version: 1 } }
}

/** TSK-03, LCH-02. An input without a single key changes nothing. */
export const changeTask = async (
  tx: Tx,
  author: TaskAuthor,
  id: string,
  input: TaskInput,
  names: InputNames,
): Promise<TaskOutcome> => {
  const held = await heldTask(tx, author, id)
  if (!held.ok) return held
  const { task } = held
  if (task.archived) return archivedTask
  if (Object.values(input).every((value) => value === undefined)) return held
  const { faults, linkedRecordIds } = await check(tx, author, task, input, names)
  const refusal = refusalOf(faults)
  if (refusal) return refusal
  const change: TaskChange = {
    ...input,
    linkedRecordIds,
    assignees: input.assignees && distinct(input.assignees),
    linkedMeetingIds: input.linkedMeetingIds && distinct(input.linkedMeetingIds),
  }
  const at = Math.max(author.at, task.updatedAt)
  return { ok: true, task: await tx.tasks.change(author.workspaceId, task, change, at) }
}

/** TSK-05: archiving twice changes nothing more. */
export const archiveTask = async (tx: Tx, author: TaskAuthor, id: string): Promise<TaskOutcome> => {
  const held = await heldTask(tx, author, id)
  if (!held.ok || held.task.archived) return held
  const at = Math.max(author.at, held.task.updatedAt)
  return { ok: true, task: await tx.tasks.change(author.workspaceId, held.task, { archived: true }, at) }
}

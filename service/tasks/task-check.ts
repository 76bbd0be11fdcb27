// Checks the input of a task, for both surfaces (TSK-03, LCH-01, LCH-02).
import type { ErrorDetail } from '../../shared/api/errors.ts'
import { taskLimits } from '../../shared/api/limits.ts'
import type { Recurrence } from '../../shared/api/primitives.ts'
import type { Refusal } from '../http/errors.ts'
import { checkRecurrence } from './recurrence.ts'
import {
  areDatesInOrder,
  changesNothing,
  datesAfter,
  invalidTargets,
  linksWithSection,
} from './tasks.rules.ts'
import { seesMeetingDetail, seesTask, type Viewer } from './visibility.rules.ts'
import type { StoredTask, TaskChange } from './stored-task.ts'
import type { Tx } from '../db/store.ts'
import { getTask, isTaskBelow } from './tasks.store.ts'
import { activeMembersAmong } from '../access/members.store.ts'
import { statusesOfTasks, getSection } from './task-settings.store.ts'
import { meetingsAmong } from '../meetings/meetings.store.ts'
import { recordsAmong } from '../records/records.store.ts'

export type InputRefusal = Refusal<'invalid_value' | 'invalid_target'>

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
  | 'recurrence'
/** Undefined keeps, null clears, a list replaces. */
export type TaskInput = Pick<TaskChange, Key>

/** Ids of records and tasks are kept in lower case; a UUID is the same in either. */
export const asStored = (ids: readonly string[] | undefined): string[] | undefined =>
  ids?.map((id) => id.toLowerCase())

/** The names of inputs on a surface where they differ, for the paths of faults. */
export type InputNames = Partial<Record<Key, string>>
export const developerNames: InputNames = {
  startDate: 'start_date',
  dueDate: 'due_date',
  parentId: 'parent_task_id',
  linkedRecordIds: 'linked_record_ids',
}

export const launcherNames: InputNames = { parentId: 'parentTaskId' }

const fault = (
  code: 'invalid_value' | 'invalid_target',
  path: (string | number)[],
  message: string,
): ErrorDetail => ({ path, code, message: `${path[0]}: ${message}` })

export const refusalOf = (faults: readonly ErrorDetail[]): InputRefusal | undefined => {
  const [first] = faults
  if (!first) return undefined
  const code = first.code === 'invalid_target' ? 'invalid_target' : 'invalid_value'
  return { ok: false, code, message: first.message, details: [...faults] }
}

const parentFaults = async (
  tx: Tx,
  author: Viewer & { workspaceId: string },
  held: StoredTask | undefined,
  id: string,
  name: string,
) => {
  if (id === held?.parentId) return []
  const parent = await getTask(tx, author.workspaceId, id)
  if (!parent || parent.archived || !seesTask(author, parent))
    return [fault('invalid_target', [name], `${id} is not a task that can be a parent.`)]
  if (held && (await isTaskBelow(tx, author.workspaceId, id, held.id)))
    return [fault('invalid_target', [name], 'a task cannot be below itself.')]
  return []
}

type Checked = {
  faults: ErrorDetail[]
  linkedRecordIds: string[] | undefined
  recurrence: Recurrence | null | undefined
}

/** Finds every fault of an input, and the links and the recurrence that it results in. */
export const checkTask = async (
  tx: Tx,
  author: Viewer & { workspaceId: string; at: number },
  held: StoredTask | undefined,
  input: TaskInput,
  names: InputNames,
): Promise<Checked> => {
  const { workspaceId } = author
  const faults: ErrorDetail[] = []
  const nameOf = (key: Key) => names[key] ?? key
  const checkTargets = (
    key: 'assignees' | 'linkedRecordIds' | 'linkedMeetingIds',
    what: string,
    allowed: ReadonlySet<string>,
  ) => {
    const ids = input[key] ?? []
    for (const place of invalidTargets(ids, allowed, held?.[key] ?? [])) {
      const message = `${ids[place] ?? ''} is not a ${what} that this task can name. Send the id of one.`
      faults.push(fault('invalid_target', [nameOf(key), place], message))
    }
  }

  if (input.status !== undefined && input.status !== held?.status) {
    const slugs = (await statusesOfTasks(tx, workspaceId)).map((status) => status.slug)
    if (!slugs.includes(input.status))
      faults.push(fault('invalid_value', [nameOf('status')], `use one of ${slugs.join(', ')}.`))
  }
  if (input.startDate !== undefined || input.dueDate !== undefined) {
    const dates = datesAfter(held ?? { startDate: null, dueDate: null }, input)
    const name = nameOf(input.dueDate === undefined ? 'startDate' : 'dueDate')
    if (!areDatesInOrder(dates))
      faults.push(fault('invalid_value', [name], 'the start date must not be later than the due date.'))
  }
  let { recurrence } = input
  if (recurrence && !changesNothing({ recurrence: held?.recurrence }, { recurrence })) {
    const { dueDate } = datesAfter(held ?? { startDate: null, dueDate: null }, input)
    const assignees = input.assignees ?? held?.assignees ?? []
    const task = { dueDate, assignees, createdBy: held?.createdBy ?? author.personId }
    const checked = await checkRecurrence(tx, recurrence, task, author)
    if (checked.ok) ({ recurrence } = checked)
    else faults.push(fault('invalid_value', [nameOf('recurrence'), 'rule'], checked.message))
  }
  if (typeof input.parentId === 'string')
    faults.push(...(await parentFaults(tx, author, held, input.parentId, nameOf('parentId'))))
  if (input.assignees)
    checkTargets('assignees', 'member', await activeMembersAmong(tx, workspaceId, input.assignees))
  if (input.linkedMeetingIds) {
    const meetings = await meetingsAmong(tx, workspaceId, input.linkedMeetingIds)
    const open = meetings.filter((each) => seesMeetingDetail(author, each)).map((each) => each.id)
    checkTargets('linkedMeetingIds', 'meeting', new Set(open))
  }
  const section =
    typeof input.sectionId === 'string' ? await getSection(tx, workspaceId, input.sectionId) : undefined
  if (typeof input.sectionId === 'string' && !section)
    faults.push(fault('invalid_target', ['sectionId'], `${input.sectionId} is not a section.`))
  if (!input.linkedRecordIds) return { faults, linkedRecordIds: undefined, recurrence }
  const withSection = linksWithSection(input.linkedRecordIds, section?.recordId ?? null)
  const records = await recordsAmong(tx, workspaceId, withSection)
  const active = new Set(records.filter((record) => !record.archived).map((record) => record.id))
  checkTargets('linkedRecordIds', 'record', active)
  // The record of a section may have been archived.
  const linkedRecordIds = withSection.filter((id) => active.has(id) || input.linkedRecordIds?.includes(id))
  const isHeld = linkedRecordIds.every((id) => held?.linkedRecordIds.includes(id))
  if (linkedRecordIds.length > taskLimits.linkedRecords && !isHeld) {
    const message = `a task links at most ${taskLimits.linkedRecords} records, and the section’s record is one of them. Leave one out, or choose another section.`
    faults.push(fault('invalid_value', [nameOf('linkedRecordIds')], message))
  }
  return { faults, linkedRecordIds, recurrence }
}

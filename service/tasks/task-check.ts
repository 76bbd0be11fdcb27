// Checks the input of a task, for both surfaces (TSK-03, LCH-01, LCH-02).
import type { ErrorDetail } from '../../shared/api/errors.ts'
import { taskLimits } from '../../shared/api/limits.ts'
import type { Refusal } from '../http/errors.ts'
import { areDatesInOrder, datesAfter, invalidTargets, linksWithSection } from './tasks.rules.ts'
import { seesMeetingDetail, seesTask, type Viewer } from './visibility.rules.ts'
import type { StoredTask, TaskChange } from './stored-task.ts'
import type { Tx } from '../db/store.ts'

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
/** Undefined keeps, null clears, a list replaces. */
export type TaskInput = Pick<TaskChange, Key>

/** Ids of records and tasks are kept in lower case; a UUID is the same in either. */
export const asStored = (ids: readonly string[] | undefined): string[] | undefined =>
  ids?.map((id) => id.toLowerCase())

/** The names of these inputs on a surface, for the paths of faults. */
export type InputNames = Record<'status' | 'startDate' | 'dueDate' | 'parentId' | 'linkedRecordIds', string>
export const developerNames: InputNames = {
  status: 'status',
  startDate: 'start_date',
  dueDate: 'due_date',
  parentId: 'parent_task_id',
  linkedRecordIds: 'linked_record_ids',
}
export const launcherNames: InputNames = {
  status: 'status',
  startDate: 'startDate',
  dueDate: 'dueDate',
  parentId: 'parentTaskId',
  linkedRecordIds: 'linkedRecordIds',
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

export const refusalOf = (faults: readonly ErrorDetail[]): InputRefusal | undefined => {
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
      `${name}: ${ids[place] ?? ''} is not a ${what} that this task can name.`,
    ),
  )

const parentFaults = async (
  tx: Tx,
  author: Viewer & { workspaceId: string },
  held: StoredTask | undefined,
  id: string,
  name: string,
) => {
  if (id === held?.parentId) return []
  const parent = await tx.tasks.get(author.workspaceId, id)
  if (!parent || parent.archived || !seesTask(author, parent))
    return [fault('invalid_target', [name], `${name}: ${id} is not a task that can be a parent.`)]
  if (held && (await tx.tasks.isBelow(author.workspaceId, id, held.id)))
    return [fault('invalid_target', [name], `${name}: a task cannot be below itself.`)]
  return []
}

/** Finds every fault of an input, and the links that it results in. */
export const checkTask = async (
  tx: Tx,
  author: Viewer & { workspaceId: string },
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
    faults.push(fault('invalid_target', ['sectionId'], `sectionId: ${input.sectionId} is not a section.`))
  if (!input.linkedRecordIds) return { faults, linkedRecordIds: undefined }
  const withSection = linksWithSection(input.linkedRecordIds, section?.recordId ?? null)
  const records = await tx.records.among(workspaceId, withSection)
  const active = new Set(records.filter((record) => !record.archived).map((record) => record.id))
  const places = invalidTargets(input.linkedRecordIds, active, held?.linkedRecordIds ?? [])
  faults.push(...targetFaults(names.linkedRecordIds, 'record', input.linkedRecordIds, places))
  // The record of a section may have been archived.
  const linkedRecordIds = withSection.filter((id) => active.has(id) || input.linkedRecordIds?.includes(id))
  const isHeld = linkedRecordIds.every((id) => held?.linkedRecordIds.includes(id))
  if (linkedRecordIds.length > taskLimits.linkedRecords && !isHeld) {
    const message = `${names.linkedRecordIds}: a task links at most ${taskLimits.linkedRecords} records, and the section’s record is one of them. Leave one out, or choose another section.`
    faults.push(fault('invalid_value', [names.linkedRecordIds], message))
  }
  return { faults, linkedRecordIds }
}

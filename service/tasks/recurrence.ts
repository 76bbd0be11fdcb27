// Tasks that repeat: the check of their rules, and the instance that follows a completed one.
import type { Recurrence } from '../../shared/api/primitives.ts'
import type { RuleFault } from '../../shared/recurrence.ts'
import { activeMembersAmong } from '../access/members.store.ts'
import { zonesAmong } from '../access/people.store.ts'
import { newUuid } from '../base/ids.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import { meetingsAmong } from '../meetings/meetings.store.ts'
import { recordsAmong } from '../records/records.store.ts'
import type { NewTask, StoredTask } from './stored-task.ts'
import { defaultStatus } from './task-settings.store.ts'
import { getTask, isBuiltUpon, tasksAmong } from './tasks.store.ts'

/** Loaded when a rule is used: most writes have none, and the library costs 10 ms. */
const rules = () => import('../../shared/recurrence.ts')

const messages: Readonly<Record<RuleFault, string>> = {
  unreadable:
    'send the RRULE of RFC 5545 alone, without DTSTART, such as FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH. INTERVAL goes to 999.',
  too_frequent:
    'use DAILY, WEEKLY, MONTHLY or YEARLY, and leave out BYHOUR, BYMINUTE and BYSECOND: a task repeats at most daily, at the time of its due date.',
  two_ends: 'end the rule with COUNT or with UNTIL, not with both.',
  never: 'no day matches this rule. Use days that exist, such as BYMONTHDAY=-1 for the last day of a month.',
}

/** The clock is that of the zone which the first assignee has chosen, else the creator. */
type Concerned = Pick<StoredTask, 'assignees' | 'createdBy'>

/** When a task is written, epoch milliseconds, and the zone of the writer's clock, which counts if nobody has chosen one. */
type Moment = { at: number; zone?: string | undefined }

async function zoneOf(
  tx: Tx,
  { assignees, createdBy }: Concerned,
  { zone = 'UTC' }: Moment,
): Promise<string> {
  const people = [...assignees.slice(0, 1), createdBy]
  const zones = await zonesAmong(tx, people)
  return people.flatMap((id) => zones.get(id) ?? [])[0] ?? zone
}

/**
 * A recurrence with a canonical rule, or what is wrong with it. A rule that is counted from a due date must have a day after it.
 */
export async function checkRecurrence(
  tx: Tx,
  { rule, after }: Recurrence,
  { dueDate, ...concerned }: Concerned & Pick<StoredTask, 'dueDate'>,
  moment: Moment,
): Promise<{ ok: true; recurrence: Recurrence } | { ok: false; message: string }> {
  const { checkRule, nextDates } = await rules()
  const checked = checkRule(rule)
  if (!checked.ok) return { ok: false, message: messages[checked.fault] }
  const recurrence = { rule: checked.rule, after }
  if (after === 'completion' || dueDate === null) return { ok: true, recurrence }
  // Its end stands last.
  const endless = { after, rule: checked.rule.replace(/;(?:COUNT|UNTIL)=[^;]*$/, '') }
  const dates = { startDate: null, dueDate }
  return nextDates(endless, dates, moment.at, await zoneOf(tx, concerned, moment))
    ? { ok: true, recurrence }
    : { ok: false, message: messages.never }
}

/** The first due date of a task whose rule is all that is known. @param time milliseconds after midnight; null for a whole day */
export const firstDue = async (
  rule: string,
  time: number | null,
  at: number,
  zone: string,
): Promise<number | null> => (await rules()).firstDate(rule, time, at, zone)

/**
 * The instance that follows a task. It leaves out members who left, archived records and parents, and meetings that no calendar
 * has.
 * @param moment the completion
 * @returns undefined if the task does not repeat, or its series has ended
 */
export async function nextInstance(
  tx: Tx,
  workspaceId: string,
  task: StoredTask,
  moment: Moment,
): Promise<NewTask | undefined> {
  const { recurrence, parentId } = task
  const { at } = moment
  if (recurrence === null) return undefined
  const { nextDates, nextRule } = await rules()
  const dates = nextDates(recurrence, task, at, await zoneOf(tx, task, moment))
  if (dates === null) return undefined
  const [members, records, meetings, [parent], status] = await inPipeline([
    activeMembersAmong(tx, workspaceId, task.assignees),
    recordsAmong(tx, workspaceId, task.linkedRecordIds),
    meetingsAmong(tx, workspaceId, task.linkedMeetingIds),
    tasksAmong(tx, workspaceId, parentId === null ? [] : [parentId]),
    defaultStatus(tx, workspaceId),
  ])
  const active = new Set(records.filter(({ archived }) => !archived).map(({ id }) => id))
  const kept = new Set(meetings.map(({ id }) => id))
  const { title, description, priority, sectionId, estimatedTime, createdBy } = task
  return {
    id: newUuid(),
    title,
    description,
    status,
    priority,
    ...dates,
    parentId: parent && !parent.archived ? parentId : null,
    sectionId,
    estimatedTime,
    // The same people see the next one.
    createdBy,
    createdAt: at,
    updatedAt: at,
    assignees: task.assignees.filter((id) => members.has(id)),
    linkedRecordIds: task.linkedRecordIds.filter((id) => active.has(id)),
    linkedMeetingIds: task.linkedMeetingIds.filter((id) => kept.has(id)),
    recurrence: { ...recurrence, rule: nextRule(recurrence.rule) },
  }
}

/** The next instance of a completed task, if nobody has done anything with it. */
export async function untouchedNext(
  tx: Tx,
  workspaceId: string,
  { nextTaskId }: StoredTask,
): Promise<StoredTask | undefined> {
  const next = nextTaskId === null ? undefined : await getTask(tx, workspaceId, nextTaskId)
  // A workspace that was imported has its times, but new versions.
  if (!next || next.version > 1 || next.updatedAt > next.createdAt) return undefined
  return (await isBuiltUpon(tx, workspaceId, next.id)) ? undefined : next
}

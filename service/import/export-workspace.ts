// Exports a workspace as lines. Their order depends only on the contents, so both engines give the same bytes.
import { workspaceOf } from '../operator/workspaces.ts'
import type { StoredCalendar } from '../calendars/stored-calendar.ts'
import type { Copy } from '../calendars/copies.store.ts'
import type { Store, Tx } from '../db/store.ts'
import type { PagedTable } from './transfer.store.ts'
import type { Line, LineCounts, LineOf } from './format.ts'
import { commentsAmong } from '../comments/comments.store.ts'
import { idsAfter, copiesAfter, keptMembers, calendarsOfWorkspace } from './transfer.store.ts'
import { meetingsAmong } from '../meetings/meetings.store.ts'
import { furtherAddresses } from '../calendars/calendars.store.ts'
import { statusesOfTasks, sectionsOfWorkspace } from '../tasks/task-settings.store.ts'
import { minutesLogged, type StoredTask } from '../tasks/stored-task.ts'
import { tasksAmong } from '../tasks/tasks.store.ts'
import { objectsOfWorkspace, definedFields } from '../objects/objects.store.ts'
import { recordsAmong } from '../records/records.store.ts'

const pageSize = 500

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
const byPlace = (a: { id: string; position: number }, b: { id: string; position: number }): number =>
  a.position - b.position || byId(a, b)

/** The rows of a table by id, a page at a time. */
async function* paged<T extends { id: string }>(
  tx: Tx,
  workspaceId: string,
  table: PagedTable,
  read: (ids: readonly string[]) => Promise<T[]>,
): AsyncGenerator<T> {
  let after = ''
  for (;;) {
    const ids = await idsAfter(tx, workspaceId, table, after, pageSize)
    yield* (await read(ids)).toSorted(byId)
    const last = ids.at(-1)
    if (last === undefined || ids.length < pageSize) return
    after = last
  }
}

const lineOfCalendar = (calendar: StoredCalendar): LineOf<'calendar'> => ({
  type: 'calendar',
  id: calendar.id,
  ownerId: calendar.ownerId,
  name: calendar.name,
  isNamed: calendar.isNamed,
  color: calendar.color,
  kind: calendar.kind,
  host: calendar.host,
  visibility: calendar.visibility,
  zone: calendar.zone,
  readAt: calendar.readAt,
  meetingCount: calendar.meetingCount,
  skipped: {
    count: calendar.skipped.count,
    reasons: calendar.skipped.reasons.map(({ reason, count, example }) => ({ reason, count, example })),
  },
  createdAt: calendar.createdAt,
  updatedAt: calendar.updatedAt,
})

async function meetingLines(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<LineOf<'meeting'>[]> {
  const found = await meetingsAmong(tx, workspaceId, ids)
  return found.map(
    ({
      attendees,
      linkedRecordIds,
      series,
      description,
      guests,
      isTentative,
      isHidden,
      isIndexed,
      concerned,
      ...rest
    }) => ({
      type: 'meeting',
      ...rest,
      attendeeIds: attendees.map(({ id }) => id).toSorted(),
      linkedRecordIds: linkedRecordIds.toSorted(),
      ...(series !== null && {
        ofCalendars: {
          series,
          description,
          guests: [...guests],
          isTentative,
          isHidden,
          isIndexed,
          concerned: concerned.toSorted(byId),
        },
      }),
    }),
  )
}

async function* copiesOf(tx: Tx, workspaceId: string, calendarId: string): AsyncGenerator<Copy> {
  let after = ''
  for (;;) {
    const some = await copiesAfter(tx, workspaceId, calendarId, after, pageSize)
    yield* some
    const last = some.at(-1)
    if (last === undefined || some.length < pageSize) return
    after = last.meetingId
  }
}

/** Files of earlier versions have no mentions. */
const withoutNone = <T extends { mentions: readonly string[] }>({ mentions, ...comment }: T) => ({
  ...comment,
  ...(mentions.length > 0 && { mentions: [...mentions] }),
})

const lineOfTask = (stored: StoredTask): LineOf<'task'> => {
  const { version: _version, secondsLogged, timer, recurrence, nextTaskId, ...task } = stored
  const rest = secondsLogged % 60
  return {
    type: 'task',
    ...task,
    timeLogged: minutesLogged(stored),
    ...(rest > 0 && { secondsLogged: rest }),
    ...(timer && { timer }),
    ...(recurrence && { recurrence }),
    ...(nextTaskId !== null && { nextTaskId }),
    assignees: [...task.assignees],
    linkedRecordIds: [...task.linkedRecordIds],
    linkedMeetingIds: [...task.linkedMeetingIds],
  }
}

async function* linesOf(tx: Tx, slug: string): AsyncGenerator<Line> {
  const { id: workspaceId, ...workspace } = await workspaceOf(tx, slug)
  yield { type: 'header', format: 'svc-workspace', version: 1, workspace }
  for (const { zone, ...member } of (await keptMembers(tx, workspaceId)).toSorted(byId)) {
    const addresses = await furtherAddresses(tx, workspaceId, member.id)
    yield {
      type: 'member',
      ...member,
      ...(zone !== null && { zone }),
      ...(addresses.length > 0 && { addresses }),
    }
  }
  const calendars = await calendarsOfWorkspace(tx, workspaceId)
  for (const calendar of calendars) yield lineOfCalendar(calendar)
  for (const status of (await statusesOfTasks(tx, workspaceId)).toSorted(byPlace))
    yield { type: 'status', ...status }
  const objects = (await objectsOfWorkspace(tx, workspaceId)).toSorted(byPlace)
  for (const object of objects) yield { type: 'object', ...object }
  const fields = Map.groupBy(await definedFields(tx, workspaceId), ({ objectId }) => objectId)
  for (const { id } of objects)
    for (const { retired, ...field } of (fields.get(id) ?? []).toSorted(byPlace))
      yield { type: 'field', ...field, ...(retired && { retired }) }
  for (const section of (await sectionsOfWorkspace(tx, workspaceId)).toSorted(byPlace))
    yield { type: 'section', ...section }
  const records = paged(tx, workspaceId, 'record', (ids) => recordsAmong(tx, workspaceId, ids))
  for await (const { version: _version, ...record } of records) yield { type: 'record', ...record }
  const comments = paged(tx, workspaceId, 'record_comment', (ids) =>
    commentsAmong(tx, workspaceId, 'record', ids),
  )
  for await (const { target, ...comment } of comments)
    yield { type: 'comment', recordId: target.id, ...withoutNone(comment) }
  const meetings = paged(tx, workspaceId, 'meeting', (ids) => meetingLines(tx, workspaceId, ids))
  for await (const meeting of meetings) yield meeting
  for (const { id } of calendars)
    for await (const copy of copiesOf(tx, workspaceId, id))
      yield {
        type: 'calendarMeeting',
        calendarId: id,
        meetingId: copy.meetingId,
        digest: copy.digest,
        response: copy.response,
        // Written by this service only.
        details: JSON.parse(copy.details) as LineOf<'calendarMeeting'>['details'],
      }
  const tasks = paged(tx, workspaceId, 'task', (ids) => tasksAmong(tx, workspaceId, ids))
  for await (const task of tasks) yield lineOfTask(task)
  const onTasks = paged(tx, workspaceId, 'task_comment', (ids) => commentsAmong(tx, workspaceId, 'task', ids))
  for await (const { target, ...comment } of onTasks)
    yield { type: 'taskComment', taskId: target.id, ...withoutNone(comment) }
}

/**
 * Exports a workspace line by line from one snapshot, with at most a page of it in memory.
 * @param write takes one line with its line feed, and resolves when it may take the next
 * @param passed called after each line with the number of lines so far
 * @throws OperatorError `not_found`
 */
export const exportWorkspace = (
  store: Store,
  slug: string,
  write: (text: string) => Promise<void>,
  passed: (lines: number) => void = () => {},
): Promise<LineCounts> =>
  store.read(async (tx) => {
    const counts: LineCounts = {}
    let lines = 0
    const put = async (line: Line) => {
      await write(`${JSON.stringify(line)}\n`)
      counts[line.type] = (counts[line.type] ?? 0) + 1
      passed((lines += 1))
    }
    for await (const line of linesOf(tx, slug)) await put(line)
    await put({ type: 'end', lines: lines - 1 })
    return counts
  })

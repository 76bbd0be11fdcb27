// Meetings with who attends and what they are about. Written by calendars and by operator commands; read by the launcher.
import { sql } from 'kysely'
import type { IsDayAhead } from './reader-days.rules.ts'
import { askedTogether, inPipeline, insertRows, listStatement, param, replacing } from '../db/sql.ts'
import type { MeetingAttendeeTable, MeetingTable } from '../db/schema.ts'
import { putSearchEntries, removeSearchEntries, type SearchEntry } from '../search/write-index.store.ts'
import { everyone } from '../search/lookup.store.ts'
import { meetingRows, rowsBetween, upcomingRows } from './meeting-times.store.ts'
import {
  type Concerned,
  meetingOfRow,
  type MeetingOfCalendars,
  type NewMeeting,
  rowOf,
  rowOfCalendars,
  type StoredMeeting,
} from './stored-meeting.ts'
import { addChanges, type NewChange, type People } from '../changes/changes.store.ts'
import type { Tx } from '../db/store.ts'

const concernedOfRow = (row: MeetingAttendeeTable): Concerned => ({
  id: row.person_id,
  attends: row.attends === 1,
  hasCopy: row.has_copy === 1,
  response: row.response,
  calendarId: row.calendar_id,
})

/** Whether a meeting concerns the person given. */
const isConcerned = sql`exists (select 1 from meeting_attendee as concerned
  where concerned.workspace_id = meeting.workspace_id and concerned.meeting_id = meeting.id
    and concerned.person_id = ${param})`

/** The search entry of a meeting. Only those who attend find a private title (LCH-10). */
export const meetingEntryOf = (
  { id, title, startAt, isPrivate }: Pick<StoredMeeting, 'id' | 'title' | 'startAt' | 'isPrivate'>,
  attendeeIds: readonly string[],
): SearchEntry => ({
  kind: 'meeting',
  ref: id,
  title,
  rankedAt: startAt,
  audiences: isPrivate ? attendeeIds : [everyone],
})

/** Whose write it is, and when: epoch milliseconds. Null where nobody could have seen the workspace before. */
type By = Pick<NewChange, 'actor' | 'at'> | null

/** A meeting as a change of it is noticed by, and who sees it (`seesMeeting`). */
type Noticed = { row: MeetingTable; concerned: readonly Concerned[] }

const sightOf = ({ row, concerned }: Noticed): People =>
  row.is_hidden === 1 ? { only: concerned.map(({ id }) => id) } : { except: [] }

/** People who saw the meeting before and do not see it after. */
const lostBetween = (before: Noticed, after: Noticed): People => {
  const [saw, sees] = [sightOf(before), sightOf(after)]
  if ('except' in sees) return { only: [] }
  if ('except' in saw) return { except: sees.only }
  return { only: saw.only.filter((id) => !sees.only.includes(id)) }
}

/** All but when and by whom it was first written, and whether search finds it. */
const noticedOf = ({ row, concerned }: Noticed): string => {
  const { created_by: _by, created_at: _at, is_indexed: _isIndexed, ...rest } = row
  const said = Object.entries(rest).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const people = concerned
    .map(({ id, attends, hasCopy, response, calendarId }) => [id, attends, hasCopy, response, calendarId])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return JSON.stringify([said, people])
}

const columns = {
  text: [
    'workspace_id',
    'id',
    'title',
    'location',
    'join_url',
    'created_by',
    'series',
    'description',
    'guests',
  ],
  number: [
    'start_at',
    'end_at',
    'all_day',
    'is_private',
    'created_at',
    'is_tentative',
    'is_hidden',
    'is_indexed',
  ],
} as const
const addMeetingRows = insertRows('meeting', columns)
const isKept = new Set<string>(['workspace_id', 'id', 'created_by', 'created_at'])
const replaceMeetingRows = insertRows(
  'meeting',
  columns,
  replacing(
    ['workspace_id', 'id'],
    [...columns.text, ...columns.number].filter((name) => !isKept.has(name)),
  ),
)
const addAttendees = insertRows('meeting_attendee', {
  text: ['workspace_id', 'meeting_id', 'person_id', 'response', 'calendar_id'],
  number: ['attends', 'has_copy', 'end_at'],
})
/** The row of a person who attends a meeting that is in no calendar. */
const attending = { attends: 1, has_copy: 0, response: null, calendar_id: null, end_at: 0 } as const
const addRecordLinks = insertRows('meeting_record', { text: ['workspace_id', 'meeting_id', 'record_id'] })

const concernedRows = listStatement<MeetingAttendeeTable>(
  (ids) => sql`select * from meeting_attendee where meeting_id ${ids} and workspace_id = ${param}`,
)
// Asked apart: a distributed engine may keep people elsewhere than what is in a workspace.
const peopleAmong = listStatement<{ id: string; name: string }>(
  (ids) => sql`select id, name from person where id ${ids} order by name, id`,
)
const linkedRecordRows = listStatement<{ meetingId: string; recordId: string }>(
  (ids) => sql`select meeting_id as ${sql.ref('meetingId')}, record_id as ${sql.ref('recordId')}
    from meeting_record where meeting_id ${ids} and workspace_id = ${param} order by record_id`,
)

// `+` keeps SQLite from the index of ends, which would read all that is ahead of the workspace.
const nextRowsOfSeries = askedTogether(
  sql<MeetingTable>`select * from meeting where workspace_id = ${param} and series = ${param} and title = ${param}
    and +end_at > ${param} and (is_private = 0 or ${isConcerned}) order by start_at, id limit 1`,
)
const seenAmong = listStatement<{ id: string }>(
  (ids) => sql`select id from meeting where id ${ids} and workspace_id = ${param}
    and (is_hidden = 0 or ${isConcerned})`,
)

const present = async (
  tx: Tx,
  workspaceId: string,
  rows: readonly MeetingTable[],
): Promise<StoredMeeting[]> => {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [concerned, records] = await inPipeline([
    concernedRows(tx, ids, workspaceId),
    linkedRecordRows(tx, ids, workspaceId),
  ])
  const attendees = concerned.filter((row) => row.attends === 1)
  const people = await peopleAmong(tx, [...new Set(attendees.map((row) => row.person_id))])
  const meetingsOf = Map.groupBy(attendees, (row) => row.person_id)
  const named = people.flatMap(({ id, name }) =>
    (meetingsOf.get(id) ?? []).map(({ meeting_id: meetingId }) => ({ meetingId, id, name })),
  )
  const attendeesOf = Map.groupBy(named, (row) => row.meetingId)
  const concernedOf = Map.groupBy(concerned, (row) => row.meeting_id)
  const recordsOf = Map.groupBy(records, (row) => row.meetingId)
  return rows.map((row) => ({
    ...meetingOfRow(row),
    attendees: (attendeesOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    linkedRecordIds: (recordsOf.get(row.id) ?? []).map((record) => record.recordId),
    concerned: (concernedOf.get(row.id) ?? []).map(concernedOfRow),
  }))
}

/** Meetings of the workspace among `ids`, in no particular order. */
export const meetingsAmong = async (
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<StoredMeeting[]> => {
  const rows = await meetingRows(tx, ids, workspaceId)
  return present(tx, workspaceId, rows)
}

/** Stores meetings with their attendees and records, and makes their titles findable. */
export const insertMeetings = async (
  tx: Tx,
  workspaceId: string,
  meetings: readonly NewMeeting[],
): Promise<void> => {
  await addMeetingRows(
    tx,
    meetings.map((meeting) => rowOf(workspaceId, meeting)),
  )
  await addAttendees(
    tx,
    meetings.flatMap(({ id, attendeeIds }) =>
      attendeeIds.map((personId) => ({
        ...attending,
        workspace_id: workspaceId,
        meeting_id: id,
        person_id: personId,
      })),
    ),
  )
  await addRecordLinks(
    tx,
    meetings.flatMap(({ id, linkedRecordIds }) =>
      linkedRecordIds.map((recordId) => ({ workspace_id: workspaceId, meeting_id: id, record_id: recordId })),
    ),
  )
  await putSearchEntries(
    tx,
    workspaceId,
    meetings.map((meeting) => meetingEntryOf(meeting, meeting.attendeeIds)),
  )
}

export const getMeeting = async (
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<StoredMeeting | undefined> => (await meetingsAmong(tx, workspaceId, [id]))[0]

/**
 * Meetings that have not ended at `at`, by start, at most `limit` (LCH-08): of calendars only those that concern the person
 * and that they did not decline.
 * @param isDayAhead whether whole days are not over for the reader; without it they are when they end as instants
 */
export async function upcomingMeetings(
  tx: Tx,
  workspaceId: string,
  personId: string,
  at: number,
  limit: number,
  isDayAhead: IsDayAhead | null = null,
): Promise<StoredMeeting[]> {
  return present(tx, workspaceId, await upcomingRows(tx, workspaceId, personId, { at, limit, isDayAhead }))
}

/**
 * Meetings that meet a time, by start, at most `limit`: those that the person sees at least as busy, their own before others
 * (CAL-06, CAL-07). `from` is inside, `to` is not.
 */
export async function meetingsBetween(
  tx: Tx,
  workspaceId: string,
  personId: string,
  time: { from: number; to: number },
  limit: number,
): Promise<StoredMeeting[]> {
  return present(tx, workspaceId, await rowsBetween(tx, workspaceId, personId, time, limit))
}

/**
 * The next instance of each series that has its title, has not ended at `at` and shows the person its details, if there
 * is one.
 */
export async function nextMeetingsOfSeries(
  tx: Tx,
  { workspaceId, personId }: { workspaceId: string; personId: string },
  series: readonly { series: string; title: string }[],
  at: number,
): Promise<StoredMeeting[]> {
  const asked = series.map((one) => [workspaceId, one.series, one.title, at, personId])
  return present(tx, workspaceId, (await nextRowsOfSeries(tx, asked)).flat())
}

/** Meetings that the person may not know of (CAL-06), or that no calendar has. */
export async function unseenMeetings(
  tx: Tx,
  workspaceId: string,
  personId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const unseen = new Set(ids)
  for (const { id } of await seenAmong(tx, [...unseen], workspaceId, personId)) unseen.delete(id)
  return unseen
}

/** Whom each of some meetings concerns. */
export async function concernedByMeetings(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Concerned[]>> {
  const rows = Map.groupBy(await concernedRows(tx, ids, workspaceId), (row) => row.meeting_id)
  return new Map([...rows].map(([id, some]) => [id, some.map(concernedOfRow)]))
}

/** Stores meetings as their calendars say, whatever was there before, and what changes by it (FED-01). */
export async function putMeetingsOfCalendars(
  tx: Tx,
  workspaceId: string,
  meetings: readonly MeetingOfCalendars[],
  by: By,
): Promise<void> {
  const ids = meetings.map(({ id }) => id)
  if (ids.length === 0) return
  const before = new Map((await meetingRows(tx, ids, workspaceId)).map((row) => [row.id, row]))
  const rows = meetings.map((meeting) => rowOfCalendars(workspaceId, meeting))
  if (by) {
    const concernedBefore = await concernedByMeetings(tx, workspaceId, [...before.keys()])
    const changes = meetings.flatMap(({ id, concerned }, place): NewChange[] => {
      const [held, row] = [before.get(id), rows[place]]
      if (!held || !row) return [{ kind: 'meeting', id, action: 'created', ...by }]
      const was = { row: held, concerned: concernedBefore.get(id) ?? [] }
      const is = { row, concerned }
      if (noticedOf(was) === noticedOf(is)) return []
      return [{ kind: 'meeting', id, action: 'updated', lostTo: lostBetween(was, is), ...by }]
    })
    await addChanges(tx, workspaceId, changes)
  }
  await replaceMeetingRows(tx, rows)
  await tx
    .deleteFrom('meeting_attendee')
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', 'in', ids)
    .execute()
  await addAttendees(
    tx,
    meetings.flatMap(({ id, endAt, concerned }) =>
      concerned.map((one) => ({
        workspace_id: workspaceId,
        meeting_id: id,
        person_id: one.id,
        attends: one.attends ? (1 as const) : (0 as const),
        has_copy: one.hasCopy ? (1 as const) : (0 as const),
        response: one.response,
        calendar_id: one.calendarId,
        end_at: endAt,
      })),
    ),
  )
  await putSearchEntries(
    tx,
    workspaceId,
    meetings
      .filter(({ isIndexed }) => isIndexed)
      .map((meeting) => ({
        ...meetingEntryOf(
          meeting,
          meeting.concerned.map((person) => person.id),
        ),
        isNew: !before.has(meeting.id),
      })),
  )
  const hidden = meetings.filter(({ id, isIndexed }) => !isIndexed && before.get(id)?.is_indexed === 1)
  await removeSearchEntries(
    tx,
    workspaceId,
    'meeting',
    hidden.map(({ id }) => id),
  )
}

/** Removes meetings that no calendar has now. Links of tasks stay for the case that a calendar has them again. */
export async function removeMeetings(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
  by: By,
): Promise<void> {
  if (ids.length === 0) return
  const held = await meetingRows(tx, ids, workspaceId)
  const gone = held.filter((row) => row.is_indexed === 1)
  if (by) {
    const concerned = await concernedByMeetings(
      tx,
      workspaceId,
      held.map(({ id }) => id),
    )
    const changes = held.map((row): NewChange => {
      const lostTo = sightOf({ row, concerned: concerned.get(row.id) ?? [] })
      return { kind: 'meeting', id: row.id, action: 'deleted', lostTo, ...by }
    })
    await addChanges(tx, workspaceId, changes)
  }
  await removeSearchEntries(
    tx,
    workspaceId,
    'meeting',
    gone.map(({ id }) => id),
  )
  for (const table of ['meeting_attendee', 'meeting_record'] as const)
    await tx
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('meeting_id', 'in', ids)
      .execute()
  await tx.deleteFrom('meeting').where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute()
}

/** Removes the links of tasks to some meetings. */
export async function unlinkMeetings(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  // By the whole key: for the ids of meetings alone SQLite would read all links of the workspace.
  await sql`delete from task_meeting where workspace_id = ${workspaceId} and (task_id, meeting_id) in
    (select task_id, meeting_id from task_meeting where workspace_id = ${workspaceId}
      and meeting_id in (${sql.join(ids)}))`.execute(tx)
}

export const insertMeeting = (tx: Tx, workspaceId: string, meeting: NewMeeting): Promise<void> =>
  insertMeetings(tx, workspaceId, [meeting])

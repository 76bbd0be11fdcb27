// Copies of meetings, one for each calendar. Several calendars can have the same meeting (CAL-06): everybody sees the copy
// that concerns them, so that nobody changes a meeting for others by adding a calendar.
import { sql } from 'kysely'
import { chunksOf, insertRows, listStatement, param, replacing } from '../db/sql.ts'
import type { CalendarTable, MeetingResponse } from '../db/schema.ts'
import type { Guest } from '../meetings/stored-meeting.ts'
import type { Tx } from '../db/store.ts'

/** A meeting as one calendar says. Times are epoch milliseconds. */
export type CopyDetails = {
  title: string
  startAt: number
  endAt: number
  allDay: boolean
  location: string | null
  description: string | null
  joinUrl: string | null
  isPrivate: boolean
  isTentative: boolean
  /** Absent for one that makes its people busy. */
  isFree?: true
  series: string
  guests: readonly Guest[]
  /** The first instance of its series with this title and these guests in the time that is read. */
  isFirst: boolean
}

/** `details` is `CopyDetails` as JSON; `digest` differs when it or the response does. */
export type Copy = {
  meetingId: string
  digest: string
  endAt: number
  /** The calendar owner's. */
  response: MeetingResponse | null
  details: string
}

/** A copy with its calendar. */
export type PlacedCopy = {
  meetingId: string
  calendarId: string
  ownerId: string
  visibility: CalendarTable['visibility']
  response: MeetingResponse | null
  details: CopyDetails
}

/** Ids in one statement. */
const idsAtOnce = 500
const pageSize = 250

const insertCopies = insertRows(
  'calendar_meeting',
  {
    text: ['workspace_id', 'calendar_id', 'meeting_id', 'digest', 'response', 'details'],
    number: ['end_at'],
  },
  replacing(['workspace_id', 'calendar_id', 'meeting_id'], ['digest', 'end_at', 'response', 'details']),
)

// Apart from their calendars: SQLite would begin a join with the calendars, and read all that they have.
const copiesAmong = listStatement<Pick<Row, 'meetingId' | 'calendarId' | 'response' | 'details'>>(
  (
    ids,
  ) => sql`select meeting_id as ${sql.ref('meetingId')}, calendar_id as ${sql.ref('calendarId')}, response,
    details from calendar_meeting where meeting_id ${ids} and workspace_id = ${param}`,
)
const calendarsAmong = listStatement<Pick<Row, 'calendarId' | 'ownerId' | 'visibility'>>(
  (ids) => sql`select id as ${sql.ref('calendarId')}, owner_id as ${sql.ref('ownerId')}, visibility
    from calendar where id ${ids} and workspace_id = ${param} order by created_at, id`,
)

type Row = Omit<PlacedCopy, 'details'> & { details: string }
// Written by this file only.
const read = (rows: readonly Row[]): PlacedCopy[] =>
  rows.map((row) => ({ ...row, details: JSON.parse(row.details) as CopyDetails }))

/**
 * The digest and the end of each copy of a calendar, by meeting.
 * @param part the first digit of the meetings' ids; all without it
 */
export async function digestsOfCopies(
  tx: Tx,
  workspaceId: string,
  calendarId: string,
  part = '',
): Promise<Map<string, { digest: string; endAt: number }>> {
  const rows = await tx
    .selectFrom('calendar_meeting')
    .select(['meeting_id', 'digest', 'end_at'])
    .where('workspace_id', '=', workspaceId)
    .where('calendar_id', '=', calendarId)
    .where('meeting_id', '>=', part)
    // After every digit of an id.
    .where('meeting_id', '<', `${part}g`)
    .execute()
  return new Map(rows.map((row) => [row.meeting_id, { digest: row.digest, endAt: row.end_at }]))
}

/** The digests of what was read last, by part; null where not all of it was stored. */
export async function lastReadDigests(
  tx: Tx,
  workspaceId: string,
  calendarId: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('calendar')
    .select('digests')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', calendarId)
    .executeTakeFirst()
  return row?.digests ?? null
}

export const setLastReadDigests = (
  tx: Tx,
  workspaceId: string,
  calendarId: string,
  digests: string | null,
): Promise<unknown> =>
  tx
    .updateTable('calendar')
    .set({ digests })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', calendarId)
    .execute()

export async function putCalendarCopies(
  tx: Tx,
  workspaceId: string,
  calendarId: string,
  copies: readonly Copy[],
): Promise<void> {
  await insertCopies(
    tx,
    copies.map(({ meetingId, digest, endAt, response, details }) => ({
      workspace_id: workspaceId,
      calendar_id: calendarId,
      meeting_id: meetingId,
      digest,
      end_at: endAt,
      response,
      details,
    })),
  )
}

export async function removeCopies(
  tx: Tx,
  workspaceId: string,
  calendarId: string,
  meetingIds: readonly string[],
): Promise<void> {
  for (const ids of chunksOf(meetingIds, idsAtOnce))
    await tx
      .deleteFrom('calendar_meeting')
      .where('workspace_id', '=', workspaceId)
      .where('calendar_id', '=', calendarId)
      .where('meeting_id', 'in', ids)
      .execute()
}

/** All copies of some meetings, those of the oldest calendar first. */
export async function copiesOfMeetings(
  tx: Tx,
  workspaceId: string,
  meetingIds: readonly string[],
): Promise<PlacedCopy[]> {
  const found: Awaited<ReturnType<typeof copiesAmong>> = []
  for (const ids of chunksOf(meetingIds, idsAtOnce)) found.push(...(await copiesAmong(tx, ids, workspaceId)))
  const byCalendar = Map.groupBy(found, ({ calendarId }) => calendarId)
  const calendars = await calendarsAmong(tx, [...byCalendar.keys()], workspaceId)
  return read(
    calendars.flatMap((calendar) =>
      (byCalendar.get(calendar.calendarId) ?? []).map((copy) => ({ ...copy, ...calendar })),
    ),
  )
}

/** Details of some calendars' copies, by meeting. A meeting is given once for each person's view of it. */
export async function detailsOfCopies(
  tx: Tx,
  workspaceId: string,
  places: readonly { meetingId: string; calendarId: string }[],
): Promise<Map<string, CopyDetails>> {
  const wanted = new Map(places.map(({ meetingId, calendarId }) => [meetingId, calendarId]))
  const found = new Map<string, CopyDetails>()
  const calendars = [...new Set(wanted.values())]
  for (const ids of chunksOf([...wanted.keys()], idsAtOnce)) {
    const rows = await tx
      .selectFrom('calendar_meeting')
      .select(['meeting_id as meetingId', 'calendar_id as calendarId', 'details'])
      .where('workspace_id', '=', workspaceId)
      .where('meeting_id', 'in', ids)
      .where('calendar_id', 'in', calendars)
      .execute()
    for (const { meetingId, calendarId, details } of rows)
      if (wanted.get(meetingId) === calendarId) found.set(meetingId, JSON.parse(details) as CopyDetails)
  }
  return found
}

/**
 * Guests of the meetings of a calendar, page by page.
 * @param page.emails leaves out meetings to which none of them is invited, as far as the text tells
 */
export async function invitationsAfter(
  tx: Tx,
  workspaceId: string,
  calendarId: string,
  { after, emails }: { after: string; emails: readonly string[] },
): Promise<(Copy & { guests: CopyDetails['guests'] })[]> {
  const rows = await tx
    .selectFrom('calendar_meeting')
    .select(['meeting_id as meetingId', 'digest', 'end_at as endAt', 'response', 'details'])
    .where('workspace_id', '=', workspaceId)
    .where('calendar_id', '=', calendarId)
    .where('meeting_id', '>', after)
    .$if(emails.length > 0, (query) =>
      query.where((each) =>
        each.or(emails.map((email) => each('details', 'like', `%"email":${JSON.stringify(email)}%`))),
      ),
    )
    .orderBy('meeting_id')
    .limit(pageSize)
    .execute()
  return rows.map((copy) => ({ ...copy, guests: (JSON.parse(copy.details) as CopyDetails).guests }))
}

/** Which of some meetings a task points at. */
export async function meetingsOfTasksAmong(
  tx: Tx,
  workspaceId: string,
  meetingIds: readonly string[],
): Promise<Set<string>> {
  const linked = new Set<string>()
  for (const ids of chunksOf(meetingIds, idsAtOnce)) {
    const rows = await tx
      .selectFrom('task_meeting')
      .select('meeting_id')
      .distinct()
      .where('workspace_id', '=', workspaceId)
      .where('meeting_id', 'in', ids)
      .execute()
    for (const row of rows) linked.add(row.meeting_id)
  }
  return linked
}

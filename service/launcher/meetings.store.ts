// Meetings with who attends and what they are about. Written by operator commands; read by the launcher.
import { sql, type Kysely } from 'kysely'
import { type IsDayAhead, longestElsewhere } from './reader-days.rules.ts'
import { compiled, compiledChunks, compiledList, given } from '../db/compiled.ts'
import type { Database, MeetingTable } from '../db/schema.ts'
import { searchIndexIn, type SearchEntry } from '../search/write-index.store.ts'
import { everyone } from '../search/shelf.ts'

/** Times are epoch milliseconds. */
export type StoredMeeting = {
  id: string
  title: string
  startAt: number
  endAt: number
  allDay: boolean
  location: string | null
  joinUrl: string | null
  isPrivate: boolean
  createdBy: string
  createdAt: number
  /** By name. */
  attendees: readonly { id: string; name: string }[]
  linkedRecordIds: readonly string[]
}

export type NewMeeting = Omit<StoredMeeting, 'attendees'> & { attendeeIds: readonly string[] }

type Begun = Pick<MeetingTable, 'id' | 'start_at' | 'end_at' | 'all_day'>

const byStart = (a: Begun, b: Begun): number => a.start_at - b.start_at || (a.id < b.id ? -1 : 1)

/**
 * So many of the meetings that end soonest are looked at for those that have begun, and so many of those that ended last for
 * whole days that are not over for the reader: far more than one workspace has at a time.
 */
const mostUnderWay = 1_000

/** What a meeting is found by. A private title is found by those who attend, and by nobody else (LCH-10). */
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

export const meetingsIn = (db: Kysely<Database>) => {
  const search = searchIndexIn(db)
  const insertMeetings = compiledChunks(db, (rows) =>
    db.insertInto('meeting').values(Array.from({ length: rows }, () => rowOf('', blankMeeting))),
  )
  const insertAttendees = compiledChunks(db, (rows) =>
    db
      .insertInto('meeting_attendee')
      .values(Array.from({ length: rows }, () => ({ workspace_id: '', meeting_id: '', person_id: '' }))),
  )
  const insertRecords = compiledChunks(db, (rows) =>
    db
      .insertInto('meeting_record')
      .values(Array.from({ length: rows }, () => ({ workspace_id: '', meeting_id: '', record_id: '' }))),
  )

  const meetingsAmong = compiledList<MeetingTable>(
    db,
    (ids) => sql`select * from meeting where id in (${ids}) and workspace_id = ${given}`,
  )
  const attendeesIn = compiledList<{ meetingId: string; personId: string }>(
    db,
    (ids) => sql`select meeting_id as ${sql.ref('meetingId')}, person_id as ${sql.ref('personId')}
      from meeting_attendee where meeting_id in (${ids}) and workspace_id = ${given}`,
  )
  // Asked apart: a distributed engine may keep people elsewhere than what is in a workspace.
  const peopleAmong = compiledList<{ id: string; name: string }>(
    db,
    (ids) => sql`select id, name from person where id in (${ids}) order by name, id`,
  )
  const recordsIn = compiledList<{ meetingId: string; recordId: string }>(
    db,
    (ids) => sql`select meeting_id as ${sql.ref('meetingId')}, record_id as ${sql.ref('recordId')}
      from meeting_record where meeting_id in (${ids}) and workspace_id = ${given} order by record_id`,
  )

  const ahead = compiled<MeetingTable>(
    db,
    () => sql`select * from meeting where workspace_id = ${given} and start_at > ${given} and end_at > ${given}
      order by start_at, id limit ${given}`,
  )
  const underWay = compiled<Begun>(
    db,
    () => sql`select id, start_at, end_at, all_day from (
        select id, start_at, end_at, all_day from meeting where workspace_id = ${given} and end_at > ${given}
        order by end_at limit ${given}) as soonest
      where start_at <= ${given} order by start_at, id limit ${given}`,
  )
  const endedDays = compiled<Begun>(
    db,
    () => sql`select id, start_at, end_at, all_day from (
        select id, start_at, end_at, all_day from meeting
        where workspace_id = ${given} and end_at > ${given} and end_at <= ${given}
        order by end_at desc limit ${given}) as latest
      where all_day = 1`,
  )

  const present = async (workspaceId: string, rows: readonly MeetingTable[]): Promise<StoredMeeting[]> => {
    if (rows.length === 0) return []
    const ids = rows.map((row) => row.id)
    const attendees = await attendeesIn(ids, [workspaceId])
    const records = await recordsIn(ids, [workspaceId])
    const people = await peopleAmong([...new Set(attendees.map((row) => row.personId))], [])
    const meetingsOf = Map.groupBy(attendees, (row) => row.personId)
    const attending = people.flatMap(({ id, name }) =>
      (meetingsOf.get(id) ?? []).map(({ meetingId }) => ({ meetingId, id, name })),
    )
    const attendeesOf = Map.groupBy(attending, (row) => row.meetingId)
    const recordsOf = Map.groupBy(records, (row) => row.meetingId)
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      startAt: row.start_at,
      endAt: row.end_at,
      allDay: row.all_day === 1,
      location: row.location,
      joinUrl: row.join_url,
      isPrivate: row.is_private === 1,
      createdBy: row.created_by,
      createdAt: row.created_at,
      attendees: (attendeesOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      linkedRecordIds: (recordsOf.get(row.id) ?? []).map((record) => record.recordId),
    }))
  }

  /** Those of `ids` that are in the workspace, in no particular order. */
  const among = async (workspaceId: string, ids: readonly string[]): Promise<StoredMeeting[]> => {
    const rows = await meetingsAmong(ids, [workspaceId])
    return present(workspaceId, rows)
  }

  const createMany = async (workspaceId: string, meetings: readonly NewMeeting[]): Promise<void> => {
    await insertMeetings(meetings.map((meeting) => Object.values(rowOf(workspaceId, meeting))))
    await insertAttendees(
      meetings.flatMap(({ id, attendeeIds }) => attendeeIds.map((personId) => [workspaceId, id, personId])),
    )
    await insertRecords(
      meetings.flatMap(({ id, linkedRecordIds }) =>
        linkedRecordIds.map((recordId) => [workspaceId, id, recordId]),
      ),
    )
    await search.putMany(
      workspaceId,
      meetings.map((meeting) => meetingEntryOf(meeting, meeting.attendeeIds)),
    )
  }

  return {
    among,

    get: async (workspaceId: string, id: string): Promise<StoredMeeting | undefined> =>
      (await among(workspaceId, [id]))[0],

    /**
     * Meetings that have not ended at `at`, by start, at most `limit` (LCH-08).
     * @param isDayAhead whether whole days are not over for the reader; without it they are when they end as instants
     */
    async upcoming(
      workspaceId: string,
      at: number,
      limit: number,
      isDayAhead: IsDayAhead | null = null,
    ): Promise<StoredMeeting[]> {
      // Two ordered reads instead of one: no index gives "ends later" in the order of starts.
      const begun = await underWay(
        workspaceId,
        at,
        mostUnderWay,
        at,
        isDayAhead === null ? limit : mostUnderWay,
      )
      if (isDayAhead !== null)
        begun.push(...(await endedDays(workspaceId, at - longestElsewhere, at, mostUnderWay)))
      const shown = begun.filter(
        (row) =>
          isDayAhead === null ||
          row.all_day === 0 ||
          isDayAhead({ startAt: row.start_at, endAt: row.end_at }),
      )
      const rows = await meetingsAmong(
        shown
          .toSorted(byStart)
          .slice(0, limit)
          .map((row) => row.id),
        [workspaceId],
      )
      rows.push(...(await ahead(workspaceId, at, at, limit)))
      return present(workspaceId, rows.toSorted(byStart).slice(0, limit))
    },

    /** Stores meetings with their attendees and records, and makes their titles findable. */
    createMany,

    create: (workspaceId: string, meeting: NewMeeting): Promise<void> => createMany(workspaceId, [meeting]),
  }
}

const rowOf = (
  workspaceId: string,
  meeting: Omit<StoredMeeting, 'attendees' | 'linkedRecordIds'>,
): MeetingTable => ({
  workspace_id: workspaceId,
  id: meeting.id,
  title: meeting.title,
  start_at: meeting.startAt,
  end_at: meeting.endAt,
  all_day: meeting.allDay ? 1 : 0,
  location: meeting.location,
  join_url: meeting.joinUrl,
  is_private: meeting.isPrivate ? 1 : 0,
  created_by: meeting.createdBy,
  created_at: meeting.createdAt,
})

const blankMeeting: Omit<StoredMeeting, 'attendees' | 'linkedRecordIds'> = {
  id: '',
  title: '',
  startAt: 0,
  endAt: 0,
  allDay: false,
  location: null,
  joinUrl: null,
  isPrivate: false,
  createdBy: '',
  createdAt: 0,
}

export type Meetings = ReturnType<typeof meetingsIn>

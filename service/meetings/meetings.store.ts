// Meetings with who attends and what they are about. Written by calendars and by operator commands; read by the launcher.
import { sql, type Kysely } from 'kysely'
import type { IsDayAhead } from './reader-days.rules.ts'
import { compiledChunks, compiledList, param } from '../db/compiled.ts'
import type { Database, MeetingAttendeeTable, MeetingTable } from '../db/schema.ts'
import { searchIndexIn, type SearchEntry } from '../search/write-index.store.ts'
import { everyone } from '../search/scope.ts'
import { manyTogether } from '../search/together.store.ts'
import { meetingTimesIn } from './meeting-times.store.ts'
import {
  blankMeeting,
  type Concerned,
  meetingOfRow,
  type MeetingOfCalendars,
  type NewMeeting,
  rowOf,
  rowOfCalendars,
  type StoredMeeting,
} from './stored-meeting.ts'
import { addChanges, type NewChange, type People } from '../changes/changes.store.ts'
import { storeOf } from '../db/store.ts'

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

export const meetingsIn = storeOf((db: Kysely<Database>) => {
  const search = searchIndexIn(db)
  const times = meetingTimesIn(db)
  const insertMeetings = compiledChunks(db, (rows) =>
    db.insertInto('meeting').values(Array.from({ length: rows }, () => rowOf('', blankMeeting))),
  )
  const upsertMeetings = compiledChunks(db, (rows) =>
    db
      .insertInto('meeting')
      .values(Array.from({ length: rows }, () => rowOf('', blankMeeting)))
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'id']).doUpdateSet((each) => ({
          title: each.ref('excluded.title'),
          start_at: each.ref('excluded.start_at'),
          end_at: each.ref('excluded.end_at'),
          all_day: each.ref('excluded.all_day'),
          location: each.ref('excluded.location'),
          join_url: each.ref('excluded.join_url'),
          is_private: each.ref('excluded.is_private'),
          series: each.ref('excluded.series'),
          description: each.ref('excluded.description'),
          guests: each.ref('excluded.guests'),
          is_tentative: each.ref('excluded.is_tentative'),
          is_hidden: each.ref('excluded.is_hidden'),
          is_indexed: each.ref('excluded.is_indexed'),
        })),
      ),
  )
  const insertAttendees = compiledChunks(db, (rows) =>
    db.insertInto('meeting_attendee').values(
      Array.from({ length: rows }, () => ({
        workspace_id: '',
        meeting_id: '',
        person_id: '',
        attends: 1 as const,
        has_copy: 0 as const,
        response: null,
        calendar_id: null,
        end_at: 0,
      })),
    ),
  )
  const insertRecords = compiledChunks(db, (rows) =>
    db
      .insertInto('meeting_record')
      .values(Array.from({ length: rows }, () => ({ workspace_id: '', meeting_id: '', record_id: '' }))),
  )

  const meetingsAmong = compiledList<MeetingTable>(
    db,
    (ids) => sql`select * from meeting where id in (${ids}) and workspace_id = ${param}`,
  )
  const concernedIn = compiledList<MeetingAttendeeTable>(
    db,
    (ids) => sql`select * from meeting_attendee where meeting_id in (${ids}) and workspace_id = ${param}`,
  )
  // Asked apart: a distributed engine may keep people elsewhere than what is in a workspace.
  const peopleAmong = compiledList<{ id: string; name: string }>(
    db,
    (ids) => sql`select id, name from person where id in (${ids}) order by name, id`,
  )
  const recordsIn = compiledList<{ meetingId: string; recordId: string }>(
    db,
    (ids) => sql`select meeting_id as ${sql.ref('meetingId')}, record_id as ${sql.ref('recordId')}
      from meeting_record where meeting_id in (${ids}) and workspace_id = ${param} order by record_id`,
  )

  // `+` keeps SQLite from the index of ends, which would read all that is ahead of the workspace.
  const nextOfSeries = manyTogether<MeetingTable>(
    db,
    sql`select * from meeting where workspace_id = ${param} and series = ${param} and title = ${param}
      and +end_at > ${param} and (is_private = 0 or ${isConcerned}) order by start_at, id limit 1`,
  )
  const seenAmong = compiledList<{ id: string }>(
    db,
    (ids) => sql`select id from meeting where id in (${ids}) and workspace_id = ${param}
      and (is_hidden = 0 or ${isConcerned})`,
  )

  const present = async (workspaceId: string, rows: readonly MeetingTable[]): Promise<StoredMeeting[]> => {
    if (rows.length === 0) return []
    const ids = rows.map((row) => row.id)
    const concerned = await concernedIn(ids, [workspaceId])
    const attendees = concerned.filter((row) => row.attends === 1)
    const records = await recordsIn(ids, [workspaceId])
    const people = await peopleAmong([...new Set(attendees.map((row) => row.person_id))], [])
    const meetingsOf = Map.groupBy(attendees, (row) => row.person_id)
    const attending = people.flatMap(({ id, name }) =>
      (meetingsOf.get(id) ?? []).map(({ meeting_id: meetingId }) => ({ meetingId, id, name })),
    )
    const attendeesOf = Map.groupBy(attending, (row) => row.meetingId)
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
  const among = async (workspaceId: string, ids: readonly string[]): Promise<StoredMeeting[]> => {
    const rows = await meetingsAmong(ids, [workspaceId])
    return present(workspaceId, rows)
  }

  const concernedAmong = async (
    workspaceId: string,
    ids: readonly string[],
  ): Promise<Map<string, Concerned[]>> => {
    const rows = Map.groupBy(await concernedIn(ids, [workspaceId]), (row) => row.meeting_id)
    return new Map([...rows].map(([id, some]) => [id, some.map(concernedOfRow)]))
  }

  const createMany = async (workspaceId: string, meetings: readonly NewMeeting[]): Promise<void> => {
    await insertMeetings(meetings.map((meeting) => Object.values(rowOf(workspaceId, meeting))))
    await insertAttendees(
      meetings.flatMap(({ id, attendeeIds }) =>
        attendeeIds.map((personId) => [workspaceId, id, personId, 1, 0, null, null, 0]),
      ),
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
     * Meetings that have not ended at `at`, by start, at most `limit` (LCH-08): of calendars only those that concern the person
     * and that they did not decline.
     * @param isDayAhead whether whole days are not over for the reader; without it they are when they end as instants
     */
    async upcoming(
      workspaceId: string,
      personId: string,
      at: number,
      limit: number,
      isDayAhead: IsDayAhead | null = null,
    ): Promise<StoredMeeting[]> {
      return present(workspaceId, await times.upcoming(workspaceId, personId, { at, limit, isDayAhead }))
    },

    /**
     * Meetings that meet a time, by start, at most `limit`: those that the person sees at least as busy, their own before others
     * (CAL-06, CAL-07). `from` is inside, `to` is not.
     */
    async between(
      workspaceId: string,
      personId: string,
      time: { from: number; to: number },
      limit: number,
    ): Promise<StoredMeeting[]> {
      return present(workspaceId, await times.between(workspaceId, personId, time, limit))
    },

    /**
     * The next instance of each series that has its title, has not ended at `at` and shows the person its details, if there
     * is one.
     */
    async nextOf(
      { workspaceId, personId }: { workspaceId: string; personId: string },
      series: readonly { series: string; title: string }[],
      at: number,
    ): Promise<StoredMeeting[]> {
      const asked = series.flatMap((one) => [workspaceId, one.series, one.title, at, personId])
      return present(workspaceId, await nextOfSeries(series.length, asked))
    },

    /** Meetings that the person may not know of (CAL-06), or that no calendar has. */
    async unseenAmong(workspaceId: string, personId: string, ids: readonly string[]): Promise<Set<string>> {
      const unseen = new Set(ids)
      for (const { id } of await seenAmong([...unseen], [workspaceId, personId])) unseen.delete(id)
      return unseen
    },

    /** Whom each of some meetings concerns. */
    concernedBy: concernedAmong,

    /** Stores meetings as their calendars say, whatever was there before, and what changes by it (FED-01). */
    async putOfCalendars(
      workspaceId: string,
      meetings: readonly MeetingOfCalendars[],
      by: By,
    ): Promise<void> {
      const ids = meetings.map(({ id }) => id)
      if (ids.length === 0) return
      const before = new Map((await meetingsAmong(ids, [workspaceId])).map((row) => [row.id, row]))
      const rows = meetings.map((meeting) => rowOfCalendars(workspaceId, meeting))
      if (by) {
        const concernedBefore = await concernedAmong(workspaceId, [...before.keys()])
        const changes = meetings.flatMap(({ id, concerned }, place): NewChange[] => {
          const [held, row] = [before.get(id), rows[place]]
          if (!held || !row) return [{ kind: 'meeting', id, action: 'created', ...by }]
          const was = { row: held, concerned: concernedBefore.get(id) ?? [] }
          const is = { row, concerned }
          if (noticedOf(was) === noticedOf(is)) return []
          return [{ kind: 'meeting', id, action: 'updated', lostTo: lostBetween(was, is), ...by }]
        })
        await addChanges(db, workspaceId, changes)
      }
      await upsertMeetings(rows.map((row) => Object.values(row)))
      await db
        .deleteFrom('meeting_attendee')
        .where('workspace_id', '=', workspaceId)
        .where('meeting_id', 'in', ids)
        .execute()
      await insertAttendees(
        meetings.flatMap(({ id, endAt, concerned }) =>
          concerned.map((one) => [
            workspaceId,
            id,
            one.id,
            Number(one.attends),
            Number(one.hasCopy),
            one.response,
            one.calendarId,
            endAt,
          ]),
        ),
      )
      await search.putMany(
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
      await search.removeMany(
        workspaceId,
        'meeting',
        hidden.map(({ id }) => id),
      )
    },

    /** Removes meetings that no calendar has now. Links of tasks stay for the case that a calendar has them again. */
    async remove(workspaceId: string, ids: readonly string[], by: By): Promise<void> {
      if (ids.length === 0) return
      const held = await meetingsAmong(ids, [workspaceId])
      const gone = held.filter((row) => row.is_indexed === 1)
      if (by) {
        const concerned = await concernedAmong(
          workspaceId,
          held.map(({ id }) => id),
        )
        const changes = held.map((row): NewChange => {
          const lostTo = sightOf({ row, concerned: concerned.get(row.id) ?? [] })
          return { kind: 'meeting', id: row.id, action: 'deleted', lostTo, ...by }
        })
        await addChanges(db, workspaceId, changes)
      }
      await search.removeMany(
        workspaceId,
        'meeting',
        gone.map(({ id }) => id),
      )
      for (const table of ['meeting_attendee', 'meeting_record'] as const)
        await db
          .deleteFrom(table)
          .where('workspace_id', '=', workspaceId)
          .where('meeting_id', 'in', ids)
          .execute()
      await db.deleteFrom('meeting').where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute()
    },

    /** Removes the links of tasks to some meetings. */
    async unlink(workspaceId: string, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      // By the whole key: for the ids of meetings alone SQLite would read all links of the workspace.
      await sql`delete from task_meeting where workspace_id = ${workspaceId} and (task_id, meeting_id) in
        (select task_id, meeting_id from task_meeting where workspace_id = ${workspaceId}
          and meeting_id in (${sql.join(ids)}))`.execute(db)
    },

    /** Stores meetings with their attendees and records, and makes their titles findable. */
    createMany,

    create: (workspaceId: string, meeting: NewMeeting): Promise<void> => createMany(workspaceId, [meeting]),
  }
})

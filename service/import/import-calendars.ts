// Imports calendars and their meetings, as they were. A subscription asks for its address, and keeps its meetings until then.
import { addressNeeded } from '../calendars/calendars.ts'
import { chunksOf } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import type { MeetingOfCalendars } from '../meetings/stored-meeting.ts'
import { invalid, type LineOf } from './format.ts'
import { putCalendarCopies } from '../calendars/copies.store.ts'
import { insertCalendar, putCalendar } from '../calendars/calendars.store.ts'
import { putMeetingsOfCalendars } from '../meetings/meetings.store.ts'

const meetingsAtOnce = 250

/** @param deps.person the id here of a member of the file */
export function calendarWriter(
  tx: Tx,
  workspaceId: string,
  { person, at }: { person: (id: string) => string; at: number },
) {
  const calendars = new Set<string>()
  const meetings = new Map<string, MeetingOfCalendars>()
  let copies: LineOf<'calendarMeeting'>[] = []

  const putCopies = async () => {
    const byCalendar = Map.groupBy(copies, ({ calendarId }) => calendarId)
    copies = []
    for (const [calendarId, lines] of byCalendar) {
      const said = lines.map(({ meetingId, digest, response, details }) => ({
        meetingId,
        digest,
        response,
        endAt: details.endAt,
        details: JSON.stringify(details),
      }))
      await putCalendarCopies(tx, workspaceId, calendarId, said)
    }
  }

  return {
    async put({
      type: _type,
      readAt,
      meetingCount,
      skipped,
      updatedAt,
      ...line
    }: LineOf<'calendar'>): Promise<void> {
      if (calendars.has(line.id)) throw invalid(`The id ${line.id} appears twice.`)
      calendars.add(line.id)
      const calendar = {
        ...line,
        workspaceId,
        ownerId: person(line.ownerId),
        address: null,
        nextReadAt: null,
      }
      await insertCalendar(tx, calendar)
      const problem = line.kind === 'file' ? null : { ...addressNeeded(), since: at }
      const state = { readAt, meetingCount, skipped, problem, updatedAt }
      await putCalendar(tx, workspaceId, line.id, state)
    },

    addMeeting(meeting: MeetingOfCalendars): void {
      if (meetings.has(meeting.id)) throw invalid(`The id ${meeting.id} appears twice.`)
      const concerned = meeting.concerned.map((one) => ({ ...one, id: person(one.id) }))
      meetings.set(meeting.id, { ...meeting, concerned })
    },

    addCopy(line: LineOf<'calendarMeeting'>): void {
      if (!calendars.has(line.calendarId)) throw invalid(`${line.calendarId} is not a calendar in the file.`)
      copies.push(line)
    },

    /** Lines that `flush` writes. */
    waiting: (): number => meetings.size + copies.length,

    async flush(): Promise<void> {
      for (const some of chunksOf([...meetings.values()], meetingsAtOnce))
        await putMeetingsOfCalendars(tx, workspaceId, some, null)
      meetings.clear()
      await putCopies()
    },
  }
}

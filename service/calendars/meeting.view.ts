// A meeting as a person sees it: as their own calendar says, else as the one that invites them, else as others may see it (CAL-06).
import type { MeetingResult } from '../../shared/api/launcher/search.ts'
import { iso } from '../base/time.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import type { StoredMeeting } from '../meetings/stored-meeting.ts'
import type { WebUrl } from '../access/principal.ts'
import { hiddenMeetingTitle, seesMeeting, seesMeetingDetail } from '../tasks/visibility.rules.ts'
import type { CopyDetails } from './copies.store.ts'
import type { PeopleByAddress } from './sync.ts'
import { detailsOfCopies } from './copies.store.ts'
import { peopleByAddress, recordsByEmail } from './calendars.store.ts'

/** A meeting with what only this person has of it. */
export type SeenMeeting = StoredMeeting & {
  seesDetail: boolean
  isMine: boolean
  calendarId: string | null
  response: 'accepted' | 'tentative' | 'declined' | 'needsAction' | null
  /** Ids of members and records by the guests' addresses. */
  people: PeopleByAddress
  records: ReadonlyMap<string, string>
}

type Reader = { workspaceId: string; personId: string }

const seenBy = (
  { personId }: Reader,
  meeting: StoredMeeting,
  copy: CopyDetails | undefined,
  known: Pick<SeenMeeting, 'people' | 'records'>,
): SeenMeeting => {
  const concerned = meeting.concerned.find(({ id }) => id === personId)
  const own = copy && {
    title: copy.title,
    startAt: copy.startAt,
    endAt: copy.endAt,
    allDay: copy.allDay,
    location: copy.location,
    description: copy.description,
    joinUrl: copy.joinUrl,
    guests: copy.guests,
    isTentative: copy.isTentative,
  }
  const guests = own?.guests ?? meeting.guests
  const linked = guests.flatMap(({ email }) => known.records.get(email) ?? [])
  return {
    ...meeting,
    ...own,
    linkedRecordIds: [...new Set([...meeting.linkedRecordIds, ...linked])],
    ...known,
    seesDetail: seesMeetingDetail({ personId }, meeting),
    isMine: meeting.series === null || concerned !== undefined,
    calendarId: concerned?.hasCopy === true ? concerned.calendarId : null,
    response: concerned?.response ?? null,
  }
}

/** Meetings as a person may see them, by start. Those that are hidden from them are left out. */
export async function seenMeetings(
  tx: Tx,
  reader: Reader,
  meetings: readonly StoredMeeting[],
): Promise<SeenMeeting[]> {
  const { workspaceId, personId } = reader
  const visible = meetings.filter((meeting) => seesMeeting(reader, meeting))
  const places = visible.flatMap(({ id: meetingId, concerned }) => {
    const calendarId = concerned.find(({ id }) => id === personId)?.calendarId ?? null
    return calendarId === null ? [] : [{ meetingId, calendarId }]
  })
  const copies = places.length === 0 ? undefined : await detailsOfCopies(tx, workspaceId, places)
  const guests = visible.flatMap(({ id, guests: shown }) => copies?.get(id)?.guests ?? shown)
  const emails = [...new Set(guests.map(({ email }) => email))]
  const [people, records] = await inPipeline([
    peopleByAddress(tx, workspaceId, emails),
    recordsByEmail(tx, workspaceId, emails),
  ])
  const known = { people, records }
  return visible
    .map((meeting) => seenBy(reader, meeting, copies?.get(meeting.id), known))
    .toSorted((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1))
}

const attendeesOf = (meeting: SeenMeeting): NonNullable<MeetingResult['meeting']['attendees']> =>
  meeting.series === null
    ? meeting.attendees.map(({ id, name }) => ({
        name,
        email: '',
        response: null,
        isOrganizer: false,
        personId: id,
        recordId: null,
      }))
    : meeting.guests.map(({ email, name, response, isOrganizer }) => ({
        name,
        email,
        response,
        isOrganizer,
        personId: meeting.people.get(email) ?? null,
        recordId: meeting.records.get(email) ?? null,
      }))

/**
 * @param as `found`: a meeting in no calendar has only what every service answers. `one`: with its description; texts of many
 * would be most of an answer
 */
export const presentMeeting = (
  meeting: SeenMeeting,
  webUrl: WebUrl,
  as: 'found' | 'listed' | 'one',
): MeetingResult => {
  const { id, seesDetail, series } = meeting
  const times = {
    startAt: iso(meeting.startAt),
    endAt: iso(meeting.endAt),
    allDay: meeting.allDay,
  }
  const facet = {
    calendarId: meeting.calendarId,
    response: meeting.response,
    mine: meeting.isMine,
    tentative: meeting.isTentative,
  }
  const where = {
    location: meeting.location,
    joinUrl: meeting.joinUrl,
    attendeeCount: series === null ? meeting.attendees.length : meeting.guests.length,
  }
  const whole = {
    ...facet,
    ...(as === 'one' && { description: meeting.description }),
    linkedRecordIds: [...meeting.linkedRecordIds],
    attendees: attendeesOf(meeting),
  }
  const hidden = { ...facet, location: null, joinUrl: null, attendeeCount: 0, linkedRecordIds: [] }
  const shown = { ...where, ...(as === 'found' && series === null ? {} : whole) }
  return {
    kind: 'meeting',
    id,
    title: seesDetail ? meeting.title : hiddenMeetingTitle,
    subtitle: (seesDetail ? meeting.location : null) ?? '',
    badge: 'Meeting',
    avatarUrl: null,
    webUrl: webUrl('meeting', id),
    meeting: { ...times, ...(seesDetail ? shown : hidden) },
  }
}

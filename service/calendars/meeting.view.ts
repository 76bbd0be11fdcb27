// A meeting as a person sees it: as their own calendar says, else as the oldest calendar that has it, else as busy (CAL-06).
import type { MeetingResult } from '../../shared/api/launcher-search.ts'
import { iso } from '../iso-time.ts'
import type { Tx } from '../db/store.ts'
import type { StoredMeeting } from '../launcher/meetings.store.ts'
import type { WebUrl } from '../launcher/launcher-task.view.ts'
import { hiddenMeetingTitle, isConcerned, seesMeeting, seesMeetingDetail } from '../tasks/visibility.rules.ts'
import type { PlacedCopy } from './copies.store.ts'
import type { PeopleByAddress } from './sync.ts'

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
  copy: PlacedCopy | undefined,
  known: Pick<SeenMeeting, 'people' | 'records'>,
): SeenMeeting => {
  const concerned = meeting.concerned.find(({ id }) => id === personId)
  const own = copy && {
    title: copy.details.title,
    startAt: copy.details.startAt,
    endAt: copy.details.endAt,
    allDay: copy.details.allDay,
    location: copy.details.location,
    description: copy.details.description,
    joinUrl: copy.details.joinUrl,
    guests: copy.details.guests,
    isTentative: copy.details.isTentative,
  }
  const guests = own?.guests ?? meeting.guests
  const linked = guests.flatMap(({ email }) => known.records.get(email) ?? [])
  return {
    ...meeting,
    ...own,
    linkedRecordIds: [...new Set([...meeting.linkedRecordIds, ...linked])],
    ...known,
    seesDetail: seesMeetingDetail({ personId }, meeting),
    isMine: meeting.series === null || isConcerned({ personId }, meeting),
    calendarId: copy?.calendarId ?? null,
    response: concerned?.response ?? null,
  }
}

/** What a person may see of some meetings, in their order. Those that are hidden from them are left out. */
export async function seenMeetings(
  tx: Tx,
  reader: Reader,
  meetings: readonly StoredMeeting[],
): Promise<SeenMeeting[]> {
  const visible = meetings.filter((meeting) => seesMeeting(reader, meeting))
  const ofCalendars = visible.filter(({ series }) => series !== null)
  if (ofCalendars.length === 0) {
    const known = { people: new Map<string, string>(), records: new Map<string, string>() }
    return visible.map((meeting) => seenBy(reader, meeting, undefined, known))
  }
  const { workspaceId, personId } = reader
  const copies = await tx.copies.ownOf(
    workspaceId,
    personId,
    ofCalendars.map(({ id }) => id),
  )
  const emails = ofCalendars.flatMap((meeting) => {
    const guests = copies.get(meeting.id)?.details.guests ?? meeting.guests
    return guests.map(({ email }) => email)
  })
  const known = {
    people: await tx.calendars.peopleByAddress(workspaceId),
    records: await tx.guestRecords.byEmail(workspaceId, [...new Set(emails)]),
  }
  return visible.map((meeting) => seenBy(reader, meeting, copies.get(meeting.id), known))
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

/** @param withDescription only for one meeting: texts of many would be most of an answer */
export const presentMeeting = (
  meeting: SeenMeeting,
  webUrl: WebUrl,
  withDescription = false,
): MeetingResult => {
  const { id, seesDetail } = meeting
  const facet = {
    startAt: iso(meeting.startAt),
    endAt: iso(meeting.endAt),
    allDay: meeting.allDay,
    calendarId: meeting.calendarId,
    response: meeting.response,
    mine: meeting.isMine,
    tentative: meeting.isTentative,
  }
  return {
    kind: 'meeting',
    id,
    title: seesDetail ? meeting.title : hiddenMeetingTitle,
    subtitle: (seesDetail ? meeting.location : null) ?? '',
    badge: 'Meeting',
    avatarUrl: null,
    webUrl: webUrl('meeting', id),
    meeting: seesDetail
      ? {
          ...facet,
          location: meeting.location,
          joinUrl: meeting.joinUrl,
          attendeeCount: meeting.series === null ? meeting.attendees.length : meeting.guests.length,
          ...(withDescription && { description: meeting.description }),
          linkedRecordIds: [...meeting.linkedRecordIds],
          attendees: attendeesOf(meeting),
        }
      : { ...facet, location: null, joinUrl: null, attendeeCount: 0, linkedRecordIds: [] },
  }
}

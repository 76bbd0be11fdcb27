// A meeting as the store gives and takes it, and its row.
import type { MeetingResponse, MeetingTable } from '../db/schema.ts'

/** A person invited to a calendar's meeting. */
export type Guest = {
  email: string
  name: string | null
  response: MeetingResponse | null
  isOrganizer: boolean
}

/** A member that a meeting concerns: who is invited, or has it in a calendar. */
export type Concerned = {
  id: string
  attends: boolean
  hasCopy: boolean
  response: MeetingResponse | null
  /** The calendar whose copy the person sees: their own, else the one that invites them. Null for a meeting in no calendar. */
  calendarId: string | null
}

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
  /** The rest is what calendars say. `series` is null for a meeting that is in no calendar. */
  series: string | null
  description: string | null
  guests: readonly Guest[]
  isTentative: boolean
  /** Whom it does not concern does not see that it is there. */
  isHidden: boolean
  /** Whether its title is found; of a series only the first instance is. */
  isIndexed: boolean
  concerned: readonly Concerned[]
}

type OfCalendars =
  | 'series'
  | 'description'
  | 'guests'
  | 'isTentative'
  | 'isHidden'
  | 'isIndexed'
  | 'concerned'
export type NewMeeting = Omit<StoredMeeting, 'attendees' | OfCalendars> & { attendeeIds: readonly string[] }

/** A meeting as its calendars say. */
export type MeetingOfCalendars = Omit<StoredMeeting, 'attendees' | 'linkedRecordIds'>

export const rowOf = (
  workspaceId: string,
  meeting: Omit<NewMeeting, 'attendeeIds' | 'linkedRecordIds'>,
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
  series: null,
  description: null,
  guests: null,
  is_tentative: 0,
  is_hidden: 0,
  is_indexed: 1,
})

export const rowOfCalendars = (workspaceId: string, meeting: MeetingOfCalendars): MeetingTable => ({
  ...rowOf(workspaceId, meeting),
  series: meeting.series,
  description: meeting.description,
  guests: JSON.stringify(meeting.guests),
  is_tentative: meeting.isTentative ? 1 : 0,
  is_hidden: meeting.isHidden ? 1 : 0,
  is_indexed: meeting.isIndexed ? 1 : 0,
})

/** A meeting without its people and records, from its row. */
export const meetingOfRow = (
  row: MeetingTable,
): Omit<StoredMeeting, 'attendees' | 'linkedRecordIds' | 'concerned'> => ({
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
  series: row.series,
  description: row.description,
  // Written by `rowOfCalendars` only.
  guests: row.guests === null ? [] : (JSON.parse(row.guests) as Guest[]),
  isTentative: row.is_tentative === 1,
  isHidden: row.is_hidden === 1,
  isIndexed: row.is_indexed === 1,
})

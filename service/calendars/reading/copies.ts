// Makes the stored copies of a calendar's meetings, in the worker, so that the service only compares and writes.
import { createHash } from 'node:crypto'
import { namedUuid } from '../../base/ids.ts'
import { calendars } from '../../language/en/calendars.ts'
import type { Copy, CopyDetails } from '../copies.store.ts'
import type { Skipped } from '../stored-calendar.ts'
import type { Attendee, Response } from './events.ts'
import { type CalendarReading, readCalendar } from './read-calendar.ts'
import type { Meeting, Window } from './series.ts'

export type ReadRequest = {
  bytes: Uint8Array
  window: Window
  /** IANA zone of floating times where the calendar names none. */
  zone: string
  /** Folded addresses by which the calendar may know its owner. */
  addresses: readonly string[]
  /** The digests of the last reading, by part. Null: nothing is known, and everything counts as changed. */
  known: string | null
}

/** Meetings to compare with the stored ones: the thread returns only the changed parts of a large calendar. */
export type ReadMeetings = {
  /** By the ids of their meetings, which is how they are stored: neighbours share pages. Those of `parts` only. */
  copies: readonly Copy[]
  /** The first digits of the ids of meetings among which something changed. */
  parts: readonly string[]
  /** For all parts. */
  digests: string
}

export type ReadCopies =
  | { kind: 'notACalendar' | 'cutOff' | 'tooLarge' }
  | ({ kind: 'read'; name: string | null; meetingCount: number; skipped: Skipped } & ReadMeetings)

/** Longer texts are cut: nobody reads them in a launcher. */
const longest = {
  title: 500,
  location: 1000,
  description: 10_000,
  address: 320,
  joinUrl: 2000,
  guests: 200,
} as const

/** PostgreSQL stores neither NUL nor half of a pair. */
const stored = (text: string, length: number): string =>
  text.replaceAll('\0', '').slice(0, length).toWellFormed()
const storedOrNull = (text: string | null, length: number): string | null =>
  text === null ? null : stored(text, length)

const summaryOf = ({ skipped, badLines, badTitle }: Extract<CalendarReading, { kind: 'read' }>): Skipped => {
  const byWhy = Map.groupBy(skipped, ({ why }) => why)
  const events = [...byWhy].map(([why, some]) => ({
    reason: calendars[`calendar.skipped.${why}`],
    count: some.length,
    example: stored(some[0]?.title ?? '', 200),
  }))
  const reason = calendars['calendar.skipped.line']
  const lines = badLines === 0 ? [] : [{ reason, count: badLines, example: stored(badTitle, 200) }]
  return { count: skipped.length + badLines, reasons: [...events, ...lines] }
}

/** The addresses by which a calendar may know its owner, folded: Google names a calendar by its owner's address. */
export const ownAddresses = (addresses: readonly string[], calendarName: string | null): Set<string> =>
  new Set([...addresses, ...(calendarName?.includes('@') ? [calendarName.toLowerCase()] : [])])

/** The owner's answer: as their own address says, accepted for who organizes it, else none. */
export function responseOf(guests: CopyDetails['guests'], own: ReadonlySet<string>): Response | null {
  const invited = guests.filter(({ email }) => own.has(email))
  const answer = invited.find(({ response }) => response !== null)?.response ?? null
  return answer ?? (invited.some(({ isOrganizer }) => isOrganizer) ? 'accepted' : null)
}

/** @param details as JSON */
export const digestOf = (response: Response | null, details: string): string =>
  createHash('sha256').update(`${response} ${details}`).digest('base64url').slice(0, 22)

const guestsOf = ({ organizer, attendees }: Meeting): CopyDetails['guests'] => {
  const guest = ({ email, name, response }: Attendee) => ({
    email: stored(email, longest.address),
    name: storedOrNull(name, longest.title),
    response,
    isOrganizer: email === organizer?.email,
  })
  const isListed = attendees.some(({ email }) => email === organizer?.email)
  const all = organizer === null || isListed ? attendees : [organizer, ...attendees]
  return all.map(guest)
}

/** Ids say what they are made of alone, so that meetings keep theirs when their workspace moves to another database. */
function copyOf(meeting: Meeting, isFirst: boolean, own: ReadonlySet<string>): Copy {
  const { uid, recurrence, start, end, allDay, isPrivate, isTentative, isFree } = meeting
  const guests = guestsOf(meeting)
  const said: CopyDetails = {
    title: stored(meeting.title.trim(), longest.title) || 'Untitled',
    startAt: start,
    endAt: end,
    allDay,
    location: storedOrNull(meeting.location, longest.location),
    description: storedOrNull(meeting.description, longest.description),
    joinUrl: meeting.joinUrl !== null && meeting.joinUrl.length <= longest.joinUrl ? meeting.joinUrl : null,
    isPrivate,
    isTentative,
    ...(isFree && { isFree }),
    series: namedUuid('series', uid),
    guests: guests.slice(0, longest.guests),
    isFirst,
  }
  const details = JSON.stringify(said)
  const response = responseOf(guests, own)
  return {
    meetingId: namedUuid('meeting', uid, recurrence === null ? '' : String(recurrence)),
    digest: digestOf(response, details),
    endAt: end,
    response,
    details,
  }
}

function copiesOf(reading: Extract<CalendarReading, { kind: 'read' }>, request: ReadRequest): Copy[] {
  const own = ownAddresses(request.addresses, reading.name)
  // Whom an instance concerns decides who finds it, so the first with other guests is found too.
  const emails = new Map<Meeting['attendees'], string>()
  const emailsOf = ({ attendees }: Meeting): string => {
    const known =
      emails.get(attendees) ??
      attendees
        .map(({ email }) => email)
        .toSorted()
        .join(' ')
    emails.set(attendees, known)
    return known
  }
  const seen = new Set<string>()
  const copies = new Map<string, Copy>()
  for (const meeting of reading.meetings) {
    const key = JSON.stringify([meeting.uid, meeting.title, meeting.isPrivate, emailsOf(meeting)])
    const copy = copyOf(meeting, !seen.has(key), own)
    seen.add(key)
    copies.set(copy.meetingId, copy)
  }
  return [...copies.values()].toSorted((a, b) => (a.meetingId < b.meetingId ? -1 : 1))
}

/** Ids are hexadecimal. */
const everyPart = '0123456789abcdef'.split('')

export const partOf = (meetingId: string): string => meetingId.charAt(0)

function changedOf(copies: readonly Copy[], known: string | null): ReadMeetings {
  const byPart = Map.groupBy(copies, ({ meetingId }) => partOf(meetingId))
  const before = known?.split(' ') ?? []
  const digests = everyPart.map((part) => {
    const hash = createHash('sha256')
    for (const { meetingId, digest } of byPart.get(part) ?? []) hash.update(`${meetingId} ${digest}\n`)
    return hash.digest('base64url').slice(0, 22)
  })
  const parts = everyPart.filter((_part, place) => digests[place] !== before[place])
  return { copies: parts.flatMap((part) => byPart.get(part) ?? []), parts, digests: digests.join(' ') }
}

/** Reads a calendar file into what is stored of it. Pure. */
export function readCopies(request: ReadRequest): ReadCopies {
  const reading = readCalendar(request.bytes, { ...request.window, zone: request.zone })
  if (reading.kind !== 'read') return reading
  const copies = copiesOf(reading, request)
  return {
    kind: 'read',
    name: reading.name === null ? null : stored(reading.name, 200),
    meetingCount: copies.length,
    ...changedOf(copies, request.known),
    skipped: summaryOf(reading),
  }
}

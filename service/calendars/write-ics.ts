// Writes iCalendar files (RFC 5545) with ical.js. Pure.
import ICAL from 'ical.js'

const day = 86_400_000

/** Times are epoch milliseconds; those of days are midnights in UTC. */
export type WrittenEvent = {
  uid: string
  title: string
  /** When it was last changed. */
  stamp: number
  startAt: number
  /** Undefined is a moment. */
  endAt?: number
  allDay: boolean
  /** Whether its times are wall clocks in the zone of the calendar, written as if they were UTC. */
  isLocal?: boolean
  description?: string | null
  location?: string | null
  url?: string | null
  joinUrl?: string | null
  isTransparent?: boolean
  isTentative?: boolean
  /** An RRULE. */
  rule?: string
  isPrivate?: boolean
  organizer?: string
  attendees?: readonly { email: string; name: string; response: string }[]
}

// RFC 5545 (3.1) counts the space before a continued line among the 75 octets; ical.js does not.
ICAL.foldLength = 74

/** Line ends as ical.js expects them, and nothing that a line may not hold. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')

const timeAt = (at: number, kind: 'instant' | 'day' | 'wall clock' = 'instant'): ICAL.Time => {
  const time = ICAL.Time.fromJSDate(new Date(at), true)
  time.isDate = kind === 'day'
  if (kind === 'wall clock') time.zone = ICAL.Timezone.localTimezone
  return time
}

function writeEvent(event: WrittenEvent): ICAL.Component {
  const { allDay, startAt, endAt } = event
  const kind = allDay ? 'day' : event.isLocal === true ? 'wall clock' : 'instant'
  const written = new ICAL.Component('vevent')
  const put = (name: string, value: string | ICAL.Time | ICAL.Recur | null | undefined) => {
    if (value === null || value === undefined || value === '') return undefined
    return written.addPropertyWithValue(name, typeof value === 'string' ? clean(value) : value)
  }
  // Not escaped: a line end would begin another property.
  const putUri = (name: string, value: string | null | undefined) => put(name, value?.replaceAll(/\s/g, ''))
  put('uid', event.uid)
  put('dtstamp', timeAt(event.stamp))
  put('last-modified', timeAt(event.stamp))
  put('dtstart', timeAt(startAt, kind))
  if (endAt !== undefined && endAt > startAt) put('dtend', timeAt(endAt, kind))
  else if (allDay) put('dtend', timeAt(startAt + day, kind))
  put('summary', event.title)
  put('description', event.description)
  put('location', event.location)
  putUri('url', event.url)
  // RFC 7986 (5.11), which ical.js does not know.
  putUri('conference', event.joinUrl)?.setParameter('value', 'URI')
  if (event.rule !== undefined) put('rrule', ICAL.Recur.fromString(event.rule))
  if (event.isTransparent === true) put('transp', 'TRANSPARENT')
  if (event.isTentative === true) put('status', 'TENTATIVE')
  if (event.isPrivate === true) put('class', 'PRIVATE')
  putUri('organizer', event.organizer === undefined ? undefined : `mailto:${event.organizer}`)
  for (const { email, name, response } of event.attendees ?? []) {
    const attendee = putUri('attendee', `mailto:${email}`)
    attendee?.setParameter('cn', clean(name))
    attendee?.setParameter('partstat', response)
  }
  return written
}

/** @param name what calendar programs show */
export function writeIcs(name: string, events: readonly WrittenEvent[]): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Svc Launcher//Calendar//EN')
  calendar.addPropertyWithValue('calscale', 'GREGORIAN')
  // Not escaped by ical.js, which does not know these two.
  const text = clean(name)
    .replaceAll('\n', ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
  for (const property of ['name', 'x-wr-calname']) calendar.addPropertyWithValue(property, text)
  for (const event of events) calendar.addSubcomponent(writeEvent(event))
  return `${calendar.toString()}\r\n`
}

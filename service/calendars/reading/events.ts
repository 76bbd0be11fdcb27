// One event of a calendar file (VEVENT), as far as meetings need it.
import { type Component, nameOf, type Property, propertyOf } from './lines.ts'
import {
  dayMs,
  type Instant,
  instantOf,
  type Length,
  lengthOf,
  startOfDay,
  utc,
  type Wall,
  wallOf,
  type Written,
  writtenOf,
  type Zone,
} from './times.ts'

export type Response = 'accepted' | 'tentative' | 'declined' | 'needsAction'

export type Attendee = { email: string; name: string | null; response: Response | null }

/** An event as people see it, without its time. */
export type Details = {
  title: string
  description: string | null
  location: string | null
  joinUrl: string | null
  /** CLASS is PRIVATE or CONFIDENTIAL. */
  isPrivate: boolean
  isTentative: boolean
  /** TRANSP is TRANSPARENT: it does not make its people busy. */
  isFree: boolean
  organizer: Attendee | null
  attendees: readonly Attendee[]
}

/** How long an event takes: on the calendar (`days`), or exactly. */
export type Span = { kind: 'exact'; ms: number } | ({ kind: 'nominal' } & Length)

export type Time = { written: Written; zone: Zone }

export type Event = Details & {
  uid: string
  start: Time
  span: Span
  rules: readonly string[]
  /** Further times, with a span of their own where they are periods. */
  dates: readonly { time: Time; span: Span | null }[]
  excluded: readonly Time[]
  /** Set for a changed instance of a series: the start of the instance that it replaces. */
  replaces: (Time & { andLater: boolean }) | null
  isCancelled: boolean
  /** The later of two versions of one event. */
  sequence: number
}

/** Why an event cannot be read. */
export type Why = 'start' | 'zone' | 'rule' | 'tooMany'
export type Skipped = { uid: string; title: string; why: Why }

/** @param tzid null for a floating time @returns null if the zone is unknown */
export type FindZone = (tzid: string | null) => Zone | null

const used = new Set(
  'uid summary description location url class status transp sequence organizer attendee conference x-google-conference x-microsoft-skypeteamsmeetingurl x-microsoft-onlinemeetingexternallink x-alt-desc dtstart dtend duration rrule rdate exdate recurrence-id'.split(
    ' ',
  ),
)

/** The instant of a time. Whole days are at 00:00 UTC of their day. */
export const instantOfTime = ({ written, zone }: Time): Instant =>
  written.isDay ? written.wall : instantOf(written.wall, written.isUtc ? utc : zone)

/** The time on the clock of `zone`. */
export const wallIn = (time: Time, zone: Zone): Wall =>
  time.written.isDay ? time.written.wall : wallOf(instantOfTime(time), zone)

const times = (properties: readonly Property[], findZone: FindZone): (Time & { end: string | undefined })[] =>
  properties.flatMap(({ params, values }) =>
    values.flatMap((value) => {
      // The end of a period follows its start.
      const [start = '', end] = value.split('/')
      const written = writtenOf(start, params['tzid'] ?? null)
      const zone = written && (written.isDay || written.isUtc ? utc : findZone(written.tzid))
      return written && zone ? [{ written, zone, end }] : []
    }),
  )

const exactly = (ms: number): Span => ({ kind: 'exact', ms: Math.max(0, ms) })

function spanOf(start: Time, end: Time | undefined, duration: Length | null): Span {
  const from = start.written
  if (from.isDay) {
    const until =
      end === undefined ? from.wall + (duration?.days ?? 0) * dayMs : startOfDay(wallIn(end, end.zone))
    // A day that ends where it begins is one day, as in feeds of holidays.
    return { kind: 'nominal', days: Math.max(1, Math.round((until - from.wall) / dayMs)), ms: 0 }
  }
  if (end === undefined)
    return duration === null || duration.days < 0 || duration.ms < 0
      ? exactly(0)
      : { kind: 'nominal', ...duration }
  const until = end.written.isDay ? instantOf(end.written.wall, start.zone) : instantOfTime(end)
  return exactly(until - instantOfTime(start))
}

const periodSpan = (time: Time, end: string | undefined): Span | null => {
  if (end === undefined) return null
  const length = lengthOf(end)
  if (length) return { kind: 'nominal', ...length }
  const written = writtenOf(end, time.written.tzid)
  return written && exactly(instantOfTime({ written, zone: time.zone }) - instantOfTime(time))
}

const responses: Readonly<Record<string, Response>> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
  'NEEDS-ACTION': 'needsAction',
}

function attendeeOf({ params, values: [value = ''] }: Property): Attendee[] {
  const email = value
    .replace(/^mailto:/i, '')
    .trim()
    .normalize('NFC')
    .toLowerCase()
  if (!email.includes('@')) return []
  const response = responses[(params['partstat'] ?? '').toUpperCase()] ?? null
  return [{ email, name: params['cn'] ?? null, response }]
}

export type Read = { event: Event } | { skipped: Skipped }

/** @param onBadLine called for each line that cannot be read */
export function eventOf(component: Component, findZone: FindZone, onBadLine: () => void): Read {
  const properties = component.lines.flatMap((line): Property[] => {
    const name = nameOf(line)
    if (name !== null && !used.has(name)) return []
    const property = propertyOf(line)
    if (property === null) onBadLine()
    return property === null ? [] : [property]
  })
  const all = (name: string): Property[] => properties.filter((one) => one.name === name)
  const text = (name: string): string | null => {
    const value = all(name)[0]?.values.join(',').trim()
    return value === undefined || value === '' ? null : value
  }
  const title = text('summary') ?? ''
  const written = text('dtstart') ?? ''
  const uid = text('uid') ?? `${written} ${title}`
  const [startsAt] = all('dtstart')
  const isDate = startsAt !== undefined && writtenOf(startsAt.values[0] ?? '', null) !== null
  if (!isDate) return { skipped: { uid, title, why: 'start' } }
  const [start] = times([startsAt], findZone)
  if (start === undefined) return { skipped: { uid, title, why: 'zone' } }
  const [end] = times(all('dtend'), findZone)
  const [replaced] = times(all('recurrence-id'), findZone)
  const status = (text('status') ?? '').toUpperCase()
  return {
    event: {
      uid,
      title,
      description: text('description'),
      location: text('location'),
      joinUrl: joinUrlOf(properties),
      isPrivate: /^(?:private|confidential)$/i.test(text('class') ?? ''),
      isTentative: status === 'TENTATIVE',
      isFree: /^transparent$/i.test(text('transp') ?? ''),
      organizer: all('organizer').flatMap(attendeeOf)[0] ?? null,
      attendees: all('attendee').flatMap(attendeeOf),
      start,
      span: spanOf(start, end, lengthOf(text('duration') ?? '')),
      rules: all('rrule').map(({ values }) => values[0] ?? ''),
      dates: times(all('rdate'), findZone).map((time) => ({ time, span: periodSpan(time, time.end) })),
      excluded: times(all('exdate'), findZone),
      replaces:
        replaced === undefined
          ? null
          : {
              ...replaced,
              andLater: /^thisandfuture$/i.test(all('recurrence-id')[0]?.params['range'] ?? ''),
            },
      isCancelled: status === 'CANCELLED',
      sequence: Number(text('sequence') ?? 0) || 0,
    },
  }
}

// The address by which people join a meeting (CAL-04): from the fields that programs have for it, else from the texts.

/** Fields whose address is the meeting, whatever its host. */
const own = [
  'conference',
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
]
const texts = ['url', 'location', 'description', 'x-alt-desc']

/** Hosts and paths of meetings. Links to help, options and phone numbers on the same hosts are not among them. */
const meetings = [
  /^meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}/,
  /^teams\.(?:microsoft|live)\.(?:com|us)\/(?:l\/meetup-join|meet)\//,
  /^(?:[\w-]+\.)*zoom(?:gov)?\.(?:us|com|com\.cn)\/(?:[jsw]|my|wc\/join)\//,
  /^[\w.-]+\.webex\.com\/(?:[\w./-]*\bj\.php|(?:[\w-]+\/)?(?:meet|join)\/|[\w-]+\/url\.php|wbxmjs\/)/,
  /^(?:meet\.goto\.com|(?:global\.)?gotomeeting\.com\/join|app\.goto\.com\/meeting)\//,
  /^(?:[\w-]+\.)?whereby\.com\/[\w-]+/,
  /^(?:meet\.jit\.si|8x8\.vc|app\.chime\.aws|meet\.lync\.com|bluejeans\.com|meet\.proton\.me|app\.slack\.com\/huddle|facetime\.apple\.com\/join)\b/,
]

const addresses = /https?:\/\/[^\s<>"'\\^`{|}\])]+/gi

const addressesIn = (text: string): string[] =>
  [...text.replaceAll('&amp;', '&').matchAll(addresses)]
    .map(([address]) => address.replace(/[.,;:!?]+$/, ''))
    .filter((address) => URL.canParse(address))

const isMeeting = (address: string): boolean => {
  const { host, pathname } = new URL(address)
  return meetings.some((meeting) => meeting.test(`${host}${pathname}`))
}

function joinUrlOf(properties: readonly Property[]): string | null {
  const valuesOf = (name: string): string[] =>
    properties.filter((one) => one.name === name).flatMap(({ values }) => values)
  const stated = own.flatMap(valuesOf).flatMap(addressesIn)
  return stated[0] ?? texts.flatMap(valuesOf).flatMap(addressesIn).find(isMeeting) ?? null
}

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
  /** CLASS is not PUBLIC. */
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
  /** EXRULE, which older programs still write. */
  exceptRules: readonly string[]
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
  'uid summary description location url class status transp sequence organizer attendee conference x-google-conference x-pm-conference-url x-microsoft-skypeteamsmeetingurl x-microsoft-onlinemeetingexternallink x-alt-desc x-microsoft-cdo-alldayevent x-microsoft-msncalendar-alldayevent x-funambol-allday dtstart dtend duration rrule exrule rdate exdate recurrence-id'.split(
    ' ',
  ),
)

/** The instant of a time. Whole days are at 00:00 UTC of their day. */
export const instantOfTime = ({ written, zone }: Time): Instant =>
  written.isDay ? written.wall : instantOf(written.wall, written.isUtc ? utc : zone)

/** The time on the clock of `zone`. */
export const wallIn = (time: Time, zone: Zone): Wall =>
  time.written.isDay ? time.written.wall : wallOf(instantOfTime(time), zone)

const asDay = (written: Written): Written => ({
  wall: startOfDay(written.wall),
  isDay: true,
  isUtc: false,
  tzid: null,
})

const isMidnight = ({ wall }: Written): boolean => wall === startOfDay(wall)

/** @param usual zone of times whose own is not named or not known: that of the event's start */
const times = (
  properties: readonly Property[],
  findZone: FindZone,
  usual?: Zone,
): (Time & { end: string | undefined })[] =>
  properties.flatMap(({ params, values }) =>
    values.flatMap((value) => {
      // The end of a period follows its start.
      const [start = '', end] = value.split('/')
      const tzid = params['tzid']?.trim() ?? ''
      const read = writtenOf(start, tzid === '' ? null : tzid)
      const isDate = params['value']?.toUpperCase() === 'DATE'
      const written = read && isDate && isMidnight(read) ? asDay(read) : read
      if (written === null) return []
      const own = written.tzid === null && usual ? usual : findZone(written.tzid)
      const zone = written.isDay || written.isUtc ? utc : (own ?? usual)
      return zone ? [{ written, zone, end }] : []
    }),
  )

const exactly = (ms: number): Span => ({ kind: 'exact', ms: Math.max(0, ms) })

function spanOf(start: Time, end: Time | undefined, duration: Length | null): Span {
  const from = start.written
  if (from.isDay) {
    const { days = 0, ms = 0 } = duration ?? {}
    const until = end === undefined ? from.wall + days * dayMs + ms : startOfDay(wallIn(end, end.zone))
    // A day that ends where it begins is one day, as in feeds of holidays.
    return { kind: 'nominal', days: Math.max(1, Math.ceil((until - from.wall) / dayMs)), ms: 0 }
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
  // Apple's values are paths and ids.
  const email = (value.includes('@') ? value : (params['email'] ?? ''))
    .replace(/^mailto:/i, '')
    .trim()
    .normalize('NFC')
    .toLowerCase()
  if (!email.includes('@')) return []
  const response = responses[(params['partstat'] ?? '').toUpperCase()] ?? null
  return [{ email, name: params['cn'] ?? null, response }]
}

export type Read = { event: Event } | { skipped: Skipped }

/** Exchange writes whole days as times from midnight to midnight, with a word beside them. */
function wholeDays(start: Time, end: Time | undefined, properties: readonly Property[]): Time | null {
  const says = properties.some(
    ({ name, values: [value = ''] }) =>
      /-alldayevent$|-allday$/.test(name) && /^(?:true|1)$/i.test(value.trim()),
  )
  const isWhole = isMidnight(start.written) && (end === undefined || isMidnight(end.written))
  return says && isWhole ? { ...start, written: asDay(start.written) } : null
}

/** One spelling of a start, for the ids of events that have none. */
function plainly(start: string): string {
  const written = writtenOf(start, null)
  if (written === null) return start
  const iso = new Date(written.wall).toISOString()
  return written.isDay ? iso.slice(0, 10) : `${iso.slice(0, 19)}${written.isUtc ? 'Z' : ''}`
}

/**
 * @param onBadLine called for each line that cannot be read
 * @returns null for a cancelled event that names no time
 */
export function eventOf(component: Component, findZone: FindZone, onBadLine: () => void): Read | null {
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
  const uid = text('uid') ?? `${plainly(text('dtstart') ?? '')} ${title}`
  const status = (text('status') ?? '').toUpperCase()
  const isCancelled = status === 'CANCELLED'
  // Cancellations of an instance often name no more than the instance.
  const [startsAt] = [...all('dtstart'), ...(isCancelled ? all('recurrence-id') : [])]
  const isDate = startsAt !== undefined && writtenOf(startsAt.values[0] ?? '', null) !== null
  const [stated] = isDate ? times([startsAt], findZone) : []
  if (stated === undefined)
    return isCancelled ? null : { skipped: { uid, title, why: isDate ? 'zone' : 'start' } }
  const timesOf = (name: string) => times(all(name), findZone, stated.zone)
  const [end] = timesOf('dtend')
  const [replaced] = timesOf('recurrence-id')
  const start = wholeDays(stated, end, properties) ?? stated
  return {
    event: {
      uid,
      title,
      description: text('description'),
      location: text('location'),
      joinUrl: joinUrlOf(properties),
      // Unknown classes count as private (RFC 5545, 3.8.1.3).
      isPrivate: (text('class') ?? 'PUBLIC').toUpperCase() !== 'PUBLIC',
      isTentative: status === 'TENTATIVE',
      isFree: /^transparent$/i.test(text('transp') ?? ''),
      organizer: all('organizer').flatMap(attendeeOf)[0] ?? null,
      attendees: all('attendee').flatMap(attendeeOf),
      start,
      span: spanOf(start, end, lengthOf(text('duration') ?? '')),
      rules: all('rrule').map(({ values }) => values[0] ?? ''),
      exceptRules: all('exrule').map(({ values }) => values[0] ?? ''),
      dates: timesOf('rdate').map((time) => ({ time, span: periodSpan(time, time.end) })),
      excluded: timesOf('exdate'),
      replaces:
        replaced === undefined
          ? null
          : {
              ...replaced,
              andLater: /^thisandfuture$/i.test(all('recurrence-id')[0]?.params['range'] ?? ''),
            },
      isCancelled,
      sequence: Number(text('sequence') ?? 0) || 0,
    },
  }
}

// The address by which people join a meeting (CAL-04): from the fields that programs have for it, else from the texts.

/** Fields whose address is the meeting, whatever its host. */
const own = [
  'conference',
  'x-google-conference',
  'x-pm-conference-url',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
]
const texts = ['url', 'location', 'description', 'x-alt-desc']

/** Hosts and paths of meetings. Links to help, options and phone numbers on the same hosts are not among them. */
const meetings = [
  /^meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}/,
  /^(?:(?:[\w-]+\.)*teams\.(?:microsoft|live)\.(?:com|us)|teams\.cloud\.microsoft)\/(?:l\/meetup-join|meet)\//,
  /^(?:[\w-]+\.)*zoom(?:gov)?\.(?:us|com|com\.cn)\/(?:e?j|[sw]|my|wc\/join)\//,
  /^[\w.-]+\.webex\.com\/(?:[\w./-]*\bj\.php|(?:[\w-]+\/)?(?:meet|join)\/|[\w-]+\/url\.php|wbxmjs\/)/,
  /^(?:meet\.goto\.com|(?:global\.)?gotomeeting\.com\/join|app\.goto\.com\/meeting)\//,
  /^(?:[\w-]+\.)?whereby\.com\/[\w-]+/,
  /^v\.ringcentral\.com\/join\//,
  // On servers of one's own: BigBlueButton, Nextcloud Talk.
  /^[\w.-]+\/(?:b\/[a-z\d]{3}(?:-[a-z\d]{3}){2,3}|(?:index\.php\/)?call\/[a-z\d]{8})$/,
  /^(?:meet\.jit\.si|join\.skype\.com|8x8\.vc|app\.chime\.aws|meet\.lync\.com|bluejeans\.com|meet\.proton\.me|app\.slack\.com\/huddle|facetime\.apple\.com\/join)\b/,
]

/** Addresses in texts, without the punctuation of their sentence. */
const addresses = /https?:\/\/[^\s<>"'\\^`{|}\])]+(?<![.,;:!?])/gi

/** Outlook and Google put the address of a page of their own before links. */
function withoutWrapper(address: string): string {
  if (!URL.canParse(address)) return address
  const { host, pathname, searchParams } = new URL(address)
  const isOutlook = host.endsWith('.safelinks.protection.outlook.com')
  const isGoogle = /^www\.google\.[a-z.]+$/.test(host) && pathname === '/url'
  const inner = isOutlook || isGoogle ? (searchParams.get('url') ?? searchParams.get('q')) : null
  return inner !== null && /^https?:/i.test(inner) ? inner : address
}

const addressesIn = (text: string): string[] =>
  [...text.replaceAll('&amp;', '&').matchAll(addresses)]
    .map(([address]) => withoutWrapper(address))
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

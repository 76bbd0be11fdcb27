// Reads an iCalendar file (RFC 5545): from bytes to the meetings in a window of time, and a list of what cannot be read. Pure.
// Component by component, so that a bad line or event costs only itself.
import { type Event, eventOf, type FindZone, type Skipped } from './events.ts'
import { type Component, componentsOf, nameOf, propertyOf } from './lines.ts'
import { wallsOf } from './rules.ts'
import { instancesOf, type Meeting, type Window } from './series.ts'
import { offsetOf, utc, type Wall, writtenOf, type Zone } from './times.ts'
import { definedZone, isOwnName, type Onset, zoneNamed } from './zones.ts'

export const limits = { bytes: 20 * 1024 * 1024, events: 20_000 } as const

export type CalendarReading =
  | {
      kind: 'read'
      /** The calendar's own name. */
      name: string | null
      /** By start, then title. */
      meetings: readonly Meeting[]
      skipped: readonly Skipped[]
      /** Lines that cannot be read in an event or calendar that is otherwise fine. */
      badLines: number
      /** The title of the first event with such a line. */
      badTitle: string
    }
  | { kind: 'notACalendar' }
  /** The file ends inside a calendar. What is missing would look removed. */
  | { kind: 'cutOff' }
  | { kind: 'tooLarge' }

const yearMs = 366 * 86_400_000

/** A zone that the file defines, as far as the window needs it. Null if no part of it can be read. */
function zoneOf(definition: Component, { from, to }: Window): Zone | null {
  const onsets = definition.parts.flatMap(({ lines }): Onset[] => {
    const valueOf = (name: string): string =>
      lines.find((line) => line.toLowerCase().startsWith(name))?.replace(/^[^:]*:/, '') ?? ''
    const start = writtenOf(valueOf('dtstart'), null)
    const [before, after] = [offsetOf(valueOf('tzoffsetfrom')), offsetOf(valueOf('tzoffsetto'))]
    if (start === null || before === null || after === null) return []
    const rule = valueOf('rrule')
    const zone = { offsetAt: () => before }
    // The last change of a rule that has ended is in force until today.
    const since = /UNTIL|COUNT/i.test(rule) ? Math.min(start.wall, from) : from - 2 * yearMs
    const yearly = rule === '' ? [] : (wallsOf(rule, start, zone, since, to + yearMs)?.walls ?? [])
    const dates = lines
      .filter((line) => /^rdate[;:]/i.test(line))
      .flatMap((line) => propertyOf(line)?.values ?? [])
      .flatMap((value): Wall[] => [writtenOf(value, null)?.wall ?? start.wall])
    return [start.wall, ...dates, ...yearly].map((wall) => ({ wall, from: before, to: after }))
  })
  if (onsets.length > 0) return definedZone(onsets)
  return zoneNamed(textOf([definition], 'x-lic-location') ?? '')
}

const textOf = (calendars: readonly Component[], ...names: string[]): string | null => {
  for (const name of names)
    for (const line of calendars.flatMap(({ lines }) => lines)) {
      const property = line.toLowerCase().startsWith(name) ? propertyOf(line) : null
      const value = property?.name === name ? property.values[0]?.trim() : undefined
      if (value !== undefined && value !== '') return value
    }
  return null
}

/** ical.js leaves the text of a property that it does not know escaped. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([\\;,n])/gi, (_all, letter: string) => (letter.toLowerCase() === 'n' ? ' ' : letter))

/** @param zone of floating times where the file names none */
export function readCalendar(
  bytes: Uint8Array,
  { zone, ...window }: Window & { zone: string },
): CalendarReading {
  if (bytes.length > limits.bytes) return { kind: 'tooLarge' }
  const { components, isCutOff } = componentsOf(bytes)
  const calendars = components.filter(({ name }) => name === 'VCALENDAR')
  if (calendars.length === 0) return { kind: 'notACalendar' }
  if (isCutOff) return { kind: 'cutOff' }
  const parts = calendars.flatMap((calendar) => calendar.parts)
  if (parts.filter(({ name }) => name === 'VEVENT').length > limits.events) return { kind: 'tooLarge' }

  const definitions = new Map(
    parts
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((definition) => [textOf([definition], 'tzid') ?? '', definition]),
  )
  const zones = new Map<string, Zone | null>()
  const zoneFor = (tzid: string): Zone | null => {
    const known = zones.get(tzid)
    if (known !== undefined) return known
    const definition = definitions.get(tzid)
    const defined = (): Zone | null => (definition === undefined ? null : zoneOf(definition, window))
    const found = isOwnName(tzid) ? (defined() ?? zoneNamed(tzid)) : (zoneNamed(tzid) ?? defined())
    zones.set(tzid, found)
    return found
  }
  /** A file can hold several calendars: floating times are in the zone of their own. */
  const findZoneIn = (calendar: Component): FindZone => {
    const ownName = textOf([calendar], 'x-wr-timezone') ?? textOf(calendars, 'x-wr-timezone')
    const floating = zoneNamed(ownName ?? zone) ?? zoneNamed(zone) ?? utc
    return (tzid) => (tzid === null ? floating : zoneFor(tzid))
  }
  // A message that withdraws its events.
  const written = calendars
    .filter((calendar) => textOf([calendar], 'method')?.toUpperCase() !== 'CANCEL')
    .flatMap((calendar) => {
      const findZone = findZoneIn(calendar)
      return calendar.parts
        .filter(({ name }) => name === 'VEVENT')
        .map((component) => ({ component, findZone }))
    })

  let badLines = calendars.flatMap(({ lines }) => lines).filter((line) => nameOf(line) === null).length
  const skipped: Skipped[] = []
  const byUid = new Map<string, Event[]>()
  let badTitle = ''
  for (const { component, findZone } of written) {
    const before = badLines
    const read = eventOf(component, findZone, () => (badLines += 1))
    if (read === null) continue
    if (badLines > before && badTitle === '')
      badTitle = 'skipped' in read ? read.skipped.title : read.event.title
    if ('skipped' in read) skipped.push(read.skipped)
    else {
      const events = byUid.get(read.event.uid)
      if (events === undefined) byUid.set(read.event.uid, [read.event])
      else events.push(read.event)
    }
  }
  const meetings: Meeting[] = []
  for (const events of byUid.values()) {
    const found = instancesOf(events, window)
    meetings.push(...found.meetings)
    skipped.push(...found.skipped)
  }
  meetings.sort((a, b) => a.start - b.start || (a.title < b.title ? -1 : Number(a.title > b.title)))
  const name = textOf(calendars, 'x-wr-calname', 'name')
  return { kind: 'read', name: name === null ? null : unescaped(name), meetings, skipped, badLines, badTitle }
}

// Reads an iCalendar file (RFC 5545): from bytes to the meetings in a window of time, and a list of what cannot be read. Pure.
// Component by component, so that a bad line or event costs only itself.
import { type Event, eventOf, type FindZone, type Skipped } from './events.ts'
import { type Component, componentsOf, nameOf, propertyOf } from './lines.ts'
import { wallsOf } from './rules.ts'
import { instancesOf, type Meeting, type Window } from './series.ts'
import { utc, type Wall, writtenOf, type Zone } from './times.ts'
import { definedZone, type Onset, zoneNamed } from './zones.ts'

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

const offsetOf = (text: string): number | null => {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text.trim()) ?? []
  if (hours === undefined) return null
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ms : ms
}

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
    const yearly =
      rule === '' ? [] : (wallsOf(rule, start, zone, from - 2 * yearMs, to + yearMs)?.walls ?? [])
    const dates = lines
      .filter((line) => /^rdate[;:]/i.test(line))
      .flatMap((line) => propertyOf(line)?.values ?? [])
      .flatMap((value): Wall[] => [writtenOf(value, null)?.wall ?? start.wall])
    return [start.wall, ...dates, ...yearly].map((wall) => ({ wall, from: before, to: after }))
  })
  return onsets.length === 0 ? null : definedZone(onsets)
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
  const written = parts.filter(({ name }) => name === 'VEVENT')
  if (written.length > limits.events) return { kind: 'tooLarge' }

  const definitions = new Map(
    parts
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((definition) => [textOf([definition], 'tzid') ?? '', definition]),
  )
  const zones = new Map<string, Zone | null>()
  const floating = zoneNamed(textOf(calendars, 'x-wr-timezone') ?? zone) ?? zoneNamed(zone) ?? utc
  const findZone: FindZone = (tzid) => {
    if (tzid === null) return floating
    const known = zones.get(tzid)
    if (known !== undefined) return known
    const definition = definitions.get(tzid)
    const found = zoneNamed(tzid) ?? (definition === undefined ? null : zoneOf(definition, window))
    zones.set(tzid, found)
    return found
  }

  let badLines = calendars.flatMap(({ lines }) => lines).filter((line) => nameOf(line) === null).length
  const skipped: Skipped[] = []
  const byUid = new Map<string, Event[]>()
  let badTitle = ''
  for (const component of written) {
    const before = badLines
    const read = eventOf(component, findZone, () => (badLines += 1))
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

// The instances of an event and of its changed instances (RFC 5545, 3.8.4.4 and 3.8.5) in a window of time.
import {
  type Details,
  type Event,
  instantOfTime,
  type Skipped,
  type Span,
  type Time,
  wallIn,
} from './events.ts'
import { mostInstances, wallsOf } from './rules.ts'
import { dayMs, type Instant, instantOf, startOfDay, utc, type Wall, type Zone } from './times.ts'

/** From is inside, to is not. */
export type Window = { from: Instant; to: Instant }

/** Whole days run from 00:00 UTC of the first day to 00:00 UTC of the day after the last. */
export type Meeting = Details & {
  uid: string
  /** The start that the rule gives this instance. It stays when the instance is moved. Null for a single event. */
  recurrence: Instant | null
  start: Instant
  end: Instant
  allDay: boolean
}

/** Zones are at most this far from UTC. */
const farthest = dayMs

const endOf = (wall: Wall, start: Instant, zone: Zone, span: Span): Instant =>
  span.kind === 'exact' ? start + span.ms : instantOf(wall + span.days * dayMs, zone) + span.ms

const longest = (span: Span): number => (span.kind === 'exact' ? span.ms : span.days * dayMs + span.ms)

const zoneOf = ({ written, zone }: Time): Zone => (written.isDay || written.isUtc ? utc : zone)

/** @param wall on the clock of the event's zone */
function meetingAt(event: Event, wall: Wall, recurrence: Instant | null, span = event.span): Meeting {
  const zone = zoneOf(event.start)
  const start = instantOf(wall, zone)
  const { uid, title, description, location, joinUrl, isPrivate, isTentative, isFree, organizer, attendees } =
    event
  return {
    uid,
    title,
    description,
    location,
    joinUrl,
    isPrivate,
    isTentative,
    isFree,
    organizer,
    attendees,
    recurrence,
    start,
    end: endOf(wall, start, zone, span),
    allDay: event.start.written.isDay,
  }
}

const changed = (change: Event, recurrence?: Instant): Meeting =>
  meetingAt(
    change,
    change.start.written.wall,
    recurrence ?? (change.replaces && instantOfTime(change.replaces)),
  )

const meets = ({ start, end }: Meeting, { from, to }: Window): boolean =>
  start < to && (end > from || start >= from)

/** Finds the instance that a time names: where the time is a day, the one of that day; else the one of that instant. */
function finderOf(master: Event, walls: Iterable<Wall>): (time: Time) => Wall | undefined {
  const zone = zoneOf(master.start)
  const days = new Map<Wall, Wall>()
  const instants = new Map<Instant, Wall>()
  for (const wall of walls) {
    days.set(startOfDay(wall), wall)
    instants.set(instantOf(wall, zone), wall)
  }
  return (time) =>
    master.start.written.isDay || time.written.isDay
      ? days.get(startOfDay(time.written.wall))
      : instants.get(instantOfTime(time))
}

type Walls = { walls: Map<Wall, Span | undefined>; skipped: Skipped[] }

/** The times of a series by its rules and dates, without its exceptions. */
function wallsOfSeries(master: Event, { from, to }: Window): Walls {
  const zone = zoneOf(master.start)
  const { uid, title } = master
  const walls = new Map<Wall, Span | undefined>()
  const skipped: Skipped[] = []
  const begins = master.start.written
  const wallsBy = (rule: string): readonly Wall[] => {
    const found = wallsOf(rule, begins, master.start.zone, from, to)
    if (found === null || found.isCut) skipped.push({ uid, title, why: found === null ? 'rule' : 'tooMany' })
    return found?.walls ?? []
  }
  // Without a rule the start is the first of the dates.
  if (master.rules.length === 0) walls.set(begins.wall, undefined)
  for (const wall of master.rules.flatMap(wallsBy)) walls.set(wall, undefined)
  const timeOfDay = begins.wall - startOfDay(begins.wall)
  for (const { time, span } of master.dates.slice(0, mostInstances)) {
    const isDay = begins.isDay || time.written.isDay
    walls.set(isDay ? startOfDay(time.written.wall) + timeOfDay : wallIn(time, zone), span ?? undefined)
  }
  for (const wall of master.exceptRules.flatMap(wallsBy)) walls.delete(wall)
  return { walls, skipped }
}

/** A change of an instance and all later ones: by how much it moves them, and what they are instead. */
type Change = { since: Wall; event: Event; shift: number }

const shiftOf = (change: Event, replaced: Time): number =>
  change.start.written.isDay === replaced.written.isDay
    ? wallIn(change.start, zoneOf(change.start)) - wallIn(replaced, zoneOf(change.start))
    : 0

type Instances = { meetings: Meeting[]; skipped: Skipped[] }

/** @param changes the changed instances of this event */
function instancesOfMaster(master: Event, changes: readonly Event[], window: Window): Instances {
  if (master.isCancelled) return { meetings: [], skipped: [] }
  if (!isSeries(master) && changes.length === 0)
    return { meetings: [meetingAt(master, master.start.written.wall, null)], skipped: [] }
  const zone = zoneOf(master.start)
  const later = changes
    .flatMap((event): Change[] =>
      event.replaces?.andLater === true
        ? [{ since: wallIn(event.replaces, zone), event, shift: shiftOf(event, event.replaces) }]
        : [],
    )
    .toSorted((a, b) => a.since - b.since)
  const reach = Math.max(...[master, ...changes].map(({ span }) => longest(span)))
  const farthestShift = Math.max(0, ...later.map(({ shift }) => Math.abs(shift)))
  const margin = reach + farthestShift + farthest
  const { walls, skipped } = wallsOfSeries(master, { from: window.from - margin, to: window.to + margin })
  const instanceAt = finderOf(master, walls.keys())
  const excluded = new Set(master.excluded.map(instantOfTime))
  for (const time of master.excluded) walls.delete(instanceAt(time) ?? Number.NaN)

  const meetings: Meeting[] = []
  for (const change of changes) {
    const { replaces } = change
    if (replaces === null) continue
    const replaced = instanceAt(replaces)
    const isExcluded =
      replaced === undefined ? excluded.has(instantOfTime(replaces)) : !walls.delete(replaced)
    // An instance that the rule does not give, at least not near the window, is shown where it was moved to.
    if (!change.isCancelled && !isExcluded)
      meetings.push(changed(change, replaced === undefined ? undefined : instantOf(replaced, zone)))
  }
  for (const [wall, span] of walls) {
    const change = later.findLast(({ since }) => since <= wall)
    const recurrence = instantOf(wall, zone)
    if (change === undefined) meetings.push(meetingAt(master, wall, recurrence, span ?? master.span))
    else if (!change.event.isCancelled) {
      const own = zoneOf(change.event.start)
      const here = own === zone ? wall : wallIn({ written: { ...master.start.written, wall }, zone }, own)
      meetings.push(meetingAt(change.event, here + change.shift, recurrence))
    }
  }
  return { meetings, skipped }
}

const isSeries = ({ rules, dates }: Event): boolean => rules.length > 0 || dates.length > 0

/** The latest version of each changed instance. */
function latest(changes: readonly Event[]): Event[] {
  const byStart = new Map<number, Event>()
  for (const change of changes) {
    const id = change.replaces === null ? 0 : instantOfTime(change.replaces)
    if ((byStart.get(id)?.sequence ?? 0) <= change.sequence) byStart.set(id, change)
  }
  return [...byStart.values()]
}

/**
 * The latest version of an event. Scripts give one UID to several events, of one version: those that begin together are told apart by
 * their titles, and the same one counts once.
 */
function latestMasters(masters: readonly Event[]): Event[] {
  const version = Math.max(...masters.map(({ sequence }) => sequence))
  const byStart = Map.groupBy(
    masters.filter(({ sequence }) => sequence === version),
    ({ start }) => instantOfTime(start),
  )
  return [...byStart.values()].flatMap((together) => {
    const byTitle = new Map(together.map((event) => [event.title, event]))
    if (byTitle.size === 1) return [...byTitle.values()]
    return [...byTitle.values()].map((event) => ({ ...event, uid: `${event.uid} ${event.title}` }))
  })
}

/** Finds the series that a changed instance belongs to: of several with one UID, the last that had begun. */
function seriesFinder(masters: readonly Event[]): (change: Event) => Event | undefined {
  const series = masters.filter(isSeries).toSorted((a, b) => instantOfTime(a.start) - instantOfTime(b.start))
  return ({ replaces }) => {
    const at = replaces === null ? 0 : instantOfTime(replaces)
    return series.findLast(({ start }) => instantOfTime(start) <= at) ?? series[0] ?? masters[0]
  }
}

/** @param events all events with one UID: series and single events, and changed instances of the series */
export function instancesOf(events: readonly Event[], window: Window): Instances {
  const masters = latestMasters(events.filter(({ replaces }) => replaces === null))
  const changes = latest(events.filter(({ replaces }) => replaces !== null))
  // Without the series: a guest of some of its instances.
  const loose = masters.length === 0 ? changes.filter(({ isCancelled }) => !isCancelled) : []
  const byMaster = Map.groupBy(changes, seriesFinder(masters))
  const found = masters.map((master) => instancesOfMaster(master, byMaster.get(master) ?? [], window))
  const meetings = [...loose.map((change) => changed(change)), ...found.flatMap((one) => one.meetings)]
    .filter((meeting) => meets(meeting, window))
    // Several single events with one UID are told apart by their starts.
    .map((meeting) =>
      masters.length > 1 ? { ...meeting, recurrence: meeting.recurrence ?? meeting.start } : meeting,
    )
  return { meetings, skipped: found.flatMap(({ skipped }) => skipped) }
}

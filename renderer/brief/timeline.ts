// Places the meetings of today on a timeline. Meetings that overlap get lanes side by side, at most three; those without a lane
// are counted. Pure.
import type { BriefMeeting } from '../../shared/api/launcher/search.ts'

const hourMs = 3_600_000
/** A shorter meeting takes the room of half an hour, so that its title can be read. */
const shortestHours = 0.5
/** A day with one meeting still shows some hours. */
const fewestHours = 4

const mostLanes = 3

/** Place of a meeting. `top` and `length` are hours, counted from the start of the timeline. */
export interface Place {
  top: number
  length: number
  lane: number
  /** Number of lanes that the meeting shares the width with. */
  lanes: number
  /** Whether a count stands beside the lanes. */
  isCrowded: boolean
}

/** Meetings without a lane: from the first to the last of those that overlap. */
export interface Crowd {
  top: number
  length: number
  count: number
}

export interface Timeline {
  /** Start of each hour. */
  hours: readonly Date[]
  /** By id of the meeting. */
  places: ReadonlyMap<string, Place>
  crowds: readonly Crowd[]
  /** Hours from the start of the timeline to the current time. */
  now: number
}

interface Span {
  id: string
  start: number
  end: number
}

/** Groups meetings that overlap directly or through others. @param spans in order of start. */
const overlapping = (spans: readonly Span[]): Span[][] => {
  const clusters: Span[][] = []
  let until = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    if (span.start < until) clusters.at(-1)?.push(span)
    else clusters.push([span])
    until = Math.max(until, span.end)
  }
  return clusters
}

/** Gives each meeting of a cluster the first lane that is free when it starts. */
const lanesOf = (cluster: readonly Span[]): { lane: number; lanes: number; span: Span }[] => {
  const freeAt: number[] = []
  const placed = cluster.map((span) => {
    const free = freeAt.findIndex((at) => at <= span.start)
    const lane = free === -1 ? freeAt.length : free
    freeAt[lane] = span.end
    return { lane, span }
  })
  return placed.map((one) => ({ ...one, lanes: freeAt.length }))
}

const hourOf = (at: number): number => new Date(at).setMinutes(0, 0, 0)

/** @param now the local wall clock. */
const clustersOf = (meetings: readonly BriefMeeting[], now: Date) => {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const dayEnd = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime()
  const spans = meetings
    .map(({ id, startAt, endAt }) => {
      const start = Math.max(midnight, Date.parse(startAt))
      const end = Math.min(dayEnd, Date.parse(endAt))
      return { id, start, end: Math.max(end, start + shortestHours * hourMs) }
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  return { midnight, dayEnd, spans, clusters: overlapping(spans).map(lanesOf) }
}

/** The ids of the meetings that have no lane. */
export const crowdedOut = (meetings: readonly BriefMeeting[], now: Date): ReadonlySet<string> =>
  new Set(
    clustersOf(meetings, now)
      .clusters.flat()
      .flatMap(({ lane, span }) => (lane < mostLanes ? [] : span.id)),
  )

/**
 * @param meetings those of today with times, in any order.
 * @param now the local wall clock.
 */
export function timelineOf(meetings: readonly BriefMeeting[], now: Date): Timeline {
  const { midnight, dayEnd, spans, clusters } = clustersOf(meetings, now)
  const first = hourOf(Math.min(now.getTime(), ...spans.map(({ start }) => start)))
  const last = Math.max(now.getTime(), ...spans.map(({ end }) => end))
  const wanted = Math.max(fewestHours, Math.ceil((last - first) / hourMs))
  // Late in the evening the timeline begins earlier instead of reaching into tomorrow.
  const from = Math.max(midnight, Math.min(first, dayEnd - wanted * hourMs))
  const hoursAfter = (at: number): number => (at - from) / hourMs
  const between = (start: number, end: number) => ({
    top: hoursAfter(start),
    length: (end - start) / hourMs,
  })
  return {
    hours: Array.from({ length: wanted }, (_, index) => new Date(from + index * hourMs)),
    places: new Map(
      clusters.flat().flatMap(({ span, lane, lanes }) => {
        const place = { lane, lanes: Math.min(lanes, mostLanes), isCrowded: lanes > mostLanes }
        return lane < mostLanes ? [[span.id, { ...between(span.start, span.end), ...place }]] : []
      }),
    ),
    crowds: clusters.flatMap((cluster) => {
      const out = cluster.flatMap(({ lane, span }) => (lane < mostLanes ? [] : span))
      if (out.length === 0) return []
      const [start, end] = [Math.min(...out.map((one) => one.start)), Math.max(...out.map((one) => one.end))]
      return [{ ...between(start, end), count: out.length }]
    }),
    now: hoursAfter(now.getTime()),
  }
}

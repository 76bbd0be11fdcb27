// Recurrence rules (RRULE) by rrule-temporal. They are expanded on the clock of the event's place, as if it were in UTC, because
// a series keeps its time on the clock.
import { RRuleTemporal } from 'rrule-temporal'
import { dayMs, startOfDay, type Wall, wallOf, type Written, writtenOf, type Zone } from './times.ts'

/** Most instances of one series in the time that is read. */
export const mostInstances = 2000

export type Walls = { walls: readonly Wall[]; isCut: boolean }

const icsOf = (wall: Wall): string => new Date(wall).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** UNTIL on the clock of the series, or null. A day means that day included, whatever the series has. */
function untilOf(value: string, start: Written, zone: Zone): Wall | null {
  const until = writtenOf(value, null)
  if (until === null) return null
  const here = until.isUtc ? wallOf(until.wall, zone) : until.wall
  // Exchange ends a series of days at midnight of its last day, on the clock of the place.
  if (start.isDay) return here === startOfDay(here) ? here : startOfDay(until.wall)
  if (until.isDay) return until.wall + dayMs - 1000
  return here
}

/** The rule as rrule-temporal takes it. Blanks in lists and counts that are not numbers, as programs write them, are left out. */
function cleaned(rule: string, start: Written, zone: Zone): string | null {
  const kept: string[] = []
  for (const part of rule.replaceAll(/\s/g, '').toUpperCase().split(';')) {
    const [name = '', value = ''] = part.split('=')
    if (part === '' || (name === 'COUNT' && !/^[1-9]\d*$/.test(value))) continue
    if (name !== 'UNTIL') kept.push(part)
    else {
      const until = untilOf(value, start, zone)
      if (until === null) return null
      kept.push(`UNTIL=${icsOf(until)}`)
    }
  }
  return kept.join(';')
}

const stepMs: Readonly<Record<string, number>> = { DAILY: dayMs, WEEKLY: 7 * dayMs }
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * The times of a rule of one step: every so many days or weeks. Most series are so, and the library needs 2 ms for a year of one.
 * @param rule as `cleaned` gives it @returns null for every other rule
 */
function stepsOf(rule: string, start: Wall, from: Wall, to: Wall): Walls | null {
  const parts = rule.split(';').map((part) => part.split('='))
  const given = new Map(parts.map(([name, value = '']) => [name, value]))
  const {
    FREQ = '',
    INTERVAL = '1',
    COUNT,
    UNTIL,
    BYDAY,
    WKST: _weekStart,
    ...others
  } = Object.fromEntries(given)
  const step = stepMs[FREQ]
  // The day of the start says nothing new.
  const isPlain =
    BYDAY === undefined || (FREQ === 'WEEKLY' && BYDAY === weekdays[new Date(start).getUTCDay()])
  if (step === undefined || !isPlain || !/^[1-9]\d{0,3}$/.test(INTERVAL)) return null
  if (given.size < parts.length || Object.keys(others).length > 0) return null
  const until = UNTIL === undefined ? to : Math.min(to, writtenOf(UNTIL, null)?.wall ?? to)
  const distance = step * Number(INTERVAL)
  const last = Math.min(Number(COUNT ?? Infinity) - 1, Math.floor((until - start) / distance))
  const first = Math.max(0, Math.ceil((from - start) / distance))
  const length = Math.max(0, last - first + 1)
  const walls = Array.from(
    { length: Math.min(length, mostInstances) },
    (_, at) => start + (first + at) * distance,
  )
  return { walls, isCut: length > mostInstances }
}

/**
 * The times of a rule from `from` to `to`, both included, in order.
 * @returns null for a rule that cannot be read. `isCut`: there are more of them than `mostInstances`
 */
export function wallsOf(rule: string, start: Written, zone: Zone, from: Wall, to: Wall): Walls | null {
  const clean = cleaned(rule, start, zone)
  if (clean === null || clean === '') return null
  const steps = stepsOf(clean, start.wall, from, to)
  if (steps !== null) return steps
  let found: RRuleTemporal
  try {
    found = new RRuleTemporal({
      rruleString: `DTSTART:${icsOf(start.wall)}\nRRULE:${clean}`,
      cache: false,
      maxCandidateEvaluations: 100_000,
    })
  } catch {
    return null
  }
  try {
    const walls = found
      .between(new Date(from), new Date(to), true)
      .map(({ epochMilliseconds }) => epochMilliseconds)
    return { walls: walls.slice(0, mostInstances), isCut: walls.length > mostInstances }
  } catch {
    // The library's bound on its work.
    return { walls: [], isCut: true }
  }
}

// Time zones by the names that calendars give them: IANA names, also in other spellings, names of Windows, and names that are
// defined in the file itself.
import { minutesAheadIn } from '../../../shared/dates/other-zone.ts'
import { dayMs, offsetOf, type Wall, type Zone } from './times.ts'
import { windowsNames, windowsZones } from './windows-zones.ts'

const named = new Map<string, Zone | null>()

/** Remembers offsets by day, because looking one up takes microseconds. */
function rememberedByDay(exact: Zone['offsetAt']): Zone {
  const byDay = new Map<number, number>()
  const atStartOf = (day: number): number => {
    const offset = byDay.get(day) ?? exact(day * dayMs)
    byDay.set(day, offset)
    return offset
  }
  return {
    offsetAt: (instant) => {
      const day = Math.floor(instant / dayMs)
      const offset = atStartOf(day)
      return offset === atStartOf(day + 1) ? offset : exact(instant)
    },
  }
}

/** A zone of Node's own table, or null. */
function ianaZone(name: string): Zone | null {
  try {
    const minutesAhead = minutesAheadIn(name)
    return rememberedByDay((instant) => Math.round(minutesAhead(instant) * 60_000))
  } catch {
    return null
  }
}

const cityOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** The zone of a name that Outlook or Rails shows to people: "(UTC+01:00) Amsterdam, Berlin, Bern", "Eastern Time (US & Canada)". */
function shownZone(name: string): Zone | null {
  const [, offset = '', , places = ''] = /^(\((?:UTC|GMT)([+-][\d:.]+)?\))?\s*(.+)$/.exec(name) ?? []
  const fromUtc = /^Coordinated Universal Time(.*)$/.exec(places)?.[1]
  if (fromUtc !== undefined) return zoneNamed(`UTC${fromUtc}`)
  const american = /^(.+) Time \((?:US (?:&|and) )?Canada\)$/.exec(places)?.[1]
  const named =
    american === undefined ? places.split(/\s*,\s*|\s+(?:and|&)\s+/) : [`${american} Standard Time`]
  const shown = new Set(named.map((place) => place.toLowerCase()))
  const candidates = [
    ...[...shown].map((place) => windowsZones[windowsNames[place] ?? place]),
    ...Intl.supportedValuesOf('timeZone').filter((one) => shown.has(cityOf(one).toLowerCase())),
  ].filter((one) => one !== undefined)
  const [only] = candidates
  const zones = candidates.map(zoneNamed)
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d)[:.]?(\d\d)/.exec(offset) ?? []
  const standard = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  // Standard time is in winter, which one of these two days is everywhere.
  const days = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]
  const fitting =
    offset === '' ? undefined : zones.find((zone) => days.some((day) => zone?.offsetAt(day) === standard))
  // Distances that are shown outlive their laws. One place alone is that place.
  return fitting ?? (only !== undefined && new Set(candidates).size === 1 ? zoneNamed(only) : null)
}

/** A distance from UTC as a name: `GMT+0200`, `UTC-3`. */
function distantZone(name: string): Zone | null {
  const [, sign = '', hours = '', minutes = '00'] =
    /^(?:UTC|GMT)?([+-])(\d\d?)(?::?(\d\d))?$/i.exec(name) ?? []
  const offset = offsetOf(`${sign}${hours.padStart(2, '0')}${minutes}`)
  return offset === null ? null : { offsetAt: () => offset }
}

/** Whether programs define the name as they like: `EST` has summers in New York and none in Panama. */
export const isOwnName = (name: string): boolean =>
  !/^\(|\//.test(name) && windowsZones[name.toLowerCase()] === undefined

/** A zone by its name, without definitions: `Europe/Berlin`, `/mozilla.org/2005/Europe/Berlin`, `W. Europe Standard Time`. */
export function zoneNamed(written: string): Zone | null {
  const name = written.replaceAll('"', '').trim()
  const known = named.get(name)
  if (known !== undefined) return known
  const parts = name
    .replaceAll(' ', '_')
    .split('/')
    .filter((part) => part !== '')
  const paths = parts.map((_part, index) => parts.slice(index).join('/'))
  const iana = [windowsZones[name.toLowerCase()], ...paths].find(
    (one) => one !== undefined && ianaZone(one) !== null,
  )
  const zone =
    distantZone(name) ?? (iana === undefined ? shownZone(name) : (named.get(iana) ?? ianaZone(iana)))
  // Feeds can invent names without end.
  if (named.size < 1000) named.set(name, zone)
  return zone
}

/** From this time on the clock, which is the one of `from`, the clocks are ahead of UTC by `to`. Offsets in milliseconds. */
export type Onset = { wall: Wall; from: number; to: number }

/** A zone that the file defines (VTIMEZONE). @param onsets in any order; at least one */
export function definedZone(onsets: readonly Onset[]): Zone {
  const changes = onsets
    .map(({ wall, from, to }) => ({ at: wall - from, from, to }))
    .toSorted((a, b) => a.at - b.at)
  return rememberedByDay(
    (instant) => changes.findLast(({ at }) => at <= instant)?.to ?? changes[0]?.from ?? 0,
  )
}

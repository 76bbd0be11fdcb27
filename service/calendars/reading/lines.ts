// The lines of a calendar file (RFC 5545, 3.1), by component. A line that cannot be read costs that line.
import ICAL from 'ical.js'

/** A property: name in small letters, its parameters, and its values as text. */
export type Property = { name: string; params: Readonly<Record<string, string>>; values: readonly string[] }

/** A component as it is written: the lines between its BEGIN and END, without those of components in it. */
export type Component = { name: string; lines: string[]; parts: Component[] }

/** Some programs end a line with two carriage returns, or with one alone. */
const fold = /(?:\r{0,2}\n|\r)[ \t]/g

/** Folds are undone on bytes, because some programs fold inside of letters. UTF-16 is known by its first two bytes. */
function textOf(bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  if (mark === 0xff_fe || mark === 0xfe_ff)
    return new TextDecoder(mark === 0xff_fe ? 'utf-16le' : 'utf-16be').decode(bytes).replaceAll(fold, '')
  const unfolded = Buffer.from(bytes).toString('latin1').replaceAll(fold, '')
  const raw = Buffer.from(unfolded, 'latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    return new TextDecoder('windows-1252').decode(raw)
  }
}

/** Alarms in events in a calendar need four. */
const deepest = 6

/**
 * The components on the top level. One that is not closed ends where the next of its kind begins.
 * @returns also whether the file ends inside a calendar, as one does that arrived in part
 */
export function componentsOf(bytes: Uint8Array): { components: Component[]; isCutOff: boolean } {
  const root: Component = { name: '', lines: [], parts: [] }
  const open = [root]
  for (const line of textOf(bytes).split(/\r\n|\n|\r/)) {
    const [, mark, name] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
    if (mark === undefined || name === undefined) {
      if (line.trim() !== '') open.at(-1)?.lines.push(line)
      continue
    }
    const kind = name.toUpperCase()
    const at = open.findLastIndex((component) => component.name === kind)
    if (at > 0) open.length = at
    if (mark.toUpperCase() === 'END') continue
    if (open.length > deepest) continue
    const component: Component = { name: kind, lines: [], parts: [] }
    open.at(-1)?.parts.push(component)
    open.push(component)
  }
  return { components: root.parts, isCutOff: open[1]?.name === 'VCALENDAR' }
}

/** The name of a line, in small letters, or null if it has none. */
export const nameOf = (line: string): string | null =>
  /^[A-Za-z0-9-]+(?=[;:])/.exec(line)?.[0].toLowerCase() ?? null

const textIn = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join('/') : String(value)

const dates = new Set(['dtstart', 'dtend', 'recurrence-id', 'exdate', 'rdate'])

/**
 * The library cuts off offsets from UTC and refuses other spellings of dates. The value begins at the first date, because names of
 * zones hold colons, often without quotation marks.
 */
function dateProperty(name: string, line: string): Property | null {
  const first = line.search(/:\s*\d{4}-?\d\d-?\d\d/)
  const at = first < 0 ? line.indexOf(':') : first
  const value = line.slice(at + 1).trim()
  if (at < 0 || (first < 0 && value !== '' && name !== 'dtstart')) return null
  const written = line.slice(name.length, at).matchAll(/;([\w-]+)=("[^"]*"|[^;]*)/g)
  const params = [...written].map(([, key = '', text = '']) => [key.toLowerCase(), text.replaceAll('"', '')])
  return { name, params: Object.fromEntries(params) as Record<string, string>, values: value.split(',') }
}

/** @returns null for a line that is not a property */
export function propertyOf(line: string): Property | null {
  ICAL.design.strict = false
  const name = nameOf(line)
  if (name === null) return null
  if (dates.has(name)) return dateProperty(name, line)
  // The library refuses whole lines for one unknown part of a rule.
  if (name === 'rrule' || name === 'exrule')
    return { name, params: {}, values: [line.slice(line.indexOf(':') + 1)] }
  try {
    // A name with a colon and without quotation marks would begin the value.
    const isPerson = name === 'attendee' || name === 'organizer'
    const quoted = isPerson ? line.replace(/;CN=([^";]*)(?=;[\w-]+=|:mailto:)/i, ';CN="$1"') : line
    const [, params, , ...values] = ICAL.parse.property(quoted) as [
      string,
      Record<string, unknown>,
      ...unknown[],
    ]
    return {
      name,
      params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, textIn(value)])),
      values: values.map(textIn),
    }
  } catch {
    return null
  }
}

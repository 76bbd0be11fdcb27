// The values of a record form, and the values that it sends. A create sends what is filled, an edit what was changed (RCL-02).
// Checks the obvious faults of each field; the service checks the rest. Pure.
import type { RecordValues } from '../../shared/api/launcher/records.ts'
import type { FieldKind } from '../../shared/api/objects.ts'
import { emailAddress } from '../../shared/api/primitives.ts'
import { localeNow, say } from '../../shared/language.ts'
import { isSameValue } from '../../shared/record-values.ts'
import { dueAt } from '../../shared/whole-days.ts'
import { type Due, dueAgain, noDue } from '../dates/due.ts'
import { dayWords } from '../../shared/dates/format.ts'
import { numberText, parseNumber } from '../../shared/typed-number.ts'
import {
  dayIn,
  idsIn,
  isBlank,
  type KeyedField,
  type Names,
  type PlacePart,
  placeParts,
} from '../writes/record-words.ts'
import type { Picked } from '../ui/token-select.tsx'

export type Place = Record<PlacePart, string>

/** The state of a field's control. A date has its day, a datetime its instant. */
export type Typed = string | boolean | Due | Picked[] | Place

export interface RecordForm {
  values: Record<string, Typed>
  /** Text in a list field that is typed but not chosen. */
  unchosen: Record<string, string>
}

/** The most records or members that a field holds, as the service limits it. */
const mostReferences = 100
const longest: Readonly<Record<string, number>> = { text: 2_000, long_text: 100_000, phone: 40, url: 2_048 }

export const isList = ({ type }: Pick<KeyedField, 'type'>): boolean =>
  type === 'multi_select' || type === 'record_reference' || type === 'user_reference'

/** The most items that the field holds. */
export const mostIn = (field: KeyedField): number =>
  (field.type === 'record_reference' || field.type === 'user_reference') && field.options?.multiple !== true
    ? 1
    : mostReferences

/** The day of a date field. @param day `2026-01-31` */
export const dayTyped = (day: string | null, now: Date): Due => {
  const date = dayIn(day)
  return date === null ? noDue : { text: dayWords(date, now), instant: day }
}

const padded = (count: number, length = 2): string => String(count).padStart(length, '0')
export const dayOf = (date: Date): string =>
  `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`

const placeOf = (value: unknown): Place => {
  const place = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const text = (part: unknown): string =>
    typeof part === 'number' ? numberText(part, localeNow()) : typeof part === 'string' ? part : ''
  return Object.fromEntries(placeParts.map((part) => [part, text(place[part])])) as Place
}

/** The state of a field's control for a stored value. */
function typedOf(field: KeyedField, value: unknown, names: Names, now: Date): Typed {
  const picked = (nameById: (id: string) => string | null | undefined): Picked[] =>
    idsIn(value).map((id) => ({ id, title: nameById(id) ?? id }))
  const text = typeof value === 'string' ? value : isBlank(value) ? '' : JSON.stringify(value)
  switch (field.type) {
    case 'checkbox':
      return value === true
    case 'number':
    case 'currency':
      return typeof value === 'number' ? numberText(value, localeNow()) : text
    case 'date':
      return typeof value === 'string' ? dayTyped(value, now) : noDue
    case 'datetime':
      return typeof value === 'string' ? dueAgain(value, now) : noDue
    case 'multi_select':
      return picked((id) => field.options.choices.find((choice) => choice.id === id)?.name)
    case 'record_reference':
      return picked(names.titleOf)
    case 'user_reference':
      return picked(names.nameOf)
    case 'location':
      return placeOf(value)
    case 'json':
      return isBlank(value) ? '' : JSON.stringify(value, null, 2)
    case 'text':
    case 'long_text':
    case 'email':
    case 'url':
    case 'phone':
    case 'rating':
    case 'select':
    case 'status':
    default:
      return text
  }
}

export const formOf = (
  fields: readonly KeyedField[],
  values: RecordValues,
  names: Names,
  now: Date,
): RecordForm => ({
  values: Object.fromEntries(
    fields.map((field) => [field.key, typedOf(field, values[field.key], names, now)]),
  ),
  unchosen: Object.fromEntries(fields.filter(isList).map(({ key }) => [key, ''])),
})

/** A control's value (null for none), or its problem. */
export type Meant = { value: unknown } | { problem: string }

const wrong = (problem: string): Meant => ({ problem })

const webAddress = (text: string): string => (/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)

const meantPlace = (place: Place): Meant => {
  const parts: [PlacePart, string | number][] = []
  for (const part of placeParts) {
    const text = place[part].trim()
    if (text === '') continue
    if (part !== 'latitude' && part !== 'longitude') {
      parts.push([part, part === 'country' ? text.toUpperCase() : text])
      continue
    }
    const number = parseNumber(text, localeNow())
    if (number === null)
      return wrong(say('recordProblem.number', { example: numberText(48.13, localeNow()) }))
    parts.push([part, number])
  }
  const found = new Map(parts)
  if (found.has('latitude') !== found.has('longitude')) return wrong(say('recordProblem.together'))
  const country = found.get('country')
  if (typeof country === 'string' && !/^[A-Z]{2}$/.test(country)) return wrong(say('recordProblem.country'))
  return { value: parts.length === 0 ? null : Object.fromEntries(parts) }
}

const meantNumber = (text: string): Meant => {
  const number = parseNumber(text, localeNow())
  return number === null
    ? wrong(say('recordProblem.number', { example: numberText(1234.5, localeNow()) }))
    : { value: number }
}

/** Reads the text of a control. Types without a reader take it as it is. */
const readers: Readonly<Partial<Record<FieldKind, (text: string) => Meant>>> = {
  number: meantNumber,
  currency: (text) => {
    const meant = meantNumber(text)
    const isFine =
      'value' in meant && typeof meant.value === 'number' && Number(meant.value.toFixed(4)) === meant.value
    return 'problem' in meant || isFine ? meant : wrong(say('recordProblem.decimals'))
  },
  rating: (text) => ({ value: Number(text) }),
  email: (text) =>
    emailAddress().safeParse(text).success ? { value: text } : wrong(say('recordProblem.email')),
  url: (text) => {
    const address = webAddress(text)
    return /^https?:\/\/[^\s/\\]\S*$/i.test(address) && URL.canParse(address)
      ? { value: address }
      : wrong(say('recordProblem.url'))
  },
  phone: (text) =>
    text.replaceAll(/\D/g, '').length < 3 ? wrong(say('recordProblem.phone')) : { value: text },
  json: (text) => {
    try {
      return { value: JSON.parse(text) as unknown }
    } catch (error) {
      return wrong(say('recordProblem.json', { reason: error instanceof Error ? error.message : '' }))
    }
  },
}

const meantText = (field: KeyedField, written: string): Meant => {
  // White space belongs to a text of several lines.
  const text = field.type === 'long_text' ? written : written.trim()
  if (text.trim() === '') return { value: null }
  const most = longest[field.type]
  if (most !== undefined && text.length > most) return wrong(say('recordProblem.long', { most }))
  return readers[field.type]?.(text) ?? { value: text }
}

/** @param unchosen typed text of a list field; it would be lost silently */
export function meantBy(field: KeyedField, typed: Typed, unchosen = ''): Meant {
  if (unchosen.trim() !== '') return wrong(say('record.chooseOne'))
  if (typeof typed === 'boolean') return { value: typed }
  if (Array.isArray(typed)) {
    const ids = typed.map(({ id }) => id)
    if (ids.length === 0) return { value: null }
    return { value: field.type === 'multi_select' || mostIn(field) > 1 ? ids : ids[0] }
  }
  if (typeof typed === 'string') return meantText(field, typed)
  if (!('instant' in typed)) return meantPlace(typed)
  if (typed.text.trim() === '') return { value: null }
  return typed.instant === null
    ? wrong(say(field.type === 'date' ? 'recordProblem.date' : 'problem.due'))
    : { value: typed.instant }
}

const valueOf = (field: KeyedField, { values, unchosen }: RecordForm): Meant =>
  meantBy(field, values[field.key] ?? '', unchosen[field.key])

/** Problems by the keys of the fields. */
export const problemsIn = (fields: readonly KeyedField[], form: RecordForm): Map<string, string> =>
  new Map(
    fields.flatMap((field): [string, string][] => {
      if (field.readOnly) return []
      const meant = valueOf(field, form)
      if ('problem' in meant) return [[field.key, meant.problem]]
      return field.required && meant.value === null ? [[field.key, say('recordProblem.required')]] : []
    }),
  )

const allIn = (fields: readonly KeyedField[], form: RecordForm): Map<string, unknown> =>
  new Map(
    fields.flatMap((field): [string, unknown][] => {
      const meant = valueOf(field, form)
      return field.readOnly || 'problem' in meant ? [] : [[field.key, meant.value]]
    }),
  )

/** A create sends the filled fields. An unchecked box is sent only if the field is required. */
export const createFrom = (fields: readonly KeyedField[], form: RecordForm): RecordValues => {
  const needed = new Set(fields.filter(({ required }) => required).map(({ key }) => key))
  return Object.fromEntries(
    [...allIn(fields, form)].filter(([key, value]) => value !== null && (value !== false || needed.has(key))),
  )
}

/** An edit sends the fields whose meaning changed, null for those that were emptied; null if none did. */
export function patchFrom(
  fields: readonly KeyedField[],
  before: RecordForm,
  after: RecordForm,
): RecordValues | null {
  const was = allIn(fields, before)
  const changed = [...allIn(fields, after)].filter(([key, value]) => !isSameValue(was.get(key), value))
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

/** The moment of a date control, for its hint and its calendar. */
export const momentOf = (field: KeyedField, { instant }: Due): Date | null =>
  instant === null ? null : field.type === 'date' ? dayIn(instant) : dueAt(instant)

export interface Ordered {
  shown: KeyedField[]
  folded: KeyedField[]
}

/** Required fields first, then those of previews; the rest is folded. Something new has no values that the service sets. */
export function ordered(
  fields: readonly KeyedField[],
  previewFieldIds: readonly string[],
  isNew: boolean,
): Ordered {
  const all = fields.filter(({ readOnly }) => !readOnly || !isNew)
  const rank = ({ id, primary, required, readOnly }: KeyedField): number =>
    readOnly ? 3 : primary ? 0 : required ? 1 : previewFieldIds.includes(id) ? 2 : 3
  const placed = all.toSorted((a, b) => rank(a) - rank(b))
  // Few fields need no fold.
  const isShort = placed.length <= 6 && !placed.some(({ readOnly }) => readOnly)
  return {
    shown: placed.filter((field) => isShort || rank(field) < 3),
    folded: placed.filter((field) => !isShort && rank(field) === 3),
  }
}

// Values of records as text, and the keys by which values are named (FLD-03). Pure.
import type { Field } from '../../shared/api/objects.ts'
import { listOf, numberWords, say } from '../../shared/language.ts'
import { keyOfField } from '../../shared/record-values.ts'
import { dateTimeWords, dayWords } from '../../shared/dates/format.ts'
import { dueAt } from '../../shared/whole-days.ts'

/** A field with the key of its value: its slug, or its id where two fields share the slug. */
export type KeyedField = Field & { key: string }

export const keyed = (fields: readonly Field[]): KeyedField[] =>
  fields.map((field) => ({ ...field, key: keyOfField(field, fields) }))

export const primaryOf = <One extends Field>(fields: readonly One[]): One | undefined =>
  fields.find(({ primary }) => primary)

/** The names of what values point at. */
export interface Names {
  /** The title of a record. */
  titleOf: (id: string) => string | null
  /** The name of a member. */
  nameOf: (id: string) => string | null
}

/** The ids of a reference, or of choices: one, several or none. */
export const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

/** A local midnight of `2026-01-31`, or null. */
export const dayIn = (value: unknown): Date | null => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typeof value === 'string' ? value : '') ?? []
  if (year === undefined) return null
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  date.setFullYear(Number(year))
  return date
}

export const placeParts = [
  'line1',
  'line2',
  'city',
  'region',
  'postalCode',
  'country',
  'latitude',
  'longitude',
] as const
export type PlacePart = (typeof placeParts)[number]

const isTextual = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

const placeWords = (value: unknown): string => {
  const place = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const { line1, line2, postalCode, city, region, country, latitude, longitude } = place
  const join = (parts: unknown[], by: string): string => parts.filter(isTextual).join(by)
  const where = join([latitude, longitude], ', ')
  return [join([line1, line2], ', '), join([postalCode, city], ' '), join([region, country], ', '), where]
    .filter((part) => part !== '')
    .join(' · ')
}

const moneyWords = (value: number, currency: string): string => {
  try {
    return numberWords(value, { style: 'currency', currency, maximumFractionDigits: 4 })
  } catch {
    // The code of another service may be none of ISO 4217.
    return `${numberWords(value, { maximumFractionDigits: 4 })} ${currency}`
  }
}

/** Whether a record has no value here. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The value as text; empty for none. Values of kinds that this version does not know are shown as they are. */
export function recordValueWords(
  field: Field,
  value: unknown,
  { titleOf, nameOf }: Names,
  now: Date,
): string {
  if (isBlank(value)) return ''
  const named = (nameById: (id: string) => string | null | undefined): string =>
    listOf(idsIn(value).map((id) => nameById(id) ?? id))
  switch (field.type) {
    case 'checkbox':
      return say(value === true ? 'record.yes' : 'record.no')
    case 'number':
      return typeof value === 'number' ? numberWords(value, { maximumFractionDigits: 20 }) : String(value)
    case 'currency':
      return typeof value === 'number' ? moneyWords(value, field.options.currencyCode) : String(value)
    case 'rating':
      return typeof value === 'number'
        ? say('record.rating', { stars: value, most: field.options?.maximum ?? 5 })
        : String(value)
    case 'date': {
      const day = dayIn(value)
      return day === null ? String(value) : dayWords(day, now)
    }
    case 'datetime':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
        ? dateTimeWords(dueAt(value), now)
        : String(value)
    case 'select':
    case 'multi_select':
    case 'status':
      return named((id) => field.options.choices.find((choice) => choice.id === id)?.name)
    case 'record_reference':
      return named(titleOf)
    case 'user_reference':
      return named(nameOf)
    case 'location':
      return placeWords(value)
    case 'json':
      return JSON.stringify(value)
    case 'text':
    case 'long_text':
    case 'email':
    case 'url':
    case 'phone':
    default:
      return isTextual(value) ? String(value) : JSON.stringify(value)
  }
}

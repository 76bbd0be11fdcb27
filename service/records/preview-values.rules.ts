// Values of record fields as people read them (LCH-05).
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'

/** Kinds whose values are ids. Previews show the names behind them. */
export type NamingKind = 'record_reference' | 'user_reference'

export const isNaming = (kind: FieldKind): kind is NamingKind =>
  kind === 'record_reference' || kind === 'user_reference'

const longestText = 200
/** Nothing that is stored is rounded. */
export const allDigits = { maximumFractionDigits: 20 } as const
const placeParts = ['line1', 'line2', 'postalCode', 'city', 'region', 'country'] as const

/** The ids in a value. */
export const namedIds = (value: FieldValue | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')

/** The names of the ids; empty where none is known. */
export const wordsOfNames = (ids: readonly string[], known: ReadonlyMap<string, string>): string => {
  return ids.flatMap((id) => known.get(id) ?? []).join(', ')
}

/** The words of a language around values. */
type Wording = {
  /** BCP 47 */
  locale: string
  yes: string
  no: string
  rating: (stars: number, most: number) => string
}

const english: Wording = {
  locale: 'en-GB',
  yes: 'Yes',
  no: 'No',
  rating: (stars, most) => `${stars} of ${most}`,
}

/** Formats values; empty where there is nothing to show. Costly to create: once for a language. */
export const createValueWords = ({ locale, yes, no, rating }: Wording = english) => {
  // Instants are shown in UTC.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(locale, allDigits)
  /** By currency code. */
  const money = new Map<string, Intl.NumberFormat>()

  const amount = (value: number, currency: string | undefined): string => {
    if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return number.format(value)
    const format =
      money.get(currency) ?? new Intl.NumberFormat(locale, { ...allDigits, style: 'currency', currency })
    money.set(currency, format)
    return format.format(value)
  }

  const dated = (format: Intl.DateTimeFormat, value: FieldValue, zone: string): string => {
    const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
    return Number.isNaN(at) ? plain(value) : `${format.format(at)}${zone}`
  }

  return (kind: Exclude<FieldKind, NamingKind>, options: FieldOptions, value: FieldValue): string => {
    switch (kind) {
      case 'select':
      case 'multi_select':
      case 'status': {
        const choices = new Map(options?.choices?.map((choice) => [choice.id, choice.name]))
        return namedIds(value)
          .map((id) => choices.get(id) ?? id)
          .join(', ')
      }
      case 'date':
        return dated(day, value, '')
      case 'datetime':
        return dated(moment, value, ' UTC')
      case 'currency':
        return typeof value === 'number' ? amount(value, options?.currencyCode) : plain(value)
      case 'number':
        return typeof value === 'number' ? number.format(value) : plain(value)
      case 'rating':
        return typeof value === 'number' ? rating(value, options?.maximum ?? 5) : plain(value)
      case 'checkbox':
        return value === true ? yes : no
      case 'location':
        return plain(placeWords(value))
      case 'text':
      case 'long_text':
      case 'email':
      case 'url':
      case 'phone':
      case 'json':
        return plain(value)
    }
  }
}

/** One line of at most 200 characters. */
const plain = (value: FieldValue): string => {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ').trim()
  // A character has at most two units.
  const characters = Array.from(text.slice(0, 2 * longestText + 1))
  return characters.length <= longestText ? text : `${characters.slice(0, longestText - 1).join('')}…`
}

/** The written parts of a place; without any, its coordinates. A value that is not a place stays as it is. */
export const placeWords = (value: FieldValue): FieldValue => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { latitude, longitude } = value
  const written = placeParts.flatMap((name) => {
    const part = value[name]
    return typeof part === 'string' && part.trim() !== '' ? [part] : []
  })
  if (written.length > 0) return written.join(', ')
  return [latitude, longitude].flatMap((part) => (typeof part === 'number' ? [part] : [])).join(', ')
}

// The value of a cell for a field: numbers, days and choices as people and programs write them. The rules of the field check it
// (objects/field-types.rules.ts).
import { reason, type KnownReason } from '../../../shared/api/import-reasons.ts'
import { readCell } from '../../import/csv-cells.ts'
import { instantOf, type Zone } from '../../calendars/reading/times.ts'
import { parseFieldValue, type FieldValue } from '../../objects/field-types.rules.ts'
import type { Field } from '../../objects/objects.store.ts'
import { readWhen, type DayOrder } from './dates.ts'
import type { Choices } from './lists.ts'
import { readNumber, type Decimal } from './numbers.ts'

export type Read = { ok: true; value: FieldValue } | { ok: false; why: KnownReason }

/** How a column writes its values. */
export type Style = {
  decimal?: Decimal | undefined
  order?: DayOrder | undefined
  /** The separator of values in a cell. */
  mark?: string | undefined
  choices?: Choices | undefined
  /** Times without an offset are of this zone. */
  zone?: Zone | undefined
}

function dateIn(kind: 'date' | 'datetime', text: string, { order, zone }: Style): Read {
  const when = readWhen(text, { order })
  if (!when) return { ok: false, why: reason('not_date') }
  if (kind === 'date') return { ok: true, value: when.day }
  const wall = when.is === 'wall' ? when.wall : Date.parse(when.day)
  const at = when.is === 'instant' ? when.at : zone ? instantOf(wall, zone) : wall
  return { ok: true, value: new Date(at).toISOString() }
}

/** A single choice. Programs write several where theirs has several: the first counts. */
function choiceIn(text: string, choices: Choices | undefined): Read {
  const id = choices?.known(text) ?? choices?.known(text.split(/ ::: |;/, 1)[0] ?? '') ?? choices?.find(text)
  return id === undefined ? { ok: false, why: reason('not_choice') } : { ok: true, value: id }
}

const said = {
  email: reason('not_email'),
  phone: reason('not_phone'),
  url: reason('not_web_address'),
}

export const isYes = /^(?:yes|y|true|1|x|on|checked|ja|j|wahr|an|✓|✔|☑)$/i
export const isNo = /^(?:no|n|false|0|off|unchecked|nein|falsch|aus|☐|✗)$/i

/** A value of the field's own kind, before the rules check it. */
function rawValue(field: Field, text: string, style: Style): Read {
  switch (field.kind) {
    case 'currency':
      return readNumber(text, style.decimal, { kind: 'currency', code: field.options?.currencyCode })
    case 'number':
    case 'rating':
      return readNumber(text, style.decimal, { kind: field.kind })
    case 'date':
    case 'datetime':
      return dateIn(field.kind, text, style)
    case 'select':
    case 'status':
      return choiceIn(text, style.choices)
    case 'checkbox':
      if (isYes.test(text)) return { ok: true, value: true }
      return isNo.test(text) ? { ok: true, value: false } : { ok: false, why: reason('not_yes_or_no') }
    case 'url':
    case 'location':
    case 'json': {
      const cell = readCell(field, text, '.')
      if (cell.is === 'value') return { ok: true, value: cell.value as FieldValue }
      return { ok: false, why: field.kind === 'url' ? said.url : reason('not_value', { field: field.name }) }
    }
    case 'text':
    case 'long_text':
    case 'email':
    case 'phone':
      return { ok: true, value: text }
    case 'multi_select':
    case 'record_reference':
    case 'user_reference':
      // Names are looked up.
      return { ok: false, why: reason('not_value', { field: field.name }) }
  }
}

/** No address, number or date is longer, and patterns are slow on long texts. */
const longestValue = 2_000
const isText = ({ kind }: Field): boolean => kind === 'text' || kind === 'long_text' || kind === 'json'
/** Their values cannot break a rule of the field. */
const needsNoCheck = new Set<Field['kind']>(['number', 'checkbox', 'date', 'select', 'status'])

const mostLetters: Partial<Record<Field['kind'], number>> = { text: 2_000, long_text: 100_000 }

/** Why a value breaks a rule of its field, in words for people; those of the validator are for programs. */
function whyNot({ kind, name, options }: Field, text: string): KnownReason {
  if (kind === 'rating') return reason('not_rating', { maximum: options?.maximum ?? 5 })
  if (kind === 'currency') return reason('many_decimals')
  if (kind === 'email' || kind === 'phone' || kind === 'url') return said[kind]
  const most = mostLetters[kind]
  if (most !== undefined && text.length > most) return reason('long_text', { most })
  return kind === 'json' ? reason('large_json') : reason('not_value', { field: name })
}

/** @param text not blank @param field one that holds a single value */
export function readValue(field: Field, text: string, style: Style): Read {
  if (text.length > longestValue && !isText(field))
    return { ok: false, why: reason('long_value', { field: field.name }) }
  const raw = rawValue(field, text, style)
  if (!raw.ok || needsNoCheck.has(field.kind)) return raw
  // Most cells are short texts, and checking costs more than reading.
  if ((field.kind === 'text' || field.kind === 'long_text') && text.length <= longestValue) return raw
  const parsed = parseFieldValue(field, raw.value)
  if (parsed.ok) return parsed
  return { ok: false, why: whyNot(field, text) }
}

/** The host of a web address or an email domain, without `www.`; null where there is none. */
export function hostOf(text: string): string | null {
  const [, host = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:www\.)?([^\s/?#:@]+)/i.exec(text.trim()) ?? []
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{M}\p{N}_-]+)*\.[\p{L}][\p{L}\p{M}\d-]+$/u.test(host)
    ? host.toLowerCase()
    : null
}

/** Addresses that only blanks or slashes separate. */
const addressesIn = (text: string): string[] =>
  text.indexOf('@') === text.lastIndexOf('@') || text.includes('<')
    ? [text]
    : text.trim().split(/(?<=@[^\s@/]{1,250})(?:\s*\/\s*|\s+)(?=[^\s@]+@)/)

/** Names without the addresses of their pages, which Notion writes behind each. Several are separated by ` ::: `. */
export const withoutLink = (text: string): string =>
  text.includes('(')
    ? text.replaceAll(
        / \((?:https:\/\/(?:www\.)?notion\.(?:so|com)\/[^\s()]+|[^\s()]+\.md)\)(, )?/g,
        (_all, comma?: string) => (comma === undefined ? '' : ' ::: '),
      )
    : text

/** Email addresses and telephone numbers of a cell. */
export const valuesIn = (text: string): string[] =>
  text
    .slice(0, longestValue * 2)
    .split(/\s*:::\s*|,|;(?!ext=)|\n/i)
    .flatMap(addressesIn)
    .map((one) =>
      one
        .trim()
        .replace(/^'(?=\+)|^(?:mailto|tel|sms):(?:\/\/)?/i, '')
        .replace(/^[^<>]*<([^<>\s]+@[^<>\s]+)>$/, '$1')
        // The kind of a number or an address: `0171 123 (mobile)`.
        .replace(/ \(\p{L}[^()\d@]{0,40}\)$/u, '')
        .trim(),
    )
    .filter((one) => one !== '')

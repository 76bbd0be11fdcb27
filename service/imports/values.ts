// The value of a cell for a field: numbers, days and choices as people and programs write them. The rules of the field check it
// (objects/field-types.rules.ts).
import { fold } from '../../shared/search/text-fold.ts'
import { readCell } from '../import/csv-cells.ts'
import { parseFieldValue, type FieldValue } from '../objects/field-types.rules.ts'
import type { Field } from '../objects/objects.store.ts'
import { dayOrderOf, readWhen, type DayOrder } from './dates.ts'

export type Read = { ok: true; value: FieldValue } | { ok: false; why: string }

/** How a column writes numbers and days, as far as its values tell. */
export type Style = { decimal: '.' | ',' | undefined; order: DayOrder | undefined }

const bare = (text: string): string => text.replaceAll(/[\s'’_]|[\p{Sc}]|^(?:[A-Z]{3})|(?:[A-Z]{3})$/gu, '')

/** The decimal mark of a column: of the last of two marks, or the one that is not before three digits. */
function decimalOf(texts: readonly string[]): '.' | ',' | undefined {
  for (const text of texts.map(bare)) {
    const marks = text.match(/[.,]/g) ?? []
    const last = marks.at(-1)
    if (last !== '.' && last !== ',') continue
    if (marks.some((mark) => mark !== last)) return last
    if (marks.length > 1) return last === '.' ? ',' : '.'
    if (!/[.,]\d{3}$/.test(text)) return last
  }
  return undefined
}

export const styleOf = (texts: readonly string[]): Style => ({
  decimal: decimalOf(texts),
  order: dayOrderOf(texts),
})

function numberIn(text: string, decimal: '.' | ',' | undefined): Read {
  const written = bare(text).replace(/%$/, '')
  const mark = decimal ?? '.'
  const thousands = mark === '.' ? ',' : '.'
  const plain = written.replaceAll(thousands, '').replace(mark, '.')
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return { ok: false, why: 'not a number' }
  return { ok: true, value: Number(plain) }
}

/** `CONSUMER_GOODS` is "Consumer Goods". */
const choiceKey = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function choicesIn({ kind, options }: Field, text: string): Read {
  const choices = options?.choices ?? []
  const find = (name: string) =>
    choices.find((one) => [one.id, one.name].some((known) => choiceKey(known) === choiceKey(name)))
  if (kind !== 'multi_select') {
    const choice = find(text) ?? find(text.split(/ ::: |;/, 1)[0] ?? '')
    return choice ? { ok: true, value: choice.id } : { ok: false, why: 'not one of the choices' }
  }
  const names = text.split(/ ::: |[;,]/).filter((name) => name.trim() !== '')
  const found = names.map(find)
  if (found.includes(undefined)) return { ok: false, why: 'not one of the choices' }
  return { ok: true, value: [...new Set(found.flatMap((one) => one?.id ?? []))] }
}

function dateIn(kind: 'date' | 'datetime', text: string, order: DayOrder | undefined): Read {
  const when = readWhen(text, { order })
  if (!when) return { ok: false, why: 'not a date' }
  if (kind === 'date') return { ok: true, value: when.day }
  const at = when.is === 'instant' ? when.at : when.is === 'wall' ? when.wall : Date.parse(when.day)
  return { ok: true, value: new Date(at).toISOString() }
}

const said = { email: 'not an email address', phone: 'not a telephone number', url: 'not a web address' }

/** A value of the field's own kind, before the rules check it. */
function rawValue(field: Field, text: string, style: Style): Read {
  switch (field.kind) {
    case 'number':
    case 'currency':
    case 'rating':
      return numberIn(text, style.decimal)
    case 'date':
    case 'datetime':
      return dateIn(field.kind, text, style.order)
    case 'select':
    case 'status':
    case 'multi_select':
      return choicesIn(field, text)
    case 'checkbox':
      if (/^(?:yes|true|1|x|ja|wahr)$/i.test(text)) return { ok: true, value: true }
      if (/^(?:no|false|0|nein|falsch)$/i.test(text)) return { ok: true, value: false }
      return { ok: false, why: 'not yes or no' }
    case 'url':
    case 'location':
    case 'json': {
      const cell = readCell(field, text, '.')
      if (cell.is === 'value') return { ok: true, value: cell.value as FieldValue }
      return { ok: false, why: field.kind === 'url' ? said.url : `not a value of ${field.name}` }
    }
    case 'text':
    case 'long_text':
    case 'email':
    case 'phone':
      return { ok: true, value: text }
    case 'record_reference':
    case 'user_reference':
      return { ok: false, why: 'names are looked up' }
  }
}

/** No address, number or date is longer, and patterns are slow on long texts. */
const longestValue = 2_000
const isText = ({ kind }: Field): boolean => kind === 'text' || kind === 'long_text' || kind === 'json'

/** @param text not blank */
export function readValue(field: Field, text: string, style: Style): Read {
  if (text.length > longestValue && !isText(field))
    return { ok: false, why: `longer than a value of ${field.name}` }
  const raw = rawValue(field, text, style)
  if (!raw.ok) return raw
  const parsed = parseFieldValue(field, raw.value)
  if (parsed.ok) return parsed
  if (field.kind === 'email' || field.kind === 'phone' || field.kind === 'url')
    return { ok: false, why: said[field.kind] }
  return { ok: false, why: parsed.message.replace(/\.$/, '') }
}

/** The host of a web address or an email domain, without `www.`; null where there is none. */
export function hostOf(text: string): string | null {
  const [, host = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:www\.)?([^\s/?#:@]+)/i.exec(text.trim()) ?? []
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{M}\p{N}_-]+)*\.[\p{L}][\p{L}\p{M}\d-]+$/u.test(host)
    ? host.toLowerCase()
    : null
}

/** Email addresses and telephone numbers of a cell. */
export const valuesIn = (text: string): string[] =>
  text
    .slice(0, longestValue * 2)
    .split(/\s*:::\s*|,|;(?!ext=)|\n/i)
    .map((one) =>
      one
        .trim()
        .replace(/^'(?=\+)|^(?:mailto|tel|sms):(?:\/\/)?/i, '')
        .replace(/^[^<>]*<([^<>\s]+@[^<>\s]+)>$/, '$1')
        .trim(),
    )
    .filter((one) => one !== '')

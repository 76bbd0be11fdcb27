// From the text of a spreadsheet's cell to a value that the field's own rule then reads (rules/record-values.ts). Pure.
import { fold } from '../../shared/search/text-fold.ts'
import type { TypedField } from '../rules/field-types.ts'
import { faultAt, maxValueDepth, readJson } from '../rules/json-document.ts'
import { losesDigits } from '../rules/json-text.ts'
import { choiceCells } from './choice-cells.ts'
import { listOf } from './named.ts'

/** How a column writes its numbers: which mark stands before the decimals. */
export type Decimal = '.' | ','

export type Cell =
  | { is: 'value'; value: unknown }
  | { is: 'refused'; message: string }
  /** Names or ids that only the store can tell. */
  | { is: 'names'; of: 'record' | 'member'; names: string[] }

const value = (of: unknown): Cell => ({ is: 'value', value: of })
const refused = (message: string): Cell => ({ is: 'refused', message })

/** A number's digits and marks, apart from the currencies that stand before and after it. */
function apart(text: string): { number: string; currencies: string[] } {
  const currencies: string[] = []
  const take = (some: string) => {
    currencies.push(...(some.normalize('NFKC').match(/\p{Sc}|[A-Z]{3}/gu) ?? []))
    return ''
  }
  const number = text
    .replaceAll(/[\s\p{Cf}'’]/gu, '')
    // The minus sign, which some languages write numbers with (CLDR).
    .replaceAll('\u2212', '-')
    .replace(/^(?:\p{Sc}|[A-Z]{3}(?=[\d+\-(.,]))+/u, take)
    .replace(/(?:\p{Sc}|(?<=\d)[A-Z]{3})+$/u, take)
    .replace(/^\(([^()]*)\)$/, '-$1')
    .replace(/(?<=^[+-])\p{Sc}/u, take)
  return { number, currencies }
}

/** What one cell shows of its column's decimal mark; undefined where it could be either. */
export function decimalShownBy(text: string): Decimal | undefined {
  const { number } = apart(text)
  const marks = number.split('').filter((letter): letter is Decimal => letter === '.' || letter === ',')
  const [first] = marks
  const last = marks.at(-1)
  if (first === undefined || last === undefined || !/^[+-]?[\d.,]+$/.test(number)) return undefined
  if (first !== last) return last
  const other = first === '.' ? ',' : '.'
  if (marks.length > 1) return other
  const [before = '', after = ''] = number.replace(/^[+-]/, '').split(first)
  const couldBeThousands = after.length === 3 && /^[1-9]\d{0,2}$/.test(before)
  return couldBeThousands ? undefined : first
}

/**
 * No group of thousands begins with a zero: `0.125` is an eighth, whatever the other cells of its column look like. India
 * writes its groups before the last in twos: `1,23,456.75`.
 */
const plain: Record<Decimal, RegExp> = {
  '.': /^[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3}|\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
  ',': /^[+-]?(?:[1-9]\d{0,2}(?:\.\d{3})+|\d*)(?:,\d+)?(?:[eE][+-]?\d+)?$/,
}

/** A number as JavaScript writes it; undefined where it is none in this way of writing. @param number as `apart` gives it */
function literalOf(number: string, decimal: Decimal): string | undefined {
  if (!/\d/.test(number) || !plain[decimal].test(number)) return undefined
  const grouping = decimal === '.' ? ',' : '.'
  return number.replaceAll(grouping, '').replace(decimal, '.').replace('+', '')
}

const currencyCodes = new Set(Intl.supportedValuesOf('currency'))
const symbols = new Map<string, string | undefined>()
/** `$` is the symbol of every dollar. */
function symbolOf(code: string): string | undefined {
  if (!symbols.has(code)) {
    const format = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
    })
    symbols.set(code, format.formatToParts(0).find(({ type }) => type === 'currency')?.value)
  }
  return symbols.get(code)
}

function numberOf({ options }: TypedField, text: string, decimal: Decimal): Cell {
  const { number: written, currencies } = apart(text)
  const literal = literalOf(written, decimal)
  const number = Number(literal ?? Number.NaN)
  if (literal === undefined || !Number.isFinite(number))
    return refused(`“${text}” is no number with “${decimal}” before its decimals.`)
  if (losesDigits(literal)) return refused(`“${text}” has more digits than a number keeps (IEEE 754).`)
  for (const mark of currencies) {
    if (mark.length === 3 && !currencyCodes.has(mark)) return refused(`“${mark}” is no currency.`)
    const code = options?.currencyCode
    if (code !== undefined && mark !== code && mark !== symbolOf(code))
      return refused(`“${text}” is not in ${code}.`)
  }
  return value(number)
}

const yes = new Set([
  'yes',
  'y',
  'true',
  't',
  '1',
  'x',
  'on',
  'ja',
  'j',
  'oui',
  'si',
  'wahr',
  'vrai',
  '✓',
  '✔',
])
const no = new Set(['no', 'n', 'false', 'f', '0', 'off', 'nein', 'non', 'falsch', 'faux', '-', '✗'])

function instantOf(text: string): Cell {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text)
  const [, day, time = '00:00', offset = 'Z'] = match ?? []
  if (day === undefined)
    return refused(`“${text}” is no date and time like 2026-01-31 14:30 or 2026-01-31T14:30:00+01:00.`)
  const seconds = time.length === 5 ? `${time}:00` : time
  return value(
    `${day}T${seconds}${offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()}`,
  )
}

function dateOf(text: string): Cell {
  // A day with the midnight that some programs write behind it.
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text) ?? []
  return day === undefined ? refused(`“${text}” is no date like 2026-01-31.`) : value(day)
}

function jsonOf(text: string): Cell {
  const read = readJson(text, maxValueDepth)
  if (read.is === 'no JSON') return refused('This is not JSON.')
  if (read.is === 'document') return value(read.document)
  return refused(faultAt(read))
}

/** A title may hold a comma, an address holds none. */
const namesOf = ({ kind, options }: TypedField, text: string): string[] => {
  if (!options?.multiple) return [text]
  return [...new Set(listOf(text, kind === 'user_reference' ? /[;,|\n]/ : /[;|\n]/))]
}

/**
 * Reads one cell that is not blank.
 * @param decimal how its column writes numbers
 */
export function readCell(field: TypedField, cell: string, decimal: Decimal): Cell {
  const text = cell.trim()
  // PostgreSQL stores none, so neither engine is given one.
  if (text.includes('\0')) return refused('There is a zero character in it.')
  switch (field.kind) {
    case 'text':
    case 'long_text':
    case 'phone':
      return value(text)
    case 'email':
      return value(text.replace(/^mailto:/i, ''))
    case 'url':
      // A host with a port has no scheme.
      return value(/^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`)
    case 'number':
    case 'currency':
    case 'rating':
      return numberOf(field, text, decimal)
    case 'checkbox': {
      const word = fold(text)
      if (yes.has(word)) return value(true)
      return no.has(word) ? value(false) : refused(`“${text}” is neither yes nor no.`)
    }
    case 'date':
      return dateOf(text)
    case 'datetime':
      return instantOf(text)
    case 'select':
    case 'status':
      return choiceCells(field.options).one(text)
    case 'multi_select':
      return choiceCells(field.options).several(text)
    case 'record_reference':
      return { is: 'names', of: 'record', names: namesOf(field, text) }
    case 'user_reference':
      return { is: 'names', of: 'member', names: namesOf(field, text) }
    case 'location':
      return text.startsWith('{') ? jsonOf(text) : value({ line1: text })
    case 'json':
      return jsonOf(text)
  }
}

// Numbers as people and programs write them: marks, currencies, accounting.
import { reason, type KnownReason } from '../../../shared/api/import-reasons.ts'
import { losesDigits } from '../../http/validation.ts'

export type Decimal = '.' | ','

type Bare = { number: string; units: readonly string[] }
const noUnits: readonly string[] = []

const unit = String.raw`(?:s?fr|kr|rs)\.|\p{L}{0,3}\p{Sc}|\p{Sc}?\p{L}{1,8}`
const unitBefore = new RegExp(String.raw`^([(+-]*)(${unit})(?=[(+\-\d.,])`, 'iu')
const unitAfter = new RegExp(String.raw`(?<=[\d.,)-])(${unit}|%)(\)?)$`, 'iu')

/** A number without blanks and marks that only spreadsheets write, and the units beside it. */
function bare(text: string): Bare {
  if (/^[+-]?\d+(?:[.,]\d+)*$/.test(text)) return { number: text, units: noUnits }
  const units: string[] = []
  const plain = text
    .replaceAll(/[\s'’_]/g, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replace(unitBefore, (_all, open: string, before: string) => {
      units.push(before)
      return open
    })
    .replace(unitAfter, (_all, after: string, close: string) => {
      units.push(after)
      return close
    })
    .replace(/[.,]-+$/, '')
  const [, inside] = /^\((.+)\)$/.exec(plain) ?? []
  return { number: inside === undefined ? plain : `-${inside}`, units }
}

/** Both marks fit `1.234`: one decimal or one thousand. */
const fitsBoth = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

/** The mark before decimals of a bare number. */
function markOf(number: string): Decimal | 'both' | undefined {
  const marks = number.match(/[.,]/g)
  const last = marks?.at(-1)
  if (!marks || (last !== '.' && last !== ',')) return undefined
  if (marks.some((mark) => mark !== last)) return last
  if (marks.length > 1) return last === '.' ? ',' : '.'
  return fitsBoth.test(number) ? 'both' : last
}

const shapes = {
  '.': /^[+-]?(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})?(?:\.\d*)?$/,
  ',': /^[+-]?(?:\d+|\d{1,3}(?:\.\d{2,3})*\.\d{3})?(?:,\d*)?$/,
}

const longestNumber = 60

/** The mark before decimals that a number can only have, or `both`. Undefined for any other text. */
export function decimalIn(text: string): Decimal | 'both' | undefined {
  if (text.length > longestNumber) return undefined
  const { number } = bare(text.trim())
  const mark = markOf(number)
  return mark === undefined || mark === 'both' || shapes[mark].test(number) ? mark : undefined
}

/** Decimals that have to be stored as they are written; those of a currency have no more. */
const keptDecimals = 4

/** Whether a number with a decimal point is another one when it is stored. Its fifth decimal may be rounded. */
function isRounded(plain: string): boolean {
  const [, sign = '', whole = '', fraction = ''] = /^\+?(-?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(plain) ?? []
  if (fraction === '') return losesDigits(`${sign}${whole || '0'}`)
  if (whole.length > 16) return true
  const kept = fraction.slice(0, keptDecimals)
  const stored = Math.abs(Number(plain)).toFixed(kept.length).replace('.', '')
  const apart = BigInt(stored) - BigInt(whole + kept)
  return apart < 0n || apart > (fraction.length > kept.length ? 1n : 0n)
}

/** The unit of a number: a currency, if it is known; any; or none, for a rating. */
export type Counts = { kind: 'currency'; code: string | undefined } | { kind: 'number' } | { kind: 'rating' }

export type NumberRead = { ok: true; value: number } | { ok: false; why: KnownReason }

const notANumber: NumberRead = { ok: false, why: reason('not_number') }

function wrongUnit(written: string, counts: Counts): KnownReason | undefined {
  if (written === '%') return counts.kind === 'number' ? undefined : reason('not_number')
  return otherCurrency(written, counts.kind === 'currency' ? counts.code : undefined)
}

/** @param decimal the mark of the column, for numbers that fit both */
export function readNumber(text: string, decimal: Decimal | undefined, counts: Counts): NumberRead {
  if (text.length > longestNumber) return notANumber
  const { number, units } = bare(text)
  const own = markOf(number)
  const mark = own === 'both' || own === undefined ? (decimal ?? '.') : own
  if (!/\d/.test(number) || !shapes[mark].test(number)) return notANumber
  for (const written of units) {
    const why = wrongUnit(written, counts)
    if (why !== undefined) return { ok: false, why }
  }
  const plain = number.replaceAll(mark === '.' ? ',' : '.', '').replace(',', '.')
  if (plain.length > 15 && isRounded(plain)) return { ok: false, why: reason('many_digits') }
  return { ok: true, value: Number(plain) }
}

// The currencies that the sign, the code or the word beside a number can mean.

/** Words and signs that differ from those of Unicode's data, in small letters. */
const words: Readonly<Record<string, string>> = {
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  usd: 'USD',
  us$: 'USD',
  gbp: 'GBP',
  chf: 'CHF',
  fr: 'CHF',
  'fr.': 'CHF',
  sfr: 'CHF',
  'sfr.': 'CHF',
  au$: 'AUD',
  c$: 'CAD NIO',
  s$: 'SGD',
  kr: 'DKK ISK NOK SEK',
  'kr.': 'DKK ISK NOK SEK',
  zl: 'PLN',
  kc: 'CZK',
  tl: 'TRY',
  rs: 'INR LKR MUR NPR PKR',
  'rs.': 'INR LKR MUR NPR PKR',
}

const codes = new Set(Intl.supportedValuesOf('currency'))

const signIn = (code: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? code

/** Currencies by their signs: `$` is that of many. Made when it is needed first. */
let signs: Map<string, Set<string>> | undefined
function madeSigns(): Map<string, Set<string>> {
  const made = new Map<string, Set<string>>()
  for (const code of codes)
    for (const sign of [signIn(code, 'symbol'), signIn(code, 'narrowSymbol')])
      made.set(sign, (made.get(sign) ?? new Set()).add(code))
  return made
}

/** Signs of plain letters, such as `KM` and `K`, mean money only where the field says so. */
const plainLetters = /^[a-z.]+$/i

/** @param own the currency of the field */
function meant(unit: string, own: string | undefined): readonly string[] {
  if (codes.has(unit)) return [unit]
  const word = words[unit.toLowerCase()]
  if (word !== undefined) return word.split(' ')
  const found = [...((signs ??= madeSigns()).get(unit) ?? [])]
  return plainLetters.test(unit) ? found.filter((code) => code === own && unit.length > 1) : found
}

/**
 * @param written a sign, a code or a word
 * @param own the code of the field's currency; undefined where any will do
 * @returns undefined if it is that currency, else why it is not
 */
function otherCurrency(written: string, own: string | undefined): KnownReason | undefined {
  const unit = written.normalize('NFKC')
  if (unit.toUpperCase() === own) return undefined
  const all = meant(unit, own)
  if (all.length === 0) return reason('not_number')
  if (own === undefined || all.includes(own)) return undefined
  const main = all.length === 1 ? all[0] : all.find((code) => signIn(code, 'symbol') === unit)
  return reason('other_currency', { currency: main ?? unit, own })
}

// Numbers as people and programs write them: marks, currencies, accounting.
import { reason, type KnownReason } from '../../../shared/api/import-reasons.ts'
import { losesDigits } from '../../http/validation.ts'
import { otherCurrency } from './currencies.ts'

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

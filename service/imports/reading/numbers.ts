// Numbers as people and programs write them: marks, currencies, accounting.
import { losesDigits } from '../../http/json-document.rules.ts'

export type Decimal = '.' | ','

/** A number without blanks, currencies, percent signs and marks that only spreadsheets write. */
function bare(text: string): string {
  if (/^[+-]?\d+(?:[.,]\d+)*$/.test(text)) return text
  const plain = text
    .replaceAll(/[\s'’_\p{Sc}]/gu, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^([+-]?)\p{L}{2,3}(?=[\d+.,-])|\p{L}{2,3}$/u, '$1')
    .replace(/[.,]-+$|%$/, '')
  const [, inside] = /^\((.+)\)$/.exec(plain) ?? []
  return inside === undefined ? plain : `-${inside}`
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
  const number = bare(text.trim())
  const mark = markOf(number)
  return mark === undefined || mark === 'both' || shapes[mark].test(number) ? mark : undefined
}

/** @param decimal the mark of the column, for numbers that fit both @returns null for text that is not a number */
export function readNumber(text: string, decimal: Decimal | undefined): number | null {
  if (text.length > longestNumber) return null
  const number = bare(text)
  const own = markOf(number)
  const mark = own === 'both' || own === undefined ? (decimal ?? '.') : own
  if (!/\d/.test(number) || !shapes[mark].test(number)) return null
  const plain = number.replaceAll(mark === '.' ? ',' : '.', '').replace(',', '.')
  return plain.length > 15 && losesDigits(plain.replace('+', '')) ? null : Number(plain)
}

// The keys of `--key`: when two of them are the same, and which lines of a file repeat one.
import { createHash } from 'node:crypto'
import { fold } from '../../shared/search/text-fold.ts'
import { parseFieldValue, type FieldValue } from '../rules/field-types.ts'
import { readCell } from './cell-values.ts'
import type { Column, KnownRow } from './csv-rows.ts'

/** What is compared of a key. */
const compared = (key: FieldValue | undefined) => (typeof key === 'string' ? fold(key) : key)

/** Case, accents and runs of space do not tell two keys apart. */
export const isSameKey = (a: FieldValue | undefined, b: FieldValue | undefined): boolean =>
  compared(a) === compared(b)

/** The key in a cell; undefined where it holds none, or none that its field could store. */
function keyIn({ field, decimal }: Column, cell: string): FieldValue | undefined {
  if (!field || cell.trim() === '') return undefined
  const read = readCell(field, cell, decimal)
  const parsed = read.is === 'value' ? parseFieldValue(field, read.value) : undefined
  return parsed?.ok ? parsed.value : undefined
}

/**
 * To be asked about every row in the order of the file. The answer is the earlier line with the same key, if there is one, even
 * if that line is not imported. Takes a few bytes of memory for each row.
 */
export function createKeyLines(columns: readonly Column[], keyColumn: number) {
  const seen = new Map<number, number>()
  const column = columns[keyColumn]
  return ({ line, cells }: KnownRow): number | undefined => {
    const key = column && keyIn(column, cells[keyColumn] ?? '')
    if (key === undefined) return undefined
    const digest = createHash('sha256')
      .update(JSON.stringify(compared(key)))
      .digest('hex')
    const short = Number.parseInt(digest.slice(0, 12), 16)
    const before = seen.get(short)
    if (before === undefined) seen.set(short, line)
    return before
  }
}

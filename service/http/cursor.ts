// Opaque page cursors (GEN-06). A checksum over list and filters refuses the cursor of another list, of other filters, or
// with a flipped bit. It prevents mistakes, not attacks: the workspace comes from the token, so a cursor gives no access.
import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Creation time in epoch milliseconds (or another number that the list is ordered by), then id. */
export type CursorPosition = readonly [at: number, id: string]

/** Room for the keys of three sorts. */
const maxLength = 2500

const position = z.tuple([z.int(), z.string().max(400)])

const checksum = (kind: string, filtersKey: string, body: string) =>
  createHash('sha256')
    .update(JSON.stringify([kind, filtersKey, body]))
    .digest()
    .subarray(0, 9)
    .toString('base64url')

/**
 * @param kind surface and list, for example `developer.records`
 * @param filtersKey everything else that selects the rows, including the workspace; the page size is not part of it
 */
export function encodeCursor(kind: string, filtersKey: string, at: readonly unknown[]): string {
  const body = Buffer.from(JSON.stringify(at)).toString('base64url')
  return `${checksum(kind, filtersKey, body)}${body}`
}

/**
 * Cuts rows to a page.
 * @param found one row more than the page, if there are more
 * @returns the cursor of the next page; null on the last
 */
export function cutPage<Row extends { createdAt: number; id: string }>(
  kind: string,
  filtersKey: string,
  found: readonly Row[],
  limit: number,
): { rows: readonly Row[]; next: string | null } {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, next: last ? encodeCursor(kind, filtersKey, [last.createdAt, last.id]) : null }
}

/** The position, or null if the cursor is not one of `encodeCursor` for this list. */
export const decodeCursor = (kind: string, filtersKey: string, cursor: string): CursorPosition | null =>
  decodeCursorAs(position, kind, filtersKey, cursor)

/** The same for lists with another order than time and id. */
export function decodeCursorAs<T>(
  shape: z.ZodType<T>,
  kind: string,
  filtersKey: string,
  cursor: string,
): T | null {
  if (cursor.length > maxLength) return null
  const body = cursor.slice(12)
  if (checksum(kind, filtersKey, body) !== cursor.slice(0, 12)) return null
  try {
    return shape.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  } catch {
    return null
  }
}

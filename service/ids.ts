// Identifiers. Records and tasks carry plain UUIDs, because PUT names a record by one (REC-05); everything else says
// what it is by a prefix.
import { randomBytes, randomUUIDv7 } from 'node:crypto'

export type IdPrefix =
  | 'wsp'
  | 'usr'
  | 'key'
  | 'obj'
  | 'fld'
  | 'sec'
  | 'mtg'
  | 'ntf'
  | 'sts'
  | 'whk'
  | 'evt'
  | 'cmt'
  | 'prj'

// Crockford's alphabet: no letter is mistaken for a digit.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** A UUIDv7. Roughly ordered by time, but not within one millisecond: never sort by it alone. */
export const newUuid = (): string => randomUUIDv7()

/** `usr_` and the like, followed by 26 random base32 characters (130 bits). */
export function prefixedId(prefix: IdPrefix): string {
  let text = ''
  for (const byte of randomBytes(26)) text += alphabet.charAt(byte & 31)
  return `${prefix}_${text}`
}

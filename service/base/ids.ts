// Identifiers. Records and tasks have plain UUIDs, because PUT names a record by one (REC-05); other ids have a prefix.
import { createHash, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto'

export type IdPrefix =
  | 'wsp'
  | 'usr'
  | 'key'
  | 'obj'
  | 'fld'
  | 'sec'
  | 'mtg'
  | 'cal'
  | 'ntf'
  | 'sts'
  | 'whk'
  | 'evt'
  | 'cmt'
  | 'prj'
  | 'lnk'
  | 'imp'

// Crockford's alphabet has no letters that look like digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** A UUIDv7. Roughly ordered by time, but not within one millisecond: never sort by it alone. */
export const newUuid = (): string => randomUUIDv7()

/**
 * A UUID derived from names (RFC 9562, version 8): the same names give the same UUID, so that a repeated import adds nothing.
 */
export function namedUuid(...names: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(names)).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(15), 16) & 3)
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(12, 15)}`]
  return [...parts, `${variant}${hash.slice(16, 19)}`, hash.slice(19, 31)].join('-')
}

let lastTime = 0

/** A prefix, 11 base32 digits of microseconds and 15 random ones. Sorts after earlier ids of this process. */
export function prefixedId(prefix: IdPrefix): string {
  lastTime = Math.max(Date.now() * 1000, lastTime + 1)
  let time = ''
  for (let rest = lastTime; time.length < 11; rest = Math.floor(rest / 32)) {
    time = alphabet.charAt(rest % 32) + time
  }
  let random = ''
  for (const byte of randomBytes(15)) random += alphabet.charAt(byte & 31)
  return `${prefix}_${time}${random}`
}

// Developer access keys: `svc_` and 256 random bits. A fast hash is right for a token that cannot be guessed; the
// token itself exists only in the answer that created it (AUT-02).

export const newAccessToken = (): string => `svc_${randomBytes(32).toString('base64url')}`

/** SHA-256, hexadecimal: what is stored and looked up. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Compares two secrets in constant time. Their bytes: texts of equal length can differ in theirs. */
export const isSameSecret = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

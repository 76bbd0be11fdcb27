// Developer access keys: `svc_` and 256 random bits. A fast hash is right for a token that cannot be guessed; the
// token itself exists only in the answer that created it (AUT-02).
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export const newAccessToken = (): string => `svc_${randomBytes(32).toString('base64url')}`

/** SHA-256, hexadecimal: what is stored and looked up. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Compares two secrets in constant time. Their bytes: texts of equal length can differ in theirs. */
export const isSameSecret = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

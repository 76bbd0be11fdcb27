// How secrets of sign-in are looked up: by SHA-256. Fast is right here, for each is 256 random bits (AUT-02).
import { createHash } from 'node:crypto'

/** The hexadecimal SHA-256 under which a token, a session id or a one-time code is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

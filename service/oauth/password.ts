// Password hashes: scrypt, because it is memory-hard and both Node's OpenSSL and Electron's BoringSSL have it (OAU-03).
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { say } from '../language/say.ts'
import { commonPasswords } from './common-passwords.ts'

/** scrypt's cost: N = 2^logN, block size r, parallelism p. Memory is 128 · 2^logN · r bytes. */
export type PasswordCost = { logN: number; r: number; p: number }

/** 32 MiB and some 60 ms a hash on the machines of 2026. */
export const defaultPasswordCost: PasswordCost = { logN: 15, r: 8, p: 1 }

const keyBytes = 32
const saltBytes = 16

/** For new passwords. */
export const minPasswordLength = 8
/** Longer input is refused unhashed, so that a request cannot cause unbounded work. */
export const maxPasswordLength = 1024

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/**
 * Why a new password is too easy to guess: it is common, repeats a few characters, or names its person or place (NIST SP
 * 800-63B, 3.1.1.2). Undefined for any other. Passwords that were set before stay valid.
 */
export const weaknessOf = (
  password: string,
  { email, workspace }: { email: string; workspace: { name: string; slug: string } },
): string | undefined => {
  const text = folded(password)
  const address = folded(email)
  if (text === address || text === address.split('@', 1)[0]) return say('account.password.isEmail')
  if ([workspace.name, workspace.slug, 'svc launcher'].map(folded).includes(text)) {
    return say('account.password.isName')
  }
  if (!commonPasswords.has(text) && !/^(.{1,4}?)\1+$/u.test(text)) return undefined
  return say('account.password.isCommon')
}

/**
 * Hashes a password with a fresh salt. The result names the cost, so hashes of several costs can coexist.
 * @returns `$scrypt$ln=15,r=8,p=1$<salt>$<hash>`, both parts base64 without padding
 */
export const hashPassword = async (
  password: string,
  cost: PasswordCost = defaultPasswordCost,
): Promise<string> => {
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, cost)
  return `$scrypt$ln=${cost.logN},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(key)}`
}

/**
 * Whether `password` is the one that was hashed. Without a hash (an unknown email, a person without a password) it does the
 * same work and is false, so that timing reveals nothing (OAU-03).
 */
export const verifyPassword = async (password: string, hash: string | null): Promise<boolean> => {
  if (password.length > maxPasswordLength) return false
  const stored = hash === null ? null : parseHash(hash)
  const { cost, salt, key } = stored ?? {
    cost: defaultPasswordCost,
    salt: Buffer.alloc(saltBytes),
    key: Buffer.alloc(keyBytes),
  }
  const actual = await derive(password, salt, cost)
  return timingSafeEqual(actual, key) && stored !== null
}

const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const hashForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const parseHash = (hash: string) => {
  const [, logN, r, p, salt, key] = hashForm.exec(hash) ?? []
  if (salt === undefined || key === undefined) return null
  const bytes = Buffer.from(key, 'base64')
  if (bytes.length !== keyBytes) return null
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: bytes,
  }
}

// NFKC, so that another keyboard or system types the same password (as in RFC 8265).
const derive = (password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const N = 2 ** logN
    // Node's default is 32 MiB; scrypt needs a little over 128·N·r.
    const maxmem = 128 * N * r + 128 * r * p + 1024 * 1024
    scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

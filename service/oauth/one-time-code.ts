// One-time sign-in codes: how the embedded service signs its owner in without a password (APP-08).
//
// The launcher's main process, which owns the service, has a code issued over its private channel. To sign in, it opens
// the browser at the authorization URL with `login_hint=code:<code>`; the server uses the code up as it shows the next
// page, which is then the consent page, signed in. To open a page behind `webUrl`, it adds `?code=<code>`; the server
// signs the browser in and goes on to the same address without it. A code is 256 random bits, lives five minutes, works
// once, and is stored as a hash; before an authorization request is kept for its pages, the code in it is replaced by
// that hash.
import { randomBytes } from 'node:crypto'
import { hashToken } from '../access-token.ts'
import type { Store } from '../store/store.ts'
import { passwordMark, type SignedIn } from './signed-in.ts'

const lifetimeMs = 5 * 60_000

/** What the client writes before the code in `login_hint`. */
const askedHint = 'code:'

/** What we write instead, before the code's hash. Never taken from outside. */
const keptHint = 'one-time-code:'

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>

/** @param now epoch milliseconds. */
export const createOneTimeCodes = ({ store, now }: { store: Store; now: () => number }) => ({
  /** A code that signs this person in once within five minutes. */
  async issue(personId: string): Promise<string> {
    const code = randomBytes(32).toString('base64url')
    await store.write((tx) =>
      tx.oauth.addSignInCode({ hash: hashToken(code), personId, expiresAt: now() + lifetimeMs }),
    )
    return code
  },

  /** Uses a code up. Undefined when it is unknown, expired or used. */
  take: (code: string): Promise<SignedIn | undefined> => takeHashed(store, hashToken(code), now()),

  /** The same for the `login_hint` that an authorization request was kept with. */
  takeHinted: (hint: string): Promise<SignedIn | undefined> =>
    takeHashed(store, hint.slice(keptHint.length), now()),
})

const takeHashed = (store: Store, hash: string, now: number): Promise<SignedIn | undefined> =>
  store.write(async (tx) => {
    const personId = await tx.oauth.takeSignInCode(hash, now)
    const person = personId === undefined ? undefined : await tx.people.get(personId)
    return person && { personId: person.id, mark: passwordMark(person.passwordHash) }
  })

/** True for a `login_hint` that came with a code. */
export const isCodeHint = (hint: unknown): hint is string =>
  typeof hint === 'string' && hint.startsWith(keptHint)

/** An authorization URL (path and query) with the code in it replaced by its hash. */
export const withHashedCode = (url: string): string => {
  const parsed = new URL(url, 'http://localhost')
  const hint = parsed.searchParams.get('login_hint')
  if (hint === null) return url
  if (hint.startsWith(askedHint)) {
    parsed.searchParams.set('login_hint', keptHint + hashToken(hint.slice(askedHint.length)))
  } else if (hint.startsWith(keptHint)) {
    parsed.searchParams.delete('login_hint')
  }
  return parsed.pathname + parsed.search
}

// One-time sign-in codes: how the embedded service signs its owner in without a password (APP-08).
//
// The launcher's main process, which owns the service, has a code issued over its private channel. To sign in, it opens
// the browser at the authorization URL with `login_hint=code:<code>`; the server uses the code up as it shows the next
// page, which is then the consent page, signed in. To open a page behind `webUrl`, it adds `?code=<code>`; the server
// signs the browser in and goes on to the same address without it. A code is 256 random bits, lives five minutes, works
// once, and is stored as a hash; before an authorization request is kept for its pages, the code in it is replaced by
// that hash.
//
// An address that is handed to a browser can be read by others of the same machine before the browser asks for it. So a
// code for an authorization request is good for the one `code_challenge` that it was issued for: whoever is faster gets
// an authorization code that only the launcher can redeem. A code for a page opens pages and no authorization request.
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
  /**
   * A code that signs this person in once within five minutes: for a page, or for one authorization request.
   * @param codeChallenge of that request (RFC 7636)
   */
  async issue(personId: string, codeChallenge?: string): Promise<string> {
    const code = randomBytes(32).toString('base64url')
    const hash = hashOf(code, codeChallenge)
    await store.write((tx) => tx.oauth.addSignInCode({ hash, personId, expiresAt: now() + lifetimeMs }))
    return code
  },

  /** Uses a page's code up. Undefined when it is unknown, expired, used or for an authorization request. */
  take: (code: string): Promise<SignedIn | undefined> => takeHashed(store, hashOf(code), now()),

  /** The same for the `login_hint` that an authorization request was kept with. */
  takeHinted: (hint: string): Promise<SignedIn | undefined> =>
    takeHashed(store, hint.slice(keptHint.length), now()),
})

/** Both come from outside. As JSON, so that no code alone hashes like a code with a challenge. */
const hashOf = (code: string, codeChallenge?: string): string =>
  hashToken(JSON.stringify([code, codeChallenge]))

const takeHashed = (store: Store, hash: string, now: number): Promise<SignedIn | undefined> =>
  store.write(async (tx) => {
    const personId = await tx.oauth.takeSignInCode(hash, now)
    const person = personId === undefined ? undefined : await tx.people.get(personId)
    return person && { personId: person.id, mark: passwordMark(person.passwordHash) }
  })

/** True for a `login_hint` that came with a code. */
export const isCodeHint = (hint: unknown): hint is string =>
  typeof hint === 'string' && hint.startsWith(keptHint)

/** An authorization URL (path and query) with the code in it replaced by its hash, bound to its `code_challenge`. */
export const withHashedCode = (url: string): string => {
  const parsed = new URL(url, 'http://localhost')
  const hint = parsed.searchParams.get('login_hint')
  if (hint === null) return url
  if (hint.startsWith(askedHint)) {
    const codeChallenge = parsed.searchParams.get('code_challenge') ?? ''
    parsed.searchParams.set('login_hint', keptHint + hashOf(hint.slice(askedHint.length), codeChallenge))
  } else if (hint.startsWith(keptHint)) {
    parsed.searchParams.delete('login_hint')
  }
  return parsed.pathname + parsed.search
}

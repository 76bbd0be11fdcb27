// One-time codes that open a page of the local workspace in the browser: its owner has no password (APP-08).
//
// The embedded service issues a code over its private channel, and the launcher adds it to the page's address as
// `?code=<code>`. The server signs the browser in and redirects to the address without the code. A code is 256 random
// bits, lives five minutes, works once and is stored as a hash. Other programs of the computer may read an address before
// the browser asks for it, so a session that began with a code opens pages only and allows no authorization request.
import { randomBytes } from 'node:crypto'
import { hashToken } from '../../workspaces/access-token.ts'
import type { Store } from '../../db/store.ts'
import { passwordMark, type SignedIn } from '../signed-in.ts'

const lifetimeMs = 5 * 60_000

/** @param now epoch milliseconds. */
export const createPageCodes = ({ store, now }: { store: Store; now: () => number }) => ({
  /** A code that signs this person in once, within five minutes. */
  async issue(personId: string): Promise<string> {
    const code = randomBytes(32).toString('base64url')
    const expiresAt = now() + lifetimeMs
    await store.write((tx) => tx.oauth.addSignInCode({ hash: hashToken(code), personId, expiresAt }))
    return code
  },

  /** Uses a code up. Undefined when it is unknown, expired or used. */
  take: (code: string): Promise<SignedIn | undefined> =>
    store.write(async (tx) => {
      const personId = await tx.oauth.takeSignInCode(hashToken(code), now())
      const person = personId === undefined ? undefined : await tx.people.get(personId)
      return person && { personId: person.id, mark: passwordMark(person.passwordHash) }
    }),
})

// What a browser's session stands on. It names the password that was right, so it ends with that password wherever it has
// got to by then: checked against the one before, in a request that is under way, saved once more by such a request.
import { hashToken } from '../access-token.ts'
import type { OauthPayload } from '../store/oauth.ts'
import type { Tx } from '../store/store.ts'

/** @param mark tells the password that was the person's when they signed in, by it or by a code, from any other */
export type SignedIn = { personId: string; mark: string }

/** Says nothing about the password. @param passwordHash with its salt; null for a person without one */
export const passwordMark = (passwordHash: string | null): string => hashToken(passwordHash ?? '')

/** Whether a session's person has no password, and so came by a code of the service that the launcher embeds. */
export const isPasswordless = (amr: readonly string[] | undefined): boolean =>
  amr?.includes(passwordMark(null)) ?? false

/** Whether a session has not been ended, by a sign-out or by another password. `amr` is how its person signed in. */
export async function isLive(tx: Tx, { payload, consumedAt }: OauthPayload): Promise<boolean> {
  if (consumedAt !== null) return false
  const { accountId, amr } = payload
  if (accountId === undefined) return true
  const person = typeof accountId === 'string' ? await tx.people.get(accountId) : undefined
  return person !== undefined && Array.isArray(amr) && amr.includes(passwordMark(person.passwordHash))
}

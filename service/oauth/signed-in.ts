// Whether a browser's session still holds. A session carries a mark of the password that its person had at sign-in, and ends
// as soon as the person has another one: also a session whose password was being checked when it changed, or that a request
// under way saves once more afterwards.
import { hashToken } from '../workspaces/access-token.ts'
import type { OauthPayload } from './oauth.store.ts'
import type { Tx } from '../db/store.ts'

/** `mark` is of the password that the person had when they signed in, be it with that password or with a code. */
export type SignedIn = { personId: string; mark: string }

/** A hash of the stored hash: it tells passwords apart and nothing more. @param passwordHash null for a person without one */
export const passwordMark = (passwordHash: string | null): string => hashToken(passwordHash ?? '')

/** Whether a session's person had no password, and so signed in with a one-time code of the embedded service. */
export const isPasswordless = (amr: readonly string[] | undefined): boolean =>
  amr?.includes(passwordMark(null)) ?? false

/** Whether a session was ended neither by a sign-out nor by another password. Its `amr` holds the mark. */
export async function isLive(tx: Tx, { payload, consumedAt }: OauthPayload): Promise<boolean> {
  if (consumedAt !== null) return false
  const { accountId, amr } = payload
  if (accountId === undefined) return true
  const person = typeof accountId === 'string' ? await tx.people.get(accountId) : undefined
  return person !== undefined && Array.isArray(amr) && amr.includes(passwordMark(person.passwordHash))
}

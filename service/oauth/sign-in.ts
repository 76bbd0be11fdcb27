// Email and password → person, slowed down for guessers (OAU-03). Both sign-in forms use it.
import { createRateLimiter } from '../http/rate-limit.ts'
import type { Store } from '../store/store.ts'
import { foldEmail } from '../store/people.ts'
import { defaultPasswordCost, verifyPassword, type PasswordCost } from './password.ts'
import { passwordMark, type SignedIn } from './signed-in.ts'

export type SignInOutcome =
  | ({ kind: 'signedIn' } & SignedIn)
  /** The same for an unknown email, a wrong password and a person without one. */
  | { kind: 'refused' }
  | { kind: 'throttled'; retryAfterSeconds: number }

export type PasswordSignIn = (attempt: {
  email: string
  password: string
  /** Of the client; IPv6 by its network. */
  address: string
}) => Promise<SignInOutcome>

const windowSeconds = 15 * 60
/** Wrong passwords for one account in a window. */
const accountLimit = 5
/** Wrong passwords from one address, which may be an office. */
const addressLimit = 30

/** @param cost what the hashes of this installation cost; an unknown email takes as long (OAU-03). */
export const createPasswordSignIn = ({
  store,
  now,
  cost = defaultPasswordCost,
}: {
  store: Store
  now: () => number
  cost?: PasswordCost
}): PasswordSignIn => {
  const limiter = (name: string, limit: number) =>
    createRateLimiter({ now, limit, windowSeconds, shared: store.shared, name: `sign-in ${name}` })
  const accounts = limiter('account', accountLimit)
  const addresses = limiter('address', addressLimit)

  return async ({ email, password, address }) => {
    const account = foldEmail(email)
    // Counted before the outcome is known, so that a hundred parallel guesses are a hundred attempts.
    const decisions = await Promise.all([accounts.take(account), addresses.take(address)])
    const waits = decisions.filter(({ admitted }) => !admitted).map((refused) => refused.retryAfterSeconds)
    if (waits.length > 0) return { kind: 'throttled', retryAfterSeconds: Math.max(...waits) }

    const person = await store.read((tx) => tx.people.byEmail(account))
    const right = await verifyPassword(password, person?.passwordHash ?? null, cost)
    if (!right || !person) return { kind: 'refused' }

    await Promise.all([accounts.giveBack(account), addresses.giveBack(address)])
    return { kind: 'signedIn', personId: person.id, mark: passwordMark(person.passwordHash) }
  }
}

/** What the form says after a refusal. */
export const refusalNotice = (outcome: Exclude<SignInOutcome, { kind: 'signedIn' }>): string =>
  outcome.kind === 'refused'
    ? 'This email and password do not match. Check both and try again.'
    : `Too many attempts. Try again in ${inWords(outcome.retryAfterSeconds)}.`

const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  return seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${minutes} minutes`
}

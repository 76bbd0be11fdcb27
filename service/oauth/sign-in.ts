// Email and password → person, slowed down for guessers (OAU-03). Both sign-in forms use it.
import type { Store } from '../store/store.ts'
import { foldEmail } from '../store/people.ts'
import { defaultPasswordCost, verifyPassword, type PasswordCost } from './password.ts'
import { passwordMark, type SignedIn } from './signed-in.ts'
import { accountLimits, addressLimits, createThrottle } from './throttle.ts'

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
  const { shared } = store
  const accounts = createThrottle({ now, limits: accountLimits, shared, name: 'sign-in account' })
  const addresses = createThrottle({ now, limits: addressLimits, shared, name: 'sign-in address' })
  const throttled = (waitMs: number): SignInOutcome => ({
    kind: 'throttled',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })

  return async ({ email, password, address }) => {
    const account = foldEmail(email)
    const waitMs = Math.max(await accounts.waitMs(account), await addresses.waitMs(address))
    if (waitMs > 0) return throttled(waitMs)
    // Other attempts may have been counted meanwhile.
    const lateMs = Math.max(await accounts.count(account), await addresses.count(address))
    if (lateMs > 0) return throttled(lateMs)

    const person = await store.read((tx) => tx.people.byEmail(account))
    const right = await verifyPassword(password, person?.passwordHash ?? null, cost)
    if (!right || !person) return { kind: 'refused' }

    await accounts.clear(account)
    await addresses.forgive(address)
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

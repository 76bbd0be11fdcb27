// The running attempts to sign in, and how they end.
import type { Reply } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { Log } from '../log.ts'
import type { Event } from './session.ts'
import type { Granted, PendingSignIn, SignIn, SignInTarget } from './sign-in.ts'

export const createSignInAttempts = ({
  signIn,
  isCurrent,
  accept,
  onFailed,
  log,
}: {
  signIn: Pick<SignIn, 'begin' | 'redeem'>
  isCurrent: (attempt: string) => boolean
  accept: (attempt: string, target: SignInTarget, granted: Granted) => Promise<void>
  onFailed: (event: Event & { type: 'signInFailed' }) => void
  log: Log
}) => {
  /** Attempts that wait for the browser. */
  const pending = new Map<string, PendingSignIn>()

  const finish = async (attempt: string, target: SignInTarget, browser: PendingSignIn): Promise<void> => {
    try {
      const outcome = await browser.outcome
      pending.delete(attempt)
      if (outcome.ok) await accept(attempt, target, outcome.value)
      else onFailed({ type: 'signInFailed', attempt, problem: outcome.error.message })
    } catch (error) {
      const id = log.bug('session.signInBroke', error)
      onFailed({ type: 'signInFailed', attempt, problem: say('signInError.internal', { id }) })
    }
  }

  return {
    /** Opens the browser, or signs in to the local workspace. */
    begin: async (attempt: string, target: SignInTarget): Promise<Reply<unknown>> => {
      if (target.kind === 'local') {
        const redeemed = await signIn.redeem(target.base, target.issueCode)
        if (redeemed.ok) await accept(attempt, target, redeemed.value)
        return redeemed
      }
      const begun = await signIn.begin(target.base)
      if (!begun.ok) return begun
      if (isCurrent(attempt)) {
        pending.set(attempt, begun.value)
        void finish(attempt, target, begun.value)
      } else begun.value.cancel()
      return begun
    },
    /** The authorization URL, or null if the attempt does not wait for the browser. */
    address: (attempt: string): string | null => pending.get(attempt)?.address ?? null,
    close: (attempt: string): void => {
      pending.get(attempt)?.cancel()
      pending.delete(attempt)
    },
    dispose: (): void => {
      for (const one of pending.values()) one.cancel()
      pending.clear()
    },
  }
}

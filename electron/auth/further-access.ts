// Scopes that the current sign-in lacks. A person is asked for all of them in one consent, at most once in a run if they refuse;
// the session goes on meanwhile. A local workspace grants them at once.
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { Account, FurtherScope, ScopeAccess } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { ownerOf } from '../../shared/owner.ts'
import type { Log } from '../log.ts'
import type { SessionRunner } from './session-runner.ts'
import type { PendingSignIn, SignIn, SignInTarget, Tokens } from './sign-in.ts'

export type FurtherAccess = {
  get: (scope: FurtherScope) => Promise<Reply<ScopeAccess>>
  /** Opens the browser. `onChange` follows when it is decided there. */
  allow: (scope: FurtherScope) => Promise<Reply<ScopeAccess>>
  /** The service refused a request for want of this scope. Some services do not say which scopes a token has. */
  wasDenied: (scope: string) => void
  isWaiting: () => boolean
  /** The authorization URL that waits for the browser, or null. */
  address: () => string | null
  cancel: () => void
  /** Another session has begun: what was denied to the last one is forgotten. */
  forget: () => void
}

const answer = (state: ScopeAccess['state'], problem: string | null = null): Reply<ScopeAccess> =>
  succeeded({ state, problem })

export const createFurtherAccess = ({
  session,
  signIn,
  localTarget,
  log,
  onChange,
}: {
  session: Pick<SessionRunner, 'access' | 'account' | 'scopes' | 'replaceTokens'>
  signIn: Pick<SignIn, 'furtherScopes' | 'begin' | 'redeem' | 'revoke'>
  localTarget: () => Promise<Reply<SignInTarget & { kind: 'local' }>>
  log: Log
  /** The browser has come back. */
  onChange: () => void
}): FurtherAccess => {
  let waiting: PendingSignIn | null = null
  let isBeginning = false
  let problem: string | null = null
  /** The person in their workspace who refused. */
  let refusedBy: string | null = null
  const denied = new Set<string>()

  const holds = (scope: FurtherScope): boolean => session.scopes()?.includes(scope) ?? !denied.has(scope)

  const takeTokens = async (
    base: URL,
    granted: Parameters<SessionRunner['replaceTokens']>[0],
  ): Promise<boolean> => {
    const { refreshToken, accessToken }: Tokens = granted.tokens
    if (await session.replaceTokens(granted)) {
      denied.clear()
      return true
    }
    await signIn.revoke(base, refreshToken ?? accessToken)
    return false
  }

  const redeemLocally = async (scope: FurtherScope): Promise<Reply<ScopeAccess>> => {
    const target = await localTarget()
    if (!target.ok) return target
    const redeemed = await signIn.redeem(target.value.base, target.value.issueCode)
    if (!redeemed.ok) return redeemed
    await takeTokens(target.value.base, redeemed.value)
    return answer(holds(scope) ? 'granted' : 'unsupported')
  }

  const check = async (
    scope: FurtherScope,
  ): Promise<Reply<ScopeAccess & { base: URL; account: Account }>> => {
    // The tokens of an earlier run say what they are for once they are refreshed.
    const access = await session.access()
    if (!access.ok) return access
    const account = session.account()
    if (account === null) return failed({ kind: 'signedOut', message: say('main.signInAgain') })
    const { baseUrl: base } = access.value
    const about = { problem, base, account }
    if (holds(scope)) return succeeded({ ...about, state: 'granted' })
    if (waiting !== null) return succeeded({ ...about, state: 'waiting' })
    const offered = await signIn.furtherScopes(base)
    if (!offered.ok) return offered
    if (!offered.value.includes(scope)) return succeeded({ ...about, state: 'unsupported' })
    if (account.kind === 'local') {
      const redeemed = await redeemLocally(scope)
      return redeemed.ok ? succeeded({ ...about, ...redeemed.value }) : redeemed
    }
    return succeeded({ ...about, state: refusedBy === ownerOf(account) ? 'refused' : 'missing' })
  }

  const finish = async (
    browser: PendingSignIn,
    { base, account }: { base: URL; account: Account },
    scope: FurtherScope,
  ): Promise<void> => {
    const outcome = await browser.outcome
    if (waiting !== browser) {
      // It was cancelled here.
      if (outcome.ok)
        await signIn.revoke(base, outcome.value.tokens.refreshToken ?? outcome.value.tokens.accessToken)
      return
    }
    if (outcome.ok) {
      if (!(await takeTokens(base, outcome.value)))
        problem = say('further.otherAccount', {
          name: account.user.name,
          workspace: account.workspaceName ?? account.workspaceAddress,
        })
      else if (!holds(scope)) refusedBy = ownerOf(account)
    } else if (outcome.error.kind === 'forbidden') refusedBy = ownerOf(account)
    else problem = outcome.error.message
    waiting = null
    onChange()
  }

  const cancel = (): void => {
    const browser = waiting
    waiting = null
    browser?.cancel()
  }

  return {
    get: async (scope) => {
      const checked = await check(scope)
      return checked.ok ? answer(checked.value.state, checked.value.problem) : checked
    },

    allow: async (scope) => {
      const checked = await check(scope)
      if (!checked.ok) return checked
      if (checked.value.state !== 'missing' || isBeginning) return answer(checked.value.state, problem)
      problem = null
      isBeginning = true
      const begun = await signIn.begin(checked.value.base).finally(() => {
        isBeginning = false
      })
      if (!begun.ok) return begun
      waiting = begun.value
      finish(begun.value, checked.value, scope).catch((error: unknown) => {
        waiting = null
        problem = say('signInError.internal', { id: log.bug('session.furtherAccessBroke', error) })
        onChange()
      })
      return answer('waiting')
    },

    wasDenied: (scope) => {
      denied.add(scope)
    },
    isWaiting: () => waiting !== null,
    address: () => waiting?.address ?? null,
    cancel,
    forget: () => {
      cancel()
      denied.clear()
      problem = null
    },
  }
}

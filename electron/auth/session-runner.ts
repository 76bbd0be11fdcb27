// Performs what the session machine decides: browser round trips, one refresh at a time, and saves. Tokens live in here and
// in the vault, and leave only as the header of a request.
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { Account, Session } from '../../shared/ipc/launcher.ts'
import type { Log } from '../desktop/log.ts'
import { standsFor } from './identity.ts'
import { createKeptSession } from './kept-session.ts'
import { type Effect, type Event, next, type Outlook, present, type State } from './session.ts'
import type { Granted, LoginHint, PendingSignIn, SignIn, Tokens } from './sign-in.ts'
import type { Vault } from '../storage/vault.ts'

/** The key names every try at the next refresh, and is a secret like the token. */
type Held = Tokens & { refreshKey: string }

/** What a request to the workspace needs. Never crosses into the page. */
type Access = { baseUrl: URL; token: string }

type SignInTarget = {
  kind: Account['kind']
  base: URL
  /** Signs in without a password: a one-time code of the embedded service. */
  loginHint?: LoginHint
}

export type SessionRunner = {
  get: () => Session
  /** The signed-in account, or null. */
  account: () => Account | null
  /** Resolves when the vault has been read. */
  restored: Promise<void>
  /** Opens the browser; the outcome arrives as a change. Fails when the address is no workspace service. */
  signIn: (target: SignInTarget) => Promise<Reply<Session>>
  /** The authorization URL of the sign-in that waits for the browser, or null. */
  signInAddress: () => string | null
  cancelSignIn: () => Session
  /** Resolves when the tokens are wiped, also where no key opens them, and revocation was tried. */
  signOut: () => Promise<Session>
  /** A token that is good as far as anyone knows. @param rejected the token that the service just answered 401 to. */
  access: (rejected?: string) => Promise<Reply<Access>>
  /** The service refuses a token that is new: the person has to sign in again. */
  refused: (token: string) => void
  /** The embedded service listens at another port now. */
  addressChanged: (base: URL) => void
  /** The vault was replaced by one that is open. */
  vaultOpened: () => void
  /** Ends a sign-in that is open, for the program ends. */
  dispose: () => void
  /** Resolves when a sign-out is done, or the session is on disk; one that could not be kept is tried once more. */
  settle: () => Promise<void>
}

const signedOutError = (): AppError => ({ kind: 'signedOut', message: say('main.signInAgain') })

const outlooks = { open: 'remembered', locked: 'locked', memoryOnly: 'forgotten' } as const
/** What a person wrote is theirs when they come back. */
const staysAtSignOut = ['outbox', 'drafts']

const addressOf = (base: URL): string => base.href.replace(/\/$/, '')

export const createSessionRunner = ({
  vault,
  signIn,
  localBase,
  now,
  newId,
  log,
  onChange,
  onWipe,
}: {
  vault: Pick<Vault, 'state' | 'document' | 'removeUnopened'>
  signIn: SignIn
  /** Where the embedded service answers; waits for it a bounded time. */
  localBase: () => Promise<Reply<URL>>
  now: () => number
  /** One that nobody can guess. */
  newId: () => string
  log: Log
  onChange: (session: Session) => void
  /** What was seen is to be forgotten. */
  onWipe: () => void
}): SessionRunner => {
  const kept = createKeptSession({ state: vault.state, document: vault.document('session') }, log)
  let outlook: Outlook = 'remembered'
  let state: State = { kind: 'starting' }
  let tokens: Held | null = null
  let refreshing: Promise<Reply<Access>> | null = null
  const pending = new Map<string, PendingSignIn>()
  /** Revocations and wipes that a sign-out waits for. */
  let clearing: Promise<unknown> = Promise.resolve()

  const baseOf = (account: Account): Promise<Reply<URL>> =>
    account.kind === 'local' ? localBase() : Promise.resolve(succeeded(new URL(account.workspaceAddress)))

  const revoke = async (account: Account, gone: Tokens): Promise<void> => {
    const base = await baseOf(account)
    if (base.ok) await signIn.revoke(base.value, gone.refreshToken ?? gone.accessToken)
  }

  const perform = (effect: Effect, before: State): void => {
    switch (effect.type) {
      case 'revokeTokens':
        if (before.kind === 'signedIn' && tokens !== null)
          clearing = Promise.all([clearing, revoke(before.account, tokens)])
        return
      case 'forgetTokens':
        tokens = null
        clearing = Promise.all([clearing, kept.wipe()])
        return
      case 'closeSignIn':
        pending.get(effect.attempt)?.cancel()
        pending.delete(effect.attempt)
        return
      case 'wipeCache':
        onWipe()
        return
      case 'dropLateTokens':
        log.info('session.lateAnswerDropped')
        return
    }
  }

  const held = (given: Tokens, refreshKey = newId()): Held => ({ ...given, refreshKey })

  const shown = (): Session => present(state, outlook)

  const dispatch = (event: Event): void => {
    const before = state
    const step = next(state, event)
    state = step.state
    for (const effect of step.effects) perform(effect, before)
    if (state !== before) onChange(shown())
  }

  const isCurrent = (attempt: string): boolean => state.kind === 'signingIn' && state.attempt === attempt

  const accept = async (attempt: string, target: SignInTarget, granted: Granted): Promise<void> => {
    const account: Account = {
      kind: target.kind,
      workspaceAddress: addressOf(target.base),
      workspaceId: granted.identity.workspaceId,
      workspaceName: granted.identity.workspaceName,
      user: granted.identity.user,
    }
    const isWanted = isCurrent(attempt)
    const remembered = isWanted && (await kept.save(account, granted.tokens.refreshToken))
    if (isCurrent(attempt)) tokens = held(granted.tokens)
    else {
      // Cancelled while it was being saved: nothing of it may stay.
      if (isWanted) await kept.wipe()
      await revoke(account, granted.tokens)
    }
    dispatch({ type: 'signInAccepted', attempt, account, remembered })
  }

  const finish = async (attempt: string, target: SignInTarget, browser: PendingSignIn): Promise<void> => {
    try {
      const outcome = await browser.outcome
      pending.delete(attempt)
      if (outcome.ok) await accept(attempt, target, outcome.value)
      else dispatch({ type: 'signInFailed', attempt, problem: outcome.error.message })
    } catch (error) {
      const id = log.bug('session.signInBroke', error)
      dispatch({ type: 'signInFailed', attempt, problem: say('signInError.internal', { id }) })
    }
  }

  const ended = (why: string): Reply<Access> => {
    log.warn(why)
    dispatch({ type: 'refreshRefused' })
    return failed(signedOutError())
  }

  const refresh = async (account: Account, old: Held, refreshToken: string): Promise<Reply<Access>> => {
    // Whoever signs out, or in again, replaces the tokens: then this answer is nobody's.
    const isHeld = (): boolean => tokens === old
    const base = await baseOf(account)
    if (!base.ok) return base
    // Before it is asked: where this run ends without having kept the answer, the next one asks again under this key.
    if (isHeld()) await kept.save(account, refreshToken, old.refreshKey)
    if (!isHeld()) return failed(signedOutError())
    const refreshed = await signIn.refresh(base.value, refreshToken, old.refreshKey)
    if (!isHeld()) {
      if (refreshed.type === 'refreshed') await revoke(account, refreshed.tokens)
      return failed(signedOutError())
    }
    switch (refreshed.type) {
      case 'refused':
        return ended('session.expired')
      case 'failed':
        log.info('session.refreshFailed', { kind: refreshed.error.kind })
        return failed(refreshed.error)
      case 'refreshed': {
        if (!standsFor(account, refreshed.identity)) {
          clearing = Promise.all([clearing, revoke(account, refreshed.tokens)])
          return ended('session.otherIdentity')
        }
        // On disk first: the old one is dead from now on.
        const remembered = await kept.save(account, refreshed.tokens.refreshToken)
        if (!isHeld()) {
          await revoke(account, refreshed.tokens)
          return failed(signedOutError())
        }
        tokens = held(refreshed.tokens)
        dispatch({ type: 'accountChanged', remembered })
        return succeeded({ baseUrl: base.value, token: refreshed.tokens.accessToken })
      }
    }
  }

  const restore = async (): Promise<void> => {
    outlook = outlooks[await vault.state()]
    const found = await kept.load()
    if (found === null) {
      dispatch({ type: 'nothingKept' })
      return
    }
    const { account, refreshToken, refreshKey } = found
    tokens = held({ accessToken: '', expiresAt: 0, refreshToken }, refreshKey)
    dispatch({ type: 'restored', account, remembered: true })
  }

  return {
    get: shown,
    account: () => (state.kind === 'signedIn' ? state.account : null),
    restored: restore(),

    signIn: async (target) => {
      if (state.kind === 'signedIn')
        return failed({ kind: 'invalidInput', message: say('main.signOutFirst'), fields: [] })
      const attempt = newId()
      dispatch({ type: 'signInAsked', attempt, workspaceAddress: addressOf(target.base) })
      const begun = await signIn
        .begin(target.base, target.loginHint === undefined ? {} : { loginHint: target.loginHint })
        .catch((error: unknown) => {
          dispatch({ type: 'signInFailed', attempt, problem: null })
          throw error
        })
      if (!begun.ok) {
        // The caller shows why.
        dispatch({ type: 'signInFailed', attempt, problem: null })
        return begun
      }
      if (!isCurrent(attempt)) {
        begun.value.cancel()
        return succeeded(shown())
      }
      pending.set(attempt, begun.value)
      void finish(attempt, target, begun.value)
      return succeeded(shown())
    },

    signInAddress: () => (state.kind === 'signingIn' ? (pending.get(state.attempt)?.address ?? null) : null),

    cancelSignIn: () => {
      dispatch({ type: 'signInCancelled' })
      return shown()
    },

    signOut: async () => {
      dispatch({ type: 'signOutAsked' })
      clearing = Promise.all([clearing, vault.removeUnopened(staysAtSignOut)])
      await clearing
      return shown()
    },

    access: async (rejected) => {
      if (state.kind !== 'signedIn' || tokens === null) return failed(signedOutError())
      const { account } = state
      if (tokens.accessToken !== rejected && tokens.expiresAt > now()) {
        const base = await baseOf(account)
        return base.ok ? succeeded({ baseUrl: base.value, token: tokens.accessToken }) : base
      }
      if (tokens.refreshToken === null) return ended('session.expired')
      // One at a time: of two parallel refreshes with one token, the second kills the session.
      refreshing ??= refresh(account, tokens, tokens.refreshToken).finally(() => {
        refreshing = null
      })
      return refreshing
    },

    refused: (token) => {
      if (tokens?.accessToken === token) dispatch({ type: 'refreshRefused' })
    },

    addressChanged: (base) => {
      if (state.kind !== 'signedIn' || state.account.kind !== 'local') return
      const workspaceAddress = addressOf(base)
      if (workspaceAddress !== state.account.workspaceAddress)
        dispatch({ type: 'accountChanged', account: { ...state.account, workspaceAddress } })
    },

    vaultOpened: () => {
      outlook = outlooks.open
      const before = state
      dispatch({ type: 'accountChanged', remembered: tokens !== null && tokens.refreshToken !== null })
      if (state === before) onChange(shown())
    },

    dispose: () => {
      for (const one of pending.values()) one.cancel()
      pending.clear()
    },
    settle: () => clearing.then(kept.settle),
  }
}

// Performs the effects of the session machine: sign-in, refresh (one at a time) and saves. Tokens exist only here and in
// the vault, and leave only in request headers.
import { isDeepStrictEqual } from 'node:util'
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { Account, Session } from '../../shared/ipc/launcher.ts'
import { ownerOf } from '../../shared/owner.ts'
import type { Log } from '../log.ts'
import { renamedBy, standsFor } from './identity.ts'
import { createParkedSessions, type CurrentTokens, type Taken } from './parked-sessions.ts'
import { createSavedSession } from './saved-session.ts'
import { type Access, createSessionRefresh } from './session-refresh.ts'
import { type Effect, type Event, next, present, type State } from './session.ts'
import { createSignInAttempts } from './sign-in-attempts.ts'
import type { Granted, SignIn, SignInTarget, Tokens } from './sign-in.ts'
import type { Vault, VaultState } from '../storage/vault.ts'

export type SessionRunner = {
  get: () => Session
  /** The signed-in account, or null. */
  account: () => Account | null
  /** Resolves when the vault has been read. */
  restored: Promise<void>
  /** Workspaces whose sessions wait, the last one first. */
  parked: () => readonly Account[]
  /** Leaves the present session waiting and takes up this one. Resolves when both are on disk. @param owner see `ownerOf` */
  switchTo: (owner: string) => Promise<Reply<Session>>
  /** Leaves the present session waiting, to sign in elsewhere. Resolves when it is on disk. */
  park: () => Promise<Session>
  /** The person has another name. */
  renamed: (name: string) => Promise<Session>
  /**
   * Opens the browser; the outcome arrives as a change. A local workspace is signed in when this resolves, and the session of
   * another workspace waits meanwhile.
   */
  signIn: (target: SignInTarget) => Promise<Reply<Session>>
  /** The authorization URL of the sign-in that waits for the browser, or null. */
  signInAddress: () => string | null
  cancelSignIn: () => Session
  /** Resolves when the tokens are wiped and revocation was tried. */
  signOut: () => Promise<Session>
  /** Returns a valid token, refreshed if necessary. @param rejected a token that the service just answered with 401. */
  access: (rejected?: string) => Promise<Reply<Access>>
  /** The scopes of the current tokens; null if the service did not say. */
  scopes: () => readonly string[] | null
  /** Takes the tokens of a further sign-in of the same person, and revokes the old ones. @returns false for anybody else's */
  replaceTokens: (granted: Granted) => Promise<boolean>
  /** Ends the session, because the service rejected a fresh token. */
  refused: (token: string) => void
  /** The embedded service listens on another port. */
  addressChanged: (base: URL) => void
  /** The vault was replaced by an open one. */
  vaultOpened: () => void
  /** Cancels a pending sign-in. */
  dispose: () => void
  /** Resolves when pending sign-outs and saves are done. A save that failed is retried once. */
  settle: () => Promise<void>
}

const signedOutError = (): AppError => ({ kind: 'signedOut', message: say('main.signInAgain') })

/** Documents that a sign-out keeps for the same account. */
const staysAtSignOut = ['outbox', 'drafts', 'sessions']

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
  /** Address of the embedded service. Waits for it a bounded time. */
  localBase: () => Promise<Reply<URL>>
  now: () => number
  /** Returns an unguessable id. */
  newId: () => string
  log: Log
  onChange: (session: Session) => void
  /** Deletes all cached data of the account. */
  onWipe: () => void
}): SessionRunner => {
  const saved = createSavedSession({ state: vault.state, document: vault.document('session') }, log)
  const parked = createParkedSessions({ document: vault.document('sessions'), saved, log })
  /** The session that a switch takes up. */
  let taking: Taken | null = null
  let vaultState: VaultState = 'open'
  let state: State = { kind: 'starting' }
  let tokens: CurrentTokens | null = null
  let refreshing: Promise<Reply<Access>> | null = null
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
      case 'parkTokens': {
        const left = tokens
        tokens = null
        const account =
          before.kind === 'signedIn' ? before.account : before.kind === 'starting' ? null : before.previous
        if (account?.kind === 'remote') parked.leave(account, left)
        if (account?.kind === 'local' && left !== null)
          clearing = Promise.all([clearing, revoke(account, left)])
        return
      }
      case 'takeTokens':
        tokens = taking?.tokens ?? null
        return
      case 'forgetTokens':
        tokens = null
        clearing = Promise.all([clearing, saved.wipe()])
        return
      case 'closeSignIn':
        attempts.close(effect.attempt)
        return
      case 'wipeCache':
        onWipe()
        return
      case 'dropLateTokens':
        log.info('session.lateAnswerDropped')
        return
    }
  }

  const withKey = (issued: Tokens, refreshKey = newId()): CurrentTokens => ({ ...issued, refreshKey })

  const shown = (): Session => present(state, vaultState)

  const dispatch = (event: Event): void => {
    const before = state
    const shownBefore = shown()
    const step = next(state, event)
    state = step.state
    for (const effect of step.effects) perform(effect, before)
    if (!isDeepStrictEqual(shown(), shownBefore)) onChange(shown())
  }

  const isCurrent = (attempt: string): boolean => state.kind === 'signingIn' && state.attempt === attempt

  const accountOf = (target: SignInTarget, { identity }: Granted): Account => ({
    kind: target.kind,
    workspaceAddress: addressOf(target.base),
    workspaceId: identity.workspaceId,
    workspaceName: identity.workspaceName,
    user: identity.user,
  })

  /** The same person has signed in to that workspace again. */
  const endParked = async (account: Account): Promise<void> => {
    const old = parked.find(ownerOf(account))
    await parked.drop(ownerOf(account))
    if (old === null || old.refreshToken === null) return
    clearing = Promise.all([clearing, signIn.revoke(new URL(account.workspaceAddress), old.refreshToken)])
  }

  /** Leaves the present session waiting. A running refresh would revoke the tokens that it gets for a session that has left. */
  const move = async (taken: Taken | null): Promise<Session> => {
    while (refreshing !== null) await refreshing
    const isThere =
      taken !== null && state.kind === 'signedIn' && ownerOf(state.account) === ownerOf(taken.account)
    if (isThere || state.kind === 'starting') return shown()
    taking = taken
    dispatch(
      taken === null
        ? { type: 'parkAsked' }
        : { type: 'switched', account: taken.account, isLost: taken.tokens === null },
    )
    const remembered = await parked.take(taken)
    if (taken !== null && tokens !== null && tokens === taken.tokens)
      dispatch({ type: 'accountChanged', remembered })
    return shown()
  }

  const accept = async (attempt: string, target: SignInTarget, granted: Granted): Promise<void> => {
    const account = accountOf(target, granted)
    const isWanted = isCurrent(attempt)
    const remembered = isWanted && (await saved.save(account, granted.tokens.refreshToken))
    const isAccepted = isCurrent(attempt)
    if (isAccepted) tokens = withKey(granted.tokens)
    else {
      // Cancelled while it was being saved: remove it again.
      if (isWanted) await saved.wipe()
      // A switch was faster than the cancelled sign-in.
      if (state.kind === 'signedIn' && tokens !== null)
        await saved.save(state.account, tokens.refreshToken, tokens.refreshKey)
      await revoke(account, granted.tokens)
    }
    dispatch({ type: 'signInAccepted', attempt, account, remembered })
    if (isAccepted) await endParked(account)
  }

  const attempts = createSignInAttempts({ signIn, isCurrent, accept, onFailed: dispatch, log })

  const ended = (why: string): Reply<never> => {
    log.warn(why)
    dispatch({ type: 'refreshRefused' })
    return failed(signedOutError())
  }

  const refresh = createSessionRefresh({
    signIn,
    saved,
    settled: parked.settled,
    current: () => tokens,
    baseOf,
    revoke: (account, gone) => {
      const revoked = revoke(account, gone)
      clearing = Promise.all([clearing, revoked])
      return revoked
    },
    accept: (issued, identity, remembered) => {
      tokens = withKey(issued)
      if (state.kind === 'signedIn')
        dispatch({
          type: 'accountChanged',
          account: renamedBy(state.account, identity),
          remembered,
          isProven: true,
        })
    },
    end: ended,
    log,
  })

  const access: SessionRunner['access'] = async (rejected) => {
    if (state.kind !== 'signedIn' || tokens === null) return failed(signedOutError())
    const { account } = state
    const current = tokens
    if (current.accessToken !== rejected && current.expiresAt > now()) {
      const base = await baseOf(account)
      // The address of one workspace never goes with the token of another.
      if (tokens !== current) return access(rejected)
      return base.ok ? succeeded({ baseUrl: base.value, token: current.accessToken }) : base
    }
    if (current.refreshToken === null) return ended('session.expired')
    // One at a time: a second refresh with the same token would end the session.
    refreshing ??= refresh(account, current, current.refreshToken).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  const restore = async (): Promise<void> => {
    vaultState = await vault.state()
    const found = await saved.load()
    await parked.load(found?.account ?? null)
    if (found === null) {
      dispatch({ type: 'nothingKept' })
      return
    }
    const { account, refreshToken, refreshKey } = found
    tokens = withKey({ accessToken: '', expiresAt: 0, refreshToken, scopes: null }, refreshKey)
    dispatch({ type: 'restored', account, remembered: true })
  }

  return {
    get: shown,
    account: () => (state.kind === 'signedIn' ? state.account : null),
    restored: restore(),

    parked: parked.list,

    switchTo: async (owner) => {
      const found = parked.find(owner)
      if (found === null) return failed({ kind: 'notFound', message: say('main.unknownWorkspace') })
      const { account, refreshToken, refreshKey } = found
      const taken = { accessToken: '', expiresAt: 0, refreshToken, scopes: null }
      const tokensOf = refreshToken === null ? null : withKey(taken, refreshKey)
      return succeeded(await move({ account, tokens: tokensOf }))
    },

    park: () => move(null),

    renamed: async (name) => {
      if (state.kind !== 'signedIn') return shown()
      const account = { ...state.account, user: { ...state.account.user, name } }
      dispatch({ type: 'accountChanged', account })
      if (tokens !== null) await saved.save(account, tokens.refreshToken, tokens.refreshKey)
      return shown()
    },

    signIn: async (target) => {
      if (state.kind === 'signedIn' && target.kind === 'local' && state.account.kind !== 'local') {
        const redeemed = await signIn.redeem(target.base, target.issueCode)
        if (!redeemed.ok) return redeemed
        const taken = { account: accountOf(target, redeemed.value), tokens: withKey(redeemed.value.tokens) }
        return succeeded(await move(taken))
      }
      // The workspace whose session has ended stays in the list.
      if (state.kind === 'signedOut' && state.previous?.kind === 'remote' && target.kind === 'local')
        await move(null)
      if (state.kind === 'signedIn')
        return failed({ kind: 'invalidInput', message: say('main.signOutFirst'), fields: [] })
      const attempt = newId()
      dispatch({
        type: 'signInAsked',
        attempt,
        workspaceAddress: addressOf(target.base),
        inBrowser: target.kind === 'remote',
      })
      const giveUp = (): void => dispatch({ type: 'signInFailed', attempt, problem: null })
      const begun = await attempts.begin(attempt, target).catch((error: unknown) => {
        giveUp()
        throw error
      })
      if (begun.ok) return succeeded(shown())
      // The caller shows why.
      giveUp()
      return begun
    },

    signInAddress: () => (state.kind === 'signingIn' ? attempts.address(state.attempt) : null),

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

    access,

    scopes: () => tokens?.scopes ?? null,

    replaceTokens: async (granted) => {
      // Its answer would replace the new tokens.
      while (refreshing !== null) await refreshing
      if (state.kind !== 'signedIn' || tokens === null || !standsFor(state.account, granted.identity))
        return false
      const { account } = state
      const old = tokens
      tokens = withKey(granted.tokens)
      const remembered = await saved.save(account, granted.tokens.refreshToken)
      dispatch({ type: 'accountChanged', remembered })
      await revoke(account, old)
      return true
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
      vaultState = 'open'
      const before = state
      dispatch({ type: 'accountChanged', remembered: tokens !== null && tokens.refreshToken !== null })
      if (state === before) onChange(shown())
    },

    dispose: attempts.dispose,
    settle: () => Promise.all([clearing, parked.settled()]).then(saved.settle),
  }
}

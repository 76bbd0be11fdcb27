// The session as a pure state machine; session-runner.ts performs the effects. Answers carry the id of their attempt, so
// that late ones can be dropped.
import type { Account, Session } from '../../shared/ipc/launcher.ts'
import { ownerOf } from '../../shared/owner.ts'
import type { VaultState } from '../storage/vault.ts'

export type State =
  /** Until the vault has been read. */
  | { kind: 'starting' }
  | {
      kind: 'signedOut'
      reason: 'none' | 'user' | 'expired' | 'revoked'
      previous: Account | null
      /** Why the last sign-in failed, for display. */
      problem: string | null
    }
  | {
      kind: 'signingIn'
      attempt: string
      workspaceAddress: string
      previous: Account | null
      /** The reason of the page that a failure leads back to. */
      reason: 'none' | 'expired' | 'revoked'
      /** False for a local workspace. */
      inBrowser: boolean
    }
  /** `isUnproven` until the service has accepted the tokens of a session that was taken up again. */
  | { kind: 'signedIn'; account: Account; remembered: boolean; isUnproven?: true }

export type Event =
  | { type: 'restored'; account: Account; remembered: boolean }
  | { type: 'nothingKept' }
  | { type: 'signInAsked'; attempt: string; workspaceAddress: string; inBrowser: boolean }
  | { type: 'signInFailed'; attempt: string; problem: string | null }
  | { type: 'signInAccepted'; attempt: string; account: Account; remembered: boolean }
  | { type: 'signInCancelled' }
  /** The refresh token is no longer valid. */
  | { type: 'refreshRefused' }
  | { type: 'signOutAsked' }
  /** Another workspace is wanted: the present session waits. */
  | { type: 'parkAsked' }
  /** A waiting session is taken up, or the local one of new tokens. `isLost`: its tokens are gone, so it needs a sign-in. */
  | { type: 'switched'; account: Account; isLost: boolean }
  /** The workspace address changed, or whether the session is saved. */
  | { type: 'accountChanged'; account?: Account; remembered?: boolean; isProven?: true }

export type Effect =
  | { type: 'forgetTokens' }
  | { type: 'revokeTokens' }
  /** The session that ends here waits in the vault; that of a local workspace is ended, because it needs no sign-in. */
  | { type: 'parkTokens' }
  | { type: 'takeTokens' }
  | { type: 'closeSignIn'; attempt: string }
  /** The cached data belongs to another account. */
  | { type: 'wipeCache' }
  /** The answer belongs to a sign-in that was cancelled. */
  | { type: 'dropLateTokens'; attempt: string }

export type Step = { state: State; effects: readonly Effect[] }

const stay = (state: State): Step => ({ state, effects: [] })
const signedOut = (
  reason: 'none' | 'user' | 'expired' | 'revoked',
  previous: Account | null,
  problem: string | null = null,
): State => ({ kind: 'signedOut', reason, previous, problem })

/** The account that expired before a sign-in, and how. */
const beforeSignIn = (state: State): { previous: Account | null; reason: 'none' | 'expired' | 'revoked' } => {
  if ((state.kind !== 'signedOut' && state.kind !== 'signingIn') || state.previous === null)
    return { previous: null, reason: 'none' }
  return { previous: state.previous, reason: state.reason === 'revoked' ? 'revoked' : 'expired' }
}

/** The session that is left waits, also one that expired: its workspace stays in the list. */
const leaving = (state: State): readonly Effect[] => {
  switch (state.kind) {
    case 'starting':
      return []
    case 'signedIn':
      return [{ type: 'parkTokens' }]
    case 'signingIn':
      return [
        { type: 'closeSignIn', attempt: state.attempt },
        ...(state.previous === null ? [] : [{ type: 'parkTokens' } as const]),
      ]
    case 'signedOut':
      return state.previous === null ? [] : [{ type: 'parkTokens' }]
  }
}

export const next = (state: State, event: Event): Step => {
  switch (event.type) {
    case 'restored':
      return state.kind === 'starting'
        ? stay({ kind: 'signedIn', account: event.account, remembered: event.remembered })
        : stay(state)
    case 'nothingKept':
      return state.kind === 'starting' ? stay(signedOut('none', null)) : stay(state)
    case 'signInAsked':
      return state.kind === 'signedIn' || state.kind === 'starting'
        ? stay(state)
        : {
            state: {
              kind: 'signingIn',
              attempt: event.attempt,
              workspaceAddress: event.workspaceAddress,
              ...beforeSignIn(state),
              inBrowser: event.inBrowser,
            },
            effects: state.kind === 'signingIn' ? [{ type: 'closeSignIn', attempt: state.attempt }] : [],
          }
    case 'signInFailed':
      return state.kind === 'signingIn' && state.attempt === event.attempt
        ? {
            state: signedOut(state.reason, state.previous, event.problem),
            effects: [{ type: 'closeSignIn', attempt: event.attempt }],
          }
        : stay(state)
    case 'signInAccepted': {
      if (state.kind !== 'signingIn' || state.attempt !== event.attempt)
        return { state, effects: [{ type: 'dropLateTokens', attempt: event.attempt }] }
      const { previous } = state
      const { account, remembered } = event
      // Another person, or another workspace.
      const isElse = previous !== null && ownerOf(previous) !== ownerOf(account)
      return {
        state: { kind: 'signedIn', account, remembered },
        effects: isElse ? [{ type: 'wipeCache' }] : [],
      }
    }
    case 'signInCancelled':
      return state.kind === 'signingIn'
        ? {
            state: signedOut(state.reason, state.previous),
            effects: [{ type: 'closeSignIn', attempt: state.attempt }],
          }
        : stay(state)
    case 'refreshRefused':
      return state.kind === 'signedIn'
        ? {
            // Not proven since the switch to it: nothing of it is shown before a sign-in.
            state: signedOut(state.isUnproven ? 'revoked' : 'expired', state.account),
            effects: [{ type: 'forgetTokens' }],
          }
        : stay(state)
    case 'parkAsked':
      return state.kind === 'starting'
        ? stay(state)
        : { state: signedOut('none', null), effects: leaving(state) }
    case 'switched': {
      if (state.kind === 'starting') return stay(state)
      const { account, isLost } = event
      if (state.kind === 'signedIn' && ownerOf(state.account) === ownerOf(account)) return stay(state)
      const effects = leaving(state)
      return isLost
        ? { state: signedOut('revoked', account), effects: [...effects, { type: 'takeTokens' }] }
        : {
            state: { kind: 'signedIn', account, remembered: true, isUnproven: true },
            effects: [...effects, { type: 'takeTokens' }],
          }
    }
    case 'signOutAsked':
      switch (state.kind) {
        case 'signedIn':
          return {
            state: signedOut('user', null),
            effects: [{ type: 'revokeTokens' }, { type: 'forgetTokens' }, { type: 'wipeCache' }],
          }
        case 'signingIn':
          return {
            state: signedOut('user', null),
            effects: [
              { type: 'closeSignIn', attempt: state.attempt },
              { type: 'forgetTokens' },
              { type: 'wipeCache' },
            ],
          }
        case 'signedOut':
          // A session that could not be decrypted may still be on disk.
          return {
            state: signedOut('user', null),
            effects: [{ type: 'forgetTokens' }, { type: 'wipeCache' }],
          }
        case 'starting':
          return stay(state)
      }
      return stay(state)
    case 'accountChanged': {
      if (state.kind !== 'signedIn') return stay(state)
      const { account = state.account, remembered = state.remembered, isProven } = event
      const { isUnproven, ...rest } = state
      if (account === state.account && remembered === state.remembered && !(isProven && isUnproven))
        return stay(state)
      return stay({ ...(isProven ? rest : state), account, remembered })
    }
  }
}

/** The session as the renderer sees it. */
export const present = (state: State, vaultState: VaultState): Session => {
  const vault = vaultState === 'open' ? {} : { vault: vaultState }
  switch (state.kind) {
    case 'starting':
      return { kind: 'signedOut', reason: 'none', previous: null, ...vault }
    case 'signedOut':
      return {
        kind: 'signedOut',
        reason: state.reason,
        previous: state.previous,
        ...(state.problem === null ? {} : { problem: state.problem }),
        ...vault,
      }
    case 'signingIn':
      // Without a browser it takes a moment only, during which the view that asked stays.
      return state.inBrowser
        ? { kind: 'signingIn', workspaceAddress: state.workspaceAddress, ...vault }
        : {
            kind: 'signedOut',
            reason: state.reason,
            previous: state.previous,
            ...vault,
          }
    case 'signedIn':
      return { kind: 'signedIn', account: state.account, remembered: state.remembered, ...vault }
  }
}

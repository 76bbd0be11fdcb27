import { describe, expect, test } from 'vitest'
import type { Account } from '../../shared/ipc/launcher.ts'
import { ada } from '../../shared/fixtures-testing.ts'
import { ownerOf } from '../../shared/owner.ts'
import { type Effect, type Event, next, present, type State } from './session.ts'

const grace: Account = { ...ada, user: { ...ada.user, id: 'usr_2' } }
const elsewhere: Account = { ...ada, workspaceId: 'wsp_2', workspaceName: 'Globex' }
/** From a service that does not name the workspace. */
const unnamed: Account = { ...ada, workspaceId: null }

const starting: State = { kind: 'starting' }
const out = (
  previous: Account | null = null,
  reason: 'none' | 'user' | 'expired' | 'revoked' = 'none',
): State => ({
  kind: 'signedOut',
  reason,
  previous,
  problem: null,
})
const signingIn = (
  attempt: string,
  previous: Account | null = null,
  inBrowser = true,
  reason: 'none' | 'expired' | 'revoked' = previous === null ? 'none' : 'expired',
): State => ({
  kind: 'signingIn',
  attempt,
  workspaceAddress: 'https://acme.example',
  previous,
  reason,
  inBrowser,
})
const signedIn = (account = ada, remembered = true): State => ({ kind: 'signedIn', account, remembered })
/** Taken up again, and not accepted by its service yet. */
const resumed = (account = elsewhere): State => ({
  kind: 'signedIn',
  account,
  remembered: true,
  isUnproven: true,
})

const ask = (attempt: string): Event => ({
  type: 'signInAsked',
  attempt,
  workspaceAddress: 'https://acme.example',
  inBrowser: true,
})
const accepted = (attempt: string, account = ada): Event => ({
  type: 'signInAccepted',
  attempt,
  account,
  remembered: true,
})

const fail: Event = { type: 'signInFailed', attempt: '1', problem: 'No.' }
const failure: State = { kind: 'signedOut', reason: 'none', previous: null, problem: 'No.' }
const cancel: Event = { type: 'signInCancelled' }
const refuse: Event = { type: 'refreshRefused' }
const leave: Event = { type: 'signOutAsked' }
const park: Event = { type: 'parkAsked' }
const switched = (account = elsewhere, isLost = false): Event => ({ type: 'switched', account, isLost })
const proven: Event = { type: 'accountChanged', remembered: true, isProven: true }
const expired = out(ada, 'expired')
const left = out(null, 'user')
const lost = out(elsewhere, 'revoked')
const moved = ['parkTokens', 'takeTokens'] as const
const wiped = ['forgetTokens', 'wipeCache'] as const

const rows: [string, State, Event, State, ...Effect['type'][]][] = [
  ['a kept session is back', starting, { type: 'restored', account: ada, remembered: true }, signedIn()],
  ['nothing was kept', starting, { type: 'nothingKept' }, out()],
  ['a late vault changes nothing', signedIn(), { type: 'nothingKept' }, signedIn()],
  ['a sign-in starts', out(), ask('1'), signingIn('1')],
  ['before the vault is read nobody signs in', starting, ask('1'), starting],
  ['whoever is signed in stays', signedIn(), ask('1'), signedIn()],
  ['a second sign-in replaces the first', signingIn('1'), ask('2'), signingIn('2'), 'closeSignIn'],
  ['a sign-in after an expiry keeps the previous account', expired, ask('1'), signingIn('1', ada)],
  ['it is accepted', signingIn('1'), accepted('1'), signedIn()],
  ['a late answer is dropped', signingIn('2'), accepted('1'), signingIn('2'), 'dropLateTokens'],
  ['an answer after the cancel is dropped', out(), accepted('1'), out(), 'dropLateTokens'],
  ['the same person goes on', signingIn('1', ada), accepted('1'), signedIn()],
  [
    'another person has an empty cache',
    signingIn('1', ada),
    accepted('1', grace),
    signedIn(grace),
    'wipeCache',
  ],
  [
    'the same person in another workspace has an empty cache',
    signingIn('1', ada),
    accepted('1', elsewhere),
    signedIn(elsewhere),
    'wipeCache',
  ],
  ['a failure names its problem', signingIn('1'), fail, failure, 'closeSignIn'],
  ['a late failure is ignored', signingIn('2'), fail, signingIn('2')],
  ['a cancel keeps the previous account', signingIn('1', ada), cancel, expired, 'closeSignIn'],
  ['a refusal ends the session', signedIn(), refuse, expired, 'forgetTokens'],
  ['a refusal of nobody is nothing', out(), refuse, out()],
  ['signing out revokes the tokens and wipes the data', signedIn(), leave, left, 'revokeTokens', ...wiped],
  ['signing out while signing in', signingIn('1', ada), leave, left, 'closeSignIn', ...wiped],
  ['signing out after an expiry wipes too', expired, leave, left, ...wiped],
  ['a switch leaves one session waiting and takes up another', signedIn(), switched(), resumed(), ...moved],
  ['a switch to the present workspace is nothing', signedIn(elsewhere), switched(), signedIn(elsewhere)],
  ['from the sign-in page a session is taken up', out(), switched(), resumed(), 'takeTokens'],
  ['a switch away from an expired session keeps its place', expired, switched(), resumed(), ...moved],
  [
    'a switch ends the sign-in that waits',
    signingIn('1'),
    switched(),
    resumed(),
    'closeSignIn',
    'takeTokens',
  ],
  [
    'a switch ends the sign-in after an expiry, and keeps the place of that session',
    signingIn('1', ada),
    switched(),
    resumed(),
    'closeSignIn',
    ...moved,
  ],
  [
    'a session whose tokens are gone asks for a sign-in',
    signedIn(),
    switched(elsewhere, true),
    lost,
    ...moved,
  ],
  ['a refused session that was taken up asks for a sign-in', resumed(), refuse, lost, 'forgetTokens'],
  ['its sign-in starts', lost, ask('1'), signingIn('1', elsewhere, true, 'revoked')],
  [
    'a cancel leads back to its page, which shows nothing that was seen',
    signingIn('1', elsewhere, true, 'revoked'),
    cancel,
    lost,
    'closeSignIn',
  ],
  ['once its service accepts it, it is like any other', resumed(), proven, signedIn(elsewhere)],
  ['another address proves nothing', resumed(), { type: 'accountChanged', account: grace }, resumed(grace)],
  ['a further refresh changes nothing', signedIn(), proven, signedIn()],
  ['to sign in elsewhere the present session waits', signedIn(), park, out(), 'parkTokens'],
  ['an expired one too', expired, park, out(), 'parkTokens'],
  ['without a session nothing waits', left, park, out()],
  ['before the vault is read nothing moves', starting, switched(), starting],
  ['before the vault is read nothing waits', starting, park, starting],
  [
    'signing out after a switch ends the present session only',
    resumed(),
    leave,
    left,
    'revokeTokens',
    ...wiped,
  ],
  ['the local service moved', signedIn(), { type: 'accountChanged', account: grace }, signedIn(grace)],
]

describe('the session machine', () => {
  test.each(rows)('APP-01 %s', (_name, state, event, expected, ...effects) => {
    const step = next(state, event)
    expect(step.state).toEqual(expected)
    expect(step.effects.map(({ type }) => type)).toEqual(effects)
  })

  test.each([
    ['none', null],
    ['expired', ada],
    ['revoked', ada],
  ] as const)('APP-08 while a local workspace signs in, the view stays (%s)', (reason, previous) => {
    expect(present(signingIn('1', previous, false, reason), 'open')).toEqual({
      kind: 'signedOut',
      reason,
      previous,
    })
  })

  test('APP-01 I5 the page does not see the id of an attempt', () => {
    expect(JSON.stringify(present(signingIn('attempt-1'), 'open'))).not.toContain('attempt-1')
  })

  test('APP-08 the person of a local workspace is the same at another port', () => {
    const local: Account = { ...ada, kind: 'local', workspaceAddress: 'http://127.0.0.1:1' }
    expect(ownerOf(local)).toBe(ownerOf({ ...local, workspaceAddress: 'http://127.0.0.1:2' }))
    expect(ownerOf(local)).not.toBe(ownerOf(ada))
    expect(ownerOf(local)).toBe(ownerOf({ ...local, workspaceId: null }))
  })

  test('APP-01 one person in two workspaces of one service is not one owner of what waits', () => {
    expect(ownerOf(ada)).not.toBe(ownerOf(elsewhere))
    expect(ownerOf(ada)).not.toBe(ownerOf(unnamed))
    // Drafts are looked up by a prefix of their names.
    expect(ownerOf(ada).startsWith(`${ownerOf(unnamed)} `)).toBe(false)
  })
})

import { expect, test } from 'vitest'
import { ada as someone } from '../../shared/fixtures-testing.ts'
import type { Account, Session } from '../../shared/ipc/launcher.ts'
import { createAccountSwitch } from './account-switch.ts'

const remote = (id: string, workspaceAddress = someone.workspaceAddress): Account => ({
  ...someone,
  workspaceAddress,
  user: { ...someone.user, id },
})
const local = (id: string, workspaceAddress: string): Account => ({
  ...remote(id, workspaceAddress),
  kind: 'local',
})
const signedIn = (account: Account): Session => ({ kind: 'signedIn', account, remembered: true })
const signingIn: Session = { kind: 'signingIn', workspaceAddress: 'https://acme.example' }
const expired = (previous: Account): Session => ({ kind: 'signedOut', reason: 'expired', previous })
const left: Session = { kind: 'signedOut', reason: 'user', previous: null }

const [ada, bob] = [remote('ada'), remote('bob')]
const inGlobex: Account = { ...ada, workspaceId: 'wsp_2', workspaceName: 'Globex' }
const elsewhere = remote('ada', 'https://other.example')
const [home, homeLater] = [local('eve', 'http://127.0.0.1:1'), local('eve', 'http://127.0.0.1:2')]

test.each<[what: string, sessions: Session[], dropsAt: number[]]>([
  ['a renewed token', [signedIn(ada), signedIn(ada)], []],
  ['the same account after an expiry', [signedIn(ada), expired(ada), signingIn, signedIn(ada)], []],
  ['another account after an expiry', [signedIn(ada), expired(ada), signingIn, signedIn(bob)], [3]],
  ['another account, if the page started expired', [expired(ada), signingIn, signedIn(bob)], [2]],
  [
    'another account after a failed sign-in',
    [signedIn(ada), expired(ada), signingIn, expired(ada), signingIn, signedIn(bob)],
    [5],
  ],
  ['the same id in another workspace', [expired(ada), signingIn, signedIn(elsewhere)], [2]],
  ['another workspace of the service', [signedIn(ada), expired(ada), signingIn, signedIn(inGlobex)], [3]],
  ['the local workspace at another address', [signedIn(home), signedIn(homeLater)], []],
  ['a sign-out', [signedIn(ada), left], [1]],
])('APP-01 the page drops its data for another account only: %s', (_what, sessions, dropsAt) => {
  const drops = sessions.map(createAccountSwitch())
  expect(drops.flatMap((isDropped, at) => (isDropped ? [at] : []))).toEqual(dropsAt)
})

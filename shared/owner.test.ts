import { expect, test } from 'vitest'
import type { Account, Session } from './ipc/launcher.ts'
import { ownerOf, readerOf } from './owner.ts'

const ada: Account = {
  kind: 'remote',
  workspaceAddress: 'https://acme.example',
  workspaceId: 'wsp_1',
  workspaceName: 'Acme',
  user: { id: 'ada', name: 'Ada', email: 'ada@acme.example' },
}

test.each<[what: string, session: Session, reads: boolean]>([
  ['signed in', { kind: 'signedIn', account: ada, remembered: true }, true],
  ['whose session has expired', { kind: 'signedOut', reason: 'expired', previous: ada }, true],
  ['who signed out', { kind: 'signedOut', reason: 'user', previous: ada }, false],
  ['who is signing in', { kind: 'signingIn', workspaceAddress: 'https://acme.example' }, false],
])('APP-01 whether a person %s may read the cached data', (_what, session, reads) => {
  expect(readerOf(session)).toBe(reads ? ownerOf(ada) : null)
})

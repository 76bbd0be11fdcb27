import { expect, test } from 'vitest'
import { ada } from './fixtures-testing.ts'
import type { Session } from './ipc/launcher.ts'
import { ownerOf, readerOf } from './owner.ts'

test.each<[what: string, session: Session, reads: boolean]>([
  ['signed in', { kind: 'signedIn', account: ada, remembered: true }, true],
  ['whose session has expired', { kind: 'signedOut', reason: 'expired', previous: ada }, true],
  ['who signed out', { kind: 'signedOut', reason: 'user', previous: ada }, false],
  ['who is signing in', { kind: 'signingIn', workspaceAddress: 'https://acme.example' }, false],
])('APP-01 whether a person %s may read the cached data', (_what, session, reads) => {
  expect(readerOf(session)).toBe(reads ? ownerOf(ada) : null)
})

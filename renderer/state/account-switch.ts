// Detects a change of account. After an expired session the same account keeps its cached data and drafts; any other
// account must not see them.
import type { Account, Session } from '../../shared/ipc/launcher.ts'
import { ownerOf } from '../../shared/owner.ts'

/** @returns a function that takes each session in order and says whether the page must drop its data first */
export function createAccountSwitch(): (session: Session) => boolean {
  let last: Account | null = null
  return (session) => {
    switch (session.kind) {
      case 'signingIn':
        return false
      case 'signedOut':
        last = session.previous ?? last
        return session.reason !== 'expired'
      case 'signedIn': {
        const before = last
        last = session.account
        return before !== null && ownerOf(before) !== ownerOf(last)
      }
    }
  }
}

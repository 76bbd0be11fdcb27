// Whether the page passes from one person to another, or to another workspace. After an expiry the same one is expected
// back, and finds what was seen and typed; anybody else finds nothing of it.
import type { Account, Session } from '../../shared/ipc/launcher.ts'
import { ownerOf } from '../../shared/owner.ts'

/** @returns says of each session, in their order, whether what is on the page has to be forgotten before it is shown */
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

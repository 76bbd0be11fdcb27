// Whether the page passes from one person to another. After an expiry the same one is expected back, and finds what was
// seen and typed; anybody else finds nothing of it.
import type { Session } from '../shared/launcher.ts'
import { ownerOf } from '../shared/owner.ts'

/** @returns says of each session, in their order, whether what is on the page has to be forgotten before it is shown */
export function createHandover(): (session: Session) => boolean {
  let last: string | null = null
  return (session) => {
    switch (session.kind) {
      case 'signingIn':
        return false
      case 'signedOut':
        last = session.previous === null ? last : ownerOf(session.previous)
        return session.reason !== 'expired'
      case 'signedIn': {
        const before = last
        last = ownerOf(session.account)
        return before !== null && before !== last
      }
    }
  }
}

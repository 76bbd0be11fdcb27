// Whether the page passes from one person to another. After an expiry the same one is expected back, and finds what was
// seen and typed; anybody else finds nothing of it.
import type { Account, Session } from '../shared/launcher.ts'

/** This computer's own workspace answers at another address after each start. */
const personOf = ({ kind, workspaceAddress, user }: Account): string =>
  kind === 'local' ? `local ${user.id}` : `${workspaceAddress} ${user.id}`

/** @returns says of each session, in their order, whether what is on the page has to be forgotten before it is shown */
export function createHandover(): (session: Session) => boolean {
  let last: string | null = null
  return (session) => {
    switch (session.kind) {
      case 'signingIn':
        return false
      case 'signedOut':
        last = session.previous === null ? last : personOf(session.previous)
        return session.reason !== 'expired'
      case 'signedIn': {
        const before = last
        last = personOf(session.account)
        return before !== null && before !== last
      }
    }
  }
}

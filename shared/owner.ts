import type { Account, Session } from './ipc/launcher.ts'

/** Identifies the person of an account in a workspace. The address of a local workspace is ignored, because it changes. */
export const ownerOf = ({ kind, workspaceAddress, workspaceId, user }: Account): string => {
  if (kind === 'local') return `local ${user.id}`
  return [workspaceAddress, ...(workspaceId === null ? [] : [workspaceId]), user.id].join(' ')
}

/** The person who may read the cached data: signed in, or with an expired session. */
export const readerOf = (session: Session): string | null => {
  if (session.kind === 'signedIn') return ownerOf(session.account)
  const isExpired = session.kind === 'signedOut' && session.reason === 'expired'
  return isExpired && session.previous !== null ? ownerOf(session.previous) : null
}

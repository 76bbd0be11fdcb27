import type { Account, Session } from './ipc/launcher.ts'

/** The person of an account in its workspace, whatever address this computer's own workspace answers at now. */
export const ownerOf = ({ kind, workspaceAddress, workspaceId, user }: Account): string => {
  if (kind === 'local') return `local ${user.id}`
  return [workspaceAddress, ...(workspaceId === null ? [] : [workspaceId]), user.id].join(' ')
}

/** The person who may read what is kept here: signed in, or with a session that has expired. */
export const readerOf = (session: Session): string | null => {
  if (session.kind === 'signedIn') return ownerOf(session.account)
  const isExpired = session.kind === 'signedOut' && session.reason === 'expired'
  return isExpired && session.previous !== null ? ownerOf(session.previous) : null
}

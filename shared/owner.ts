import type { Account } from './ipc/launcher.ts'

/** The person of an account in its workspace, whatever address this computer's own workspace answers at now. */
export const ownerOf = ({ kind, workspaceAddress, workspaceId, user }: Account): string => {
  if (kind === 'local') return `local ${user.id}`
  return [workspaceAddress, ...(workspaceId === null ? [] : [workspaceId]), user.id].join(' ')
}

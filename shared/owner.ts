import type { Account } from './ipc/launcher.ts'

/** The person of an account in its workspace, whatever address this computer's own workspace answers at now. */
export const ownerOf = ({ kind, workspaceAddress, workspaceId, user }: Account): string => {
  if (kind === 'local') return `local ${user.id}`
  return [workspaceAddress, ...(workspaceId === null ? [] : [workspaceId]), user.id].join(' ')
}

/** What 0.1.0, which kept no workspace, called the owner of what waits here; null where it used the same name. */
export const formerOwnerOf = (account: Account): string | null => {
  const former = ownerOf({ ...account, workspaceId: null })
  return former === ownerOf(account) ? null : former
}

/** Whether what belongs to one account is the other's too. Of a session that 0.1.0 kept, only the name of its workspace is known. */
export const isSameOwner = (before: Account, after: Account): boolean =>
  ownerOf(before) === ownerOf(after) ||
  (ownerOf(before) === formerOwnerOf(after) &&
    before.workspaceName !== null &&
    before.workspaceName === after.workspaceName)

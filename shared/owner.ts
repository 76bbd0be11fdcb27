import type { Account } from './launcher.ts'

/** The person of an account, whatever address this computer's own workspace answers at now. */
export const ownerOf = ({ kind, workspaceAddress, user }: Account): string =>
  kind === 'local' ? `local ${user.id}` : `${workspaceAddress} ${user.id}`

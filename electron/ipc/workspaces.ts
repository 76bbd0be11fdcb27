// The workspaces that this launcher knows, and the way from one to another.
import { type Reply, succeeded } from '../../shared/errors.ts'
import type { Account, KnownWorkspace, Session } from '../../shared/ipc/launcher.ts'
import { ownerOf } from '../../shared/owner.ts'

const localKey = 'local'
const isLocalOwner = (owner: string): boolean => owner.startsWith(`${localKey} `)

export type Workspaces = {
  /** The local one first, then the present one, then those whose sessions wait. */
  list: () => { present: string | null; workspaces: KnownWorkspace[] }
  /** Takes up a workspace of the list. The present session waits. */
  switchTo: (key: string) => Promise<Reply<Session>>
  /** The present session waits, to sign in elsewhere. */
  leave: () => Promise<Reply<Session>>
}

export const createWorkspaces = ({
  session,
  hasLocal,
  openLocal,
  waiting,
  flush,
}: {
  session: {
    account: () => Account | null
    parked: () => readonly Account[]
    switchTo: (owner: string) => Promise<Reply<Session>>
    park: () => Promise<Session>
  }
  hasLocal: () => boolean
  openLocal: () => Promise<Reply<Session>>
  /** How many writes of these people are not saved yet. */
  waiting: (isOwner: (owner: string) => boolean) => number
  /** Writes what is cached of the present workspace. */
  flush: () => Promise<void>
}): Workspaces => {
  const remote = (account: Account): KnownWorkspace => ({
    key: ownerOf(account),
    kind: 'remote',
    name: account.workspaceName,
    address: account.workspaceAddress,
    person: account.user.name,
    waiting: waiting((owner) => owner === ownerOf(account)),
  })

  return {
    list: () => {
      const present = session.account()
      const local: KnownWorkspace[] = hasLocal()
        ? [
            {
              key: localKey,
              kind: 'local',
              name: present?.kind === 'local' ? present.workspaceName : null,
              address: '',
              person: present?.kind === 'local' ? present.user.name : null,
              waiting: waiting(isLocalOwner),
            },
          ]
        : []
      const others = present?.kind === 'remote' ? [present, ...session.parked()] : session.parked()
      return {
        present: present === null ? null : present.kind === 'local' ? localKey : ownerOf(present),
        workspaces: [...local, ...others.map(remote)],
      }
    },

    switchTo: async (key) => {
      await flush()
      return key === localKey ? openLocal() : session.switchTo(key)
    },

    leave: async () => {
      await flush()
      return succeeded(await session.park())
    },
  }
}

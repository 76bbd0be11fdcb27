// On PostgreSQL the writers of one workspace take turns, as all writers do on SQLite: whoever touches a workspace first
// locks its row until the commit. Everything that is read after that is as it will be at the commit, so code that reads
// and then writes needs to know nothing of other processes. Writers of different workspaces do not meet, except in
// statements that are whole in themselves (docs/scaling.md).
import { calling } from './calling.ts'
import type { Tx } from '../store.ts'

/** Resources whose questions name no workspace. Each of their changes is one statement that is whole in itself. */
const shared = new Set<string>(['workspaces', 'people', 'oauth'] satisfies (keyof Tx)[])

/** A transaction's view in which every question that names a workspace waits for `lock` first. */
export function takingTurns(tx: Tx, lock: (workspaceId: string) => Promise<void>): Tx {
  const waiting = async (run: () => unknown, _path: string, [workspaceId]: readonly unknown[]) => {
    if (typeof workspaceId === 'string') await lock(workspaceId)
    return run()
  }
  return calling(tx, waiting, shared)
}

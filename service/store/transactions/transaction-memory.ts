// What write transactions ask again and again, asked once in each: who wants events. Nobody else changes that while one
// runs, because it holds the workspace (workspace-turns.ts), or all of SQLite.
import { calling } from './calling.ts'
import type { Tx } from '../store.ts'

/** Of so many workspaces it is remembered whether their last transaction asked. */
const rememberedWorkspaces = 1_000

/** The endpoints that want events. */
export type Endpoints = Awaited<ReturnType<Tx['events']['enabled']>>

/** Resources that change no webhook. A call of any other one makes the next question be asked anew. */
const harmless = new Set<string>([
  'objects',
  'definitions',
  'records',
  'recordFields',
  'comments',
  'tasks',
  'members',
  'search',
  'events',
  'idempotency',
] satisfies (keyof Tx)[])

/**
 * A transaction's view with a memory, which whoever begins or undoes something has to `forget`.
 * @returns `anticipate` asks right behind the lock what will be asked anyway: if the last transaction of the workspace asked.
 * Where that one did not, it asks nothing
 */
export function remembering(tx: Tx): {
  tx: Tx
  forget: () => void
  anticipate: (workspaceId: string) => Promise<Endpoints | undefined>
} {
  const answers = new Map<string, Promise<Endpoints>>()
  const wantedBy = new Set<string>()
  const forget = () => answers.clear()

  const enabled: Tx['events']['enabled'] = (workspaceId) => {
    const answer = answers.get(workspaceId) ?? tx.events.enabled(workspaceId)
    answers.set(workspaceId, answer)
    return answer
  }
  const forgetting = (run: () => unknown) => {
    forget()
    return run()
  }
  const view = calling(tx, forgetting, harmless)
  const wanted: Tx['events']['enabled'] = (workspaceId) => {
    if (wantedBy.size >= rememberedWorkspaces) wantedBy.clear()
    wantedBy.add(workspaceId)
    return enabled(workspaceId)
  }
  return {
    tx: { ...view, events: { ...view.events, enabled: wanted } },
    forget,
    anticipate: async (workspaceId) => (wantedBy.delete(workspaceId) ? enabled(workspaceId) : undefined),
  }
}

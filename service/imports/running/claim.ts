// Claims an import for this process, and keeps it claimed while its work runs. A lease keeps two processes from running one import,
// and lets another go on where one has ended (IMP-04).
import { randomUUID } from 'node:crypto'
import { reason, type KnownReason } from '../../../shared/api/import-reasons.ts'
import { mayGrant } from '../../access/principal.ts'
import { findMembership } from '../../access/members.store.ts'
import type { Actor } from '../../base/caller.rules.ts'
import type { Store, Tx } from '../../db/store.ts'
import type { TaskAuthor } from '../../tasks/task-write.ts'
import { isPassing, problemOf, releaseImport } from './end.ts'
import { activeImports, getImport, renewImport, updateImport } from '../imports.store.ts'
import type { ImportState, StoredImport } from '../stored-import.ts'
import { ImportStopped } from './write-records.ts'

/** After this time without a sign of the process that runs an import, another may go on with it. */
export const leaseMilliseconds = 30_000
const renewMilliseconds = 5_000

/** A claimed import and its holder. */
export type Claimed = { held: StoredImport; holder: string }

export type RunDeps = {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  /** Called after each batch with the number of rows that are done. */
  onProgress?: ((rows: number, total: number) => void) | undefined
  /** Whether to stop after the batch. */
  isStopping?: (() => boolean) | undefined
  /** Whether no service has the database open. */
  isAlone?: (() => boolean) | undefined
}

/** The next import of a workspace, if none of its imports is being run. @param only that one */
export async function claimImport(
  store: Store,
  workspaceId: string,
  at: number,
  only?: string,
): Promise<Claimed | undefined> {
  const holder = randomUUID()
  const held = await store.write(async (tx) => {
    const active = await activeImports(tx, workspaceId)
    const [next] = active
    if (!next || active.some(({ leasedUntil }) => leasedUntil > at)) return undefined
    if (only !== undefined && next.id !== only) return undefined
    return updateImport(tx, next, { leasedBy: holder, leasedUntil: at + leaseMilliseconds })
  }, workspaceId)
  return held && { held, holder }
}

/** The import, if this process still runs it and nobody has cancelled it. */
export async function stillHeld(
  tx: Tx,
  { held, holder }: Claimed,
  state: ImportState,
): Promise<StoredImport | undefined> {
  const current = await getImport(tx, held)
  return current?.leasedBy === holder && current.state === state ? current : undefined
}

/** An import writes as the person who began it. */
export const importActor = ({ id, personId }: Pick<StoredImport, 'id' | 'personId'>): Actor => ({
  type: 'user',
  id: personId,
  through: { type: 'import', id },
})

/** The member's role, if it allows what is written. Read in each transaction, because it can change at any time. */
export async function roleOf(
  tx: Tx,
  { workspaceId, personId, object }: Pick<StoredImport, 'workspaceId' | 'personId' | 'object'>,
): Promise<TaskAuthor['role']> {
  const membership = await findMembership(tx, workspaceId, personId)
  if (!membership) throw new ImportStopped(reason('not_a_member'))
  const { role, memberLimit, activeMembers } = membership
  if (memberLimit !== null && activeMembers > memberLimit) throw new ImportStopped(reason('locked'))
  if (object !== 'tasks' && !mayGrant(role, 'records:write'))
    throw new ImportStopped(reason('records_of_owners'))
  return role
}

/**
 * Runs work on an import that this process has claimed: keeps it claimed meanwhile, and notes its failure.
 * @returns the import afterwards, and what failed
 */
export async function whileHeld(
  { store, now }: RunDeps,
  { held, holder }: Claimed,
  work: () => Promise<void>,
): Promise<{ ended: StoredImport | undefined; error?: unknown }> {
  const { workspaceId } = held
  const renew = setInterval(() => {
    const until = now() + leaseMilliseconds
    store.write((tx) => renewImport(tx, held, holder, until), workspaceId).catch(() => {})
  }, renewMilliseconds).unref()
  const release = (problem: KnownReason | null) =>
    store.write((tx) => releaseImport(tx, held, holder, { problem, at: now() }), workspaceId)
  try {
    await work()
    return { ended: await release(null) }
  } catch (error) {
    // A full disk refuses this as well: the import is tried again when its time has run out.
    const ended = await release(isPassing(error) ? null : problemOf(error)).catch(() => undefined)
    return { ended, error }
  } finally {
    clearInterval(renew)
  }
}

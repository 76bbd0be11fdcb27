// The end of an import: how it is stored, and what its person is told.
import { englishOf, reason, type KnownReason } from '../../../shared/api/import-reasons.ts'
import { isStoreError, type StoreErrorCode } from '../../base/store-error.ts'
import type { Tx } from '../../db/store.ts'
import { notify } from '../../notifications/notify.ts'
import { deleteImportFile, faultsOfImport, getImport, updateImport } from '../imports.store.ts'
import type { ImportKey, KeptFaults, StoredImport } from '../stored-import.ts'
import { ImportStopped } from './write-records.ts'

const faultsKept = 1_000

async function firstFaults(tx: Tx, key: ImportKey): Promise<KeptFaults> {
  const faults = await faultsOfImport(tx, key)
  return { first: faults.slice(0, faultsKept), count: faults.length }
}

/** Notifies the person of the end of an import (NOT-01). One who cancels it knows. */
const notifyOf = (
  tx: Tx,
  { workspaceId, personId, id, name: subject, counts, problem }: StoredImport,
  at: number,
): Promise<void> => {
  const { created, updated, unchanged, leftOut } = counts
  const parts = [
    `${created} created`,
    ...(updated > 0 ? [`${updated} changed`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
  ]
  const outcome =
    problem === null ? { change: null, body: parts.join(', ') } : { change: 'failed' as const, body: problem }
  const about = {
    kind: 'import_done',
    personIds: [personId],
    target: { kind: 'import', id },
    subject,
  } as const
  return notify(tx, workspaceId, { actorId: null, notices: [{ ...about, ...outcome }], at })
}

/** Ends an import: its file goes, and its first faults are kept beside it. */
export async function endImport(
  tx: Tx,
  key: ImportKey,
  state: 'done' | 'cancelled',
  at: number,
): Promise<StoredImport | undefined> {
  await deleteImportFile(tx, key)
  const ended = await updateImport(tx, key, {
    state,
    problem: null,
    endedAt: at,
    leasedBy: null,
    leasedUntil: 0,
    faults: await firstFaults(tx, key),
  })
  if (ended && state === 'done') await notifyOf(tx, ended, at)
  return ended
}

/** Lets go of an import, and notes why it failed. @param end.problem null where it did not */
export async function releaseImport(
  tx: Tx,
  key: ImportKey,
  holder: string,
  { problem, at }: { problem: KnownReason | null; at: number },
): Promise<StoredImport | undefined> {
  const current = await getImport(tx, key)
  if (current?.leasedBy !== holder) return current
  const failure =
    problem === null
      ? {}
      : ({
          state: 'failed',
          problem: englishOf(problem),
          faults: { ...(await firstFaults(tx, key)), problem },
        } as const)
  const released = await updateImport(tx, key, { ...failure, leasedBy: null, leasedUntil: 0 })
  if (released && problem !== null && released.goal === 'import') await notifyOf(tx, released, at)
  return released
}

/** Failures that pass by themselves: the import stays as it is, and is gone on with. */
const passing: ReadonlySet<StoreErrorCode> = new Set([
  'database_locked',
  'database_busy',
  'database_timeout',
  'database_unreachable',
])
export const isPassing = (error: unknown): boolean => isStoreError(error) && passing.has(error.storeCode)

/** Why an import failed, for the person. */
export const problemOf = (error: unknown): KnownReason => {
  if (error instanceof ImportStopped) return error.reason
  return isStoreError(error) ? reason('database', { message: error.message }) : reason('service')
}

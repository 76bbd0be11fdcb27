// Runs an import in the process that was asked for it: `svc import`. A service on the same database leaves it alone meanwhile, and
// goes on with it where the process ends before its time (IMP-02, IMP-04).
import { randomUUID } from 'node:crypto'
import type { ImportChoices } from '../../../shared/api/launcher/imports.ts'
import type { Store, Tx } from '../../db/store.ts'
import { done, operatorError } from '../../base/operator-error.ts'
import { newImport, undoUntil } from '../import-write.ts'
import {
  fileOfImport,
  activeImports,
  importsOfPerson,
  updateImport,
  insertImport,
  faultsOfImport,
  getImport,
  packed,
} from '../imports.store.ts'
import type { StoredImport } from '../stored-import.ts'
import type { ImportFault, Plan } from '../reading/plan.ts'
import { leaseMilliseconds, roleOf, type Claimed, type RunDeps } from './claim.ts'
import { endImport } from './end.ts'
import { runImport } from './run.ts'
import { planOf, sourceOf } from './source.ts'
import { readTarget } from '../target.ts'
import { undoImport } from './undo.ts'
import { ImportStopped } from './write-records.ts'

type Options = Pick<RunDeps, 'onProgress'> & {
  /** Epoch milliseconds. */
  now?: () => number
}

/** The file, what it becomes, and what was decided. */
export type FileToImport = {
  name: string
  bytes: Uint8Array
  plan: Plan
  choices: ImportChoices
  zone: string
}

export type ImportAnswer = {
  id: string
  object: string
  rows: number
  created: number
  updated: number
  /** Found by their key, and the same already. */
  unchanged: number
  leftOut: number
  /** Tasks whose date comes again, which they keep in words. */
  repeating?: number
  /** Records that rows name and that did not exist, by the slug of their object. */
  alsoCreated: Readonly<Record<string, number>>
  /** In the order of the lines. */
  faults: readonly ImportFault[]
}

const asOperatorError = (error: unknown): unknown =>
  error instanceof ImportStopped ? operatorError('forbidden', error.message) : error

/** Whether an import that has not ended is one of this file with the same choices. */
async function isOfFile(
  tx: Tx,
  one: StoredImport,
  { name, bytes, choices, zone }: FileToImport,
): Promise<boolean> {
  const isOpen = one.goal === 'import' && (one.state === 'running' || one.state === 'failed')
  if (!isOpen || one.name !== name || one.zone !== zone) return false
  if (JSON.stringify(one.choices) !== JSON.stringify(choices)) return false
  return (await fileOfImport(tx, one))?.equals(bytes) === true
}

/**
 * @param own what the person imports, which may be in its own way for a while after its process was killed
 * @throws OperatorError `conflict` while another import of the workspace runs, or is to go on
 */
async function refuseOthers(
  tx: Tx,
  workspaceId: string,
  id: string,
  own?: { personId: string; file: FileToImport },
): Promise<void> {
  const other = (await activeImports(tx, workspaceId)).find((one) => one.id !== id)
  if (!other) return
  const { name, id: otherId } = other
  if (own && other.personId === own.personId && (await isOfFile(tx, other, own.file)))
    throw operatorError(
      'conflict',
      `This file is being imported already (${otherId}). If that was interrupted, repeat the command in half a minute: it goes on where it stopped.`,
    )
  throw operatorError(
    'conflict',
    `Another import of this workspace is not over: ${name} (${otherId}). A running service goes on with it. Wait for it, or undo it: svc import undo ${otherId}.`,
  )
}

/** The same file with the same choices, whose import was interrupted: it is gone on with. */
async function interrupted(
  tx: Tx,
  { workspaceId, personId }: Owner,
  file: FileToImport,
  at: number,
): Promise<StoredImport | undefined> {
  for (const one of await importsOfPerson(tx, workspaceId, personId, 0))
    if (one.leasedUntil <= at && (await isOfFile(tx, one, file))) return one
  return undefined
}

/** The member who imports. */
export type Owner = { workspaceId: string; personId: string }

/**
 * Imports a file. A row that the service refuses is left out and listed.
 * @throws OperatorError `forbidden`, `conflict`; StoreError. Rows of earlier batches stay
 */
export async function importHere(
  store: Store,
  owner: Owner,
  file: FileToImport,
  { onProgress, now = Date.now }: Options = {},
): Promise<ImportAnswer> {
  const { workspaceId } = owner
  const { name, bytes, zone, plan, choices } = file
  const parts = await packed(bytes)
  const holder = randomUUID()
  const begin = async (tx: Tx): Promise<StoredImport | undefined> => {
    await roleOf(tx, { ...owner, object: plan.into })
    const at = now()
    const lease = { leasedBy: holder, leasedUntil: at + leaseMilliseconds }
    const started = { state: 'running', problem: null, faults: null, ...lease } as const
    const before = await interrupted(tx, owner, file, at)
    await refuseOthers(tx, workspaceId, before?.id ?? '', { personId: owner.personId, file })
    if (before) return updateImport(tx, before, started)
    const { into: object, stored, repeating = 0 } = plan
    const made = { ...newImport(owner, { name, zone, at }), choices, object, repeating, startedAt: at }
    const added = { ...made, ...started, total: stored }
    await insertImport(tx, added, parts)
    return added
  }
  const held = await store.write(begin, workspaceId).catch((error: unknown) => {
    throw asOperatorError(error)
  })
  if (!held) throw operatorError('conflict', 'The import was dropped.')
  let isFirst = true
  const planned = async () => {
    const target = await store.read((tx) => readTarget(tx, workspaceId))
    const made = isFirst ? done(plan) : planOf({ bytes, target, choices, zone }, 'run')
    isFirst = false
    return made.ok ? done(sourceOf({ importId: held.id, bytes, target }, made.value)) : made
  }
  const isAlone = () => store.isServed?.() === false
  const { ended, error } = await runImport({ store, now, onProgress, isAlone }, { held, holder }, planned)
  if (error !== undefined) throw asOperatorError(error)
  if (ended?.state !== 'done') throw operatorError('conflict', 'The import was cancelled.')
  const { counts, repeating } = ended
  return {
    id: ended.id,
    object: ended.object,
    rows: plan.rows,
    created: counts.created,
    updated: counts.updated,
    unchanged: counts.unchanged,
    leftOut: counts.leftOut,
    ...(repeating > 0 && { repeating }),
    alsoCreated: counts.alsoCreated,
    faults: await store.read((tx) => faultsOfImport(tx, ended)),
  }
}

/**
 * Takes an import back.
 * @throws OperatorError `not_found`, `conflict`, `forbidden`; StoreError
 */
export async function undoHere(
  store: Store,
  workspaceId: string,
  id: string,
  { onProgress, now = Date.now }: Options = {},
): Promise<{ id: string; undone: number; spared: number }> {
  const holder = randomUUID()
  const claimed = await store.write(async (tx): Promise<Claimed> => {
    const at = now()
    const held = await getImport(tx, { workspaceId, id })
    if (!held || held.state === 'looked')
      throw operatorError('not_found', `The workspace has no import ${id}. Imports are kept for 7 days.`)
    if (held.leasedUntil > at)
      throw operatorError('conflict', 'The import is running. Cancel it, or wait until it ends.')
    await refuseOthers(tx, workspaceId, id)
    if (undoUntil(held) < at)
      throw operatorError('conflict', 'An import can be undone for 7 days, and they are over.')
    if (held.goal === 'import' && (held.state === 'running' || held.state === 'failed'))
      await endImport(tx, held, 'cancelled', at)
    if (held.state === 'undone') return { held, holder }
    const changed = await updateImport(tx, held, {
      state: 'undoing',
      goal: 'undo',
      problem: null,
      leasedBy: holder,
      leasedUntil: at + leaseMilliseconds,
    })
    return { held: changed ?? held, holder }
  }, workspaceId)
  const { ended, error } = await undoImport({ store, now, onProgress }, claimed)
  if (error !== undefined) throw asOperatorError(error)
  const { undone, spared } = ended ?? claimed.held
  return { id, undone, spared }
}

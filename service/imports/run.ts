// Runs imports: a batch in each transaction, together with what it wrote and how far the import is, so that a process that ends
// in the middle leaves nothing that is written twice (IMP-03, IMP-04).
import { randomUUID } from 'node:crypto'
import { englishOf, reason, type KnownReason } from '../../shared/api/import-reasons.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Actor } from '../base/caller.rules.ts'
import { isStoreError, type StoreErrorCode } from '../base/store-error.ts'
import type { Outcome } from '../base/operator-error.ts'
import { notify, type Notice } from '../notifications/notify.ts'
import { firstDue } from '../tasks/recurrence.ts'
import { createTask, type TaskAuthor } from '../tasks/task-write.ts'
import { mayGrant } from '../access/principal.ts'
import type {
  ImportCounts,
  ImportKey,
  ImportState,
  KeptFaults,
  LeftOutRow,
  StoredImport,
} from './stored-import.ts'
import type { Placed, PlanSource } from './source.ts'
import type { Draft, ImportFault, TaskDraft } from './reading/plan.ts'
import { prepareTarget } from './prepare.ts'
import {
  ImportStopped,
  leaveOut,
  nothingWritten,
  refusedRow,
  writeRecords,
  type Written,
} from './write-records.ts'
import {
  activeImports,
  updateImport,
  getImport,
  faultsOfImport,
  deleteImportFile,
  insertImportBatch,
  renewImport,
} from './imports.store.ts'
import { findMembership } from '../access/members.store.ts'
import { tasksAmong } from '../tasks/tasks.store.ts'

/** How long a batch should keep other writers waiting, in milliseconds. The next batch has as many rows as that takes. */
const batchTime = 200
const giveWayAfter = 400
const fewestRows = 100
const mostRows = 500
/** The same where only commands write, which wait for longer. SQLite writes a page once a transaction, however many rows go there. */
const batchTimeAlone = 1_500
const mostRowsAlone = 5_000
/** Left-out rows in one transaction. */
const keptAtOnce = 2_000
/** After this time without a sign of the process that runs an import, another may go on with it. */
export const leaseMilliseconds = 30_000
const renewMilliseconds = 5_000
const faultsKept = 1_000

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

const isRecord = <T extends Draft>(draft: T): draft is T & { is: 'record' } => draft.is === 'record'
const isTask = (placed: Placed): placed is Placed<TaskDraft> => placed.draft.is === 'task'

/** Writers of other processes get their turn now and then. Those of this process queue for each transaction anyway. */
export function givingWay(store: Store): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < giveWayAfter) return
    await store.giveWay?.()
    last = performance.now()
  }
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

async function writeTasks(
  tx: Tx,
  author: Omit<TaskAuthor, 'at'>,
  batch: readonly Placed<TaskDraft>[],
  { now, zone }: { now: () => number; zone: string },
): Promise<Written> {
  const written = nothingWritten()
  const above = batch.flatMap(({ parentId }) => parentId ?? [])
  // A parent that was refused is not there.
  const stored = new Set((await tasksAmong(tx, author.workspaceId, [...new Set(above)])).map(({ id }) => id))
  const notices: Notice[] = []
  for (const { draft, id, parentId } of batch) {
    const { title, description, priority, sectionId, status, recurrence, first } = draft
    const dueDate =
      recurrence && first
        ? await firstDue(recurrence.rule, first.time, now(), first.zone ?? zone)
        : draft.dueDate
    const isInOrder = dueDate === null || draft.startDate === null || draft.startDate <= dueDate
    const input = {
      title,
      description,
      startDate: isInOrder ? draft.startDate : null,
      dueDate,
      priority,
      assignees: draft.isImporters ? [author.personId] : draft.assignees,
      sectionId,
      recurrence,
      parentId: parentId !== null && stored.has(parentId) ? parentId : null,
      linkedRecordIds: [],
      ...(status !== null && { status }),
    }
    const outcome = await createTask(tx, { ...author, at: now(), notices }, id, input)
    if (outcome.ok) {
      written.counts.created += 1
      written.items.push({ kind: 'task', id, version: outcome.task.version })
      stored.add(id)
    } else leaveOut(written, draft.line, title, refusedRow(outcome.message))
  }
  await notify(tx, author.workspaceId, { actorId: author.personId, notices, at: now() })
  return written
}

const summed = (a: ImportCounts, b: ImportCounts): ImportCounts => {
  const alsoCreated = { ...a.alsoCreated }
  for (const [slug, count] of Object.entries(b.alsoCreated))
    alsoCreated[slug] = (alsoCreated[slug] ?? 0) + count
  return {
    created: a.created + b.created,
    updated: a.updated + b.updated,
    unchanged: a.unchanged + b.unchanged,
    leftOut: a.leftOut + b.leftOut,
    alsoCreated,
  }
}

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

/** Stores what the plan leaves out, before its first row is written. */
async function keepLeftOut(deps: RunDeps, claimed: Claimed, source: PlanSource): Promise<boolean> {
  const { store } = deps
  const { workspaceId } = claimed.held
  const { head } = source
  const leftOut = claimed.held.place === null ? source.leftOut() : []
  const chunks = Math.max(1, Math.ceil(Math.max(leftOut.length, head.faults.length) / keptAtOnce))
  const done = source.before(claimed.held.place)
  for (let batch = 0; batch < chunks; batch += 1) {
    const part = <T>(all: readonly T[]) => all.slice(batch * keptAtOnce, (batch + 1) * keptAtOnce)
    const isHeld = await store.write(async (tx) => {
      const held = await stillHeld(tx, claimed, 'running')
      if (!held) return false
      await roleOf(tx, { ...held, object: head.into })
      const total = source.total - done + held.done
      await updateImport(tx, held, {
        total,
        object: head.into,
        repeating: head.repeating ?? 0,
        look: null,
        ...(held.batches === 0 && { counts: { ...held.counts, leftOut: head.leftOut } }),
        ...(held.place === null && held.batches <= batch && { batches: batch + 1 }),
      })
      if (held.place === null && held.batches <= batch)
        await insertImportBatch(tx, held, {
          batch,
          items: [],
          leftOut: part<LeftOutRow>(leftOut),
          faults: part<ImportFault>(head.faults),
        })
      return true
    }, workspaceId)
    if (!isHeld) return false
    if (claimed.held.place !== null) break
  }
  return true
}

/**
 * Writes what is left of an import.
 * @returns the import as it is when this process no longer runs it
 * @throws ImportStopped, StoreError. Rows of earlier batches stay
 */
async function writeAll(deps: RunDeps, claimed: Claimed, source: PlanSource): Promise<void> {
  const { store, now, onProgress, isStopping = () => false, isAlone = () => false } = deps
  const { holder, held: first } = claimed
  const { workspaceId, personId } = first
  const { head } = source
  const actor = importActor(first)
  if (!(await keepLeftOut(deps, claimed, source))) return
  const began = performance.now()
  let { place, done } = first
  let [rows, atOnce] = [0, fewestRows]
  const giveWay = givingWay(store)
  const keyColumn = head.mapping.find(({ field }) => field === head.key?.slug)?.columns[0]
  const earlierKeys = new Set<string>()
  for (;;) {
    const batch = source.next(place, atOnce)
    if (isStopping()) return
    let since = 0
    let keys: readonly string[] = []
    const written = await store.write(async (tx) => {
      since = performance.now()
      const held = await stillHeld(tx, claimed, 'running')
      if (!held) return undefined
      if (batch.length === 0) {
        await endImport(tx, held, 'done', now())
        return held
      }
      const role = await roleOf(tx, { ...held, object: head.into })
      const author = { workspaceId, personId, actor }
      const tasks = batch.filter(isTask)
      const options = {
        key: head.key,
        keyColumn: keyColumn ?? head.key?.name ?? '',
        earlierKeys,
        now,
        importId: held.id,
        since: held.startedAt ?? held.createdAt,
      }
      const some =
        tasks.length > 0
          ? await writeTasks(tx, { ...author, role }, tasks, { now, zone: held.zone })
          : await writeRecords(tx, author, batch.map(({ draft }) => draft).filter(isRecord), options)
      keys = some.keys
      const leftOut = some.leftOut.length > 0 ? source.withCells(some.leftOut) : []
      await insertImportBatch(tx, held, { ...some, leftOut, batch: held.batches })
      const seconds = Math.max(0.001, (performance.now() - began) / 1000)
      return updateImport(tx, held, {
        done: held.done + batch.length,
        place: batch.at(-1)?.place ?? held.place,
        batches: held.batches + 1,
        counts: summed(held.counts, some.counts),
        rate: Math.round((rows + batch.length) / seconds),
        leasedBy: holder,
        leasedUntil: now() + leaseMilliseconds,
      })
    }, workspaceId)
    if (!written || batch.length === 0) return
    ;({ place, done } = written)
    for (const key of keys) earlierKeys.add(key)
    rows += batch.length
    const [time, most] = isAlone() ? [batchTimeAlone, mostRowsAlone] : [batchTime, mostRows]
    const inTime = Math.round((batch.length * time) / Math.max(1, performance.now() - since))
    atOnce = Math.min(most, Math.max(fewestRows, inTime))
    onProgress?.(done, written.total)
    await giveWay()
  }
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
const problemOf = (error: unknown): KnownReason => {
  if (error instanceof ImportStopped) return error.reason
  return isStoreError(error) ? reason('database', { message: error.message }) : reason('service')
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
    store.write(async (tx) => {
      const current = await getImport(tx, held)
      if (current?.leasedBy !== holder) return current
      const ended =
        problem === null
          ? {}
          : ({
              state: 'failed',
              problem: englishOf(problem),
              faults: { ...(await firstFaults(tx, held)), problem },
            } as const)
      const released = await updateImport(tx, held, { ...ended, leasedBy: null, leasedUntil: 0 })
      if (released && problem !== null && released.goal === 'import') await notifyOf(tx, released, now())
      return released
    }, workspaceId)
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

/** Makes the fields and choices that the plan needs. */
const prepare = ({ store }: RunDeps, claimed: Claimed, { head }: PlanSource) =>
  store.write(async (tx) => {
    const held = await stillHeld(tx, claimed, 'running')
    if (!held) return 'gone'
    await roleOf(tx, { ...held, object: head.into })
    return prepareTarget(tx, held.workspaceId, head)
  }, claimed.held.workspaceId)

/** Plans of one run: the fields that a plan lacks can be made by somebody else meanwhile. */
const mostPlans = 3

/**
 * Writes the rest of an import that this process has claimed.
 * @param plan of its file, for the workspace as it is now
 * @throws ImportStopped, StoreError. Rows of earlier batches stay
 */
export async function writeRest(
  deps: RunDeps,
  claimed: Claimed,
  plan: () => Promise<Outcome<PlanSource>>,
): Promise<void> {
  for (let plans = 1; plans <= mostPlans; plans += 1) {
    const source = await plan()
    if (!source.ok) throw new ImportStopped(source.reason ?? reason('database', { message: source.message }))
    const prepared = await prepare(deps, claimed, source.value)
    if (prepared === 'as planned') await writeAll(deps, claimed, source.value)
    if (prepared !== 'plan again') return
  }
  throw new ImportStopped(reason('fields_changing'))
}

/** The same, and notes how it ends. */
export const runImport = (deps: RunDeps, claimed: Claimed, plan: () => Promise<Outcome<PlanSource>>) =>
  whileHeld(deps, claimed, () => writeRest(deps, claimed, plan))

// Runs imports: a batch in each transaction, together with what it wrote and how far the import is, so that a process that ends
// in the middle leaves nothing that is written twice (IMP-03, IMP-04).
import { reason } from '../../../shared/api/import-reasons.ts'
import type { Store, Tx } from '../../db/store.ts'
import type { Outcome } from '../../base/operator-error.ts'
import { notify, type Notice } from '../../notifications/notify.ts'
import { firstDue } from '../../tasks/recurrence.ts'
import { createTask, type TaskAuthor } from '../../tasks/task-write.ts'
import {
  importActor,
  leaseMilliseconds,
  roleOf,
  stillHeld,
  whileHeld,
  type Claimed,
  type RunDeps,
} from './claim.ts'
import { endImport } from './end.ts'
import type { ImportCounts, LeftOutRow } from '../stored-import.ts'
import type { Placed, PlanSource } from './source.ts'
import type { Draft, ImportFault, TaskDraft } from '../reading/plan.ts'
import { prepareTarget } from './prepare.ts'
import {
  ImportStopped,
  leaveOut,
  nothingWritten,
  refusedRow,
  writeRecords,
  type Written,
} from './write-records.ts'
import { updateImport, insertImportBatch } from '../imports.store.ts'
import { tasksAmong } from '../../tasks/tasks.store.ts'

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

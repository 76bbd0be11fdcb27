// Takes an import back: what it made is archived, and fields that it changed get their previous values, where nobody has changed
// them since (IMP-04).
import type { Tx } from '../db/store.ts'
import { mergeRecord, setRecordArchived, type RecordAuthor } from '../records/record-write.ts'
import { archiveTask } from '../tasks/task-write.ts'
import type { ImportItem, UndoPlace } from './imports.store.ts'
import {
  givingWay,
  leaseMilliseconds,
  roleOf,
  stillHeld,
  whileHeld,
  type Claimed,
  type RunDeps,
} from './run.ts'

/** As for a batch of an import, in milliseconds. */
const batchTime = 150
const fewestItems = 20
const mostItems = 500

/** `gone` was archived by somebody before. */
type Outcome = 'undone' | 'spared' | 'gone'

async function undoUpdate(
  tx: Tx,
  author: RecordAuthor,
  { id, version, changed = {} }: ImportItem,
): Promise<Outcome> {
  const held = await tx.records.get(author.workspaceId, id)
  if (!held) return 'gone'
  if (held.archived) return 'spared'
  const isSame = (fieldId: string, value: unknown) =>
    held.version === version || JSON.stringify(held.values[fieldId] ?? null) === JSON.stringify(value)
  const back = Object.entries(changed).filter(([fieldId, [, after]]) => isSame(fieldId, after))
  const values = Object.fromEntries(back.map(([fieldId, [before]]) => [fieldId, before]))
  const fields = await tx.objects.fields(author.workspaceId, held.objectId)
  const outcome = await mergeRecord(tx, author, held, fields, values)
  return outcome.ok && back.length === Object.keys(changed).length ? 'undone' : 'spared'
}

async function undoItem(
  tx: Tx,
  author: RecordAuthor & { role: Awaited<ReturnType<typeof roleOf>> },
  item: ImportItem,
): Promise<Outcome> {
  const { kind, id, version } = item
  if (item.changed) return undoUpdate(tx, author, item)
  const { workspaceId } = author
  const held = kind === 'task' ? await tx.tasks.get(workspaceId, id) : await tx.records.get(workspaceId, id)
  if (!held || held.archived) return 'gone'
  if (held.version !== version) return 'spared'
  const free = { ifMatch: undefined, ifNoneMatch: undefined }
  const outcome =
    kind === 'task'
      ? await archiveTask(tx, author, id, free)
      : await setRecordArchived(tx, author, id, true, free)
  return outcome.ok ? 'undone' : 'spared'
}

/** Undoes some of what is left, from the end. @returns undefined when nothing is left */
async function undoSome(
  tx: Tx,
  claimed: Claimed,
  atOnce: number,
  now: () => number,
): Promise<number | undefined> {
  const held = await stillHeld(tx, claimed, 'undoing')
  if (!held) return undefined
  const { workspaceId, personId } = held
  const from: UndoPlace = held.undoPlace ?? { batch: held.batches, items: null }
  const batch = await tx.imports.batchBelow(held, from.items === null ? from.batch : from.batch + 1)
  if (!batch) {
    await tx.imports.change(held, {
      state: 'undone',
      problem: null,
      endedAt: now(),
      leasedBy: null,
      leasedUntil: 0,
    })
    return undefined
  }
  const role = await roleOf(tx, held)
  const actor = { type: 'user', id: personId } as const
  const left = batch.batch === from.batch && from.items !== null ? from.items : batch.items.length
  const some = batch.items.slice(Math.max(0, left - atOnce), left).toReversed()
  const sums = { undone: 0, spared: 0, gone: 0 }
  for (const item of some)
    sums[await undoItem(tx, { workspaceId, personId, role, actor, at: now() }, item)] += 1
  const rest = left - some.length
  await tx.imports.change(held, {
    undone: held.undone + sums.undone,
    spared: held.spared + sums.spared,
    undoPlace: { batch: batch.batch, items: rest === 0 ? null : rest },
    leasedUntil: now() + leaseMilliseconds,
  })
  return some.length
}

/** Undoes the rest of an import that this process has claimed. */
export const undoImport = (deps: RunDeps, claimed: Claimed) =>
  whileHeld(deps, claimed, async () => {
    const { store, now, onProgress, isStopping = () => false } = deps
    let [done, atOnce] = [0, fewestItems]
    const giveWay = givingWay(store)
    while (!isStopping()) {
      let since = 0
      const count = await store.write((tx) => {
        since = performance.now()
        return undoSome(tx, claimed, atOnce, now)
      }, claimed.held.workspaceId)
      if (count === undefined) return
      done += count
      onProgress?.(done, done)
      const inTime = Math.round((count * batchTime) / Math.max(1, performance.now() - since))
      atOnce = Math.min(mostItems, Math.max(fewestItems, inTime))
      await giveWay()
    }
  })

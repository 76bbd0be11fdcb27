// Takes an import back: what it made is archived, and fields that it changed get their previous values, where nobody has changed
// them since (IMP-04). A record that others refer to stays.
import type { Tx } from '../../db/store.ts'
import { storedKeys } from '../../records/query/record-keys.rules.ts'
import { mergeRecord, setRecordArchived, type RecordAuthor } from '../../records/record-write.ts'
import { archiveTask } from '../../tasks/task-write.ts'
import type { StoredRecord } from '../../records/record.ts'
import type { ImportItem, StoredImport, UndoPlace } from '../stored-import.ts'
import {
  importActor,
  leaseMilliseconds,
  roleOf,
  stillHeld,
  whileHeld,
  type Claimed,
  type RunDeps,
} from './claim.ts'
import { givingWay } from './run.ts'
import { getRecord, recordsAmong } from '../../records/records.store.ts'
import { fieldsOfObject, fieldsOfWorkspace } from '../../objects/objects.store.ts'
import { recordIdsUnderKeys } from '../../records/query/record-fields.store.ts'
import { importBatchBelow, updateImport } from '../imports.store.ts'
import { getTask } from '../../tasks/tasks.store.ts'

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
  const held = await getRecord(tx, author.workspaceId, id)
  if (!held) return 'gone'
  if (held.archived) return 'spared'
  const isSame = (fieldId: string, value: unknown) =>
    held.version === version || JSON.stringify(held.values[fieldId] ?? null) === JSON.stringify(value)
  const back = Object.entries(changed).filter(([fieldId, [, after]]) => isSame(fieldId, after))
  const values = Object.fromEntries(back.map(([fieldId, [before]]) => [fieldId, before]))
  const fields = await fieldsOfObject(tx, author.workspaceId, held.objectId)
  const outcome = await mergeRecord(tx, author, held, fields, values)
  return outcome.ok && back.length === Object.keys(changed).length ? 'undone' : 'spared'
}

const refersTo = ({ values }: StoredRecord, fieldId: string, id: string): boolean => {
  const value = values[fieldId]
  return value === id || (Array.isArray(value) && value.includes(id))
}

/** A reference to a record that an import made. */
type Referrer = { fieldId: string; recordId: string }

/** Active records that refer to records, by the id of what they refer to. */
async function referrersOf(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Referrer[]>> {
  const referrers = new Map<string, Referrer[]>()
  if (ids.length === 0) return referrers
  const keys = ids.flatMap(storedKeys)
  const wanted = new Set(ids)
  const fields = (await fieldsOfWorkspace(tx, workspaceId)).filter(({ kind }) => kind === 'record_reference')
  for (const { id: fieldId } of fields) {
    const found = await recordIdsUnderKeys(tx, workspaceId, fieldId, keys)
    for (const { id: recordId, archived, values } of await recordsAmong(tx, workspaceId, found)) {
      if (archived) continue
      for (const target of [values[fieldId]].flat()) {
        if (typeof target !== 'string' || !wanted.has(target) || target === recordId) continue
        const known = referrers.get(target) ?? []
        referrers.set(target, known)
        known.push({ fieldId, recordId })
      }
    }
  }
  return referrers
}

/** Versions of the records of an import that are still to be undone. */
async function versionsLeft(
  tx: Tx,
  held: StoredImport,
  from: { batch: number; items: readonly ImportItem[] },
): Promise<Map<string, number>> {
  const versions = new Map<string, number>()
  for (
    let batch: typeof from | undefined = from;
    batch;
    batch = await importBatchBelow(tx, held, batch.batch)
  )
    for (const { id, version, changed } of batch.items) if (!changed) versions.set(id, version)
  return versions
}

/**
 * Tells whether something stays because of a record that refers to it. Records that are undone themselves do not count.
 * @param left what the batch still has to undo
 */
async function keepers(
  tx: Tx,
  held: StoredImport,
  left: { batch: number; items: readonly ImportItem[] },
  some: readonly ImportItem[],
) {
  const { workspaceId, personId, createdAt, endedAt } = held
  const made = some.filter(({ kind, changed }) => kind === 'record' && !changed).map(({ id }) => id)
  const referrers = await referrersOf(tx, workspaceId, made)
  const passed = new Set<string>()
  let versions: Map<string, number> | undefined
  const isToBeUndone = async (record: StoredRecord): Promise<boolean> => {
    const mayBeOwn =
      record.createdBy === personId &&
      record.createdAt >= createdAt &&
      record.createdAt <= (endedAt ?? Infinity) &&
      !passed.has(record.id)
    if (!mayBeOwn) return false
    versions ??= await versionsLeft(tx, held, left)
    return versions.get(record.id) === record.version
  }
  return {
    /** An item was undone or spared: it is not to be undone any more. */
    pass: (id: string) => passed.add(id),
    isKept: async (id: string): Promise<boolean> => {
      const by = referrers.get(id) ?? []
      // As they are now: the undo of a row may have ended its reference.
      const now = await recordsAmong(tx, workspaceId, [...new Set(by.map(({ recordId }) => recordId))])
      for (const record of now) {
        const refers = by.some(
          ({ fieldId, recordId }) => recordId === record.id && refersTo(record, fieldId, id),
        )
        if (!record.archived && refers && !(await isToBeUndone(record))) return true
      }
      return false
    },
  }
}

async function undoItem(
  tx: Tx,
  author: RecordAuthor & { role: Awaited<ReturnType<typeof roleOf>> },
  item: ImportItem,
  isKept: (id: string) => Promise<boolean>,
): Promise<Outcome> {
  const { kind, id, version } = item
  if (item.changed) return undoUpdate(tx, author, item)
  const { workspaceId } = author
  const held = kind === 'task' ? await getTask(tx, workspaceId, id) : await getRecord(tx, workspaceId, id)
  if (!held || held.archived) return 'gone'
  if (held.version !== version || (await isKept(id))) return 'spared'
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
  const batch = await importBatchBelow(tx, held, from.items === null ? from.batch : from.batch + 1)
  if (!batch) {
    await updateImport(tx, held, {
      state: 'undone',
      problem: null,
      endedAt: now(),
      leasedBy: null,
      leasedUntil: 0,
    })
    return undefined
  }
  const role = await roleOf(tx, held)
  const actor = importActor(held)
  const left = batch.batch === from.batch && from.items !== null ? from.items : batch.items.length
  const some = batch.items.slice(Math.max(0, left - atOnce), left).toReversed()
  const sums = { undone: 0, spared: 0, gone: 0 }
  const { isKept, pass } = await keepers(
    tx,
    held,
    { batch: batch.batch, items: batch.items.slice(0, left) },
    some,
  )
  for (const item of some) {
    sums[await undoItem(tx, { workspaceId, personId, role, actor, at: now() }, item, isKept)] += 1
    if (!item.changed) pass(item.id)
  }
  const rest = left - some.length
  await updateImport(tx, held, {
    undone: held.undone + sums.undone,
    spared: held.spared + sums.spared,
    undoPlace: { batch: batch.batch, items: rest === 0 ? null : rest },
    leasedUntil: now() + leaseMilliseconds,
  })
  return some.length
}

/** Undoes the rest of an import that this process has claimed. */
export async function undoRest(deps: RunDeps, claimed: Claimed): Promise<void> {
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
}

/** The same, and notes how it ends. */
export const undoImport = (deps: RunDeps, claimed: Claimed) =>
  whileHeld(deps, claimed, () => undoRest(deps, claimed))

// Brings the words and keys of workspaces to the current derivation (db/derivation.ts) while the service serves. Each
// batch is a transaction that also notes how far the rebuild is, so another process continues one that was stopped, and a
// record that is written meanwhile is rebuilt before or after its write.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store, Tx } from './db/store.ts'
import { meetingsAmong, meetingEntryOf } from './meetings/meetings.store.ts'
import { derivation } from './db/derivation.ts'
import { recordEntryOf } from './records/record.ts'
import { tasksAmong, searchEntryOf } from './tasks/tasks.store.ts'
import type { Rebuild } from './access/workspaces.store.ts'
import { recordsAmong } from './records/records.store.ts'
import { reindexRecordFields } from './records/query/record-fields.store.ts'
import { fieldsOfWorkspace } from './objects/objects.store.ts'
import { putSearchEntries } from './search/write-index.store.ts'
import { idsAfter } from './import/transfer.store.ts'
import { rebuildOf, setRebuild, workspacesToRebuild } from './access/workspaces.store.ts'

/** Milliseconds that a batch should take: writers wait for it, on SQLite the whole process does. */
const batchMilliseconds = 20
const firstBatch = 20
const largestBatch = 500
/** Milliseconds without a batch after which another process takes over. */
const leaseMilliseconds = 10_000
/** Milliseconds until a rebuild that another process does, or that failed, is looked at again. */
const retryMilliseconds = 5_000
const reportMilliseconds = 10_000
const workspacesAtOnce = 100

type Place = Pick<Rebuild, 'table' | 'after'>

const tables: Record<Rebuild['table'], { next: Rebuild['table'] | null; rebuild: typeof rebuildRecords }> = {
  record: { next: 'task', rebuild: rebuildRecords },
  task: { next: 'meeting', rebuild: rebuildTasks },
  meeting: { next: null, rebuild: rebuildMeetings },
}

async function rebuildRecords(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  const records = await recordsAmong(tx, workspaceId, ids)
  const fieldsOf = Map.groupBy(await fieldsOfWorkspace(tx, workspaceId), (field) => field.objectId)
  await reindexRecordFields(tx, workspaceId, records)
  const entries = records
    .filter(({ archived }) => !archived)
    .map((record) => recordEntryOf(record, fieldsOf.get(record.objectId) ?? []))
  await putSearchEntries(tx, workspaceId, entries)
}

async function rebuildTasks(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  const tasks = await tasksAmong(tx, workspaceId, ids)
  await putSearchEntries(tx, workspaceId, tasks.filter(({ archived }) => !archived).map(searchEntryOf))
}

async function rebuildMeetings(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  const meetings = await meetingsAmong(tx, workspaceId, ids)
  const entries = meetings
    .filter(({ isIndexed }) => isIndexed)
    .map((meeting) =>
      meetingEntryOf(
        meeting,
        meeting.concerned.map(({ id }) => id),
      ),
    )
  await putSearchEntries(tx, workspaceId, entries)
}

/** Rebuilds rows from a place on. @returns how many, and where to continue; null at the end */
async function rebuildSome(
  tx: Tx,
  workspaceId: string,
  from: Place,
  size: number,
): Promise<{ rows: number; next: Place | null }> {
  let next: Place | null = from
  let rows = 0
  while (next && rows < size) {
    const { table, after }: Place = next
    const ids = await idsAfter(tx, workspaceId, table, after, size - rows)
    if (ids.length > 0) await tables[table].rebuild(tx, workspaceId, ids)
    rows += ids.length
    const following: Rebuild['table'] | null = tables[table].next
    const last = ids.at(-1)
    if (rows === size && last !== undefined) next = { table, after: last }
    else next = following && { table: following, after: '' }
  }
  return { rows, next }
}

type Step = { is: 'going on' | 'done'; rows: number; milliseconds: number } | { is: 'held' }

/**
 * Rebuilds workspaces until none is left or it is closed; one process at a time does.
 * @returns `finished` resolves then
 */
export function createRebuilding({ store, now, log }: { store: Store; now: () => number; log: Logger }): {
  finished: Promise<void>
  close(): Promise<void>
} {
  const by = randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  /** Ends early, without an error, when it is closed. */
  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})
  const begun = performance.now()
  let reported = begun
  let rows = 0
  let size = firstBatch

  const step = (workspaceId: string): Promise<Step> =>
    store.write(async (tx) => {
      const started = performance.now()
      const [known, at] = [await rebuildOf(tx, workspaceId), now()]
      if (known === 'done') return { is: 'done', rows: 0, milliseconds: 0 }
      const isHeld = known !== 'not begun' && known.by !== by && Math.abs(at - known.at) < leaseMilliseconds
      // Unless the database is shared, the process that began is gone.
      if (isHeld && store.shared) return { is: 'held' }
      const from: Place = known === 'not begun' ? { table: 'record', after: '' } : known
      const { rows, next } = await rebuildSome(tx, workspaceId, from, size)
      await setRebuild(tx, workspaceId, next ? { ...next, to: derivation, by, at } : 'done')
      return { is: next ? 'going on' : 'done', rows, milliseconds: performance.now() - started }
    }, workspaceId)

  /** @returns whether the workspace is rebuilt */
  const rebuildWorkspace = async (workspaceId: string): Promise<boolean> => {
    while (!signal.aborted) {
      const done = await step(workspaceId)
      if (done.is === 'held') return false
      rows += done.rows
      if (done.is === 'done') return true
      const fitting = Math.round((size * batchMilliseconds) / Math.max(done.milliseconds, 1))
      size = Math.max(1, Math.min(fitting, size * 2, largestBatch))
      if (performance.now() - reported > reportMilliseconds) {
        reported = performance.now()
        log.info({ rebuilt: rows, workspace: workspaceId }, 'Search words and keys are being rebuilt.')
      }
      // Writers have as much time as the rebuild.
      await pause(done.milliseconds)
    }
    return false
  }

  /** @returns whether every workspace is rebuilt */
  const rebuildAll = async (): Promise<boolean> => {
    let after = ''
    for (;;) {
      const ids = await store.read((tx) => workspacesToRebuild(tx, after, workspacesAtOnce))
      for (const id of ids) if (!(await rebuildWorkspace(id))) return false
      const last = ids.at(-1)
      if (last === undefined) return true
      after = last
    }
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        if (await rebuildAll()) break
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'The rebuild of search words and keys is tried again.')
      }
      await pause(retryMilliseconds)
    }
    const milliseconds = Math.round(performance.now() - begun)
    if (rows > 0)
      log.info(
        { rebuilt: rows, milliseconds },
        signal.aborted
          ? 'The rebuild of search words and keys is stopped. The next start continues it.'
          : 'Search words and keys are rebuilt.',
      )
  }

  const finished = run()
  return {
    finished,
    close() {
      stopping.abort()
      return finished
    },
  }
}

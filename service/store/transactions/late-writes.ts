// New rows of a write transaction are kept back and written at its end, all together, so that writers who share a commit share
// its statements as well. They are written earlier where something is about to read what could be among them.
import { calling, type Path } from './calling.ts'
import { eventEntrance, type NewEvent } from '../events.ts'
import type { NewRecord } from '../records.ts'
import type { SearchEntry } from '../search/write-index.ts'
import { sentTogether } from './sent-together.ts'
import type { Tx } from '../store.ts'

/** These read nothing of what is kept back, and change nothing. */
const readElsewhere = new Set<string>([
  'objects.find',
  'objects.list',
  'objects.fields',
  'members.activeAmong',
  'events.enabled',
] satisfies Path[])
/**
 * These change something, and read nothing of what is kept back: `records.update` changes a record that was read before, and
 * reading it had it written.
 */
const writeElsewhere = new Set<string>([
  'records.claim',
  'records.update',
  'idempotency.claim',
  'idempotency.keep',
  'idempotency.release',
] satisfies Path[])

/** Things of one kind, kept back in the order in which they came. */
function createLate<T>(write: (workspaceId: string, items: T[]) => Promise<unknown>) {
  const kept: { workspaceId: string; item: T }[] = []
  let marked = 0
  let written = 0
  return {
    add: (workspaceId: string, items: readonly T[]) => {
      for (const item of items) kept.push({ workspaceId, item })
    },
    some: (isMeant: (item: T) => boolean) => kept.slice(written).some(({ item }) => isMeant(item)),
    /** What was written before stays written; `undo` comes back to here. */
    mark() {
      kept.splice(0, written)
      written = 0
      marked = kept.length
    },
    /** Drops what was added since the mark. What was written since is undone with it; of that, the rest is written again. */
    undo() {
      kept.length = Math.min(kept.length, marked)
      written = 0
    },
    forget() {
      kept.length = 0
      marked = 0
      written = 0
    },
    async finish() {
      const until = kept.length
      const byWorkspace = Map.groupBy(kept.slice(written, until), ({ workspaceId }) => workspaceId)
      for (const [workspaceId, some] of byWorkspace)
        await write(
          workspaceId,
          some.map(({ item }) => item),
        )
      written = until
    },
  }
}

/**
 * A transaction's view that keeps new records, their titles and events back.
 * @param touch is waited for before a statement that changes something
 * @returns `mark` and `undo` follow the transaction, `finish` writes what was kept back, `forget` drops it
 */
export function postponing(
  tx: Tx,
  touch: () => Promise<unknown>,
): { tx: Tx; mark: () => void; undo: () => void; finish: () => Promise<void>; forget: () => void } {
  const fresh = createLate<NewRecord>((...given) => tx.records.createMany(...given))
  const claimed = createLate<NewRecord>((...given) => tx.records.addClaimed(...given))
  const titles = createLate<SearchEntry>((...given) => tx.search.putMany(...given))
  const events = createLate<NewEvent>((...given) => tx.events.addMany(...given))
  const all = [fresh, claimed, titles, events]

  const finish = async () => {
    await sentTogether(all.map((each) => each.finish()))
  }
  const touched = async <T>(write: () => Promise<T>): Promise<T> => {
    const [, value] = await sentTogether([touch(), write()])
    return value
  }
  let writing: Promise<void> | undefined
  const write = async () => {
    try {
      await touched(finish)
    } finally {
      writing = undefined
    }
  }
  /** Writes what was kept back, if anything: once, however many need it at the same time. */
  const settled = async () => {
    while (all.some((each) => each.some(() => true))) await (writing ??= write())
  }

  const afterwards = calling(tx, async (run, path) => {
    if (readElsewhere.has(path)) return run()
    if (!writeElsewhere.has(path)) await settled()
    return touched(async () => run())
  })

  const among: Tx['records']['among'] = async (workspaceId, ids) => {
    const isMeant = ({ id }: NewRecord) => ids.includes(id)
    if (fresh.some(isMeant) || claimed.some(isMeant)) await settled()
    return tx.records.among(workspaceId, ids)
  }
  const late: Tx = {
    ...afterwards,
    records: {
      ...afterwards.records,
      among,
      get: async (workspaceId, id) => (await among(workspaceId, [id]))[0],
      async create(workspaceId, record) {
        if (!(await afterwards.records.claim(workspaceId, record))) return false
        claimed.add(workspaceId, [record])
        return true
      },
      async createMany(workspaceId, records) {
        fresh.add(workspaceId, records)
      },
    },
    search: {
      ...afterwards.search,
      async put(workspaceId, kind, ref, title, rankedAt, audiences) {
        titles.add(workspaceId, [{ kind, ref, title, rankedAt, ...(audiences && { audiences }) }])
      },
      async add(workspaceId, kind, ref, title, rankedAt) {
        titles.add(workspaceId, [{ kind, ref, title, rankedAt, isNew: true }])
      },
    },
    events: {
      ...afterwards.events,
      ...eventEntrance({
        enabled: tx.events.enabled,
        addMany: async (workspaceId, some) => events.add(workspaceId, some),
      }),
    },
  }
  return {
    tx: late,
    mark() {
      for (const each of all) each.mark()
    },
    undo() {
      for (const each of all) each.undo()
    },
    finish,
    forget() {
      for (const each of all) each.forget()
    },
  }
}

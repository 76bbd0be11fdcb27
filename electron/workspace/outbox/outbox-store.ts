// The outbox on disk. An entry is there before it is sent, and stays until it is saved or given up.
import { z } from 'zod'
import type { Merge } from '../../storage/take-over.ts'
import { entry, type Entry } from './entry.ts'

/** One document at rest; see sealed-file.ts. */
export type Document = {
  read: () => Promise<unknown>
  write: (document: unknown) => Promise<void>
  remove: () => Promise<void>
}

/** What is at rest: the writes, oldest first, and the owners whose service honours `Idempotency-Key`. */
export type Stored = { entries: readonly Entry[]; keyOwners: readonly string[] }

export type OutboxStore = {
  /** What cannot be understood was written by another version: it is left out, and stays on disk. */
  load: () => Promise<Stored>
  /** Resolves when it is on disk. Throws the file system's error. */
  save: (stored: Stored) => Promise<void>
}

const stored = z.object({ entries: z.array(z.unknown()), keyOwners: z.array(z.string()).catch([]) })
const named = z.looseObject({ id: z.string(), createdAt: z.number().catch(0) })

const parsed = (document: unknown): z.infer<typeof stored> =>
  stored.safeParse(document).data ?? { entries: [], keyOwners: [] }

/** Every entry once, those that were made first before the others: a task's writes go in their order. */
export const mergeOutboxes: Merge = (ours, theirs) => {
  const name = (one: unknown): string => named.safeParse(one).data?.id ?? JSON.stringify(one)
  const madeAt = ([first]: readonly unknown[]): number => named.safeParse(first).data?.createdAt ?? 0
  const { entries: own, keyOwners } = parsed(ours)
  const known = new Set(own.map(name))
  const added = parsed(theirs).entries.filter((one) => !known.has(name(one)))
  return {
    merged: { entries: madeAt(added) < madeAt(own) ? [...added, ...own] : [...own, ...added], keyOwners },
    left: null,
  }
}

export const createOutboxStore = (file: Document): OutboxStore => {
  let foreign: unknown[] = []
  return {
    load: async () => {
      const { entries, keyOwners } = parsed(await file.read())
      const read = entries.map((one) => ({
        one,
        known: entry.safeParse(one),
      }))
      foreign = read.filter(({ known }) => !known.success).map(({ one }) => one)
      return { entries: read.flatMap(({ known }) => (known.success ? [known.data] : [])), keyOwners }
    },
    save: ({ entries, keyOwners }) => file.write({ entries: [...foreign, ...entries], keyOwners }),
  }
}

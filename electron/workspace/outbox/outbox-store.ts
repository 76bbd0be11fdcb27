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

export type OutboxStore = {
  /** Oldest first. What cannot be understood was written by another version: it is left out, and stays on disk. */
  load: () => Promise<Entry[]>
  /** Resolves when it is on disk. Throws the file system's error. */
  save: (entries: readonly Entry[]) => Promise<void>
}

const stored = z.object({ entries: z.array(z.unknown()) })
const named = z.looseObject({ id: z.string(), createdAt: z.number().catch(0) })

const entriesOf = (document: unknown): unknown[] => {
  const parsed = stored.safeParse(document)
  return parsed.success ? parsed.data.entries : []
}

/** Every entry once, those that were made first before the others: a task's writes go in their order. */
export const mergeOutboxes: Merge = (ours, theirs) => {
  const name = (one: unknown): string => named.safeParse(one).data?.id ?? JSON.stringify(one)
  const madeAt = ([first]: readonly unknown[]): number => named.safeParse(first).data?.createdAt ?? 0
  const own = entriesOf(ours)
  const known = new Set(own.map(name))
  const added = entriesOf(theirs).filter((one) => !known.has(name(one)))
  return {
    merged: { entries: madeAt(added) < madeAt(own) ? [...added, ...own] : [...own, ...added] },
    left: null,
  }
}

export const createOutboxStore = (file: Document): OutboxStore => {
  let foreign: unknown[] = []
  return {
    load: async () => {
      const read = entriesOf(await file.read()).map((one) => ({
        one,
        known: entry.safeParse(one),
      }))
      foreign = read.filter(({ known }) => !known.success).map(({ one }) => one)
      return read.flatMap(({ known }) => (known.success ? [known.data] : []))
    },
    save: (entries) => file.write({ entries: [...foreign, ...entries] }),
  }
}

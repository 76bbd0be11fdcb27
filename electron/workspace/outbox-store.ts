// The outbox on disk. An entry is there before it is sent, and stays until it is saved or given up.
import { z } from 'zod'
import { entry, type Entry } from './outbox-entry.ts'

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

export const createOutboxStore = (file: Document): OutboxStore => {
  let foreign: unknown[] = []
  return {
    load: async () => {
      const parsed = stored.safeParse(await file.read())
      const read = (parsed.success ? parsed.data.entries : []).map((one) => ({
        one,
        known: entry.safeParse(one),
      }))
      foreign = read.filter(({ known }) => !known.success).map(({ one }) => one)
      return read.flatMap(({ known }) => (known.success ? [known.data] : []))
    },
    save: (entries) => file.write({ entries: [...foreign, ...entries] }),
  }
}

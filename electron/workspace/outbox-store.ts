// The outbox on disk. An entry is there before it is sent, and stays until it is saved or given up.
import { z } from 'zod'
import { entry, type Entry } from './outbox.ts'

/** One document at rest; see sealed-file.ts. */
export type Document = {
  read: () => Promise<unknown>
  write: (document: unknown) => Promise<void>
  remove: () => Promise<void>
}

export type OutboxStore = {
  /** Oldest first. What cannot be understood is left out; whoever wrote it was another version. */
  load: () => Promise<Entry[]>
  /** Resolves when it is on disk. Throws the file system's error. */
  save: (entries: readonly Entry[]) => Promise<void>
}

const stored = z.object({ entries: z.array(z.unknown()) })

export const createOutboxStore = (file: Document): OutboxStore => ({
  load: async () => {
    const parsed = stored.safeParse(await file.read())
    return parsed.success
      ? parsed.data.entries.flatMap((one) => {
          const known = entry.safeParse(one)
          return known.success ? [known.data] : []
        })
      : []
  },
  save: (entries) => file.write({ entries }),
})

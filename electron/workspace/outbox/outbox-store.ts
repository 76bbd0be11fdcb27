// The outbox on disk. An entry is there before it is sent, and stays until it is saved or discarded.
import { z } from 'zod'
import type { Document } from '../../storage/vault.ts'
import { entry, type Entry } from './entry.ts'

/** The entries, oldest first, and the owners whose service honours `Idempotency-Key`. */
export type Stored = { entries: readonly Entry[]; keyOwners: readonly string[] }

export type OutboxStore = {
  /** Leaves out entries of an unknown shape. */
  load: () => Promise<Stored>
  /** Resolves when it is on disk. Throws the file system's error. */
  save: (stored: Stored) => Promise<void>
}

const stored = z.object({ entries: z.array(z.unknown()), keyOwners: z.array(z.string()).catch([]) })

export const createOutboxStore = (file: Document): OutboxStore => ({
  load: async () => {
    const { entries, keyOwners } = stored.safeParse(await file.read()).data ?? { entries: [], keyOwners: [] }
    return { entries: entries.flatMap((one) => entry.safeParse(one).data ?? []), keyOwners }
  },
  save: (outbox) => file.write(outbox),
})

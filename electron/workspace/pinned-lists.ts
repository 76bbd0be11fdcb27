// The lists that the user pinned under a name and a key. They are encrypted at rest and removed at sign-out.
import { z } from 'zod'
import { type PinnedList, pinnedLists } from '../../shared/ipc/launcher.ts'
import type { Document } from '../storage/vault.ts'

const stored = z.object({ owner: z.string(), lists: pinnedLists })

export type PinnedLists = {
  /** By their keys. After the session has expired, still those of that user. */
  get: () => Promise<PinnedList[]>
  /** Resolves when they are on disk, or the failure was reported. */
  set: (lists: readonly PinnedList[]) => Promise<PinnedList[]>
  /** Removes the lists of this user. */
  wipe: (who: string) => Promise<void>
}

/** @param reader the user whose data is shown; null if there is none */
export const createPinnedLists = ({
  file,
  reader,
  onProblem,
}: {
  file: (owner: string) => Document
  reader: () => string | null
  onProblem: (error: unknown) => void
}): PinnedLists => {
  let known: { owner: string; lists: PinnedList[] } | null = null
  /** Increased with each wipe. A read from before the wipe is dropped. */
  let wipes = 0
  return {
    get: async () => {
      const who = reader()
      if (who === null) return []
      if (known?.owner === who) return known.lists
      const before = wipes
      const parsed = stored.safeParse(await file(who).read())
      const lists = parsed.success && parsed.data.owner === who ? parsed.data.lists : []
      if (before !== wipes || reader() !== who) return []
      // They may have been set meanwhile.
      known = known?.owner === who ? known : { owner: who, lists }
      return known.lists
    },
    set: async (lists) => {
      const who = reader()
      if (who === null) return []
      const kept = lists.toSorted((a, b) => a.key - b.key)
      known = { owner: who, lists: kept }
      await file(who)
        .write({ owner: who, lists: kept } satisfies z.input<typeof stored>)
        .catch(onProblem)
      return kept
    },
    wipe: async (who) => {
      wipes += 1
      if (known?.owner === who) known = null
      await file(who).remove()
    },
  }
}

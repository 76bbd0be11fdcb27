// What was searched for in the palette, so that ↑ brings it back after a restart too: bounded, encrypted at rest, and gone
// at sign-out. Nothing else that is typed comes here: texts of capture and forms are drafts.
import { z } from 'zod'
import { type Typed, typed } from '../../../shared/ipc/launcher.ts'
import { mostPastQueries, withQuery } from '../../../shared/query-history.ts'
import type { Document } from '../../storage/vault.ts'

const stored = z.object({ owner: z.string(), queries: z.array(typed) })

export type QueryHistory = {
  /** Newest first; of whoever is signed in, or whose session has just expired. */
  list: () => Promise<Typed[]>
  /** Resolves when it is on disk, or said not to be. */
  keep: (query: Typed) => Promise<void>
  wipe: () => Promise<void>
}

/** @param owner the person who is signed in; what another one searched for is not shown, and not kept. */
export const createQueryHistory = ({
  file,
  owner,
  onProblem,
}: {
  file: Document
  owner: () => string | null
  onProblem: (error: unknown) => void
}): QueryHistory => {
  let known: { owner: string; queries: readonly Typed[] } | null = null
  let last: string | null = null
  /** Grows with each wipe: what was read before it is not taken over. */
  let wipes = 0

  const read = async (who: string): Promise<{ owner: string; queries: readonly Typed[] } | null> => {
    const before = wipes
    const parsed = stored.safeParse(await file.read())
    if (before !== wipes) return null
    // Two may have read at once: what one of them has added since stays.
    if (known?.owner !== who)
      known = {
        owner: who,
        queries:
          parsed.success && parsed.data.owner === who ? parsed.data.queries.slice(0, mostPastQueries) : [],
      }
    return known
  }

  const load = async (): Promise<{ owner: string; queries: readonly Typed[] } | null> => {
    last = owner() ?? last
    return last === null || known?.owner === last ? known : read(last)
  }

  const write = async ({ owner: who, queries }: { owner: string; queries: readonly Typed[] }) => {
    try {
      await file.write({ owner: who, queries: [...queries] } satisfies z.input<typeof stored>)
    } catch (error) {
      onProblem(error)
    }
  }

  return {
    list: async () => [...((await load())?.queries ?? [])],
    keep: async (query) => {
      const history = await load()
      if (history === null) return
      known = { ...history, queries: withQuery((known ?? history).queries, query) }
      await write(known)
    },
    wipe: async () => {
      wipes += 1
      known = null
      last = null
      await file.remove()
    },
  }
}

// The queries of the palette, which ↑ recalls, also after a restart. They are bounded, encrypted at rest, and removed at
// sign-out. Text of capture lines and forms is stored in drafts.ts instead.
import { z } from 'zod'
import { type Typed, typed } from '../../../shared/ipc/launcher.ts'
import { mostPastQueries, withQuery } from '../../../shared/query-history.ts'
import type { Document } from '../../storage/vault.ts'

const stored = z.object({ owner: z.string(), queries: z.array(typed) })

export type QueryHistory = {
  /** The queries of the signed-in user, newest first. After the session has expired, still those of that user. */
  list: () => Promise<Typed[]>
  /** Resolves when it is on disk, or the failure was reported. */
  keep: (query: Typed) => Promise<void>
  /** Removes the queries of this user. */
  wipe: (who: string) => Promise<void>
}

/** @param owner the signed-in user. The queries of another user are neither shown nor kept. */
export const createQueryHistory = ({
  file,
  owner,
  onProblem,
}: {
  file: (owner: string) => Document
  owner: () => string | null
  onProblem: (error: unknown) => void
}): QueryHistory => {
  let known: { owner: string; queries: readonly Typed[] } | null = null
  let last: string | null = null
  /** Increased with each wipe. A read from before the wipe is dropped. */
  let wipes = 0

  const read = async (who: string): Promise<{ owner: string; queries: readonly Typed[] } | null> => {
    const before = wipes
    const parsed = stored.safeParse(await file(who).read())
    if (before !== wipes) return null
    // The second of two concurrent reads must not drop a query that was added after the first.
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
      await file(who).write({ owner: who, queries: [...queries] } satisfies z.input<typeof stored>)
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
    wipe: async (who) => {
      wipes += 1
      known = null
      last = null
      await file(who).remove()
    },
  }
}

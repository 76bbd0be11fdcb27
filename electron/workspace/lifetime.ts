// The lifetime of a workspace's parts: somebody signs in, the session ends, another workspace takes its place, the program ends.
import type { OwnerDocuments } from '../storage/owner-documents.ts'
import type { ForbiddenCache } from './api/forbidden-cache.ts'
import type { Scheduler } from './api/scheduler.ts'
import type { Cache } from './cache/cache.ts'
import type { QueryHistory } from './cache/history.ts'
import type { Drafts } from './drafts.ts'
import type { Live } from './live.ts'
import type { Notifications } from './notifications.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { PinnedLists } from './pinned-lists.ts'
import type { Workspace } from './reads.ts'
import type { Timers } from './timers.ts'

export type Lifetime = {
  /** A user signed in. Loads their cached rows and resumes their writes. */
  enter: (owner: string) => Promise<void>
  /** The session ended. Aborts requests; the cached rows stay for the same user. */
  leave: () => void
  /** Writes the cached rows of the current user, before another workspace takes their place. */
  flush: () => Promise<void>
  /** Aborts requests and removes the cached rows and the query history of the current user. */
  wipe: () => Promise<void>
  /** The number of unsaved writes and drafts of the signed-in user. */
  unsaved: () => Promise<number>
  /** Writes what is not yet on disk. */
  close: () => Promise<void>
}

/** Reads the outbox of an earlier run at once. */
export const createLifetime = ({
  cache,
  reads,
  outbox,
  drafts,
  history,
  lists,
  timers,
  notifications,
  live,
  imports,
  scheduler,
  forbidden,
  owned,
  onProblem,
}: {
  cache: Cache
  reads: Pick<Workspace, 'rebuild'>
  outbox: Outbox
  drafts: Drafts
  history: QueryHistory
  lists: PinnedLists
  timers: Timers
  notifications: Notifications
  live: Live
  imports: { stop: () => void }
  scheduler: Scheduler
  forbidden: ForbiddenCache
  owned: Pick<OwnerDocuments, 'forget'>
  onProblem: (error: unknown) => void
}): Lifetime => {
  let entered: string | null = null
  const loaded = outbox.load().catch(onProblem)
  return {
    enter: async (who) => {
      if (entered !== who) live.leave()
      entered = who
      notifications.enter(who)
      timers.enter(who)
      live.enter()
      const reading = cache.load(who).catch((error: unknown) => {
        onProblem(error)
        return false
      })
      const [isWhole] = await Promise.all([reading, loaded])
      outbox.wake()
      void timers.awake()
      if (!isWhole) void reads.rebuild()
    },
    leave: () => {
      live.leave()
      notifications.leave()
      timers.leave()
      imports.stop()
      scheduler.abortAll()
      forbidden.clear()
    },
    flush: cache.flush,
    wipe: async () => {
      live.leave()
      imports.stop()
      scheduler.abortAll()
      forbidden.clear()
      const who = entered
      entered = null
      if (who === null) return cache.wipe().catch(onProblem)
      await Promise.all([
        cache.wipe().catch(onProblem),
        history.wipe(who).catch(onProblem),
        lists.wipe(who).catch(onProblem),
        notifications.wipe(who),
        timers.wipe(who),
      ])
      if (entered !== who) await owned.forget(who).catch(onProblem)
    },
    unsaved: async () => {
      const [begun] = await Promise.all([drafts.list(), outbox.settled()])
      return (
        outbox.list().filter(({ state }) => state !== 'saved').length + (begun.ok ? begun.value.length : 0)
      )
    },
    close: async () => {
      live.leave()
      imports.stop()
      outbox.dispose()
      cache.dispose()
      await Promise.all([
        cache.flush(),
        outbox.settled(),
        drafts.settled(),
        notifications.settled(),
        timers.settled(),
      ])
    },
  }
}

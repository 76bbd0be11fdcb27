// The imports of a service: looks at files, and runs what was started, one import of a workspace at a time. Any number of processes
// may run on one database: a lease keeps two from running one import, and lets another go on where one has ended (IMP-04).
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store } from '../../db/store.ts'
import { inLanguage } from '../../language/say.ts'
import { lookAt, runInThread } from './import-threads.ts'
import { workOn } from './work.ts'
import { claimImport, whileHeld, type Claimed, type RunDeps } from './claim.ts'
import { isPassing } from './end.ts'
import { ImportStopped } from './write-records.ts'
import { workspacesWithImports, sweepImports } from '../imports.store.ts'

/** Workspaces whose imports run at the same time. */
const atOnce = 2
/** Batches are short, and a file is planned in a few seconds. */
const longestClose = 10_000
/** How long an import is kept after it has ended. */
const keptDays = 7
const sweptAtOnce = 20

export type ImportService = ReturnType<typeof createImports>

/** Starts to run. @param deps.pollMilliseconds null runs nothing by itself */
export function createImports(deps: {
  store: Store
  /** The store's: an import opens its own connections. */
  database: string
  /** Epoch milliseconds. */
  now: () => number
  log: Logger
  webhooks: { wake: (workspaceId: string) => void }
  pollMilliseconds?: number | null
}) {
  const { store, database, now, log, webhooks, pollMilliseconds = 5000 } = deps
  const underWay = new Map<string, Promise<void>>()
  const closing = new AbortController()

  const run = (claimed: Claimed): Promise<{ error?: unknown }> => {
    const onProgress = () => webhooks.wake(claimed.held.workspaceId)
    const running: RunDeps = { store, now, onProgress, isStopping: () => closing.signal.aborted }
    return whileHeld(running, claimed, () =>
      // A database in memory has one connection.
      database === 'memory:'
        ? workOn(running, claimed)
        : runInThread(
            { database, claimed, ahead: now() - Date.now() },
            { onProgress, stopped: closing.signal },
          ),
    )
  }

  const runAll = async (workspaceId: string): Promise<void> => {
    while (!closing.signal.aborted) {
      const claimed = await claimImport(store, workspaceId, now())
      if (!claimed) return
      const { error } = await run(claimed)
      webhooks.wake(workspaceId)
      const { id: importId } = claimed.held
      if (error !== undefined && !(error instanceof ImportStopped))
        log.error({ err: error, importId }, 'An import failed.')
      // The next look goes on with it.
      if (isPassing(error)) return
    }
  }

  /** Whether something was to be run while it could not be. */
  let isMissed = false
  const wake = (workspaceId: string): void => {
    if (closing.signal.aborted) return
    if (underWay.size >= atOnce || underWay.has(workspaceId)) {
      isMissed = true
      return
    }
    // A page may have started it, and what rows are refused for is stored in English.
    const working = inLanguage('en', () => runAll(workspaceId))
      .catch((error: unknown) => log.error({ err: error }, 'Imports were not run.'))
      .finally(() => {
        underWay.delete(workspaceId)
        if (isMissed) lookOnce()
        isMissed = false
      })
    underWay.set(workspaceId, working)
  }

  const look = async (): Promise<void> => {
    for (const workspaceId of await store.ask((tx) => workspacesWithImports(tx, now()))) wake(workspaceId)
  }
  let looking: Promise<void> | undefined
  const lookOnce = (): void => {
    if (closing.signal.aborted || pollMilliseconds === null) return
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'Imports were not looked up.'))
      .finally(() => (looking = undefined))
  }
  const poll = pollMilliseconds === null ? undefined : setInterval(lookOnce, pollMilliseconds).unref()
  lookOnce()

  return {
    look: lookAt,

    /** Something was started in a workspace. */
    wake,

    /** Resolves when nothing runs. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay.values())
    },

    /** Deletes imports that can no longer be undone. */
    async sweep(at: number): Promise<void> {
      const before = at - keptDays * 86_400_000
      while (await store.write((tx) => sweepImports(tx, before, sweptAtOnce)));
    },

    /** Lets the batches under way end, and leaves the rest to the next process. */
    async close(): Promise<void> {
      closing.abort()
      clearInterval(poll)
      await Promise.race([
        Promise.allSettled([looking, ...underWay.values()]),
        sleep(longestClose, undefined, { ref: false }),
      ])
    },
  }
}

// Brings titles that wait (store/search/write-index.ts) into the search index where no further write does it: in workspaces
// that have become quiet, and after a process has ended. Until then, each search there looks through them one by one.
import type { Logger } from 'pino'
import type { Store } from './store/store.ts'

/** Workspaces that are looked for at once. */
const together = 100

/** Writes the postings of what waits, a transaction a workspace. */
async function postAll(store: Store): Promise<void> {
  const workspaces = await store.read((tx) => tx.search.pendingWorkspaces(together))
  for (const workspaceId of workspaces)
    await store.write((tx) => tx.search.postPending(workspaceId), workspaceId)
}

/** Goes on until it is closed. A turn that fails is logged, and the next one tries again. */
export function createPostings({
  store,
  log,
  everyMilliseconds = 5_000,
}: {
  store: Store
  log: Logger
  everyMilliseconds?: number | undefined
}): { close: () => Promise<void> } {
  let turn: Promise<void> | undefined
  const timer = setInterval(() => {
    turn ??= postAll(store)
      .catch((error: unknown) => log.error({ err: error }, 'Titles were not brought into the search index.'))
      .finally(() => {
        turn = undefined
      })
  }, everyMilliseconds).unref()
  return {
    async close() {
      clearInterval(timer)
      await turn
    },
  }
}

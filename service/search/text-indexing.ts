// Indexes the texts that are due while the service serves (decision 022). Each step is a transaction of its own, with the lock of
// its workspace: services that share a database never index the same text, and one that was killed leaves the text due.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store } from '../db/store.ts'
import { indexDueTexts, workspaceWithDueTexts } from './text-index.store.ts'

/** Milliseconds between looks at what is due. Texts are found within two seconds. */
const pollMilliseconds = 700
const retryMilliseconds = 5_000
/** Milliseconds that a step should take: writers wait for it, on SQLite the whole process does. */
const stepMilliseconds = 25
/** A step that waited longer for its turn has others beside it. */
const crowdedMilliseconds = 5
const firstStep = 50
const largestStep = 500
/** Then it is the turn of other workspaces. */
const stepsAtOnce = 10

/** Runs until it is closed. */
export function createTextIndexing({
  store,
  log,
}: {
  store: Pick<Store, 'ask' | 'write'>
  log: Pick<Logger, 'error'>
}): { close(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  /** Ends early, without an error, when it is closed. */
  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})
  let size = firstStep

  /** @returns whether texts are left */
  const indexWorkspace = async (workspaceId: string): Promise<boolean> => {
    for (let step = 0; step < stepsAtOnce && !signal.aborted; step += 1) {
      const asked = size
      const askedAt = performance.now()
      const { rows, areLeft, started } = await store.write(async (tx) => {
        const begun = performance.now()
        return { ...(await indexDueTexts(tx, workspaceId, asked)), started: begun }
      }, workspaceId)
      // With the commit, for which writers wait too.
      const took = performance.now() - started
      const isCrowded = started - askedAt > crowdedMilliseconds
      // A step of few says little about one of many.
      const most = rows < asked ? asked : Math.min(asked * 2, largestStep)
      size = Math.max(1, Math.min(Math.round((asked * stepMilliseconds) / Math.max(took, 1)), most))
      // Writers have four times as much time, where there are any.
      if (isCrowded) await pause(4 * took)
      // Many together cost less each than those that have come meanwhile.
      if (!areLeft) return false
    }
    return true
  }

  const report = (error: unknown) => {
    if (!signal.aborted) log.error({ err: error }, 'Texts were not indexed for search. It is tried again.')
  }
  /** When workspaces that failed are tried again. */
  const retries = new Map<string, number>()

  /** @returns whether texts are left in any workspace */
  const indexAll = async (): Promise<boolean> => {
    let areLeft = false
    let after: string | undefined = ''
    while (after !== undefined && !signal.aborted) {
      const place: string = after
      after = await store.ask((tx) => workspaceWithDueTexts(tx, place))
      if (after === undefined || (retries.get(after) ?? 0) > performance.now()) continue
      retries.delete(after)
      try {
        areLeft = (await indexWorkspace(after)) || areLeft
      } catch (error) {
        // The others go on: a database of several machines may have lost that of one workspace.
        retries.set(after, performance.now() + retryMilliseconds)
        report(error)
      }
    }
    return areLeft
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      let milliseconds = pollMilliseconds
      try {
        if (await indexAll()) milliseconds = 0
      } catch (error) {
        report(error)
        milliseconds = retryMilliseconds
      }
      await pause(milliseconds)
    }
  }

  const finished = run()
  return {
    close() {
      stopping.abort()
      return finished
    },
  }
}

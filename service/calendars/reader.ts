// Reads calendar files in threads (CAL-03).
import { createThreads, threadModule, type ThreadBounds } from '../base/threads.ts'
import type { ReadCopies, ReadRequest } from './reading/copies.ts'

export type ReadFile = (request: ReadRequest) => Promise<ReadCopies>

const module = (): URL =>
  threadModule(new URL('./reading/read-worker.ts', import.meta.url), 'read-worker.mjs')

/** @param bounds a file that takes more milliseconds, or more memory, counts as too large */
export function createReader(bounds: ThreadBounds): ReadFile {
  const ask = createThreads<ReadRequest, ReadCopies>(module, bounds)
  return async (request) => (await ask(request)) ?? { kind: 'tooLarge' }
}

/** The threads of this process. */
export const readFile = createReader({ atOnce: 2, milliseconds: 30_000, megabytes: 512 })

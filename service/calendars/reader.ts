// Reads calendar files in threads of their own, so that a large or hostile one does not stop the service. Bounded in number,
// time and memory.
import { Worker } from 'node:worker_threads'
import { workerModule } from '../base/worker-module.ts'
import type { ReadCopies, ReadRequest } from './reading/copies.ts'

export type ReadFile = (request: ReadRequest) => Promise<ReadCopies>

const atOnce = 2

/** A file that takes more milliseconds, or more memory, counts as too large. */
type ReadBounds = { timeout: number; megabytes: number }
const usualBounds: ReadBounds = { timeout: 30_000, megabytes: 512 }

let worker: URL | undefined

const read = (request: ReadRequest, { timeout, megabytes }: ReadBounds): Promise<ReadCopies> =>
  new Promise((resolve, reject) => {
    worker ??= workerModule(new URL('./reading/read-worker.ts', import.meta.url), 'read-worker.mjs')
    const thread = new Worker(worker, {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    const end = (): void => {
      clearTimeout(timer)
      void thread.terminate()
    }
    const timer = setTimeout(() => {
      end()
      resolve({ kind: 'tooLarge' })
    }, timeout)
    thread.once('message', (answer: ReadCopies) => {
      end()
      resolve(answer)
    })
    thread.once('error', (error: Error & { code?: string }) => {
      end()
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ kind: 'tooLarge' })
      else reject(error)
    })
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The thread that reads a calendar ended without an answer.'))
    })
  })

/** @param bounds of one file */
export function createReader(bounds: ReadBounds = usualBounds): ReadFile {
  let running = 0
  const waiting: (() => void)[] = []
  return async (request) => {
    if (running >= atOnce) await new Promise<void>((resume) => waiting.push(resume))
    else running += 1
    try {
      return await read(request, bounds)
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

// Reads calendar files in threads of their own, so that a large or hostile one does not stop the service. Bounded in number,
// time and memory.
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { ReadCopies, ReadRequest } from './reading/copies.ts'

export type ReadFile = (request: ReadRequest) => Promise<ReadCopies>

const atOnce = 2

/** A file that takes more milliseconds, or more memory, counts as too large. */
type ReadBounds = { timeout: number; megabytes: number }
const usualBounds: ReadBounds = { timeout: 30_000, megabytes: 512 }

/** Beside this file in the source, and beside the bundle or its parts in a build. */
const workerFile = (): URL => {
  const places = ['./reading/read-worker.ts', './read-worker.mjs', '../read-worker.mjs']
  const files = places.map((place) => new URL(place, import.meta.url))
  const found = files.find((file) => existsSync(file))
  if (found === undefined) throw new Error('read-worker is missing in this build')
  return found
}

const read = (request: ReadRequest, { timeout, megabytes }: ReadBounds): Promise<ReadCopies> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(workerFile(), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    const end = (): void => {
      clearTimeout(timer)
      void worker.terminate()
    }
    const timer = setTimeout(() => {
      end()
      resolve({ kind: 'tooLarge' })
    }, timeout)
    worker.once('message', (answer: ReadCopies) => {
      end()
      resolve(answer)
    })
    worker.once('error', (error: Error & { code?: string }) => {
      end()
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ kind: 'tooLarge' })
      else reject(error)
    })
    worker.once('exit', () => {
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

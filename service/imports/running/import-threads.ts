// Threads for imports, so that a large or hostile file does not stop the service. Bounded in number and memory.
import { Worker } from 'node:worker_threads'
import { reason } from '../../../shared/api/import-reasons.ts'
import { storeError } from '../../base/store-error.ts'
import { refuseFor } from '../../base/operator-error.ts'
import { workerModule } from '../../base/worker-module.ts'
import type { Failure, Look, Run, RunMessage } from './import-worker.ts'
import type { Claimed } from './claim.ts'
import type { ImportRunner, Looked } from './source.ts'
import { ImportStopped } from './write-records.ts'

const looksAtOnce = 2
const lookSeconds = 60
const megabytes = 1_024

const tooLarge = refuseFor('invalid_file', reason('too_many_rows'))

let worker: URL | undefined
const start = (work: Look | Run): Worker => {
  worker ??= workerModule(new URL('./import-worker.ts', import.meta.url), 'import-worker.mjs')
  return new Worker(worker, {
    workerData: work,
    // A larger nursery is faster by little, and the thread keeps it.
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 8 },
  })
}

const isOutOfMemory = (error: Error & { code?: string }) => error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The first message of a thread; undefined where it took too much memory or time. */
const firstOf = <T>(thread: Worker, seconds: number): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), seconds * 1000)
    thread.once('message', (answer: T) => resolve(answer))
    thread.once('error', (error) => (isOutOfMemory(error) ? resolve(undefined) : reject(error)))
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The thread that looks at a file ended without an answer.'))
    })
  })

const errorOf = (failure: Failure): Error => {
  if (failure.is === 'stopped') return new ImportStopped(failure.reason)
  const { is, message, stack } = failure
  return is === 'other' ? Object.assign(new Error(message), { stack }) : storeError(is, message)
}

/** @returns looks at files, `looksAtOnce` at a time */
export function createLooks(): ImportRunner['look'] {
  let running = 0
  const waiting: (() => void)[] = []
  const turn = async (): Promise<void> => {
    if (running >= looksAtOnce) await new Promise<void>((resume) => waiting.push(resume))
    else running += 1
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return async (request) => {
    await turn()
    const thread = start({ ...request, for: 'look' })
    try {
      return (await firstOf<Looked>(thread, lookSeconds)) ?? tooLarge
    } finally {
      void thread.terminate()
      leave()
    }
  }
}

/**
 * Imports, or undoes, what is left of a claimed import.
 * @param options.onProgress is called after each batch
 * @param options.stopped ends it after the batch
 * @throws ImportStopped, StoreError. What was written stays
 */
export const runInThread = (
  work: { database: string; claimed: Claimed; ahead: number },
  { onProgress, stopped }: { onProgress: () => void; stopped: AbortSignal },
): Promise<void> => {
  const thread = start({ ...work, for: 'run' })
  const stop = () => thread.postMessage('stop')
  if (stopped.aborted) stop()
  stopped.addEventListener('abort', stop, { once: true })
  return new Promise<void>((resolve, reject) => {
    thread.on('message', (message: RunMessage) => {
      if (message === 'a batch') onProgress()
      else if (message.failure === null) resolve()
      else reject(errorOf(message.failure))
    })
    thread.once('error', (error) =>
      reject(isOutOfMemory(error) ? new ImportStopped(reason('too_many_rows')) : error),
    )
    thread.once('exit', () => reject(new Error('The thread of an import ended before it.')))
  }).finally(() => stopped.removeEventListener('abort', stop))
}

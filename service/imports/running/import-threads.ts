// Threads for imports: those that look at files, and one for each import that runs. Bounded in number and memory.
import { Worker } from 'node:worker_threads'
import { reason } from '../../../shared/api/import-reasons.ts'
import { storeError } from '../../base/store-error.ts'
import { refuseFor } from '../../base/operator-error.ts'
import { createThreads, isOutOfMemory, threadModule } from '../../base/threads.ts'
import type { Failure, Run, RunMessage } from './import-worker.ts'
import type { ImportRunner, Looked, LookRequest } from './source.ts'
import { ImportStopped } from './write-records.ts'

const megabytes = 1_024

const tooLarge = refuseFor('invalid_file', reason('too_many_rows'))

const module = (): URL => threadModule(new URL('./import-worker.ts', import.meta.url), 'import-worker.mjs')

const ask = createThreads<LookRequest, Looked>(module, { atOnce: 2, milliseconds: 60_000, megabytes })

export const lookAt: ImportRunner['look'] = async (request) => (await ask(request)) ?? tooLarge

const errorOf = (failure: Failure): Error => {
  if (failure.is === 'stopped') return new ImportStopped(failure.reason)
  const { is, message, stack } = failure
  return is === 'other' ? Object.assign(new Error(message), { stack }) : storeError(is, message)
}

/**
 * Imports, or undoes, what is left of a claimed import.
 * @param options.onProgress is called after each batch
 * @param options.stopped ends it after the batch
 * @throws ImportStopped, StoreError. What was written stays
 */
export const runInThread = (
  work: Run,
  { onProgress, stopped }: { onProgress: () => void; stopped: AbortSignal },
): Promise<void> => {
  const thread = new Worker(module(), {
    workerData: work,
    // A larger nursery is faster by little, and the thread keeps it.
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 8 },
  })
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

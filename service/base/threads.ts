// Threads that answer one request at a time, so that a large or hostile file does not stop the service. Bounded in number, time
// and memory. One that has answered waits a little for the next request: to start a thread takes longer than to read most files.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort, Worker } from 'node:worker_threads'

const keptMilliseconds = 5_000

/**
 * The module of a thread. In a build it is one file, beside the bundle or above its parts. It is given as text: files inside the
 * archive of a packaged app can be read, but no thread starts from them.
 * @param source the module in a checkout
 * @param built its file in a build, such as `read-worker.mjs`
 */
export function threadModule(source: URL, built: string): URL {
  if (existsSync(source)) return source
  const files = [`./${built}`, `../${built}`].map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const file = files.find((place) => existsSync(place))
  if (file === undefined) throw new Error(`${built} is missing in this build`)
  return new URL(`data:text/javascript;base64,${readFileSync(file, 'base64')}`)
}

/** Answers what the process asks of this thread. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer): void {
  parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)))
}

export const isOutOfMemory = (error: Error & { code?: string }): boolean =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Removes our listeners. The thread has some of its own, without which no message comes any more. */
const forget = (thread: Worker): void => {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}

export type ThreadBounds = {
  /** More requests wait for their turn. */
  atOnce: number
  /** One request may take as long, and its thread as much. */
  milliseconds: number
  megabytes: number
}

/**
 * @param module of a thread, which calls `answerRequests`
 * @returns asks a thread. `undefined`: the request took too much time or memory. Rejects when the thread fails
 */
export function createThreads<Request, Answer>(
  module: () => URL,
  { atOnce, milliseconds, megabytes }: ThreadBounds,
): (request: Request) => Promise<Answer | undefined> {
  let running = 0
  const waiting: (() => void)[] = []
  const idle: { thread: Worker; expiry: NodeJS.Timeout }[] = []

  const take = (): Worker => {
    const kept = idle.pop()
    if (kept === undefined)
      return new Worker(module(), {
        workerData: null,
        // A larger nursery is faster by little, and the thread keeps it.
        resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 8 },
      })
    clearTimeout(kept.expiry)
    forget(kept.thread)
    kept.thread.ref()
    return kept.thread
  }

  const keep = (thread: Worker): void => {
    const remove = (): void => {
      const place = idle.findIndex((kept) => kept.thread === thread)
      if (place >= 0) idle.splice(place, 1)
    }
    const expiry = setTimeout(() => {
      remove()
      void thread.terminate()
    }, keptMilliseconds)
    // Neither holds the process.
    expiry.unref()
    thread.unref()
    thread.on('error', remove)
    thread.on('exit', remove)
    idle.push({ thread, expiry })
  }

  const askThread = (thread: Worker, request: Request): Promise<Answer | undefined> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        void thread.terminate()
        resolve(undefined)
      }, milliseconds)
      thread.once('message', (answer: Answer) => {
        clearTimeout(timer)
        forget(thread)
        keep(thread)
        resolve(answer)
      })
      thread.once('error', (error) => (isOutOfMemory(error) ? resolve(undefined) : reject(error)))
      thread.once('exit', () => {
        clearTimeout(timer)
        reject(new Error('A thread ended without an answer.'))
      })
      thread.postMessage(request)
    })

  return async (request) => {
    if (running >= atOnce) await new Promise<void>((resume) => waiting.push(resume))
    else running += 1
    try {
      return await askThread(take(), request)
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

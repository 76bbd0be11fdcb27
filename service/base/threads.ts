// Threads that answer one request at a time, so that a large or hostile file does not stop the service. Bounded in number, time
// and memory. One that has answered waits a little for the next request: to start a thread takes longer than to read most files.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getHeapStatistics } from 'node:v8'
import { parentPort, resourceLimits, Worker } from 'node:worker_threads'

const keptMilliseconds = 5_000
/** A thread is kept while it uses less of its memory: what one request leaves behind is missing for the next. */
const keptShare = 1 / 4

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

type Answered<Answer> = { answer: Answer; canStay: boolean }

/** Answers what the process asks of this thread. */
export function answerRequests<Request, Answer>(answerTo: (request: Request) => Answer): void {
  parentPort?.on('message', (request: Request) => {
    const answer = answerTo(request)
    const most = (resourceLimits.maxOldGenerationSizeMb ?? 0) * 2 ** 20 * keptShare
    const canStay = getHeapStatistics().used_heap_size < most
    parentPort?.postMessage({ answer, canStay } satisfies Answered<Answer>)
  })
}

export const isOutOfMemory = (error: Error & { code?: string }): boolean =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Removes our listeners, each by its name: Node has listeners for other events, without which no message arrives. */
const forget = (thread: Worker): void => {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}

export type ThreadBounds = {
  /** Threads that work at the same time. Further requests wait for their turn. */
  atOnce: number
  /** The longest that one request may take. */
  milliseconds: number
  /** The largest heap of a thread. */
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
    forget(thread)
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
        // An answer that comes too late must not keep a thread that ends.
        thread.removeAllListeners('message')
        void thread.terminate()
        resolve(undefined)
      }, milliseconds)
      thread.once('message', ({ answer, canStay }: Answered<Answer>) => {
        clearTimeout(timer)
        if (canStay) keep(thread)
        else void thread.terminate()
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

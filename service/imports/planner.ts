// Plans files in threads of their own, so that a large or hostile one does not stop the service. Bounded in number and memory.
import { Worker } from 'node:worker_threads'
import { reason } from '../../shared/api/import-reasons.ts'
import { done, refuseFor, type Outcome } from '../operator/error.ts'
import { workerModule } from '../worker-module.ts'
import type { LeftOutRow } from './imports.store.ts'
import type { Placed } from './placed.ts'
import type { Held, Looked, PlanAnswer, PlanCall, PlanWork } from './plan-worker.ts'
import type { PlanRequest, PlanSource } from './source.ts'

const atOnce = 2
const lookSeconds = 60
const megabytes = 1_024

const tooLarge = refuseFor('invalid_file', reason('too_many_rows'))

let worker: URL | undefined
const start = (work: PlanWork): Worker => {
  worker ??= workerModule(new URL('./plan-worker.ts', import.meta.url), 'plan-worker.mjs')
  return new Worker(worker, {
    workerData: work,
    // A larger nursery is faster by little, and the thread keeps it.
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 8 },
  })
}

/** The first message of a thread; undefined where it took too much memory or time. */
const firstOf = <T>(thread: Worker, seconds: number): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), seconds * 1000)
    thread.once('message', (answer: T) => resolve(answer))
    thread.once('error', (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(undefined) : reject(error),
    )
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The thread that plans an import ended without an answer.'))
    })
  })

// `Omit` of a union keeps only what its members share.
type Unnumbered<Call> = Call extends PlanCall ? Omit<Call, 'id'> : never

/** The plan that a thread holds. */
function heldBy(thread: Worker, { head, total }: { head: PlanSource['head']; total: number }): PlanSource {
  let last = 0
  const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  thread.on('message', ({ id, value }: PlanAnswer) => {
    open.get(id)?.resolve(value)
    open.delete(id)
  })
  const endAll = (error: Error) => {
    for (const { reject } of open.values()) reject(error)
    open.clear()
  }
  thread.on('error', endAll)
  thread.on('exit', () => endAll(new Error('The thread that plans an import ended.')))
  const ask = <T>(call: Unnumbered<PlanCall>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const id = (last += 1)
      // Each kind of call has one kind of answer, which the map cannot express.
      open.set(id, { resolve: resolve as (value: unknown) => void, reject })
      thread.postMessage({ ...call, id })
    })
  return {
    head,
    total,
    before: (place) => ask<number>({ ask: 'before', place }),
    next: (after, count) => ask<readonly Placed[]>({ ask: 'next', after, count }),
    leftOut: () => ask<readonly LeftOutRow[]>({ ask: 'leftOut' }),
    withCells: (rows) => ask<readonly LeftOutRow[]>({ ask: 'withCells', rows }),
    close: () => void thread.terminate(),
  }
}

/** What routes and pages use of the imports of a service. */
export type ImportRunner = {
  /** What a file is and would become. */
  look: (request: PlanRequest) => Promise<Looked>
  /** Something was started in a workspace. */
  wake: (workspaceId: string) => void
}

export function createPlanner() {
  let running = 0
  const waiting: (() => void)[] = []
  const turn = async (): Promise<void> => {
    if (running >= atOnce) await new Promise<void>((resume) => waiting.push(resume))
    else running += 1
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return {
    look: async (request: PlanRequest): Promise<Looked> => {
      await turn()
      const thread = start({ ...request, for: 'look' })
      try {
        return (await firstOf<Looked>(thread, lookSeconds)) ?? tooLarge
      } finally {
        void thread.terminate()
        leave()
      }
    },

    /** Plans a file to write it. The thread lives until the source is closed. */
    async open(request: PlanRequest): Promise<Outcome<PlanSource>> {
      const thread = start({ ...request, for: 'run' })
      const held = await firstOf<Held>(thread, lookSeconds).catch((error: unknown) => {
        void thread.terminate()
        throw error
      })
      if (held?.ok) return done(heldBy(thread, held.value))
      void thread.terminate()
      return held ?? tooLarge
    },
  }
}

// A thread of an import. It looks at files, or does a whole import or undo through connections of its own: what takes long, to plan
// and to commit, does not stop the service.
import { parentPort, workerData } from 'node:worker_threads'
import type { KnownReason } from '../../../shared/api/import-reasons.ts'
import { openStore } from '../../db/open.ts'
import { answerRequests } from '../../base/threads.ts'
import { isStoreError, type StoreErrorCode } from '../../base/store-error.ts'
import { presentPlan } from '../reading/present-plan.ts'
import type { Claimed } from './claim.ts'
import { planOf, type Looked, type LookRequest } from './source.ts'
import { workOn } from './work.ts'
import { ImportStopped } from './write-records.ts'

/** `ahead` is by how much the service's clock is ahead of the machine's, in milliseconds. */
export type Run = { database: string; claimed: Claimed; ahead: number }

/** A failure that another thread can be told of. */
export type Failure =
  | { is: 'stopped'; reason: KnownReason }
  | { is: 'other' | StoreErrorCode; message: string; stack?: string | undefined }
export type RunMessage = 'a batch' | { ended: true; failure: Failure | null }

function look(work: LookRequest): Looked {
  const plan = planOf(work, 'look')
  if (!plan.ok) return plan
  const { stored, repeating = 0 } = plan.value
  return { ok: true, value: { look: presentPlan(plan.value, work.target), total: stored, repeating } }
}

const failureOf = (error: unknown): Failure => {
  if (error instanceof ImportStopped) return { is: 'stopped', reason: error.reason }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { is: isStoreError(error) ? error.storeCode : 'other', message, stack }
}

async function run({ database, claimed, ahead }: Run): Promise<Failure | null> {
  let isStopping = false
  parentPort?.once('message', () => (isStopping = true))
  try {
    const store = await openStore(database)
    try {
      const running = {
        store,
        now: () => Date.now() + ahead,
        isStopping: () => isStopping,
        onProgress: () => parentPort?.postMessage('a batch' satisfies RunMessage),
      }
      await workOn(running, claimed)
    } finally {
      await store.close()
    }
    return null
  } catch (error) {
    return failureOf(error)
  }
}

const work = workerData as Run | null
if (work === null) answerRequests(look)
else {
  const failure = await run(work)
  parentPort?.postMessage({ ended: true, failure } satisfies RunMessage)
  parentPort?.close()
}

// The thread that plans one file: answers what it is, or holds its drafts while they are written.
import { parentPort, workerData } from 'node:worker_threads'
import type { Outcome } from '../operator/error.ts'
import type { LeftOutRow, Place } from './stored-import.ts'
import type { ImportLook } from '../../shared/api/imports.ts'
import { presentPlan } from './reading/look.ts'
import type { Placed } from './placed.ts'
import { planOf, sourceOf, type PlanHead, type PlanRequest, type PlanSource } from './source.ts'

export type PlanWork = PlanRequest & { for: 'look' | 'run' }
export type Looked = Outcome<{ look: ImportLook; total: number; repeating: number }>
export type Held = Outcome<{ head: PlanHead; total: number }>
/** A call of a `PlanSource`. */
export type PlanCall =
  | { id: number; ask: 'before'; place: Place | null }
  | { id: number; ask: 'next'; after: Place | null; count: number }
  | { id: number; ask: 'leftOut' }
  | { id: number; ask: 'withCells'; rows: readonly LeftOutRow[] }
export type PlanAnswer = { id: number; value: number | readonly Placed[] | readonly LeftOutRow[] }

const work = workerData as PlanWork

function looked(): Looked {
  const plan = planOf(work, work.for)
  if (!plan.ok) return plan
  const { stored, repeating = 0 } = plan.value
  return {
    ok: true,
    value: { look: presentPlan(plan.value, work.target), total: stored, repeating },
  }
}

const answerTo = (source: PlanSource, call: PlanCall) => {
  if (call.ask === 'before') return source.before(call.place)
  if (call.ask === 'next') return source.next(call.after, call.count)
  return call.ask === 'leftOut' ? source.leftOut() : source.withCells(call.rows)
}

function hold(): Held {
  const plan = planOf(work, work.for)
  if (!plan.ok) return plan
  const source = sourceOf(work, plan.value)
  parentPort?.on('message', (call: PlanCall) => {
    void answerTo(source, call).then((value) => parentPort?.postMessage({ id: call.id, value }))
  })
  return { ok: true, value: { head: source.head, total: source.total } }
}

parentPort?.postMessage(work.for === 'look' ? looked() : hold())

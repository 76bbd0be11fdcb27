// The events of one write, which state-machine.ts applies.
import type { AppError } from '../../../shared/errors.ts'
import type { FoundTask } from '../../../shared/ipc/launcher.ts'
import type { Create, Values } from './work.ts'

/** The task, record or comment that was written, as the service answered it. */
export type Stored = Pick<FoundTask, 'id' | 'webUrl'> & {
  tag?: string | null
  title?: string
  /** The written values of a record as they are stored, which may be another notation. */
  values?: Values
}

/** The result of a send or a check. */
export type Outcome =
  /** `honoursKeys`: whether a create was answered by a service that honours `Idempotency-Key`. */
  | { type: 'saved'; stored: Stored | null; honoursKeys?: boolean }
  /** Somebody else changed the same fields to other values. Nothing was written. */
  | { type: 'overlaps'; conflict: { yours: Values; theirs: Values } }
  | { type: 'refused'; error: AppError }

export type Event =
  /** The program starts. A write that was being sent may have arrived. */
  | { type: 'loaded' }
  | { type: 'sendStarted'; serviceTime: number }
  | Outcome
  /** The look-up of a create. `canResend`: its key makes a second send safe. */
  | { type: 'lookedUp'; found: readonly FoundTask[]; canResend: boolean }
  /** The service lacks the write. It is safe to send again. */
  | { type: 'notApplied' }
  | { type: 'lookUpFailed'; error: AppError }
  /** @param key a new one: the service would answer the old key with the old refusal */
  | { type: 'retryAsked'; key: string }
  /** The user edited a create that was not sent, or was refused. A keyed one has a new key, for the new content. */
  | { type: 'edited'; work: Create; title: string; batch: string | null }
  /** The user chose one of several tasks. */
  | { type: 'picked'; task: FoundTask }
  /** The user resolved a conflict. @param mine the fields that overwrite theirs */
  | { type: 'resolved'; mine: readonly string[] }
  /** Drops a write that was not sent; sends the inverse of a saved one. */
  | { type: 'undoAsked' }
  /** Drops the entry. If it is an undo, the saved write stays. */
  | { type: 'discarded' }
  /** A user signed in, the computer woke up, or the clock was set back. */
  | { type: 'woken' }
  /** The service accepted a request: it is reachable and not locked. */
  | { type: 'serviceAnswered' }

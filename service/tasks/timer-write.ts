// Timers and logged time, for both surfaces (TIM-01, TIM-02). Everything is checked before anything is stored.
import type { z } from 'zod'
import { startWithinMs, timerSkewMs, type timeWrite, type timerWrite } from '../../shared/api/timers.ts'
import type { Tx } from '../db/store.ts'
import type { Refusal } from '../http/errors.ts'
import type { StoredTask, TaskChange, Timer } from './stored-task.ts'
import { archivedTask, heldTask, noTask, writeChange, type TaskAuthor } from './task-write.ts'
import { stopped } from './tasks.rules.ts'
import { taskWithTimerOf } from './tasks.store.ts'
import { seesTask, type Viewer } from './visibility.rules.ts'

export type TimerOutcome =
  | { ok: true; task: StoredTask }
  | Refusal<'invalid_value' | 'not_found' | 'task_archived'>

const absent = { ...noTask, code: 'not_found' } as const
const archived = { ...archivedTask, code: 'task_archived' } as const

const refuse = (reason: string): Refusal<'invalid_value'> => {
  const message = `at: ${reason}`
  return {
    ok: false,
    code: 'invalid_value',
    message,
    details: [{ path: ['at'], code: 'invalid_value', message }],
  }
}

/**
 * When a timer begins or ends: the given instant, or now. Clocks may differ by a little. While the clock of this service is behind
 * the start of a timer, because it was set back, the start is no limit.
 * @param ended the timers that it ends
 */
const momentOf = (
  now: number,
  given: string | undefined,
  ended: readonly Timer[],
): { at: number } | { refusal: Refusal<'invalid_value'> } => {
  if (given === undefined) return { at: now }
  const at = Date.parse(given)
  if (at > now + timerSkewMs) return { refusal: refuse('this is in the future.') }
  const begun = Math.max(...ended.map(({ startedAt }) => Math.min(startedAt, now)))
  if (at < begun - timerSkewMs) return { refusal: refuse('this is before the start of a running timer.') }
  return { at: Math.min(at, now) }
}

const start = async (
  tx: Tx,
  author: TaskAuthor,
  task: StoredTask,
  given: string | undefined,
): Promise<TimerOutcome> => {
  const { workspaceId, personId } = author
  if (task.archived) return archived
  if (task.timer?.personId === personId) return { ok: true, task }
  const other = await taskWithTimerOf(tx, workspaceId, personId)
  const ended = [task.timer, other?.timer ?? null].filter((timer) => timer !== null)
  const moment = momentOf(author.at, given, ended)
  if ('refusal' in moment) return moment.refusal
  const { at } = moment
  if (at < author.at - startWithinMs) return refuse('a timer begins within the last 7 days.')
  // First: a person has one timer.
  if (other) await writeChange(tx, author, other, stopped(other, at))
  const change: TaskChange = { ...stopped(task, at), timer: { personId, startedAt: at } }
  return { ok: true, task: await writeChange(tx, author, task, change) }
}

const stop = async (
  tx: Tx,
  author: TaskAuthor,
  task: StoredTask,
  given: string | undefined,
): Promise<TimerOutcome> => {
  if (task.timer === null) return { ok: true, task }
  const moment = momentOf(author.at, given, [task.timer])
  if ('refusal' in moment) return moment.refusal
  return { ok: true, task: await writeChange(tx, author, task, stopped(task, moment.at)) }
}

/**
 * TIM-01. A start ends the timer that another person runs on the task, and the one that the person runs elsewhere; both are logged.
 * It changes nothing where theirs runs already, as a stop does where none runs.
 */
export const setTimer = async (
  tx: Tx,
  author: TaskAuthor,
  id: string,
  { action, at }: z.infer<typeof timerWrite>,
): Promise<TimerOutcome> => {
  const task = await heldTask(tx, author, id)
  if (!task) return absent
  return action === 'start' ? start(tx, author, task, at) : stop(tx, author, task, at)
}

/** TIM-02. */
export const logTime = async (
  tx: Tx,
  author: TaskAuthor,
  id: string,
  { minutes, at }: z.infer<typeof timeWrite>,
): Promise<TimerOutcome> => {
  const task = await heldTask(tx, author, id)
  if (!task) return absent
  if (task.archived) return archived
  const moment = momentOf(author.at, at, [])
  if ('refusal' in moment) return moment.refusal
  const secondsLogged = Math.max(0, task.secondsLogged + minutes * 60)
  return { ok: true, task: await writeChange(tx, author, task, { secondsLogged }) }
}

/**
 * Ends the timer of a person who leaves the workspace, or who does not see its task in another role.
 * @param role that the person has from now on; none when they leave
 */
export async function endTimerOf(
  tx: Tx,
  author: TaskAuthor,
  personId: string,
  role?: Viewer['role'],
): Promise<void> {
  const task = await taskWithTimerOf(tx, author.workspaceId, personId)
  const isSeen = task !== undefined && role !== undefined && seesTask({ personId, role }, task)
  if (task && !isSeen) await writeChange(tx, author, task, stopped(task, author.at))
}

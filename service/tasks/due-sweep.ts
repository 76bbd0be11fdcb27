// Notifies people of their due tasks (NOT-01): each due date once, whichever processes serve the database. A workspace stores up
// to when its due tasks were looked for, in the transaction that stores the notifications.
import type { Logger } from 'pino'
import { chunksOf } from '../db/sql.ts'
import type { Store, Tx } from '../db/store.ts'
import { notify, type Notice } from '../notifications/notify.ts'
import { dueTasks, dueWorkspaces, setSweptUntil, sweptUntil, type Span } from './due-tasks.store.ts'
import { completeStatuses } from './task-settings.store.ts'
import { tasksAmong } from './tasks.store.ts'

const everyMilliseconds = 30_000

/** After a longer pause of the service, what came due before that is not told any more. */
const longestPause = 24 * 60 * 60_000

/** Writes that began before a task came due are committed by then. */
const lag = 5_000

/** Tasks that are read at once. */
const readAtOnce = 500

async function sweepWorkspace(tx: Tx, workspaceId: string, span: Span): Promise<number> {
  const { until } = span
  // Another process may have looked.
  const after = Math.max(span.after, (await sweptUntil(tx, workspaceId)) ?? 0)
  if (after >= until) return 0
  const ids = await dueTasks(tx, workspaceId, { after, until })
  const complete = await completeStatuses(tx, workspaceId)
  const notices: Notice[] = []
  for (const some of chunksOf(ids, readAtOnce))
    for (const { id, title, status, assignees, createdBy } of await tasksAmong(tx, workspaceId, some)) {
      if (complete.has(status)) continue
      notices.push({
        kind: 'task_due',
        personIds: assignees.length === 0 ? [createdBy] : assignees,
        target: { kind: 'task', id },
        subject: title,
      })
    }
  await notify(tx, workspaceId, { actorId: null, notices, at: until })
  await setSweptUntil(tx, workspaceId, until)
  return notices.length
}

/** Runs until it is closed. A failed sweep is logged, and repeated by the next one. */
export function createDueSweep({
  store,
  now,
  log,
}: {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  log: Pick<Logger, 'error'>
}) {
  let swept = 0

  /** @returns how many tasks people were notified of */
  const sweep = async (): Promise<number> => {
    const until = now() - lag
    const span = { after: Math.max(swept, until - longestPause), until }
    const due = await store.ask((tx) => dueWorkspaces(tx, span))
    let told = 0
    for (const workspaceId of due)
      told += await store.write((tx) => sweepWorkspace(tx, workspaceId, span), workspaceId)
    swept = until
    return told
  }

  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= sweep()
      .catch((error: unknown) => log.error({ err: error }, 'Due tasks were not looked for.'))
      .finally(() => (running = undefined))
  }
  const timer = setInterval(run, everyMilliseconds).unref()

  return {
    sweep,
    async close(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}

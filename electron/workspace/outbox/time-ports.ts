// The requests of a write of a timer or of logged time: its send, and its check after a send without an answer. Logged time has a key:
// only under it is it sent again (TIM-02).
import type { LauncherTask } from '../../../shared/api/launcher/tasks.ts'
import { type Reply, failed, succeeded } from '../../../shared/errors.ts'
import type { ApiClient } from '../api/client.ts'
import type { Outcome } from './events.ts'
import type { TimeWork } from './work.ts'

export type TimeApi = Pick<ApiClient, 'setTimer' | 'logTime' | 'task'>
type TimerWork = Extract<TimeWork, { kind: 'setTimer' }>
type TimePorts = { api: TimeApi; me: () => string | null; onSaved: (task: LauncherTask) => void }

/** How far the start that a service keeps may be from the one that was sent. */
const nearMs = 150_000

const saved = (
  { onSaved }: TimePorts,
  task: LauncherTask & { tag: string | null },
): Extract<Outcome, { type: 'saved' }> => {
  const { tag, ...rest } = task
  onSaved(rest)
  return { type: 'saved', stored: { id: task.id, webUrl: task.webUrl, tag } }
}

/** Whether the task has the effect of the write already. After a stop, the timer that it meant no longer runs. */
const isApplied = ({ action, at }: TimerWork, { timerState }: LauncherTask, me: string | null): boolean => {
  const isMine = timerState?.personId === me
  const startedAt = Date.parse(timerState?.startedAt ?? '')
  return action === 'start'
    ? isMine && Math.abs(startedAt - at) < nearMs
    : timerState === null || !isMine || startedAt > at + nearMs
}

export const readBackTimer = async (
  ports: TimePorts,
  work: TimerWork,
): Promise<Reply<Outcome | { type: 'notApplied' }>> => {
  const found = await ports.api.task(work.taskId)
  if (found.ok)
    return succeeded(
      isApplied(work, found.value, ports.me()) ? saved(ports, found.value) : { type: 'notApplied' },
    )
  return found.error.kind === 'notFound'
    ? succeeded({ type: 'refused', error: found.error })
    : failed(found.error)
}

export const sendTime = async (ports: TimePorts, work: TimeWork): Promise<Outcome> => {
  const at = new Date(work.at).toISOString()
  if (work.kind === 'logTime') {
    const reply = await ports.api.logTime(work.taskId, { minutes: work.minutes, at }, work.key)
    if (!reply.ok) return { type: 'refused', error: reply.error }
    const { honoursKeys, ...task } = reply.value
    return { ...saved(ports, task), honoursKeys }
  }
  const reply = await ports.api.setTimer(work.taskId, { action: work.action, at }, work.once)
  if (reply.ok) return saved(ports, reply.value)
  // Somebody else has started theirs since: mine was stopped then.
  if (work.action === 'stop' && reply.error.kind === 'invalidInput') {
    const read = await readBackTimer(ports, work)
    if (read.ok && read.value.type === 'saved') return read.value
  }
  return { type: 'refused', error: reply.error }
}

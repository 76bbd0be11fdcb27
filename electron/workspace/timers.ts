// The timer of the person (TIM-01): the service's, with what waits in the outbox; and whether it ran through a sleep (TIM-03).
import { z } from 'zod'
import type { LauncherTask } from '../../shared/api/launcher/tasks.ts'
import { type Reply, succeeded } from '../../shared/errors.ts'
import type { KeptTime, OutboxItem, TimerView } from '../../shared/ipc/launcher.ts'
import type { Document } from '../storage/vault.ts'
import type { ApiClient } from './api/client.ts'
import type { Writes } from './outbox/writes.ts'
import { isOf, seenAwake, stopWithout, type Timer, wasAway, type Watch } from './timer-gap.ts'

export type Timers = {
  enter: (owner: string) => void
  leave: () => void
  view: () => TimerView
  /** Asks the service which timer runs. */
  refresh: () => Promise<void>
  /** A task as the service has just answered it. */
  seen: (task: LauncherTask) => void
  gone: (taskId: string) => void
  /** The outbox or the clock of the service has changed. */
  changed: () => void
  /** Call each minute, and once the computer is awake. */
  awake: () => Promise<void>
  /** The computer goes to sleep. */
  sleep: () => void
  start: (task: { id: string; title: string }) => Promise<Reply<undefined>>
  stop: () => Promise<Reply<undefined>>
  answer: (keep: KeptTime) => Promise<Reply<undefined>>
  logTime: (task: { id: string; title: string }, minutes: number) => Promise<Reply<OutboxItem>>
  /**
   * Stops the timer without its gap, before a write that ends it with the gap. `status`: the new one of a task that is changed;
   * absent for one that is archived.
   */
  beforeEnd: (tasks: readonly { id: string; status?: string | undefined }[]) => Promise<void>
  wipe: (owner: string) => Promise<void>
  settled: () => Promise<void>
}

const pollMs = 3 * 60_000

const stored = z.object({
  owner: z.string(),
  taskId: z.string(),
  startedAt: z.number(),
  awakeAt: z.number(),
  gap: z.object({ from: z.number(), to: z.number() }).nullable(),
})

const timerOf = (task: LauncherTask | null): Timer | null =>
  task === null || task.timerState?.startedAt === undefined
    ? null
    : { task: { id: task.id, title: task.title }, startedAt: Date.parse(task.timerState.startedAt) }

/** @param items of the outbox, oldest first */
const withWaiting = (known: Timer | null, items: readonly OutboxItem[]): Timer | null =>
  items.reduce<Timer | null>((timer, { kind, state, taskId, title, timer: step }) => {
    const isWaiting = state === 'queued' || state === 'sending' || state === 'checking'
    if (kind !== 'setTimer' || !isWaiting || taskId === null || step === undefined) return timer
    if (step.action === 'stop') return timer?.task.id === taskId ? null : timer
    return timer?.task.id === taskId ? timer : { task: { id: taskId, title }, startedAt: step.at }
  }, known)

export const createTimers = ({
  api,
  file,
  me,
  items,
  setTimers,
  logTime,
  isOpen,
  now,
  serviceTime,
  onChange,
  onProblem,
}: {
  api: Pick<ApiClient, 'runningTimer'>
  file: (owner: string) => Document
  me: () => string | null
  /** The outbox. */
  items: () => readonly OutboxItem[]
  setTimers: Writes['setTimers']
  logTime: Writes['logTime']
  /** Whether a status is known not to mean completion. */
  isOpen: (status: string) => boolean
  /** Epoch milliseconds. */
  now: () => number
  /** Now, by the service's clock. */
  serviceTime: () => number
  onChange: (view: TimerView) => void
  onProblem: (error: unknown) => void
}): Timers => {
  let owner: string | null = null
  let known: Timer | null = null
  let watch: Watch | null = null
  let loading: Promise<void> = Promise.resolve()
  let writing: Promise<void> = Promise.resolve()
  /** Null until the service has answered; false for one without timers (APP-11). */
  let hasTimers: boolean | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  /** Incremented by what makes an answer that is under way too old. */
  let run = 0
  let told = ''

  const timer = (): Timer | null => withWaiting(known, items())
  const gap = () => {
    const running = timer()
    return running !== null && watch !== null && isOf(watch, running) ? watch.gap : null
  }

  const view = (): TimerView => {
    const running = timer()
    const local = (at: number): number => at - (serviceTime() - now())
    const open = gap()
    return {
      running: running === null ? null : { ...running.task, startedAt: Math.round(local(running.startedAt)) },
      gap: open === null ? null : { from: Math.round(local(open.from)), to: Math.round(local(open.to)) },
    }
  }

  const tell = (): void => {
    const seen = view()
    // The clock of the service is known to the second.
    const words = JSON.stringify(seen, (_, value: unknown) =>
      typeof value === 'number' ? Math.round(value / 2_000) : value,
    )
    if (words === told) return
    told = words
    onChange(seen)
  }

  const keep = (next: Watch | null): void => {
    const who = owner
    if (who === null || JSON.stringify(next) === JSON.stringify(watch)) return
    watch = next
    writing = (next === null ? file(who).remove() : file(who).write({ ...next, owner: who })).catch(onProblem)
  }

  const know = (next: Timer | null): void => {
    known = next
    // It says so too, also before the answer to the first question.
    if (next !== null) hasTimers = true
    const running = timer()
    // A new timer is watched from now on; the gap of one that was stopped elsewhere needs no answer.
    if (running === null || watch === null || !isOf(watch, running))
      keep(seenAwake(null, running, serviceTime()))
    tell()
  }

  const refresh = async (): Promise<void> => {
    if (owner === null || hasTimers === false) return
    await loading
    run += 1
    const mine = run
    askedAt = now()
    const reply = await api.runningTimer()
    if (mine !== run) return
    if (reply.ok) {
      hasTimers = true
      know(timerOf(reply.value))
    } else if (reply.error.kind === 'notFound') hasTimers = false
  }

  const submit = async (steps: Parameters<Writes['setTimers']>[0]): Promise<Reply<undefined>> => {
    run += 1
    const kept = await setTimers(steps)
    if (!kept.ok) return kept
    know(known)
    return succeeded(undefined)
  }
  const stopAt = (running: Timer, at: number) => ({ task: running.task, action: 'stop' as const, at })
  const stopWithoutGap = (running: Timer) =>
    stopAt(running, stopWithout(gap(), running.startedAt, serviceTime()))

  const end = (): void => {
    run += 1
    owner = null
    known = null
    watch = null
    hasTimers = null
    askedAt = Number.NEGATIVE_INFINITY
    tell()
  }

  return {
    enter: (who) => {
      if (owner === who) return
      if (owner !== null) end()
      owner = who
      loading = file(who)
        .read()
        .then((content) => {
          const parsed = stored.safeParse(content)
          if (owner === who && parsed.success && parsed.data.owner === who) watch = parsed.data
        })
        .catch(onProblem)
    },
    leave: end,
    view,
    refresh,
    seen: (task) => {
      const isMine = task.timerState?.personId !== undefined && task.timerState.personId === me()
      if (!isMine && known?.task.id !== task.id) return
      run += 1
      know(isMine ? timerOf(task) : null)
    },
    gone: (taskId) => {
      if (known?.task.id === taskId) know(null)
    },
    changed: tell,
    awake: async () => {
      const who = owner
      if (who === null || hasTimers === false) return
      await loading
      // A clock that was set while the launcher runs looks like a sleep, until the service has said what time it is.
      if (now() - askedAt >= pollMs || wasAway(watch, timer(), serviceTime())) await refresh()
      // Before the first answer it is unknown which timer runs, unless one waits in the outbox.
      if (owner !== who || (hasTimers === null && timer() === null)) return
      keep(seenAwake(watch, timer(), serviceTime()))
      tell()
    },
    sleep: () => keep(seenAwake(watch, timer(), serviceTime())),
    start: (task) => {
      const running = timer()
      const begin = { task, action: 'start' as const, at: serviceTime() }
      if (running?.task.id === task.id) return Promise.resolve(succeeded(undefined))
      // The start would end the other one with its gap.
      return submit(running !== null && gap() !== null ? [stopWithoutGap(running), begin] : [begin])
    },
    stop: () => {
      const running = timer()
      return running === null ? Promise.resolve(succeeded(undefined)) : submit([stopWithoutGap(running)])
    },
    answer: (kept) => {
      const [running, open] = [timer(), gap()]
      if (running === null || open === null) return Promise.resolve(succeeded(undefined))
      if (kept !== 'all') return submit([stopAt(running, kept === 'nothing' ? running.startedAt : open.from)])
      keep(watch === null ? null : { ...watch, gap: null })
      tell()
      return Promise.resolve(succeeded(undefined))
    },
    logTime: (task, minutes) => logTime(task, minutes, serviceTime()),
    beforeEnd: async (tasks) => {
      const running = timer()
      if (running === null || gap() === null) return
      const ends = tasks.some(
        ({ id, status }) => id === running.task.id && (status === undefined || !isOpen(status)),
      )
      if (ends) await submit([stopWithoutGap(running)])
    },
    wipe: (who) => {
      if (owner === who) end()
      return file(who).remove().catch(onProblem)
    },
    settled: () => writing,
  }
}

import { expect, test } from 'vitest'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { LauncherTask } from '../../shared/api/launcher/tasks.ts'
import { taskWith } from '../../shared/fixtures-testing.ts'
import type { OutboxItem, TimerView } from '../../shared/ipc/launcher.ts'
import { newEntry, present } from './outbox/entry.ts'
import { createTimers } from './timers.ts'

const minute = 60_000
const morning = Date.UTC(2026, 10, 26, 9)
const me = 'usr_1'
const timed = (startedAt: number, changes: Partial<LauncherTask> = {}): LauncherTask => ({
  ...taskWith(),
  id: 't1',
  title: 'Write the offer',
  timerState: { startedAt: new Date(startedAt).toISOString(), personId: me },
  ...changes,
})

const running = { id: 't1', title: 'Write the offer' }
const waiting = (
  { id: taskId, title }: { id: string; title: string },
  action: 'start' | 'stop',
  at: number,
): OutboxItem => {
  const work = { kind: 'setTimer' as const, taskId, action, at, once: 'o1' }
  return present(newEntry({ id: 'o1', owner: 'ada', work, title, createdAt: 0 }), false)
}

/** @param files of an earlier run */
const start = async (files = new Map<string, unknown>()) => {
  const clock = { now: morning, offset: 0 }
  const items: OutboxItem[] = []
  const steps: { action: string; id: string; at: number }[] = []
  const told: TimerView[] = []
  let answer: Reply<LauncherTask | null> = succeeded(null)
  let meanwhile = () => {}
  let asked = 0
  let written = 0
  const timers = createTimers({
    api: {
      runningTimer: async () => {
        asked += 1
        meanwhile()
        return answer
      },
    },
    file: (owner) => ({
      read: async () => files.get(owner) ?? null,
      write: async (content) => {
        written += 1
        files.set(owner, structuredClone(content))
      },
      remove: async () => void files.delete(owner),
    }),
    me: () => me,
    items: () => items,
    setTimers: async (given) => {
      for (const { task, action, at } of given) {
        steps.push({ action, id: task.id, at })
        items.push(waiting(task, action, at))
      }
      return succeeded(waiting(running, 'start', 0))
    },
    logTime: async () => succeeded(waiting(running, 'start', 0)),
    isOpen: (status) => status === 'in-review',
    now: () => clock.now,
    serviceTime: () => clock.now + clock.offset,
    onChange: (view) => told.push(view),
    onProblem: (error) => {
      throw error
    },
  })
  timers.enter('ada')
  return {
    timers,
    clock,
    items,
    steps,
    told,
    files,
    asked: () => asked,
    written: () => written,
    /** @param whenAsked happens before the answer comes */
    serves: (next: typeof answer, whenAsked = () => {}) => {
      answer = next
      meanwhile = whenAsked
    },
    /** The computer is awake, minute by minute. */
    work: async (minutes: number) => {
      for (let past = 0; past < minutes; past += 1) {
        clock.now += minute
        await timers.awake()
      }
    },
    sleep: async (ms: number) => {
      timers.sleep()
      clock.now += ms
      await timers.awake()
    },
  }
}
test('TIM-01 the timer of the service is shown by the clock of this computer, and follows a change of it', async () => {
  const { timers, clock, told, serves } = await start()
  clock.offset = 2 * minute
  serves(succeeded(timed(morning)))
  await timers.awake()
  expect(timers.view()).toEqual({ running: { ...running, startedAt: morning - 2 * minute }, gap: null })
  // The clock of the computer is set an hour ahead; the next answer says so.
  clock.now += 60 * minute
  clock.offset -= 60 * minute
  timers.changed()
  expect(told.at(-1)?.running?.startedAt).toBe(morning + 58 * minute)
})

test('TIM-01 a start that waits is shown at once, in the place of the one before, and a stop ends it', async () => {
  const { timers, clock, steps, serves } = await start()
  serves(succeeded(timed(morning)))
  await timers.awake()
  clock.now += 10 * minute
  await timers.start({ id: 't2', title: 'Call' })
  expect(timers.view().running).toMatchObject({ id: 't2', startedAt: clock.now })
  // The service ends the other one.
  expect(steps).toEqual([{ action: 'start', id: 't2', at: clock.now }])
  await timers.start({ id: 't2', title: 'Call' })
  expect(steps).toHaveLength(1)
  await timers.stop()
  expect(timers.view().running).toBeNull()
})

test('TIM-01 a task that was saved, completed or archived says whether the timer runs', async () => {
  const { timers } = await start()
  timers.seen(timed(morning))
  expect(timers.view().running).toMatchObject(running)
  timers.seen(timed(morning, { id: 't3', timerState: { personId: 'usr_2' } }))
  expect(timers.view().running).toMatchObject(running)
  timers.seen(timed(morning, { timerState: null }))
  expect(timers.view().running).toBeNull()
  timers.seen(timed(morning))
  timers.gone('t1')
  expect(timers.view().running).toBeNull()
})

test('APP-11 a service without timers is asked once', async () => {
  const { timers, clock, serves, asked } = await start()
  serves(failed({ kind: 'notFound', message: 'm' }))
  for (let turn = 0; turn < 5; turn += 1) {
    clock.now += 5 * minute
    await timers.awake()
  }
  expect(asked()).toBe(1)
})

test('TIM-03 work asks nothing, a sleep asks, and nothing of it is logged without an answer', async () => {
  const { timers, clock, steps, serves, work, sleep } = await start()
  serves(succeeded(timed(morning)))
  await timers.awake()
  await work(42)
  expect(timers.view().gap).toBeNull()
  const asleep = clock.now
  await sleep(15 * 60 * minute)
  expect(timers.view()).toMatchObject({ running, gap: { from: asleep, to: clock.now } })
  await work(10)
  await timers.stop()
  expect(steps).toEqual([{ action: 'stop', id: 't1', at: morning + 52 * minute }])
  expect(timers.view()).toEqual({ running: null, gap: null })
})

test.each([
  ['all', undefined],
  ['untilSleep', morning + 42 * minute],
  ['nothing', morning],
] as const)('TIM-03 the answer “%s”', async (keep, stoppedAt) => {
  const { timers, steps, serves, work, sleep, clock } = await start()
  serves(succeeded(timed(morning)))
  await timers.awake()
  await work(42)
  await sleep(60 * minute)
  await timers.answer(keep)
  expect(steps.map(({ at }) => at)).toEqual(stoppedAt === undefined ? [] : [stoppedAt])
  expect(timers.view().gap).toBeNull()
  if (keep !== 'all') return
  await timers.stop()
  expect(steps.at(-1)?.at).toBe(clock.now)
})

test('TIM-03 a start elsewhere and a write that ends the timer do not log the sleep either', async () => {
  for (const act of ['start', 'complete', 'archive'] as const) {
    const { timers, steps, serves, work, sleep, clock } = await start()
    serves(succeeded(timed(morning)))
    await timers.awake()
    await work(42)
    await sleep(60 * minute)
    await timers.beforeEnd([{ id: 't9' }, { id: 't1', status: 'in-review' }])
    expect(steps).toEqual([])
    if (act === 'start') await timers.start({ id: 't2', title: 'Call' })
    else await timers.beforeEnd([act === 'complete' ? { id: 't1', status: 'done' } : { id: 't1' }])
    expect(steps[0]).toEqual({ action: 'stop', id: 't1', at: morning + 42 * minute })
    expect(steps.slice(1)).toEqual(act === 'start' ? [{ action: 'start', id: 't2', at: clock.now }] : [])
  }
})

test('TIM-03 a launcher that did not run over night asks when it starts', async () => {
  const first = await start()
  first.serves(succeeded(timed(morning)))
  await first.timers.awake()
  await first.work(3)
  const next = await start(first.files)
  next.clock.now = morning + 15 * 60 * minute
  next.serves(succeeded(timed(morning)))
  await next.timers.awake()
  expect(next.timers.view().gap).toEqual({ from: morning + 3 * minute, to: next.clock.now })
  // The question outlasts another start.
  const third = await start(next.files)
  third.clock.now = next.clock.now + minute
  third.serves(succeeded(timed(morning)))
  await third.timers.awake()
  expect(third.timers.view().gap).toEqual(next.timers.view().gap)
})

test('TIM-03 a timer that was started before the first answer of the service asks after a sleep without a network', async () => {
  const { timers, clock, sleep, serves } = await start()
  serves(succeeded(null), () => timers.seen(timed(morning)))
  await timers.awake()
  serves(failed({ kind: 'offline', message: 'm' }))
  clock.now += minute
  await sleep(9 * 60 * minute)
  expect(timers.view().gap).toEqual({ from: morning + minute, to: clock.now })
})

test('TIM-03 a timer that waits in the outbox asks after a sleep, although the service has not answered yet', async () => {
  const { timers, clock, sleep, serves } = await start()
  serves(failed({ kind: 'offline', message: 'm' }))
  await timers.awake()
  await timers.start(running)
  clock.now += minute
  await sleep(9 * 60 * minute)
  expect(timers.view().gap).toEqual({ from: morning + minute, to: clock.now })
})

test('TIM-03 setting the clock does not look like a sleep once the time of the service is known', async () => {
  const { timers, clock, serves, work } = await start()
  serves(succeeded(timed(morning)))
  await timers.awake()
  await work(2)
  clock.now += 60 * minute
  const asking = timers.awake()
  clock.offset = -60 * minute
  await asking
  expect(timers.view()).toMatchObject({ running, gap: null })
})

test('TIM-03 a timer that was stopped elsewhere in the night asks nothing', async () => {
  const { timers, serves, work, sleep } = await start()
  serves(succeeded(timed(morning)))
  await timers.awake()
  await work(2)
  serves(succeeded(null))
  await sleep(60 * minute)
  expect(timers.view()).toEqual({ running: null, gap: null })
})

test('TIM-03 without a timer nothing is written each minute', async () => {
  const { work, written } = await start()
  await work(10)
  expect(written()).toBe(0)
})

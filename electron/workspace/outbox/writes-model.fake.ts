// One person's writes with everything that can go wrong: a network that cuts, refuses and is slow to show, a workspace that
// is locked or out of patience, a program that dies at any moment, and a colleague who changes the same tasks. Time is
// counted, not waited for.
import type { OutboxItem } from '../../../shared/ipc/launcher.ts'
import type { LauncherTaskCreate, TaskFields } from '../../../shared/api/launcher-tasks.ts'
import { fieldsIn, pick } from '../../../shared/task-fields.ts'
import { type Asked, createTaskService } from './task-service.fake.ts'
import { me, startWriting } from './writing-half.fake.ts'

/** What the network does with the next requests. */
export type Weather =
  | 'fine'
  | 'offline'
  | 'cutBefore'
  | 'cutAfter'
  | 'failBefore'
  | 'failAfter'
  | 'locked'
  | 'busy'
  /** Done at once, answered after five seconds. */
  | 'slow'
  /** The person may not write. */
  | 'forbidden'
  /** Cut at once; a create is stored all the same, twelve or twenty seconds later. Nothing else is. */
  | 'late'
  | 'later'

/** What was written, and what came of it as far as the person was told. */
export type Told = {
  item: OutboxItem
  /** Values of the task that the person saw or wrote. */
  knew: TaskFields[]
  isGivenUp: boolean
  /** Every title that it was shown with, and every task that it was asked about. */
  titles: Set<string>
  offered: Set<string>
  /** When its person asked for it again, or wrote it anew: by a clock that is never set back. */
  askedAgain: number[]
}

const slowMs = 5_000
const lateMs = { late: 12_000, later: 20_000 } as const
const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
const status = (code: number, headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(new Response('{"error":"no"}', { status: code, headers }))

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

/** @param keys whether the service knows `Idempotency-Key`. */
export const createWorld = (keys: 'known' | 'ignored' = 'known') => {
  let now = 1_700_000_000_000
  let setBack = 0
  let weather: Weather = 'fine'
  let ids = 0
  let life = 0
  let wasSlow = false
  let isBroken = false
  let disk: unknown = null
  /** Of a life of the program, or of the network. */
  const timers = new Set<{ run: () => void; at: number; life: number | null }>()
  const elapsed = (): number => now + setBack
  const service = createTaskService({ now: elapsed, keys })
  /** Tasks that arrived long after their sender was cut, and when. */
  const late = new Map<string, number>()
  const told = new Map<string, Told>()
  /** When the locked workspace was asked, by the clock, and in which life of the program. */
  const lockedAsks: { at: number; life: number }[] = []

  const toldOf = (item: OutboxItem): Told => {
    const known = told.get(item.id) ?? {
      item,
      knew: [],
      isGivenUp: false,
      titles: new Set(),
      offered: new Set(),
      askedAgain: [],
    }
    told.set(item.id, known)
    return known
  }
  const undoing = new Set<string>()
  const giveUp = (id: string): void => {
    const known = told.get(id)
    if (known !== undefined && known.item.state !== 'saved') known.isGivenUp = true
  }

  const tell = (of: number) => (items: OutboxItem[]) => {
    if (of !== life) return
    for (const item of items) {
      const known = toldOf(item)
      known.item = item
      known.knew.push(item.fields, item.before)
      for (const { id } of item.candidates) known.offered.add(id)
      known.titles.add(item.title)
    }
    // What was to be undone while it was on its way, and was not saved, is gone without a word more.
    for (const id of undoing) if (!items.some((item) => item.id === id)) giveUp(id)
  }

  const arrive = (asked: Asked): void => {
    const before = service.stored.length
    service.answer(me, asked)
    const created = service.stored[before]
    if (created !== undefined) late.set(created.taskId, elapsed())
  }

  const fetchIn =
    (of: number) =>
    async (input: string, init: RequestInit): Promise<Response> => {
      const asked: Asked = {
        method: init.method ?? 'GET',
        path: new URL(input).pathname,
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      }
      const arrived = weather
      await turns(1)
      // A program that is gone sends nothing more; one that dies later hears nothing of it.
      if (of !== life) throw refused
      switch (arrived) {
        case 'offline':
          throw refused
        case 'cutBefore':
          throw new Error('socket hang up')
        case 'failBefore':
          return status(503)
        case 'locked':
          // A read that met another failure first asks twice by itself.
          // So does a change that was half way when the lock came.
          if (asked.method !== 'GET' && !wasSlow) lockedAsks.push({ at: now, life: of })
          return status(423)
        case 'forbidden':
          return status(403)
        case 'late':
        case 'later':
          if (asked.method === 'POST')
            timers.add({ run: () => arrive(asked), at: now + lateMs[arrived], life: null })
          throw new Error('socket hang up')
        case 'busy':
          return status(429, { 'retry-after': '7' })
        case 'fine':
        case 'slow':
        case 'cutAfter':
        case 'failAfter':
          break
      }
      const answer = service.answer(me, asked)
      await (arrived === 'slow'
        ? new Promise<void>((resolve) => timers.add({ run: resolve, at: now + slowMs, life: of }))
        : turns(1))
      if (arrived === 'cutAfter') throw new Error('socket hang up')
      return arrived === 'failAfter' ? status(500) : answer
    }

  const start = () => {
    const of = life
    return startWriting({
      fetch: fetchIn(of),
      file: {
        read: () => Promise.resolve(structuredClone(disk)),
        write: async (document) => {
          const text = JSON.stringify(document)
          await turns(1)
          if (of !== life) throw new Error('gone')
          if (isBroken) throw new Error('ENOSPC')
          disk = JSON.parse(text)
        },
        remove: () => Promise.resolve(),
      },
      now: () => now,
      elapsed,
      newId: () => `e${(ids += 1)}`,
      setTimer: (run, ms) => {
        const timer = { run, at: now + ms, life: of }
        timers.add(timer)
        return () => timers.delete(timer)
      },
      onChange: tell(of),
    })
  }
  let program = start()

  const openTasks = () => [...service.tasks.values()].filter(({ archived }) => !archived)
  const at = <T>(some: readonly T[], index: number): T | undefined =>
    some.length === 0 ? undefined : some[index % some.length]
  const accept = (reply: Awaited<ReturnType<typeof program.outbox.submit>>, seen: TaskFields): void => {
    if (!reply.ok) return
    const known = toldOf(reply.value)
    known.knew.push(seen)
    known.isGivenUp = false
  }
  const itemAt = (index: number, fits: (item: OutboxItem) => boolean) =>
    at(program.outbox.list().filter(fits), index)
  /** What creates were made into, in order, and the title that was saved. */
  const edits: { id: string; title: string }[] = []
  const world = {
    service,
    told,
    late,
    edits,
    lockedAsks,
    list: () => program.outbox.list(),
    setWeather: (next: Weather) => {
      weather = next
      wasSlow ||= next === 'slow'
    },
    setDisk: (state: 'broken' | 'fine') => {
      isBroken = state === 'broken'
    },
    settle: () => turns(12),
    pass: async (ms: number) => {
      const end = now + ms
      for (;;) {
        await turns(20)
        const [first] = [...timers]
          .filter((timer) => (timer.life ?? life) === life && timer.at <= end)
          .toSorted((a, b) => a.at - b.at)
        if (first === undefined) break
        timers.delete(first)
        now = Math.max(now, first.at)
        first.run()
      }
      now = end
      await turns(60)
    },
    setClockBack: (ms: number) => {
      now -= ms
      setBack += ms
      // Timers run by another clock.
      for (const timer of timers) timer.at -= ms
    },
    create: async (title: string) => accept(await program.outbox.submit({ title }), {}),
    update: (index: number, change: TaskFields) => world.updateFrom(index, change)(),
    /** Opens a form now, and saves it later. */
    updateFrom: (index: number, change: TaskFields) => {
      const task = at(openTasks(), index)
      // What the person sees is what the service had when the form was opened.
      const seen = Object.fromEntries(
        Object.keys(change).map((field) => [field, task?.[field as keyof typeof task]]),
      )
      return async (): Promise<void> => {
        if (task === undefined) return
        await turns(1)
        accept(await program.outbox.update(task.id, task.title, change, seen), seen)
      }
    },
    /** Opens a change that waits or was refused, and saves another one in its place. */
    rewrite: async (index: number, change: TaskFields) => {
      const item = itemAt(
        index,
        ({ kind, state, conflict }) =>
          kind === 'updateTask' && conflict === null && (state === 'queued' || state === 'needsYou'),
      )
      const task = service.tasks.get(item?.taskId ?? '')
      if (item === undefined || task === undefined) return
      const seen = Object.fromEntries(
        Object.keys(change).map((field) => [field, task[field as keyof typeof task]]),
      )
      const before = { ...seen, ...pick(item.before, fieldsIn(change)) }
      await turns(1)
      const reply = await program.outbox.update(task.id, task.title, change, before, [item.id])
      accept(reply, before)
      if (!program.outbox.list().some(({ id }) => id === item.id)) giveUp(item.id)
    },
    /** Opens a create that can be edited, and saves it: with what it said, or with what is said now alone. */
    edit: async (index: number, change: Partial<LauncherTaskCreate>, keepsRest: boolean) => {
      const item = itemAt(index, ({ kind, canEdit }) => kind === 'createTask' && canEdit)
      if (item === undefined) return
      const { id, title, fields } = item
      const task = { title, ...(keepsRest ? (fields as LauncherTaskCreate) : {}), ...change }
      const time = elapsed()
      const reply = await program.outbox.submit(task, id)
      if (!reply.ok) return
      toldOf(item).askedAgain.push(time)
      undoing.delete(id)
      accept(reply, reply.value.before)
      edits.push({ id: reply.value.id, title: task.title })
    },
    colleague: (index: number, change: TaskFields) => {
      const task = at(openTasks(), index)
      if (task === undefined) return
      const asked = {
        method: 'PATCH',
        path: `/v1/launcher/tasks/${task.id}`,
        headers: new Headers(),
        body: change,
      }
      service.answer('usr_bob', asked)
    },
    undo: async () => {
      const item = itemAt(0, ({ canUndo }) => canUndo)
      if (item === undefined) return
      const reply = await program.outbox.undo(item.id)
      if (reply.ok && reply.value.outcome === 'cancelled') giveUp(item.id)
      if (reply.ok && reply.value.outcome === 'undoing') undoing.add(item.id)
    },
    discard: async (index: number) => {
      const item = itemAt(
        index,
        ({ state }) => state === 'queued' || state === 'notFound' || state === 'needsYou',
      )
      if (item === undefined) return
      const left = await program.outbox.discard(item.id)
      if (!left.some(({ id }) => id === item.id)) giveUp(item.id)
    },
    retry: async (index: number) => {
      const item = itemAt(index, ({ state }) => state === 'notFound' || state === 'needsYou')
      if (item === undefined) return
      toldOf(item).askedAgain.push(elapsed())
      await program.outbox.retry(item.id)
    },
    decide: async (index: number, keepsMine: boolean) => {
      const item = itemAt(index, ({ conflict }) => conflict !== null)
      if (item?.conflict === undefined || item.conflict === null) return
      const fields = Object.keys(item.conflict.yours) as (keyof TaskFields)[]
      const known = told.get(item.id)
      // From now on the person has seen theirs.
      known?.knew.push(item.conflict.theirs)
      if (!keepsMine) giveUp(item.id)
      await program.outbox.resolve(item.id, keepsMine ? fields : [])
    },
    pick: async (index: number) => {
      const item = itemAt(index, ({ candidates }) => candidates.length > 0)
      if (item !== undefined) await program.outbox.pick(item.id, item.candidates[0]?.id ?? '')
    },
    /** `kill -9`, and another start on what is on the disk. */
    crash: async () => {
      life += 1
      program = start()
      await program.outbox.load()
    },
    wake: () => program.outbox.wake(),
  }
  return world
}
export type World = ReturnType<typeof createWorld>

// Drives the outbox: keeps entries on disk, sends what is due, looks for what got no answer. Decisions are in outbox.ts.
import type { LauncherTask, LauncherTaskCreate, LauncherTaskPatch } from '../../shared/api/launcher-tasks.ts'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { OutboxItem } from '../../shared/launcher.ts'
import type { Log } from '../log.ts'
import type { OutboxStore } from './outbox-store.ts'
import {
  dueEntries,
  type Entry,
  type Event,
  type Found,
  isDiscardable,
  isUnderWay,
  next,
  nextDue,
  present,
} from './outbox.ts'

export type OutboxPorts = {
  create: (task: LauncherTaskCreate) => Promise<Reply<LauncherTask>>
  update: (id: string, change: LauncherTaskPatch) => Promise<Reply<LauncherTask>>
  /** Tasks that this create may have made; `claimed` are known to be others. */
  findCreated: (entry: Entry, claimed: ReadonlySet<string>) => Promise<Reply<readonly Found[]>>
  readBack: (entry: Entry) => Promise<Reply<Extract<Event, { type: 'readBack' }>>>
}

export type Outbox = {
  /** Reads what an earlier run left. What was being sent then is checked first. */
  load: () => Promise<void>
  list: () => OutboxItem[]
  /** Resolve when it is on disk, not when it is sent. */
  submit: (task: LauncherTaskCreate) => Promise<Reply<OutboxItem>>
  update: (taskId: string, title: string, change: LauncherTaskPatch) => Promise<Reply<OutboxItem>>
  retry: (id: string) => Promise<OutboxItem[]>
  discard: (id: string) => Promise<OutboxItem[]>
  /** Tries again now: somebody signed in, or the machine woke up. */
  wake: () => void
  dispose: () => void
}

/** How long a saved entry stays to be seen, and its change to be undone. */
const savedForMs = 10 * 60_000
const longestTimerMs = 60_000

export const createOutbox = ({
  store,
  ports,
  owner,
  now,
  serviceTime,
  versionOf,
  newId,
  setTimer,
  onChange,
  onSaved,
  log,
}: {
  store: OutboxStore
  ports: OutboxPorts
  /** Who is signed in, or null: then everything waits. */
  owner: () => string | null
  now: () => number
  /** Now, by the service's clock. */
  serviceTime: () => number
  /** When a task was last changed, as far as is known. */
  versionOf: (taskId: string) => string | null
  newId: () => string
  setTimer: (run: () => void, ms: number) => () => void
  onChange: (items: OutboxItem[]) => void
  onSaved: (task: LauncherTask | null) => void
  log: Log
}): Outbox => {
  let entries: readonly Entry[] = []
  let stopTimer: () => void = () => undefined
  let isDisposed = false
  /** Entries whose request or look-up is under way. */
  const busy = new Set<string>()

  const mine = (): readonly Entry[] => {
    const who = owner()
    return entries.filter((one) => one.owner === who)
  }
  const list = (): OutboxItem[] => mine().map(present)
  const find = (id: string): Entry | undefined => entries.find((one) => one.id === id)

  const persist = (): Promise<void> => store.save(entries.filter(({ state }) => state !== 'saved'))

  const replace = (changed: Entry): void => {
    entries = entries.map((one) => (one.id === changed.id ? changed : one))
  }

  const apply = async (id: string, event: Event): Promise<void> => {
    const old = find(id)
    if (old === undefined) return
    const changed = next(old, event, now())
    if (changed === old) return
    replace(changed)
    try {
      await persist()
    } catch (error) {
      log.bug('outbox.notKept', error)
    }
    onChange(list())
  }

  const send = async (one: Entry): Promise<void> => {
    const sending = next(
      one,
      {
        type: 'sendStarted',
        serviceTime: serviceTime(),
        seenVersion: one.work.kind === 'updateTask' ? versionOf(one.work.taskId) : null,
      },
      now(),
    )
    replace(sending)
    try {
      // On disk before it is on the wire: after a crash it must be looked for, not sent again.
      await persist()
    } catch (error) {
      log.bug('outbox.notKept', error)
      replace(
        next(
          sending,
          { type: 'refused', error: { kind: 'unavailable', message: 'The disk is full.' } },
          now(),
        ),
      )
      onChange(list())
      return
    }
    onChange(list())
    const { work } = one
    const reply =
      work.kind === 'createTask'
        ? await ports.create(work.task)
        : await ports.update(work.taskId, work.change)
    if (reply.ok) {
      await apply(one.id, { type: 'saved', task: reply.value })
      onSaved(reply.value)
    } else {
      log.info('outbox.refused', { kind: reply.error.kind, work: work.kind })
      await apply(one.id, { type: 'refused', error: reply.error })
    }
  }

  const check = async (one: Entry): Promise<void> => {
    if (one.work.kind === 'createTask') {
      const claimed = new Set(
        entries.flatMap(({ id, taskId }) => (id !== one.id && taskId !== null ? [taskId] : [])),
      )
      const reply = await ports.findCreated(one, claimed)
      await apply(one.id, reply.ok ? { type: 'lookedUp', found: reply.value } : { type: 'lookUpFailed' })
    } else {
      const reply = await ports.readBack(one)
      await apply(one.id, reply.ok ? reply.value : { type: 'lookUpFailed' })
    }
    if (find(one.id)?.state === 'saved') onSaved(null)
  }

  const work = async (one: Entry): Promise<void> => {
    busy.add(one.id)
    try {
      await (one.state === 'checking' ? check(one) : send(one))
    } catch (error) {
      // A bug in a port: whatever was being sent may have arrived.
      log.bug('outbox.broke', error)
      await apply(one.id, {
        type: 'refused',
        error: { kind: 'unconfirmed', message: 'This may have been saved.' },
      })
      await apply(one.id, { type: 'lookUpFailed' })
    } finally {
      busy.delete(one.id)
      pump()
    }
  }

  const dropOld = (): void => {
    const old = now() - savedForMs
    const kept = entries.filter(({ state, settledAt }) => state !== 'saved' || (settledAt ?? 0) > old)
    if (kept.length === entries.length) return
    entries = kept
    onChange(list())
  }

  const pump = (): void => {
    stopTimer()
    if (isDisposed || owner() === null) return
    dropOld()
    for (const one of dueEntries(mine(), now())) if (!busy.has(one.id)) void work(one)
    const due = nextDue(mine().filter(({ id }) => !busy.has(id)))
    if (due !== null) stopTimer = setTimer(pump, Math.min(Math.max(due - now(), 0), longestTimerMs))
  }

  const add = async (fresh: Pick<Entry, 'work' | 'title' | 'taskId'>): Promise<Reply<OutboxItem>> => {
    const who = owner()
    if (who === null) return failed({ kind: 'signedOut', message: 'Sign in again. Your text is kept.' })
    const added: Entry = {
      ...fresh,
      id: newId(),
      owner: who,
      state: 'queued',
      webUrl: null,
      error: null,
      createdAt: now(),
      sentAt: null,
      seenVersion: null,
      notBefore: 0,
      failures: 0,
      emptyLookUps: 0,
      failedLookUps: 0,
      settledAt: null,
    }
    entries = [...entries, added]
    try {
      await persist()
    } catch (error) {
      log.bug('outbox.notKept', error)
      entries = entries.filter(({ id }) => id !== added.id)
      return failed({ kind: 'unavailable', message: 'This cannot be kept: the disk is full or read-only.' })
    }
    onChange(list())
    pump()
    return succeeded(present(find(added.id) ?? added))
  }

  return {
    load: async () => {
      const loaded = await store.load()
      entries = [...loaded.map((one) => next(one, { type: 'loaded' }, now())), ...entries]
      onChange(list())
      pump()
    },
    list,
    submit: (task) => add({ work: { kind: 'createTask', task }, title: task.title, taskId: null }),
    update: (taskId, title, change) => add({ work: { kind: 'updateTask', taskId, change }, title, taskId }),
    retry: async (id) => {
      if (find(id)?.owner === owner()) await apply(id, { type: 'retryAsked' })
      pump()
      return list()
    },
    discard: async (id) => {
      const one = find(id)
      if (
        one !== undefined &&
        one.owner === owner() &&
        isDiscardable(one) &&
        !(busy.has(id) && isUnderWay(one))
      ) {
        entries = entries.filter((other) => other.id !== id)
        await persist()
        onChange(list())
      }
      pump()
      return list()
    },
    wake: () => {
      for (const one of mine()) replace(next(one, { type: 'woken' }, now()))
      onChange(list())
      pump()
    },
    dispose: () => {
      isDisposed = true
      stopTimer()
    },
  }
}

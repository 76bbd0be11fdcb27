// One user's writes under every failure: a bad network, a locked or busy workspace, a full disk, a program that is killed at
// any moment, and a colleague who changes the same tasks and records.
import type { Reply } from '../../../shared/errors.ts'
import type { OutboxItem } from '../../../shared/ipc/launcher.ts'
import type { LauncherTaskCreate, TaskFields } from '../../../shared/api/launcher/tasks.ts'
import { fieldsIn, pick } from '../../../shared/task-fields.ts'
import { createBadNetwork, turns } from './bad-network.fake.ts'
import { createRecordSteps } from './records-model.fake.ts'
import type { OutboxPorts } from './ports.ts'
import type { Values } from './work.ts'
import { me, startWriting } from './writing-half.fake.ts'

/** A write as it was shown to the user. */
export type Told = {
  item: OutboxItem
  /** The values of the task or record that the user saw or wrote. */
  knew: Values[]
  isGivenUp: boolean
  /** The titles that were shown, and the tasks that were offered to choose from. */
  titles: Set<string>
  offered: Set<string>
  /** When the user retried or edited it, by a clock that is never set back. */
  askedAgain: number[]
}

/** @param keys whether the service honours `Idempotency-Key`. @param ports replace the real ones */
export const createWorld = (keys: 'known' | 'ignored' = 'known', ports: Partial<OutboxPorts> = {}) => {
  const network = createBadNetwork(keys)
  let ids = 0
  let disk: 'fine' | 'broken' | 'unreadable' = 'fine'
  let stored: unknown = null
  let writes = 0
  let person: string | null = me
  let isExpired = false
  const told = new Map<string, Told>()

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

  const giveUpOf = (create: OutboxItem | undefined): void => {
    if (create?.kind !== 'createRecord' || create.state === 'saved') return
    for (const { item } of told.values()) if (item.recordId === create.recordId) giveUp(item.id)
  }

  const tell = (of: number) => (items: OutboxItem[]) => {
    if (of !== network.life()) return
    for (const item of items) {
      const known = toldOf(item)
      known.item = item
      known.knew.push(item.fields, item.before, item.values, item.valuesBefore)
      for (const { id } of item.candidates) known.offered.add(id)
      known.titles.add(item.title)
    }
    // A write that was undone in flight, and was not saved, is removed without a message. Changes of a new record go with it.
    for (const id of undoing)
      if (!items.some((item) => item.id === id)) {
        giveUp(id)
        giveUpOf(told.get(id)?.item)
      }
  }

  const start = () => {
    const of = network.life()
    return startWriting({
      fetch: network.fetchIn(of),
      file: {
        read: () =>
          disk === 'unreadable'
            ? Promise.reject(new Error('EBUSY'))
            : Promise.resolve(structuredClone(stored)),
        write: async (document) => {
          const text = JSON.stringify(document)
          await turns(1)
          if (of !== network.life()) throw new Error('gone')
          if (disk === 'broken') throw new Error('ENOSPC')
          stored = JSON.parse(text)
          writes += 1
        },
        remove: () => Promise.resolve(),
      },
      now: network.now,
      elapsed: network.elapsed,
      newId: () => `e${(ids += 1)}`,
      setTimer: network.setTimer(of),
      onChange: tell(of),
      owner: () => (isExpired ? null : person),
      reader: () => person,
      ports,
    })
  }
  let program = start()

  const openTasks = () => [...network.service.tasks.values()].filter(({ archived }) => !archived)
  const at = <T>(some: readonly T[], index: number): T | undefined =>
    some.length === 0 ? undefined : some[index % some.length]
  const accept = (reply: Reply<OutboxItem>, seen: Values): void => {
    if (!reply.ok) return
    const known = toldOf(reply.value)
    known.knew.push(seen)
    known.isGivenUp = false
  }
  const itemAt = (index: number, fits: (item: OutboxItem) => boolean) =>
    at(program.outbox.list().filter(fits), index)
  /** Writes that a discard or an undo removed. */
  const giveUpGone = (before: readonly OutboxItem[]): void => {
    const left = new Set(program.outbox.list().map(({ id }) => id))
    for (const { id } of before) if (!left.has(id)) giveUp(id)
  }
  /** The edits of creates, in order, with the title that was saved. */
  const edits: { id: string; title: string }[] = []
  const world = {
    ...network,
    ...createRecordSteps({ network, outbox: () => program.outbox, accept, itemAt, giveUpGone }),
    told,
    edits,
    list: () => program.outbox.list(),
    setDisk: (state: typeof disk) => {
      disk = state
    },
    stored: () => stored,
    /** How often the file was written. */
    writes: () => writes,
    /** Sets the document of an earlier run on disk. */
    leave: (document: unknown) => {
      stored = document
    },
    signIn: (who: string | null) => {
      person = who
      isExpired = false
      program.outbox.wake()
    },
    expire: () => {
      isExpired = true
    },
    outbox: () => program.outbox,
    settle: () => turns(12),
    create: async (title: string) => accept(await program.outbox.submit({ title }), {}),
    update: (index: number, change: TaskFields) => world.updateFrom(index, change)(),
    /** Opens a form now. The result saves it. */
    updateFrom: (index: number, change: TaskFields) => {
      const task = at(openTasks(), index)
      // The form shows what the service had when it was opened.
      const seen = Object.fromEntries(
        Object.keys(change).map((field) => [field, task?.[field as keyof typeof task]]),
      )
      return async (): Promise<void> => {
        if (task === undefined) return
        await turns(1)
        accept(await program.outbox.update(task.id, task.title, change, seen), seen)
      }
    },
    /** Changes all open tasks at once, as a selection does. */
    updateAll: async (change: TaskFields) => {
      const changes = openTasks().map((task) => ({
        id: task.id,
        title: task.title,
        change,
        before: pick(task as TaskFields, fieldsIn(change)),
      }))
      if (changes.length === 0) return
      await turns(1)
      const reply = await program.outbox.updateAll(changes)
      if (!reply.ok) return
      for (const [at, item] of reply.value.entries())
        accept({ ok: true, value: item }, changes[at]?.before ?? {})
    },
    /** Deletes two of the open tasks. */
    deleteTwo: async (index: number) => {
      const tasks = new Set(
        [at(openTasks(), index), at(openTasks(), index + 1)].filter((one) => one !== undefined),
      )
      if (tasks.size === 0) return
      const reply = await program.outbox.deleteAll([...tasks])
      if (reply.ok) for (const item of reply.value) accept({ ok: true, value: item }, {})
    },
    /** Edits a change that waits or was refused. */
    rewrite: async (index: number, change: TaskFields) => {
      const item = itemAt(
        index,
        ({ kind, state, conflict }) =>
          kind === 'updateTask' && conflict === null && (state === 'queued' || state === 'needsYou'),
      )
      const task = network.service.tasks.get(item?.taskId ?? '')
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
    /** Edits a create. @param keepsRest whether its other fields stay */
    edit: async (index: number, change: Partial<LauncherTaskCreate>, keepsRest: boolean) => {
      const item = itemAt(index, ({ kind, canEdit }) => kind === 'createTask' && canEdit)
      if (item === undefined) return
      const { id, title, fields } = item
      const task = { title, ...(keepsRest ? (fields as LauncherTaskCreate) : {}), ...change }
      const time = network.elapsed()
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
      network.service.answer('usr_bob', asked)
    },
    undo: async () => {
      const item = itemAt(0, ({ canUndo }) => canUndo)
      if (item === undefined) return
      const shown = program.outbox.list()
      const batch = shown.filter(
        (one) => one.id === item.id || (item.batch !== null && one.batch === item.batch),
      )
      const reply = await program.outbox.undo(item.id)
      if (!reply.ok || reply.value.outcome === 'nothing') return
      const left = new Set(program.outbox.list().map(({ id }) => id))
      for (const { id } of batch) if (left.has(id)) undoing.add(id)
      giveUpGone(shown)
    },
    discard: async (index: number) => {
      const item = itemAt(
        index,
        ({ state }) => state === 'queued' || state === 'notFound' || state === 'needsYou',
      )
      if (item === undefined) return
      const shown = program.outbox.list()
      await program.outbox.discard(item.id)
      giveUpGone(shown)
    },
    retry: async (index: number) => {
      const item = itemAt(index, ({ state }) => state === 'notFound' || state === 'needsYou')
      if (item === undefined) return
      toldOf(item).askedAgain.push(network.elapsed())
      await program.outbox.retry(item.id)
    },
    decide: async (index: number, keepsMine: boolean) => {
      const item = itemAt(index, (one) => (one.conflict ?? one.recordConflict) !== null)
      const conflict = item?.conflict ?? item?.recordConflict ?? null
      if (item === undefined || conflict === null) return
      const fields = Object.keys(conflict.yours)
      const known = told.get(item.id)
      // The user has now seen theirs.
      known?.knew.push(conflict.theirs)
      if (!keepsMine) giveUp(item.id)
      await program.outbox.resolve(item.id, keepsMine ? fields : [])
    },
    pick: async (index: number) => {
      const item = itemAt(index, ({ candidates }) => candidates.length > 0)
      if (item !== undefined) await program.outbox.pick(item.id, item.candidates[0]?.id ?? '')
    },
    /** `kill -9`, and another start from the disk. */
    crash: async () => {
      network.nextLife()
      program = start()
      await program.outbox.load()
    },
    wake: () => program.outbox.wake(),
  }
  return world
}
export type World = ReturnType<typeof createWorld>

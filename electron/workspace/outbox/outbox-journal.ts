// The entries of the outbox, in memory and on disk. Nothing that a person was told is in memory alone, and nothing is
// written before what an earlier run left has been read.
import type { AppError } from '../../../shared/errors.ts'
import { createInOrder } from '../../../shared/in-order.ts'
import { say } from '../../../shared/language.ts'
import type { Log } from '../../desktop/log.ts'
import type { Entry } from './entry.ts'
import type { OutboxStore } from './outbox-store.ts'
import { type Event, next } from './state-machine.ts'
import { rebaseOn } from './rebase.ts'
import { standingAgain } from './undo.ts'

/** What a person is told when the disk did not take a write. */
export const diskFull = (): AppError => ({ kind: 'notKept', message: say('main.diskFull') })

type Make = (entries: readonly Entry[]) => readonly Entry[]

export type OutboxJournal = {
  /** Reads what an earlier run left, once; a disk that could not be read is tried again. Throws its error. */
  load: () => Promise<void>
  all: () => readonly Entry[]
  find: (id: string) => Entry | undefined
  /** Whether the last create of this owner that was answered showed that the service honours keys. */
  honoursKeys: (owner: string) => boolean
  /** Resolves when every change that was asked for before is made, or given up. */
  settled: () => Promise<void>
  /** Makes a change that a person asked for: on disk, or not at all. @returns whether it was kept. */
  change: (make: Make) => Promise<boolean>
  /**
   * Moves one entry on. It counts also when the disk refuses: what is there then leads to a look-up, not to a loss.
   * @returns whether it is on disk.
   */
  apply: (id: string, event: Event, make?: Make) => Promise<boolean>
  /** Whether a write would leave out what was saved long ago. */
  isStale: () => boolean
  /** Moves all, in memory only: times, which are only hints. */
  hint: (event: Event) => Promise<void>
}

/** How long a saved entry stays to be seen, and to be undone. */
const savedForMs = 10 * 60_000

/** A saved create is kept while another one of its title is not saved: it must not be taken for that one. */
const isStillNeeded = (one: Entry, entries: readonly Entry[], now: number): boolean =>
  one.state !== 'saved' ||
  (one.settledAt ?? 0) > now - savedForMs ||
  (one.work.kind === 'createTask' &&
    entries.some(
      (other) =>
        other.work.kind === 'createTask' &&
        other.state !== 'saved' &&
        other.title.trim() === one.title.trim(),
    ))

export const createOutboxJournal = ({
  store,
  now,
  onChange,
  log,
}: {
  store: OutboxStore
  now: () => number
  onChange: () => void
  log: Log
}): OutboxJournal => {
  let entries: readonly Entry[] = []
  /** Owners whose service honours keys. */
  let keyOwners: ReadonlySet<string> = new Set()
  let loading: Promise<void> | null = null
  /** So that no change is made from entries that another one is just replacing. */
  const inOrder = createInOrder()

  const save = async (made: readonly Entry[]): Promise<boolean> => {
    try {
      await store.save({ entries: made, keyOwners: [...keyOwners] })
      return true
    } catch (error) {
      log.bug('outbox.notKept', error)
      return false
    }
  }
  const needed = (made: readonly Entry[]): readonly Entry[] =>
    made.filter((one) => isStillNeeded(one, made, now()))
  const after = (before: readonly Entry[], made: readonly Entry[]): readonly Entry[] =>
    needed(standingAgain(before, made))

  const read = async (): Promise<void> => {
    try {
      const left = await store.load()
      keyOwners = new Set(left.keyOwners)
      entries = needed(left.entries.map((one) => next(one, { type: 'loaded' }, now())))
    } catch (error) {
      loading = null
      throw error
    }
    onChange()
  }
  const load = (): Promise<void> => (loading ??= read())

  return {
    load,
    all: () => entries,
    find: (id) => entries.find((one) => one.id === id),
    honoursKeys: (owner) => keyOwners.has(owner),
    settled: () => inOrder(() => Promise.resolve()),
    change: (make) =>
      inOrder(async () => {
        try {
          await load()
        } catch (error) {
          log.bug('outbox.notRead', error)
          return false
        }
        const made = after(entries, make(entries))
        if (!(await save(made))) return false
        entries = made
        onChange()
        return true
      }),
    apply: (id, event, make = (all) => all) =>
      inOrder(async () => {
        const old = entries.find((one) => one.id === id)
        const moved = old === undefined ? undefined : next(old, event, now())
        if (moved === undefined || moved === old) return true
        if (event.type === 'saved' && event.honoursKeys !== undefined) {
          const others = [...keyOwners].filter((one) => one !== moved.owner)
          keyOwners = new Set(event.honoursKeys ? [...others, moved.owner] : others)
        }
        const replaced = entries.map((one) => (one.id === id ? moved : one))
        const made = make(moved.state === 'saved' ? rebaseOn(moved, replaced) : replaced)
        entries = after(entries, made)
        const isKept = await save(entries)
        onChange()
        return isKept
      }),
    isStale: () => needed(entries).length < entries.length,
    hint: (event) =>
      inOrder(() => {
        const moved = entries.map((one) => next(one, event, now()))
        const isMoved = moved.some((one, index) => one !== entries[index])
        entries = moved
        if (isMoved) onChange()
        return Promise.resolve()
      }),
  }
}

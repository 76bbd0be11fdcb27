// Owns the entries of the outbox, in memory and on disk. Changes run one at a time, and after the file was read. An entry is on
// disk before it is shown and before it is sent, and stays there until it is saved or discarded.
import { z } from 'zod'
import { type AppError, failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { createInOrder, type InOrder } from '../../../shared/in-order.ts'
import { say } from '../../../shared/language.ts'
import type { Log } from '../../log.ts'
import type { Document } from '../../storage/vault.ts'
import { areAlike, entry, type Entry } from './entry.ts'
import type { Event } from './events.ts'
import { next } from './state-machine.ts'
import {
  changeInPlaceOf,
  commentInPlaceOf,
  createInPlaceOf,
  rebaseOn,
  type TooLate,
  withoutLost,
} from './rebase.ts'
import { isChange } from './work.ts'

/** The file: the entries, oldest first, and the owners whose service honours `Idempotency-Key`. */
const stored = z.object({ entries: z.array(z.unknown()), keyOwners: z.array(z.string()).catch([]) })

/** The error of a write that could not be saved to disk. */
export const diskFull = (): AppError => ({ kind: 'notKept', message: say('main.diskFull') })

/** One changed entry; `after` is null if it was removed. */
type Move = { before: Entry; after: Entry | null }

export type OutboxJournal = {
  /** Reads the file, once. After an error, which it throws, the next call tries again. */
  load: () => Promise<void>
  all: () => readonly Entry[]
  find: (id: string) => Entry | undefined
  /** Whether the last answered create of this owner showed that the service honours `Idempotency-Key`. */
  honoursKeys: (owner: string) => boolean
  /** Resolves when every earlier change is done or has failed. */
  settled: () => Promise<void>
  /** Adds writes. The last one replaces those that it was edited from. All are on disk or none is added. */
  add: (added: readonly Entry[], replaced: readonly string[]) => Promise<'kept' | 'notKept' | TooLate>
  /**
   * Applies an action of the user. The change is on disk or not made. Entries that are undone move to the end.
   * @param which chooses the entries, after every earlier change
   * @returns the changed entries, before and after
   */
  ask: (which: () => readonly Entry[], event: Event) => Promise<Reply<readonly Move[]>>
  /**
   * Applies an event to one entry, also when the disk is full: the older state on disk leads to a look-up after a crash.
   * Events that come at the same time share one write.
   * @returns whether it is on disk
   */
  apply: (id: string, event: Event) => Promise<boolean>
  /** Removes entries that were saved long ago. */
  prune: () => Promise<void>
  /** Applies an event to all entries, in memory only: it changes times. */
  hint: (event: Event) => Promise<void>
}

/** The time for which a saved entry is shown and can be undone. */
const savedForMs = 10 * 60_000

/** A saved create is kept while one like it is not saved, so that a look-up does not claim what it made. */
const isStillNeeded = (one: Entry, entries: readonly Entry[], now: number): boolean =>
  one.state !== 'saved' ||
  (one.settledAt ?? 0) > now - savedForMs ||
  entries.some((other) => other.state !== 'saved' && areAlike(one, other))

export const createOutboxJournal = ({
  file,
  now,
  onChange,
  log,
}: {
  file: Document
  now: () => number
  onChange: () => void
  log: Log
}): OutboxJournal => {
  let entries: readonly Entry[] = []
  /** Owners whose service honours keys. */
  let keyOwners: ReadonlySet<string> = new Set()
  let loading: Promise<void> | null = null
  const order = createInOrder()
  /** A queued job that applies events, if it is the last one. A further event joins it, so that they share one write. */
  let waiting: { events: (readonly [string, Event])[]; written: Promise<boolean> } | null = null
  const inOrder: InOrder = (work) => {
    waiting = null
    return order(work)
  }

  const save = async (made: readonly Entry[]): Promise<boolean> => {
    try {
      await file.write({ entries: made, keyOwners: [...keyOwners] })
      return true
    } catch (error) {
      log.bug('outbox.notKept', error)
      return false
    }
  }
  const needed = (made: readonly Entry[]): readonly Entry[] =>
    made.filter((one) => isStillNeeded(one, made, now()))
  const nextOfAll = (all: readonly Entry[], event: Event): readonly Entry[] =>
    all.flatMap((one) => next(one, event, now()) ?? [])

  const read = async (): Promise<void> => {
    try {
      const left = stored.safeParse(await file.read()).data ?? { entries: [], keyOwners: [] }
      keyOwners = new Set(left.keyOwners)
      // An entry of an unknown shape is left out.
      const known = left.entries.flatMap((one) => entry.safeParse(one).data ?? [])
      entries = needed(nextOfAll(known, { type: 'loaded' }))
    } catch (error) {
      loading = null
      throw error
    }
    onChange()
  }
  const load = (): Promise<void> => (loading ??= read())

  /** A change is on disk or not made. */
  const change = (
    make: (all: readonly Entry[]) => readonly Entry[] | TooLate,
  ): Promise<'kept' | 'notKept' | TooLate> =>
    inOrder(async () => {
      try {
        await load()
      } catch (error) {
        log.bug('outbox.notRead', error)
        return 'notKept'
      }
      const made = make(entries)
      if (typeof made === 'string') return made
      if (made === entries) return 'kept'
      const left = needed(withoutLost(entries, made))
      if (!(await save(left))) return 'notKept'
      entries = left
      onChange()
      return 'kept'
    })

  const rememberKeys = (owner: string, honoursKeys: boolean): void => {
    const others = [...keyOwners].filter((one) => one !== owner)
    keyOwners = new Set(honoursKeys ? [...others, owner] : others)
  }

  const applied = (all: readonly Entry[], id: string, event: Event): readonly Entry[] => {
    const old = all.find((one) => one.id === id)
    const moved = old === undefined ? undefined : next(old, event, now())
    if (old === undefined || moved === undefined || moved === old) return all
    if (event.type === 'saved' && event.honoursKeys !== undefined) rememberKeys(old.owner, event.honoursKeys)
    const made = all.flatMap((one) => (one === old ? (moved ?? []) : one))
    const tag = event.type === 'saved' ? (event.stored?.tag ?? null) : null
    return moved?.state === 'saved' ? rebaseOn(moved, tag, made) : withoutLost(all, made)
  }
  const writeTogether = () => {
    const events: (readonly [string, Event])[] = []
    const written = inOrder(async () => {
      if (waiting?.events === events) waiting = null
      const made = events.reduce((all, [id, event]) => applied(all, id, event), entries)
      if (made === entries) return true
      entries = needed(made)
      const isKept = await save(entries)
      onChange()
      return isKept
    })
    return { events, written }
  }

  return {
    load,
    all: () => entries,
    find: (id) => entries.find((one) => one.id === id),
    honoursKeys: (owner) => keyOwners.has(owner),
    settled: () => inOrder(() => Promise.resolve()),
    add: (added, replaced) =>
      change((all) =>
        added.reduce<readonly Entry[] | TooLate>((made, one, place) => {
          if (typeof made === 'string') return made
          const old = place === added.length - 1 ? replaced : []
          if (isChange(one.work)) return changeInPlaceOf(one, new Set(old), made, now())
          return one.work.kind === 'updateComment'
            ? commentInPlaceOf(one, one.work, made)
            : createInPlaceOf(one, old[0], made, now())
        }, all),
      ),
    ask: async (which, event) => {
      let moves: readonly Move[] = []
      const kept = await change((all) => {
        moves = which()
          .map((before) => ({ before, after: next(before, event, now()) }))
          .filter(({ before, after }) => after !== before)
        if (moves.length === 0) return all
        const afterOf = new Map(moves.map(({ before, after }) => [before, after]))
        if (event.type !== 'undoAsked')
          return all.flatMap((one) => (afterOf.has(one) ? (afterOf.get(one) ?? []) : one))
        return [...all.filter((one) => !afterOf.has(one)), ...moves.flatMap(({ after }) => after ?? [])]
      })
      return kept === 'kept' ? succeeded(moves) : failed(diskFull())
    },
    apply: (id, event) => {
      waiting ??= writeTogether()
      waiting.events.push([id, event])
      return waiting.written
    },
    prune: async () => {
      if (needed(entries).length < entries.length) await change((all) => [...all])
    },
    hint: (event) =>
      inOrder(() => {
        const moved = nextOfAll(entries, event)
        const isMoved = moved.length < entries.length || moved.some((one, index) => one !== entries[index])
        entries = moved
        if (isMoved) onChange()
        return Promise.resolve()
      }),
  }
}

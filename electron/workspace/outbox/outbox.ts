// Runs the outbox: sends the due writes and applies the user's actions. state-machine.ts has the states of an entry,
// journal.ts owns the entries, send.ts sends them.
import { type AppError, failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { say } from '../../../shared/language.ts'
import { undoWithinMs } from '../../../shared/api/limits.ts'
import type { OutboxItem, UndoAnswer } from '../../../shared/ipc/launcher.ts'
import type { Log } from '../../log.ts'
import type { Document } from '../../storage/vault.ts'
import { createOutboxJournal, diskFull } from './journal.ts'
import { blockersIn, type Entry, newEntry, present } from './entry.ts'
import { dueEntries, lockedDelay, lockedUntil, nextDue } from './schedule.ts'
import type { OutboxPorts } from './ports.ts'
import { createRequests } from './send.ts'
import { batchOf, newestUndoable } from './undo.ts'
import type { Event } from './events.ts'
import { recordIdOf } from './work.ts'
import { createWrites, type Part, type Writes } from './writes.ts'

export type Outbox = Writes & {
  /** Reads the entries of an earlier run. */
  load: () => Promise<void>
  list: () => OutboxItem[]
  /** How many writes of these owners are not saved yet. */
  waiting: (isOwner: (owner: string) => boolean) => number
  /** Resolves when earlier changes are on disk. */
  settled: () => Promise<void>
  retry: (id: string) => Promise<OutboxItem[]>
  discard: (id: string) => Promise<OutboxItem[]>
  /** Sets which of several tasks the create made. */
  pick: (id: string, taskId: string) => Promise<OutboxItem[]>
  /** Resolves a conflict. @param mine the fields, or keys of values, that overwrite theirs */
  resolve: (id: string, mine: readonly string[]) => Promise<OutboxItem[]>
  /** Undoes the newest write that can be undone, with its batch. @param id that write; without it, only a write of the last minute */
  undo: (id?: string) => Promise<Reply<UndoAnswer>>
  /** Retries now, after a sign-in or a wake-up of the computer. */
  wake: () => void
  dispose: () => void
}

const longestTimerMs = 60_000
const clockJumpMs = 1_000

const tooLateWords = {
  task: { sent: 'write.sentMeanwhile', inDoubt: 'write.inDoubt' },
  record: { sent: 'write.recordSentMeanwhile', inDoubt: 'write.recordInDoubt' },
  comment: { sent: 'write.commentSentMeanwhile', inDoubt: 'write.commentInDoubt' },
} as const

const signedOutError = (): AppError => ({ kind: 'signedOut', message: say('main.signInAgain') })

export const createOutbox = ({
  file,
  ports,
  owner,
  reader,
  now,
  serviceTime,
  newId,
  setTimer,
  onChange,
  onSettled,
  onDenied,
  log,
}: {
  file: Document
  ports: OutboxPorts
  /** The signed-in user. While nobody is signed in, every write waits. */
  owner: () => string | null
  /** The user whose writes are shown: the owner, or the one whose session has expired. */
  reader: () => string | null
  now: () => number
  /** Now, by the service's clock. */
  serviceTime: () => number
  newId: () => string
  setTimer: (run: () => void, ms: number) => () => void
  onChange: (items: OutboxItem[]) => void
  /** A task or record was saved, or no longer exists. */
  onSettled: () => void
  /** The service refused a write for want of this right. */
  onDenied: (right: string) => void
  log: Log
}): Outbox => {
  const journal = createOutboxJournal({
    file,
    now,
    log,
    onChange: () => onChange(list()),
  })
  let stopTimer: () => void = () => undefined
  let isDisposed = false
  let lastSeenTime = now()
  /** When a locked workspace was last asked. The entry that asked may be gone. */
  let lockedAt = Number.NEGATIVE_INFINITY
  /** Entries with a request in flight. */
  const busy = new Set<string>()

  const of = (who: string | null): readonly Entry[] => journal.all().filter((one) => one.owner === who)
  const mine = (): readonly Entry[] => of(owner())
  const presented = (
    one: Entry,
    newest: Entry | undefined,
    blockers: ReadonlyMap<string, Entry>,
  ): OutboxItem => {
    const item = present(one, one === newest, blockers.get(one.id))
    // Without a session nothing is sent, whatever else the entry waits for.
    return one.state === 'queued' && owner() === null
      ? { ...item, waitsUntil: null, heldUntil: null, error: signedOutError() }
      : item
  }
  const list = (): OutboxItem[] => {
    const shown = of(reader())
    const newest = newestUndoable(shown)
    const blockers = blockersIn(shown)
    return shown.map((one) => presented(one, newest, blockers))
  }
  const shownEntry = (id: string): Entry | undefined => of(reader()).find((one) => one.id === id)

  const apply = async (id: string, event: Event): Promise<boolean> => {
    const isKept = await journal.apply(id, event)
    const after = journal.find(id)
    if (after?.state === 'saved' || after?.error?.kind === 'notFound') onSettled()
    return isKept
  }

  /** Records whether the workspace is locked. Answers to requests from before the lock are ignored. */
  const hear = async (error: AppError | null, askedAt: number): Promise<void> => {
    if (error?.kind === 'locked') lockedAt = now()
    if (error?.kind === 'forbidden' && error.right !== undefined) onDenied(error.right)
    if (error !== null || askedAt <= lockedAt) return
    lockedAt = Number.NEGATIVE_INFINITY
    await journal.hint({ type: 'serviceAnswered' })
  }
  const opens = (): number => Math.max(lockedUntil(mine()), lockedAt + lockedDelay, 0)

  const request = createRequests({ journal, ports, apply, hear, now, serviceTime, log })

  const work = async (one: Entry): Promise<void> => {
    busy.add(one.id)
    try {
      await request(one)
    } catch (error) {
      // A bug in a port. The write may have arrived.
      log.bug('outbox.broke', error)
      const unknown = { kind: 'unconfirmed', message: say('request.maybeSaved') } as const
      await apply(one.id, { type: 'refused', error: unknown })
      await apply(one.id, { type: 'lookUpFailed', error: unknown })
    } finally {
      busy.delete(one.id)
      pump()
    }
  }

  const pump = (): void => {
    stopTimer()
    if (isDisposed || owner() === null) return
    // The clock was set back: the times of the entries lie too far ahead.
    const isSetBack = now() < lastSeenTime - clockJumpMs
    lastSeenTime = now()
    lockedAt = Math.min(lockedAt, now())
    if (isSetBack) return wake()
    void journal.prune()
    for (const one of dueEntries(mine(), busy, opens(), now())) void work(one)
    const due = nextDue(mine(), busy, opens())
    const ms = due === null ? longestTimerMs : Math.min(Math.max(due - now(), 0), longestTimerMs)
    if (mine().length > 0) stopTimer = setTimer(pump, ms)
  }

  const wake = (): void => {
    const woken = journal.load().then(() => journal.hint({ type: 'woken' }))
    void woken.then(pump, (error: unknown) => {
      log.bug('outbox.notRead', error)
      stopTimer()
      if (!isDisposed) stopTimer = setTimer(wake, longestTimerMs)
    })
  }

  const addAll = async (
    parts: readonly Part[],
    replaced: readonly string[],
  ): Promise<Reply<OutboxItem[]>> => {
    const who = owner()
    if (who === null) return failed(signedOutError())
    const edited = journal.find(replaced[0] ?? '')
    const batch = parts.length > 1 ? (edited?.batch ?? newId()) : null
    const added = parts.map((one) => newEntry({ ...one, batch, owner: who, createdAt: now() }))
    const kept = await journal.add(added, replaced)
    if (kept === 'notKept') return failed(diskFull())
    if (kept !== 'kept') {
      const kind = added.at(-1)?.work.kind
      const of = kind === 'createRecord' ? 'record' : kind === 'createComment' ? 'comment' : 'task'
      return failed({ kind: 'invalidInput', message: say(tooLateWords[of][kept]), fields: [] })
    }
    pump()
    /** An edit goes into the old entry. A new record may be in the outbox already. */
    const entryOf = (one: Entry): Entry | undefined =>
      journal.find(one.id) ??
      (one === added.at(-1) && edited?.work.kind === one.work.kind
        ? journal.find(edited.id)
        : of(who).find(
            ({ work }) => work.kind === 'createRecord' && recordIdOf(work) === recordIdOf(one.work),
          ))
    const [newest, blockers] = [newestUndoable(of(who)), blockersIn(of(who))]
    return succeeded(added.map((one) => presented(entryOf(one) ?? one, newest, blockers)))
  }

  const moving = async (id: string, event: Event): Promise<OutboxItem[]> => {
    if (shownEntry(id) !== undefined) await apply(id, event)
    pump()
    return list()
  }

  return {
    load: async () => {
      await journal.load()
      pump()
    },
    list,
    waiting: (isOwner) =>
      journal.all().filter(({ owner: whose, state }) => state !== 'saved' && isOwner(whose)).length,
    settled: journal.settled,
    ...createWrites({ addAll, newId, now }),
    retry: (id) => moving(id, { type: 'retryAsked', key: newId() }),
    discard: async (id) => {
      const shown = (): readonly Entry[] => of(reader()).filter((one) => one.id === id)
      await journal.ask(shown, { type: 'discarded' })
      pump()
      return list()
    },
    pick: (id, taskId) => {
      const task = shownEntry(id)?.candidates.find((one) => one.id === taskId)
      return task === undefined ? Promise.resolve(list()) : moving(id, { type: 'picked', task })
    },
    resolve: (id, fields) => moving(id, { type: 'resolved', mine: fields }),
    undo: async (id) => {
      const which = (): readonly Entry[] => {
        const newest = newestUndoable(of(reader()))
        const isMeant =
          id === undefined
            ? newest !== undefined && newest.createdAt > now() - undoWithinMs
            : newest?.id === id
        return newest !== undefined && isMeant ? batchOf(newest, of(reader())) : []
      }
      const asked = await journal.ask(which, { type: 'undoAsked' })
      pump()
      if (!asked.ok) return asked
      const last = asked.value.at(-1)
      if (last === undefined) return succeeded({ outcome: 'nothing', item: null, count: 0 })
      return succeeded({
        outcome: asked.value.every(({ after }) => after === null) ? 'cancelled' : 'undoing',
        item: present(last.before, false),
        count: asked.value.length,
      })
    },
    wake,
    dispose: () => {
      isDisposed = true
      stopTimer()
    },
  }
}

// Streams that announce changes of a workspace (FED-01). They carry no changes: a client reads those after its own cursor, so an event
// that a stream loses is found by the next read.
import { inPipeline } from '../db/sql.ts'
import type { Store, Tx } from '../db/store.ts'
import { changeStream, type ChangedEvent } from '../../shared/api/changes.ts'
import { newestPosition, type Position } from './changes.store.ts'

/** Streams of one process. */
const mostStreams = 1_000
/** Streams of one person in a process: several computers, and connections whose loss was not noticed yet. */
const mostOfPerson = 20
/** The shortest time between two events of a workspace, in milliseconds. */
const announcedEvery = 1_000
/** A notification is announced if it happened this recently: a sweep dates its own a few seconds back. */
const recentMs = 60_000
/** How often the database is polled for writes of other processes, in milliseconds. */
const asksPostgresEvery = 2_000
const asksSqliteEvery = 1_000

/** A notification; `count` grows where it comes to stand for more. */
type Noted = { id: string; personId: string; at: number; count: number }

type Listener = {
  workspaceId: string
  personId: string
  cursorOf: (position: Position) => string
  send: (bytes: Uint8Array) => void
  isAllowed: () => Promise<boolean>
  end: () => void
}

/** A request for a stream; `isAllowed` tells whether its token is still valid. */
export type Opening = Pick<Listener, 'workspaceId' | 'personId' | 'isAllowed' | 'cursorOf'>

export type Live = {
  /** Is to be called after a write in a workspace. */
  wrote(workspaceId: string): void
  /** @returns the text of the stream, or why there is none */
  open(opening: Opening): ReadableStream<Uint8Array> | 'too many of the person' | 'too many' | 'closed'
  /** Ends all streams. */
  close(): void
}

/** Streams of one workspace. */
type Watched = {
  listeners: Set<Listener>
  number: number | undefined
  /** Recent notifications that were announced, by id. */
  noted: ReadonlyMap<string, Noted>
  checkedAt: number
  timer?: NodeJS.Timeout | undefined
}

const encoder = new TextEncoder()
const alive = encoder.encode(': alive\n\n')
const changed = (cursor: string): Uint8Array => {
  const data: ChangedEvent = { cursor }
  return encoder.encode(`event: ${changeStream.event}\ndata: ${JSON.stringify(data)}\n\n`)
}
const notified = encoder.encode(`event: ${changeStream.notified}\ndata: {}\n\n`)

/**
 * @param deps.notedSince reads notifications of some people in a workspace
 * @param deps.now epoch milliseconds
 * @param deps.everyMilliseconds how often a stream says that it is alive, and its token is looked up
 */
export function createLive({
  store,
  notedSince,
  now,
  everyMilliseconds = changeStream.everyMilliseconds,
}: {
  store: Pick<Store, 'ask' | 'signals' | 'version'>
  notedSince: (tx: Tx, workspaceId: string, personIds: readonly string[], from: number) => Promise<Noted[]>
  now: () => number
  everyMilliseconds?: number
}): Live {
  const watched = new Map<string, Watched>()
  const listeners = new Set<Listener>()
  let isClosed = false

  /** Announces recent notifications to their people. */
  const announce = (watch: Watched, recent: readonly Noted[], from: number): void => {
    const fresh = recent.filter(({ id, at, count }) => {
      const before = watch.noted.get(id)
      return before?.at !== at || before.count !== count
    })
    const known = [...watch.noted.values()].filter(({ at }) => at >= from)
    watch.noted = new Map([...known, ...recent].map((each) => [each.id, each]))
    const people = new Set(fresh.map(({ personId }) => personId))
    for (const listener of watch.listeners) if (people.has(listener.personId)) listener.send(notified)
  }

  /** Announces recent notifications of these people. @returns the newest position */
  const read = async (
    watch: Watched,
    workspaceId: string,
    personIds: readonly string[],
  ): Promise<Position> => {
    const from = now() - recentMs
    const [position, recent] = await store.ask((tx) =>
      inPipeline([newestPosition(tx, workspaceId), notedSince(tx, workspaceId, personIds, from)]),
    )
    announce(watch, recent, from)
    return position
  }

  const check = async (workspaceId: string): Promise<void> => {
    const watch = watched.get(workspaceId)
    if (!watch) return
    const people = new Set([...watch.listeners].map(({ personId }) => personId))
    const position = await read(watch, workspaceId, [...people])
    if (watch.number === position.number) return
    watch.number = position.number
    // The same for all: making it costs more than sending it.
    let bytes: Uint8Array | undefined
    for (const listener of watch.listeners) listener.send((bytes ??= changed(listener.cursorOf(position))))
  }

  /** Looks soon, and at most so often. A database that does not answer is asked again. */
  const look = (workspaceId: string): void => {
    const watch = watched.get(workspaceId)
    if (!watch || watch.timer) return
    const wait = Math.max(0, watch.checkedAt + announcedEvery - performance.now())
    watch.timer = setTimeout(() => {
      watch.timer = undefined
      watch.checkedAt = performance.now()
      check(workspaceId).catch(() => {})
    }, wait).unref()
  }
  const lookAtAll = () => {
    for (const workspaceId of watched.keys()) look(workspaceId)
  }

  let version: number | undefined
  const askForOthers = async () => {
    if (store.signals) return lookAtAll()
    const present = await store.version?.()
    if (present !== version) lookAtAll()
    version = present
  }

  const beat = () => {
    for (const listener of listeners) {
      listener.send(alive)
      // A database that does not answer takes no right away.
      listener.isAllowed().then(
        (isAllowed) => isAllowed || listener.end(),
        () => {},
      )
    }
  }

  let stop: (() => void) | undefined
  /** Starts the timers and the listener that run while a stream is open. @returns stops them */
  const start = (): (() => void) => {
    const timers = [
      setInterval(
        () => void askForOthers().catch(() => {}),
        store.signals ? asksPostgresEvery : asksSqliteEvery,
      ).unref(),
      setInterval(beat, everyMilliseconds).unref(),
    ]
    const deaf = store.signals?.listen((ids) => (ids ? ids.forEach(look) : lookAtAll()))
    return () => {
      for (const timer of timers) clearInterval(timer)
      deaf?.()
    }
  }

  const join = (listener: Listener): void => {
    listeners.add(listener)
    const { workspaceId } = listener
    const watch = watched.get(workspaceId) ?? {
      listeners: new Set(),
      number: undefined,
      noted: new Map(),
      checkedAt: -Infinity,
    }
    watched.set(workspaceId, watch)
    watch.listeners.add(listener)
    stop ??= start()
    // A change between the client's last read and the opening would be missed otherwise.
    read(watch, workspaceId, [listener.personId])
      .then((position) => {
        watch.number ??= position.number
        listener.send(changed(listener.cursorOf(position)))
        if (watch.number !== position.number) look(workspaceId)
      })
      .catch(listener.end)
  }

  const leave = (listener: Listener): void => {
    if (!listeners.delete(listener)) return
    const watch = watched.get(listener.workspaceId)
    watch?.listeners.delete(listener)
    if (watch?.listeners.size === 0) {
      clearTimeout(watch.timer)
      watched.delete(listener.workspaceId)
    }
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }

  const ofPerson = (personId: string): number => {
    let count = 0
    for (const listener of listeners) if (listener.personId === personId) count += 1
    return count
  }

  return {
    wrote(workspaceId) {
      store.signals?.notify(workspaceId)
      look(workspaceId)
    },

    open(who) {
      if (isClosed) return 'closed'
      if (listeners.size >= mostStreams) return 'too many'
      if (ofPerson(who.personId) >= mostOfPerson) return 'too many of the person'
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined
      /** The newest event of each kind while the client reads slowly; it replaces earlier ones. */
      let waiting: { changed?: Uint8Array; notified?: Uint8Array } = {}
      const send = (bytes: Uint8Array) => {
        if ((controller?.desiredSize ?? 0) > 0) controller?.enqueue(bytes)
        else if (bytes === notified) waiting.notified = bytes
        else if (bytes !== alive) waiting.changed = bytes
      }
      const listener: Listener = {
        ...who,
        send,
        end() {
          if (!listeners.has(listener)) return
          leave(listener)
          controller?.close()
        },
      }
      return new ReadableStream<Uint8Array>({
        start(own) {
          controller = own
          join(listener)
        },
        pull() {
          const { changed: change, notified: notice } = waiting
          waiting = {}
          if (change) controller?.enqueue(change)
          if (notice) controller?.enqueue(notice)
        },
        cancel: () => leave(listener),
      })
    },

    close() {
      isClosed = true
      for (const listener of listeners) listener.end()
    },
  }
}

/** The same store, which says after each write in a workspace that there was one. */
export const announcing = <S extends Store>(store: S, live: Pick<Live, 'wrote'>): S => ({
  ...store,
  async write(run, workspaceId, touches) {
    const value = await store.write(run, workspaceId, touches)
    if (workspaceId !== undefined) live.wrote(workspaceId)
    return value
  },
})

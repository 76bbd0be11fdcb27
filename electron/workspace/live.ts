// Keeps the window up to date with the changes of others while it shows (FED-03). A stream says that there are changes; they are
// read after the launcher's own cursor. A hidden window keeps the stream for a short while. A poll covers proxies that hold the
// stream back. A service without changes is asked once a session (APP-11).
import type { Change } from '../../shared/api/changes.ts'
import type { AppError } from '../../shared/errors.ts'
import type { ChangeClient, StreamEnd } from './api/change-client.ts'
import { isPassing } from './api/errors.ts'

export type Live = {
  /** Somebody is signed in. Calls after the first do nothing until `leave`. */
  enter: () => void
  /** The session ended, or another account took its place. */
  leave: () => void
  shown: () => void
  hidden: () => void
  /** The computer goes to sleep. */
  sleep: () => void
  wake: () => void
}

/** How long a hidden window keeps the stream. */
const lingerMs = 2 * 60_000
/** Without a line for this long, changes are read without being told of. The service says something every 15 seconds. */
const quietMs = 30_000
/** A stream without a line for this long is opened again. */
const deadMs = 2 * quietMs
const firstBackoffMs = 1_000
const longestBackoffMs = 60_000
/** A stream that stayed open for this long was not a failure. */
const steadyMs = 10_000
/** Pages that are read at once. Beyond them everything is read anew. */
const mostPages = 5
/**
 * Between two reads of changes. The first change is read at once. Each read makes about five requests, and a sign-in has 300 a
 * minute: a busy workspace is followed more slowly.
 */
const gapMs = { usual: 1_000, busy: 2_000, hidden: 10_000 } as const
const readsOfBusyMinute = 15
/** What the person has just written is among the changes, and is read as its own outcome first. */
const afterWriteMs = 500

/** With up to 50 % less or more, so that many launchers do not come back at once. */
const spread = (ms: number, random: () => number): number => Math.round(ms * (0.5 + random()))

/**
 * @param apply shows what these changes affect; `unknown`: anything may have changed
 * @param onNotified the person has a new notification
 */
export const createLive = ({
  client,
  apply,
  onNotified,
  isWriting,
  now,
  random,
  setTimer,
}: {
  client: ChangeClient
  apply: (changes: readonly Change[] | 'unknown') => void
  onNotified: () => void
  /** Whether a write of the person is under way, or has just ended. */
  isWriting: () => boolean
  /** Monotonic milliseconds. */
  now: () => number
  random: () => number
  /** Returns how to cancel it. */
  setTimer: (run: () => void, ms: number) => () => void
}): Live => {
  let isIn = false
  let isShown = false
  let isAsleep = false
  /** False once the service has answered that it has no changes, or no stream. */
  let has = { changes: true, stream: true }
  /** Incremented by each end of a session. Late answers of the last one are dropped. */
  let run = 0
  let cursor: string | null = null
  /** The position that the stream named last. */
  let told: string | null = null
  let stream: AbortController | null = null
  let heardAt = 0
  let failures = 0
  /** The service wants no stream before this time. */
  let notBefore = Number.NEGATIVE_INFINITY
  let isReading = false
  let isAskedAgain = false
  /** Whether data that the page has may be older than the first position. */
  let isBehind = false
  let reads: number[] = []
  const none = (): void => undefined
  const stop = { retry: none, watch: none, linger: none, read: none }

  const isActive = (): boolean => isIn && !isAsleep && has.changes

  const disconnect = (): void => {
    const open = stream
    stream = null
    stop.retry()
    stop.linger()
    open?.abort()
  }

  const cancelRead = (): void => {
    stop.read()
    stop.read = none
  }

  const giveUp = (): void => {
    has = { changes: false, stream: false }
    cancelRead()
    stop.watch()
    disconnect()
  }

  /** A read has failed: the next one follows, without waiting for another change. */
  const failedRead = (error: AppError): void => {
    if (!isShown || !isPassing(error)) return
    const seconds = error.kind === 'rateLimited' ? error.retryAfterSeconds : 0
    cancelRead()
    stop.read = setTimer(() => void read(), Math.max(seconds * 1_000, spread(quietMs / 4, random)))
  }

  /** Begins at the present position. Unless that is the first attempt of a session, anything may have changed before it. */
  const begin = async (mine: number): Promise<void> => {
    cursor = null
    const reply = await client.page('now')
    if (mine !== run) return
    if (reply.ok) {
      cursor = reply.value.cursor
      if (isBehind) apply('unknown')
      isBehind = false
      return
    }
    isBehind = true
    if (reply.error.kind === 'notFound' || reply.error.kind === 'forbidden') giveUp()
    else failedRead(reply.error)
  }

  const readAll = async (mine: number): Promise<void> => {
    if (cursor === null) return begin(mine)
    const found: Change[] = []
    for (let pages = 0; pages < mostPages; pages += 1) {
      const after: string = cursor
      const reply = await client.page(after)
      if (mine !== run) return
      if (!reply.ok) {
        // The cursor is too old, or of a service that was restored from a backup.
        if (reply.error.kind === 'notFound' || reply.error.kind === 'invalidInput') break
        failedRead(reply.error)
        return apply(found)
      }
      const { changes, cursor: next } = reply.value
      cursor = next
      found.push(...changes)
      // A page may be short and still lead on, because it lacks what the person may not see.
      if (next === after || next === told) {
        told = null
        return apply(found)
      }
    }
    isBehind = true
    return begin(mine)
  }

  const read = async (): Promise<void> => {
    cancelRead()
    if (!isActive()) return
    if (isReading) {
      isAskedAgain = true
      return
    }
    isReading = true
    isAskedAgain = false
    const mine = run
    reads = [...reads.filter((at) => now() - at < 60_000), now()]
    try {
      await readAll(mine)
    } finally {
      isReading = false
    }
    if (isAskedAgain) readSoon()
  }

  /** Reads now, or when the last read is long enough ago. */
  const readSoon = (): void => {
    if (stop.read !== none) return
    const gap = !isShown ? gapMs.hidden : reads.length > readsOfBusyMinute ? gapMs.busy : gapMs.usual
    const sinceLast = now() - (reads.at(-1) ?? Number.NEGATIVE_INFINITY)
    const wait = Math.max(gap - sinceLast, isWriting() ? afterWriteMs : 0)
    if (wait <= 0) return void read()
    stop.read = setTimer(() => {
      cancelRead()
      // Another read may have come that far.
      if (told === null || told !== cursor) void read()
      else told = null
    }, wait)
  }

  const retryIn = (ms: number): void => {
    stop.retry()
    stop.retry = setTimer(() => void connect(), ms)
  }

  const ended = (end: StreamEnd, openMs: number): void => {
    if (end.kind === 'unsupported') {
      has = { ...has, stream: false }
      return
    }
    notBefore = now() + (end.waitMs ?? 0)
    failures = end.kind === 'ended' && openMs >= steadyMs ? 0 : failures + 1
    const backoff = Math.min(longestBackoffMs, firstBackoffMs * 2 ** Math.max(0, failures - 1))
    retryIn((end.waitMs ?? 0) + spread(backoff, random))
  }

  const connect = async (): Promise<void> => {
    if (!isActive() || !has.stream || !isShown || stream !== null) return
    if (now() < notBefore) return retryIn(notBefore - now())
    stop.retry()
    const controller = new AbortController()
    stream = controller
    const isMine = (): boolean => stream === controller
    let openedAt = Number.POSITIVE_INFINITY
    heardAt = now()
    const heard = (): void => {
      if (isMine()) heardAt = now()
    }
    const end = await client.listen(
      {
        opened: () => {
          if (!isMine()) return
          openedAt = heardAt = now()
        },
        heard,
        // It says the position as it opens, too: what has changed since the last read is not missed.
        changed: (position) => {
          if (!isMine() || position === cursor) return
          told = position
          readSoon()
        },
        notified: () => {
          if (isMine()) onNotified()
        },
      },
      controller.signal,
    )
    if (!isMine()) return
    stream = null
    told = null
    ended(end, now() - openedAt)
  }

  /** Runs while the window shows. */
  const watch = (): void => {
    stop.watch()
    stop.watch = none
    if (!isActive() || !isShown) return
    stop.watch = setTimer(() => {
      const silentMs = now() - heardAt
      if (silentMs >= quietMs) void read()
      if (silentMs >= deadMs && stream !== null) {
        const dead = stream
        stream = null
        dead.abort()
        failures += 1
        void connect()
      }
      watch()
    }, quietMs)
  }

  const start = (): void => {
    if (!isActive() || !isShown) return
    if (stream === null) {
      failures = 0
      void read()
      void connect()
    } else if (stop.read !== none) void read()
    watch()
  }

  return {
    enter: () => {
      if (isIn) return
      isIn = true
      if (isShown) start()
      else void read()
    },
    leave: () => {
      isIn = false
      run += 1
      cursor = told = null
      notBefore = Number.NEGATIVE_INFINITY
      has = { changes: true, stream: true }
      reads = []
      isBehind = false
      cancelRead()
      stop.watch()
      disconnect()
    },
    shown: () => {
      isShown = true
      stop.linger()
      start()
    },
    hidden: () => {
      isShown = false
      stop.watch()
      stop.retry()
      stop.linger()
      stop.linger = setTimer(disconnect, lingerMs)
    },
    sleep: () => {
      isAsleep = true
      cancelRead()
      stop.watch()
      disconnect()
    },
    wake: () => {
      isAsleep = false
      start()
    },
  }
}

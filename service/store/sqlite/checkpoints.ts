// Folds the write-ahead log into the database file on a thread of its own. SQLite does it behind a commit, every thousand
// pages, and the event loop stands still for as long as the disk takes (sqlite.org/wal.html, "Application-Initiated
// Checkpoints"). The writer brings its commits to the disk by itself, with the thread or without it.
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** As many as SQLite waits for by itself. */
const pagesToFold = 1000

/**
 * Writes wait then until the thread has folded all, because the log begins anew only behind that. 32 MB: by half of it, a
 * create was measurably slower.
 */
const pagesAtMost = 8192

const idleMs = 10_000

/**
 * Runs on the thread, from its text: the launcher's service is a bundle of one file in an archive, where a second file has
 * another name than here. So it names nothing from outside. A database that cannot be opened ends the thread.
 */
function foldOnThread(): void {
  const { DatabaseSync: Connection } = process.getBuiltinModule('node:sqlite')
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const database = new Connection(new URL(String(workerData)), { timeout: 0 })
  database.exec('pragma synchronous = full; pragma fullfsync = on; pragma wal_autocheckpoint = 0')
  const fold = database.prepare('pragma wal_checkpoint(passive)')
  parentPort?.on('message', (message) => {
    if (message === 'end') {
      database.close()
      parentPort.close()
      return
    }
    try {
      fold.get()
    } catch {
      // A full disk, for one. What is not folded stays in the log, and more pages are another attempt.
    }
    parentPort.postMessage('folded')
  })
}

/** Starts the thread when there is something to fold, and ends it when there was nothing for a while. */
function createThread(path: string, text: string) {
  // Read-write, and never made anew: by then the file may be gone.
  const { href } = new URL('?mode=rw', pathToFileURL(path))
  let thread: Worker | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  /** One that ends says nothing of what its successor does. */
  const answers = new WeakMap<Worker, PromiseWithResolvers<void>>()

  const start = (): Worker => {
    const started = new Worker(text, {
      eval: true,
      name: 'checkpoints',
      workerData: href,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    })
    started.on('message', () => {
      // A thread that waits keeps no process alive; one that is to end does, until it has.
      if (thread === started) started.unref()
      answers.get(started)?.resolve()
    })
    started.on('error', (error) => answers.get(started)?.reject(error))
    const exited = new Promise<void>((resolve) => {
      started.once('exit', () => {
        if (thread === started) thread = undefined
        answers.get(started)?.reject(new Error('The thread ended.'))
        resolve()
      })
    })
    ended = Promise.all([ended, exited])
    return started
  }

  const end = (): Promise<unknown> => {
    clearTimeout(idle)
    idle = undefined
    thread?.ref()
    thread?.postMessage('end')
    thread = undefined
    return ended
  }

  return {
    /** One at a time. @throws when the thread dies of it */
    fold(): Promise<void> {
      thread ??= start()
      thread.ref()
      const answer = Promise.withResolvers<void>()
      answers.set(thread, answer)
      thread.postMessage('fold')
      idle ??= setTimeout(() => void end(), idleMs).unref()
      idle.refresh()
      return answer.promise
    },
    end,
  }
}

/** Before 3.51, whoever asks for the state of the log folds it (sqlite.org/pragma.html#pragma_wal_checkpoint). */
const tellsState = (database: DatabaseSync): boolean =>
  String(database.prepare('select sqlite_version() as version').get()?.['version']).localeCompare(
    '3.51',
    'en',
    {
      numeric: true,
    },
  ) >= 0

export type Checkpoints = {
  /** To be told of each commit. Never throws. */
  committed: () => void
  /** To be waited for before a transaction begins. */
  room: () => Promise<void> | undefined
  /** Ends the thread. What is left in the log is folded when the last connection closes. */
  close: () => Promise<unknown>
}

/**
 * Where the thread fails, SQLite folds behind commits again.
 * @param path of the file
 * @param writer a connection to it, which is told to leave the log alone
 * @param text what the thread runs, for tests
 */
export function createCheckpoints(
  path: string,
  writer: DatabaseSync,
  text = `(${foldOnThread.toString()})()`,
): Checkpoints {
  const thread = createThread(path, text)
  const state = writer.prepare('pragma wal_checkpoint(noop)')
  let isBeside = tellsState(writer)
  let folding: Promise<void> | undefined
  let room: Promise<void> | undefined
  /** How many pages the log had when it was last folded. */
  let foldedAt = 0
  if (isBeside) writer.exec('pragma wal_autocheckpoint = 0')

  const fold = async (): Promise<void> => {
    try {
      await thread.fold()
    } catch {
      isBeside = false
      writer.exec(`pragma wal_autocheckpoint = ${pagesToFold}`)
    }
    folding = undefined
    room = undefined
  }

  const look = (): void => {
    const pages = Number(state.get()?.['log'])
    // The log has begun anew.
    if (pages < foldedAt) foldedAt = 0
    if (!folding && pages - foldedAt >= pagesToFold) {
      foldedAt = pages
      folding = fold()
    }
    // Where a reader is in the way there is nothing to wait for: the thread says so at once.
    if (pages >= pagesAtMost) room = folding
  }

  return {
    committed() {
      if (!isBeside) return
      try {
        look()
      } catch {
        // What is committed is committed. The next one looks again.
      }
    },
    room: () => room,
    close: thread.end,
  }
}

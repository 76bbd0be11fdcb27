// The store on SQLite: one connection that writes, one that only reads, so that a read never waits for an open write.
import { DatabaseSync } from 'node:sqlite'
import { statSync } from 'node:fs'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { createInOrder, type InOrder } from '../../shared/in-order.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { asStoreError, isBusy } from './sqlite/error.ts'
import { writeHealthCheck } from './health.store.ts'
import { isServed } from './sqlite/serving-lock.ts'
import { isStoreError, storeError } from '../base/store-error.ts'
import type { Store, Tx } from './store.ts'
import { createWriteQueue } from './write-queue.ts'

/** How long a write waits for another process before it gives up. */
const usualBusyWait = 5000

/** How often a write that waits for another process tries again. */
const busyPause = 20

/** Larger files would make every start slow; damage in them shows when the damaged page is read. */
const checkedAtStart = 32 * 1024 * 1024

/** Milliseconds of one transaction after which the event loop gets a turn: reads go on beside a long write. */
const turnAfter = 5

const createTurns = () => {
  let since = 0
  const begin = () => {
    since = performance.now()
  }
  return {
    begin,
    turn: (): Promise<void> | undefined =>
      performance.now() - since < turnAfter ? undefined : nextTurn().then(begin),
  }
}

/** Milliseconds without a commit after which the log is folded into the file. */
const idleBeforeFold = 1_000

/** Folds the log while nobody writes, so that it rarely happens behind a commit (sqlite.org/wal.html). */
function foldWhenIdle(writer: DatabaseSync) {
  let timer: NodeJS.Timeout | undefined
  const fold = () => {
    try {
      writer.exec('pragma wal_checkpoint(passive)')
    } catch {
      // A full disk, or a write that has just begun. The next commit is followed by another attempt.
    }
  }
  return {
    committed() {
      clearTimeout(timer)
      timer = setTimeout(fold, idleBeforeFold).unref()
    },
    close: () => clearTimeout(timer),
  }
}

/** Waits for other processes without blocking this one: SQLite's own wait would stop the event loop. */
async function unlessBusy<T>(run: () => T | Promise<T>, busyWait: number): Promise<T> {
  const deadline = performance.now() + busyWait
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
    }
    await sleep(busyPause)
  }
}

const asking =
  ({ tx, queue }: Side, name: string) =>
  <T>(run: (tx: Tx) => Promise<T>): Promise<T> =>
    queue(() => run(tx)).catch((error: unknown) => {
      throw asStoreError(error, name)
    })

type Side = { database: DatabaseSync; tx: Tx; queue: InOrder }

const transactor = ({ database, tx, queue }: Side, name: string, busyWait: number) => {
  const begin = database.prepare('begin')
  const commit = database.prepare('commit')
  return <T>(run: (tx: Tx) => Promise<T>): Promise<T> =>
    queue(async () => {
      try {
        await unlessBusy(() => begin.run(), busyWait)
        const value = await run(tx)
        commit.run()
        return value
      } catch (error) {
        // SQLite has already rolled back after some failures, a full disk for one.
        if (database.isTransaction) database.exec('rollback')
        throw asStoreError(error, name)
      }
    })
}

/** Milliseconds. A load balancer may ask each second. */
const largeEvery = 5_000

// 128 kB with its index. Only PostgreSQL counts in this table, and it is in no backup.
const largeWrite = `delete from counter; insert into counter (name, count, ends_at) values (hex(randomblob(32768)), 0, 0)`

/**
 * Whether a SQLite file takes writes. A full disk still takes small ones, in the room that the log has, so now and then and after
 * every failure as much is written as a task with its search entries, its event and its answer needs.
 * @param write waits for its turn on `database`
 */
function createProbe(database: DatabaseSync, write: Store['write']): Pick<Store, 'probe' | 'write'> {
  let largeAt = -Infinity
  const watched: Store['write'] = async (...parameters) => {
    try {
      return await write(...parameters)
    } catch (error) {
      if (isStoreError(error)) largeAt = -Infinity
      throw error
    }
  }
  return {
    write: watched,
    async probe(at) {
      const isLarge = performance.now() - largeAt >= largeEvery
      await watched(async (tx) => {
        await writeHealthCheck(tx, at)
        if (isLarge) database.exec(largeWrite)
      })
      if (isLarge) largeAt = performance.now()
    },
  }
}

/** A file that another program keeps its data in gets no tables of ours. Nothing is written before this is known. */
function refuseForeign(database: DatabaseSync, path: string): void {
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
  if (tables.length > 0 && !tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) {
    throw storeError('database_foreign', `The file ${path} is the database of another program.`)
  }
}

function openConnection(path: string, readOnly: boolean): DatabaseSync {
  // SQLite does not wait by itself: who holds the lock may be another store of this very process.
  const database = new DatabaseSync(path, { readOnly, timeout: 0 })
  try {
    refuseForeign(database, path)
  } catch (error) {
    database.close()
    throw error
  }
  if (readOnly) {
    database.exec('pragma query_only = on')
  } else {
    database.exec('pragma journal_mode = wal')
    // FULL: a commit that was answered survives a power cut.
    database.exec('pragma synchronous = full')
    database.exec('pragma fullfsync = on')
    database.exec('pragma journal_size_limit = 67108864')
    // 32 MB of pages: a commit that folds the log stops the event loop for as long as the disk takes.
    database.exec('pragma wal_autocheckpoint = 8192')
  }
  database.exec('pragma cache_size = -16384')
  database.exec('pragma temp_store = memory')
  return database
}

function checkPages(database: DatabaseSync, path: string): void {
  if (path === ':memory:' || statSync(path).size > checkedAtStart) return
  const answer = database.prepare('pragma quick_check(1)').get()
  if (answer?.['quick_check'] !== 'ok') {
    throw storeError('database_corrupt', `The file ${path} is damaged or not a database.`)
  }
}

const resourcesOf = (database: DatabaseSync, turn?: () => Promise<void> | undefined): Tx =>
  new Kysely<Database>({ dialect: sqliteDialect(database, turn) })

async function openOnce(
  path: string,
  busyWait: number,
  upTo?: string,
): Promise<Store & { applied: string[] }> {
  const opened: DatabaseSync[] = []
  const open = (readOnly: boolean) => {
    const database = openConnection(path, readOnly)
    opened.push(database)
    return database
  }
  try {
    const writer = open(false)
    checkPages(writer, path)
    const applied = await migrate(new Kysely<Database>({ dialect: sqliteDialect(writer) }), path, upTo)
    const inMemory = path === ':memory:'
    const reader = inMemory ? writer : open(true)
    const reads = createInOrder()
    const readSide = { database: reader, tx: resourcesOf(reader), queue: reads }
    const asReader = transactor(readSide, path, busyWait)
    const log = foldWhenIdle(writer)
    const dataVersion = reader.prepare('pragma data_version')
    const turns = createTurns()
    const tx = inMemory ? readSide.tx : resourcesOf(writer, turns.turn)
    const execute = async (statement: string) => writer.exec(statement)
    const writes = createWriteQueue<Tx>({
      async transact(run) {
        await unlessBusy(() => writer.exec('begin immediate'), busyWait)
        turns.begin()
        try {
          const value = await run(tx, execute)
          writer.exec('commit')
          log.committed()
          return value
        } catch (error) {
          // SQLite has already rolled back after some failures, a full disk for one.
          if (writer.isTransaction) writer.exec('rollback')
          throw error
        }
      },
    })
    // Writes wait in `begin`. A reader is in nobody's way, but for the moment in which another process recovers
    // the log.
    if (!inMemory) reader.exec('pragma busy_timeout = 200')
    const write: Store['write'] = (run, _workspaceId, touches) =>
      writes.write(run, touches).catch((error: unknown) => {
        throw asStoreError(error, path)
      })
    return {
      applied,
      read: asReader,
      ask: asking(readSide, path),
      ...createProbe(writer, inMemory ? asReader : write),
      // Nobody else has a database in memory.
      ...(!inMemory && { version: () => reads(async () => Number(dataVersion.get()?.['data_version'])) }),
      ...(!inMemory && { giveWay: () => sleep(2 * busyPause), isServed: () => isServed(path) }),
      async close() {
        await Promise.all([reads(async () => {}), writes.idle()])
        log.close()
        // The reader first: the last connection to close folds the log into the file.
        for (const database of opened.toReversed()) database.close()
      },
    }
  } catch (error) {
    for (const database of opened) database.close()
    throw error
  }
}

/**
 * Opens the database, creating and migrating it as needed. Where others are opening it too, one makes it and the
 * rest wait.
 * @param path a file, or `:memory:`, which reads and writes through one connection
 * @param options.busyWait milliseconds to wait for another process
 * @param options.upTo the last migration to apply
 * @throws StoreError
 */
export async function openSqlite(
  path: string,
  { busyWait = usualBusyWait, upTo }: { busyWait?: number; upTo?: string | undefined } = {},
): Promise<Store & { applied: string[] }> {
  try {
    return await unlessBusy(() => openOnce(path, busyWait, upTo), busyWait)
  } catch (error) {
    throw asStoreError(error, path)
  }
}

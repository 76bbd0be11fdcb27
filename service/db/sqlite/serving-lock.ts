// One service a SQLite file: rate limits, sign-in attempts and webhook deliveries of two would not agree. The lock is an open
// transaction on a small database beside it, so that the system releases it with the process, however that ends.
import { closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeError } from '../../base/store-error.ts'
import { asStoreError, isBusy } from './error.ts'

/** A service that was just asked to stop needs a moment. */
const longestWaitMs = 3_000

/**
 * Refuses a file that a process has open under another name. SQLite keeps its log beside a name, so two names (hard links)
 * damage the file. Its own locks are on the file itself, whatever the name.
 */
async function refuseOtherNames(path: string, deadline: number): Promise<void> {
  const { nlink } = statSync(path)
  if (nlink === 1) return
  for (;;) {
    const probe = new DatabaseSync(path, { timeout: 0 })
    try {
      // In this mode even a database with a log is locked as a whole.
      probe.exec('pragma locking_mode = exclusive; begin exclusive; rollback')
      return
    } catch (error) {
      if (!isBusy(error)) throw asStoreError(error, path)
    } finally {
      probe.close()
    }
    if (performance.now() >= deadline) {
      throw storeError(
        'database_served',
        `Another process uses the database ${path}, perhaps by another of the ${nlink} names (hard links) of the file. Stop it first, and keep one name.`,
      )
    }
    await sleep(50)
  }
}

/** One file has one lock, whichever symbolic link leads to it. */
const lockOf = (path: string): string => `${realpathSync.native(path)}.serving`

/** Whether a service has the database open. @param path of the database, which exists */
export function isServed(path: string): boolean {
  const file = lockOf(path)
  if (!existsSync(file)) return false
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin immediate; rollback')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw asStoreError(error, path)
  } finally {
    lock.close()
  }
}

/**
 * @param path of the database, which exists
 * @returns releases the lock
 * @throws StoreError `database_served`, with the process id of the other service where it is known
 */
export async function lockServing(path: string): Promise<() => void> {
  const file = lockOf(path)
  // Made here, because SQLite would let everyone read it.
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file, { timeout: 0 })
  const deadline = performance.now() + longestWaitMs
  try {
    await takeLock(lock, path, deadline)
    await refuseOtherNames(path, deadline)
  } catch (error) {
    lock.close()
    throw asStoreError(error, path)
  }
  return () => lock.close()
}

async function takeLock(lock: DatabaseSync, path: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      lock.exec('begin immediate; create table if not exists process (pid integer); delete from process')
      lock.prepare('insert into process values (?)').run(process.pid)
      lock.exec('commit; begin immediate')
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (lock.isTransaction) lock.exec('rollback')
      if (performance.now() >= deadline) {
        const pid = lock.prepare('select pid from process').get()?.['pid']
        throw storeError(
          'database_served',
          `Process ${String(pid)} already serves the database ${path}. Stop it first, or use PostgreSQL for several processes.`,
        )
      }
      await sleep(50)
    }
  }
}

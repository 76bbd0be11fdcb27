// One service a SQLite file: rate limits, sign-in attempts and webhook deliveries of two would not agree. The lock is an open
// transaction on a small database beside it, so that the system releases it with the process, however that ends.
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeError } from '../store-error.ts'
import { asStoreError, isBusy } from './error.ts'

/** A service that was just asked to stop needs a moment. */
const longestWaitMs = 3_000

/**
 * @param path of the database
 * @returns releases the lock
 * @throws StoreError `database_served` with the process id of the other service
 */
export async function lockServing(path: string): Promise<() => void> {
  const file = `${path}.serving`
  // Made here, because SQLite would let everyone read it.
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file, { timeout: 0 })
  const deadline = performance.now() + longestWaitMs
  for (;;) {
    try {
      lock.exec('begin immediate; create table if not exists process (pid integer); delete from process')
      lock.prepare('insert into process values (?)').run(process.pid)
      lock.exec('commit; begin immediate')
      return () => lock.close()
    } catch (error) {
      if (!isBusy(error)) {
        lock.close()
        throw asStoreError(error, path)
      }
      if (lock.isTransaction) lock.exec('rollback')
      if (performance.now() < deadline) {
        await sleep(50)
        continue
      }
      const pid = lock.prepare('select pid from process').get()?.['pid']
      lock.close()
      throw storeError(
        'database_served',
        `Process ${String(pid)} already serves the database ${path}. Stop it first, or use PostgreSQL for several processes.`,
      )
    }
  }
}

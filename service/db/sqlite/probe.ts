// Whether a SQLite file takes writes. A full disk still takes small ones, in the room that the log has, so now and then
// and after every failure as much is written as a task with its search entries, its event and its answer needs.
import type { DatabaseSync } from 'node:sqlite'
import { isStoreError } from '../../base/store-error.ts'
import type { Store } from '../store.ts'
import { writeHealthCheck } from '../health.store.ts'

/** Milliseconds. A load balancer may ask each second. */
const largeEvery = 5_000

// 128 kB with its index. Only PostgreSQL counts in this table, and it is in no backup.
const largeWrite = `delete from counter; insert into counter (name, count, ends_at) values (hex(randomblob(32768)), 0, 0)`

/** @param write waits for its turn on `database` */
export function createProbe(database: DatabaseSync, write: Store['write']): Pick<Store, 'probe' | 'write'> {
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

// A full disk: the service's process may not make its files larger (RLIMIT_FSIZE, which any user may set), until it may
// again. `test/long` does the same with a full file system, where one can be mounted.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { svcServe } from '../../cli/svc-testing.ts'
import { createClient } from '../contract/client.ts'
import { onEngine } from './engines.ts'
import { proveFullDisk, refusedMeanwhile } from './full-disk.ts'

const prlimit = '/usr/bin/prlimit'
const limit = (pid: number, size: number | 'unlimited') =>
  execFileSync(prlimit, ['--pid', String(pid), `--fsize=${size}:`])

/**
 * Empties the log, and leaves room in it for small writes and for none that is as large as a task: a log that has been
 * folded into the file is written from its beginning again.
 */
const fill = (database: string, pid: number) => {
  const other = new DatabaseSync(database.slice('file:'.length))
  other.exec('pragma wal_checkpoint(truncate)')
  other.close()
  limit(pid, 65_536)
}

describe.skipIf(!existsSync(prlimit))('on a disk that is full for a while', () => {
  test('ERR-02 REC-13 GEN-12 writes are refused with 503, reads go on, readiness ends, and it is over without a restart', async () => {
    const outcome = await onEngine('sqlite', (database) =>
      proveFullDisk(database, {
        fill: (pid) => fill(database, pid),
        empty: (pid) => limit(pid, 'unlimited'),
      }),
    )
    expect(outcome).toEqual(refusedMeanwhile)
  })

  test('GEN-12 readiness ends although nobody else writes, and comes back', async () => {
    await onEngine('sqlite', async (database) => {
      const serving = await svcServe(database)
      const status = async () => (await createClient(serving.baseUrl).get('/readyz')).status
      expect(await status()).toBe(200)
      fill(database, serving.pid)
      // As often as a load balancer may ask.
      await expect.poll(status, { interval: 1_500, timeout: 20_000 }).toBe(503)
      limit(serving.pid, 'unlimited')
      expect(await status()).toBe(200)
      await serving.end('SIGTERM')
    })
  })
})

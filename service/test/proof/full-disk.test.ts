// A full disk: the service's process may not make its files larger (RLIMIT_FSIZE, which any user may set), until it may
// again. `test/long` does the same with a full file system, where one can be mounted.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onEngine } from './engines.ts'
import { proveFullDisk, refusedMeanwhile } from './full-disk.ts'

const prlimit = '/usr/bin/prlimit'
const limit = (pid: number, size: number | 'unlimited') =>
  execFileSync(prlimit, ['--pid', String(pid), `--fsize=${size}:`])

test.skipIf(!existsSync(prlimit))(
  'ERR-02 REC-13 a full disk refuses writes with 503, lets reads go on, and is over without a restart',
  async () => {
    const disk = {
      fill: (pid: number) => limit(pid, 16_384),
      empty: (pid: number) => limit(pid, 'unlimited'),
    }
    expect(await onEngine('sqlite', (database) => proveFullDisk(database, disk))).toEqual(refusedMeanwhile)
  },
)

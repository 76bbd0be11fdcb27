// A disk that is full: the service's process may not make its files larger (RLIMIT_FSIZE, which any user may set), until
// it may again. `service/long` does the same with a file system that is full, where one can be mounted.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proveFullDisk } from './full-disk.ts'

const prlimit = '/usr/bin/prlimit'

test.skipIf(!existsSync(prlimit))(
  'ERR-02 REC-13 a full disk refuses writes with 503, lets reads go on, and is over without a restart',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'svc-full-'))
    const limit = (pid: number, size: number | 'unlimited') =>
      execFileSync(prlimit, ['--pid', String(pid), `--fsize=${size}:`])
    try {
      const { missing, odd, refusals, reads, after } = await proveFullDisk(
        `file:${join(directory, 'svc.db')}`,
        {
          fill: (pid) => limit(pid, 16_384),
          empty: (pid) => limit(pid, 'unlimited'),
        },
      )
      expect({ missing, odd, reads, after }).toEqual({
        missing: [],
        odd: [],
        reads: [200, 200],
        after: 'written',
      })
      expect(refusals).toEqual(['503 unavailable'])
    } finally {
      rmSync(directory, { recursive: true })
    }
  },
)

// A file system that is full: a small tmpfs, where this user may mount one (root, or CI's containers).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proveFullDisk, refusedMeanwhile } from '../proof/full-disk.ts'

const mounted = (directory: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', directory], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('ERR-02 REC-13 a full file system refuses writes with 503, lets reads go on, and is over without a restart', async (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-full-'))
  if (!mounted(directory)) {
    rmSync(directory, { recursive: true })
    return context.skip('This user may not mount a file system.')
  }
  const filler = join(directory, 'filler')
  try {
    const outcome = await proveFullDisk(`file:${join(directory, 'svc.db')}`, {
      fill() {
        const { bavail, bsize } = statfsSync(directory)
        try {
          writeFileSync(filler, Buffer.alloc(bavail * bsize, 'x'))
        } catch (error) {
          // The service has taken some of it meanwhile, so the disk is full all the same.
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        }
      },
      empty: () => rmSync(filler),
    })
    expect(outcome).toEqual(refusedMeanwhile)
  } finally {
    execFileSync('umount', ['-l', directory])
    rmSync(directory, { recursive: true })
  }
})

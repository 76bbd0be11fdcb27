import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { crash } from './crash.ts'

let directory: string
let database: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-crash-'))
  database = `file:${join(directory, 'svc.db')}`
})
afterEach(() => rmSync(directory, { recursive: true }))

test('REC-13 WHK-04 what 32 clients were told is there after kill -9 and SIGTERM in the middle of it, each change with its event', async () => {
  const { missing, endings, told } = await crash(database, ['SIGKILL', 'SIGTERM', 'SIGKILL'], {
    between: 150,
    wait: (round) => 3 + 7 * round,
  })
  expect(missing).toEqual([])
  expect(told.odd).toEqual([])
  expect(endings).toEqual([
    { signal: 'SIGKILL', exitCode: null, refusedAfterwards: true },
    { signal: 'SIGTERM', exitCode: 0, refusedAfterwards: true },
    { signal: 'SIGKILL', exitCode: null, refusedAfterwards: true },
  ])
})

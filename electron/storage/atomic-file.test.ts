import fs from 'node:fs/promises'
import { mkdtempSync, readdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { writeAtomically } from './atomic-file.ts'

test('APP-07 what was written is there after a power cut: the text is on disk before the file has its name, and the name before the write is done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-atomic-'))
  const order: string[] = []
  const { open, rename } = fs
  const opening = vi.spyOn(fs, 'open').mockImplementation(async (path, ...how) => {
    const handle = await open(path, ...how)
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await sync()
      order.push(path === folder ? 'name on disk' : 'text on disk')
    }
    return handle
  })
  const renaming = vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    await rename(from, to)
    order.push('named')
  })
  syncBuiltinESMExports()
  try {
    await writeAtomically(join(folder, 'outbox.bin'), 'sending')
  } finally {
    opening.mockRestore()
    renaming.mockRestore()
    syncBuiltinESMExports()
  }
  expect(order).toEqual(['text on disk', 'named', 'name on disk'])
  expect(readdirSync(folder)).toEqual(['outbox.bin'])
})

import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { readSealed, removeSealed, writeAtomically, writeSealed } from './files.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'svc-sealed-'))
const open = (path: string, key: Uint8Array, unreadable: string[] = []) => ({
  read: () => readSealed(path, key, (file) => unreadable.push(file)),
  write: (document: unknown) => writeSealed(path, key, JSON.stringify(document)),
  remove: () => removeSealed(path),
})

describe('a sealed file', () => {
  const key = randomBytes(32)

  test.each([
    ['another key', (bytes: Buffer) => bytes, randomBytes(32)],
    [
      'a flipped bit',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 30 ? byte ^ 1 : byte))),
      key,
    ],
    ['a cut file', (bytes: Buffer) => bytes.subarray(0, 20), key],
    ['an empty file', () => Buffer.alloc(0), key],
    ['another version', (bytes: Buffer) => Buffer.concat([Buffer.from([9]), bytes.subarray(1)]), key],
  ])('APP-06 with %s reads as nothing and is kept beside', async (_name, damage, usedKey) => {
    const path = join(folder(), 'outbox.bin')
    await open(path, key).write({ a: 1 })
    const damaged = damage(readFileSync(path))
    writeFileSync(path, damaged)
    const unreadable: string[] = []
    expect(await open(path, usedKey, unreadable).read()).toBeNull()
    expect(unreadable).toEqual(['outbox.bin'])
    expect(readFileSync(`${path}.unreadable`)).toEqual(damaged)
  })

  test('APP-06 is set aside beside what was set aside before, which stays', async () => {
    const dir = folder()
    const path = join(dir, 'outbox.bin')
    for (const damage of ['first', 'second', 'third']) {
      writeFileSync(path, damage)
      expect(await open(path, key).read()).toBeNull()
    }
    expect(readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8'))).toEqual([
      'first',
      'second',
      'third',
    ])
    await open(path, key).remove()
    expect(readdirSync(dir)).toEqual([])
  })

  test('APP-01 is removed with what a crash left half written of it, and nothing else is', async () => {
    const dir = folder()
    const others = ['cache-1.bin', 'cache-1.bin.0a1b2c3d4e5f.tmp']
    for (const name of [...others, 'cache.bin', 'cache.bin.0a1b2c3d4e5f.tmp'])
      writeFileSync(join(dir, name), name)
    await open(join(dir, 'cache.bin'), key).remove()
    expect(readdirSync(dir)).toEqual(others)
  })

  test('APP-06 one sealed file cannot stand for another', async () => {
    const dir = folder()
    await open(join(dir, 'cache.bin'), key).write({ a: 1 })
    copyFileSync(join(dir, 'cache.bin'), join(dir, 'outbox.bin'))
    expect(await open(join(dir, 'outbox.bin'), key).read()).toBeNull()
  })
})

test('APP-07 what was written is there after a power cut: the text is on disk before the file has its name, and the name before the write is done', async () => {
  const dir = folder()
  const order: string[] = []
  const { open, rename } = fs
  const opening = vi.spyOn(fs, 'open').mockImplementation(async (path, ...how) => {
    const handle = await open(path, ...how)
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await sync()
      order.push(path === dir ? 'name on disk' : 'text on disk')
    }
    return handle
  })
  const renaming = vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    await rename(from, to)
    order.push('named')
  })
  syncBuiltinESMExports()
  try {
    await writeAtomically(join(dir, 'outbox.bin'), 'sending')
  } finally {
    opening.mockRestore()
    renaming.mockRestore()
    syncBuiltinESMExports()
  }
  expect(order).toEqual(['text on disk', 'named', 'name on disk'])
  expect(readdirSync(dir)).toEqual(['outbox.bin'])
})

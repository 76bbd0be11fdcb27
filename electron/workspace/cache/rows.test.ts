// The rows of the cache on disk: when each part is written, which user can read it, and what is lost by damage.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { noFile } from '../../storage/document.fake.ts'
import { vaultOn } from '../../storage/vault.fake.ts'
import { createDisk, openCache, result, titles } from './cache.fake.ts'
import { createCache } from './cache.ts'
import { createCacheRows } from './rows.ts'

const many = (name = 'Acme', prefix = '') =>
  Array.from({ length: 100 }, (_, n) => result(`${prefix}${n}`, `${name} ${n}`))

/** Ada's cache with a hundred rows that are not written yet. */
const openFilled = async () => {
  const disk = createDisk()
  const { cache } = await openCache(disk)
  cache.see(many())
  return { disk, cache }
}

test('APP-03 is there after a restart for the same person, and for nobody else', async () => {
  const disk = createDisk()
  const { cache } = await openCache(disk)
  cache.see([result('1', 'Acme')])
  cache.visit('record', '1')
  await cache.flush()
  const again = await openCache(disk)
  expect(titles(again.cache.changes(null).rows)).toEqual(['Acme'])
  expect(titles(again.cache.recents(5))).toEqual(['Acme'])
  const other = await openCache(disk, { owner: 'grace' })
  expect(other.cache.changes(null).rows).toEqual([])
})

test('APP-01 is forgotten at sign-out, on disk too, and a late write does not bring it back', async () => {
  const disk = createDisk()
  const { cache, timers } = await openCache(disk)
  cache.see([result('1', 'Acme')])
  await cache.flush()
  cache.see([result('2', 'Acme 2')])
  await cache.wipe()
  for (const run of timers) run()
  await cache.flush()
  expect([...disk.documents.keys()]).toEqual([])
  expect(cache.changes(null).rows).toEqual([])
})

test('APP-08 the same person again keeps what was seen and not yet written', async () => {
  const { cache } = await openCache()
  cache.see([result('1', 'Acme')])
  await cache.load('ada')
  expect(titles(cache.changes(null).rows)).toEqual(['Acme'])
  await cache.load('grace')
  expect(cache.changes(null).rows).toEqual([])
})

test('APP-11 a file of another version is nothing seen', async () => {
  const disk = createDisk()
  const { cache } = await openCache(disk)
  cache.see(['1', '2', '3'].map((id) => result(id, `Acme ${id}`)))
  await cache.flush()
  for (const [name, text] of disk.documents)
    disk.documents.set(name, text.replace('"version":2', '"version":1'))
  const again = await openCache(disk)
  expect([again.isWhole, again.cache.changes(null).rows]).toEqual([false, []])
})

test('APP-01 a write that is under way at sign-out leaves nothing behind', async () => {
  const { disk, cache } = await openFilled()
  const writing = cache.flush()
  await Promise.all([writing, cache.wipe()])
  expect([...disk.documents.keys()]).toEqual([])
})

test('APP-03 what is pinned while a write is under way is there after a restart', async () => {
  const { disk, cache } = await openFilled()
  const writing = cache.flush()
  for (let n = 0; n < 100; n += 10) cache.pin('record', String(n), true)
  await writing
  await cache.flush()
  expect((await openCache(disk)).cache.recents(100)).toHaveLength(10)
})

/** Ada's cache in a program that could not read the file when she signed in. */
const openUnread = async () => {
  const disk = createDisk()
  const first = await openCache(disk)
  first.cache.see(['1', '2', '3'].map((id) => result(id, `Acme ${id}`)))
  first.cache.pin('record', '1', true)
  first.cache.visit('record', '2')
  first.setNow(2_000)
  first.cache.visit('record', '3')
  await first.cache.flush()
  const { cache, setNow } = await openCache(disk, { owner: 'nobody' })
  disk.refuseReadsOf('cache-3')
  await expect(cache.load('ada')).rejects.toThrow('EBUSY')
  setNow(500_000)
  return { disk, cache }
}

test('APP-03 what is seen and used while the disk cannot be read is written once it can be, together with what was there', async () => {
  const { disk, cache } = await openUnread()
  cache.see([...['1', '2', '3'].map((id) => result(id, `Globex ${id}`)), result('4', 'Globex 4')])
  cache.visit('record', '4')
  cache.forgetUse('record', '3')
  const before = [...disk.documents]
  await cache.flush()
  expect([...disk.documents]).toEqual(before)
  disk.refuseReadsOf(null)
  await cache.flush()
  const next = await openCache(disk)
  expect([next.isWhole, titles(next.cache.recents(9))]).toEqual([true, ['Globex 1', 'Globex 4', 'Globex 2']])
  expect(['1', '4'].map((id) => next.cache.firstSeenAt('record', id))).toEqual([1_000, 500_000])
})

test('APP-01 a disk that is being read again at sign-out leaves nothing behind', async () => {
  const { disk, cache } = await openUnread()
  disk.refuseReadsOf(null)
  await Promise.all([cache.flush(), cache.wipe()])
  expect([[...disk.documents.keys()], cache.changes(null).rows]).toEqual([[], []])
})

test('APP-03 a write that is under way when somebody else comes in holds nothing of theirs', async () => {
  const { disk, cache } = await openFilled()
  const writing = cache.flush()
  const entering = cache.load('grace')
  cache.see(many('Globex', 'g'))
  await Promise.all([writing, entering])
  for (const text of disk.documents.values()) expect(text).not.toContain('Globex')
})

/** Rows of all sixteen parts that are not written yet. @param onWrite runs before each write, with how many there were */
const openRows = (onWrite: (writes: number) => void = () => undefined) => {
  let writes = 0
  const rows = createCacheRows({
    file: () => ({ ...noFile, write: async () => onWrite((writes += 1)) }),
    now: () => 1_000,
    most: 100,
    onChange: () => undefined,
  })
  rows.see(many())
  return { rows, writes: () => writes }
}

test('APP-03 a save computes the part of each row once, however many parts it writes, and nothing for none', async () => {
  const { rows, writes } = openRows()
  const hashed = vi.spyOn(Math, 'imul')
  await rows.save('ada')
  const letters = [...rows.entries()].map(([key]) => key).join('').length
  expect([hashed.mock.calls.length, writes()]).toEqual([letters, 16])
  await rows.save('ada')
  expect([hashed.mock.calls.length, writes()]).toEqual([letters, 16])
  hashed.mockRestore()
})

test('APP-03 rows that change while a save writes are written by the next one', async () => {
  const { rows, writes } = openRows((count) => {
    if (count === 8) rows.see(many())
  })
  await rows.save('ada')
  await rows.save('ada')
  expect(writes()).toBe(32)
})

test('APP-03 after a part could not be written, the next save writes it and the later ones', async () => {
  const { rows, writes } = openRows((count) => {
    if (count === 8) throw new Error('ENOSPC')
  })
  await expect(rows.save('ada')).rejects.toThrow('ENOSPC')
  await rows.save('ada')
  expect(writes()).toBe(8 + 9)
})

describe('in real sealed files', () => {
  const start = async (folder: string) => {
    const { document } = vaultOn(folder)
    const problems: unknown[] = []
    const cache = createCache({
      file: () => document('cache'),
      part: (number) => document(`cache-${number}`),
      now: () => 1_000,
      setTimer: () => () => undefined,
      onProblem: (error) => problems.push(error),
    })
    const isWhole = await cache.load('ada')
    expect(problems).toEqual([])
    return { cache, isWhole }
  }
  const filled = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-cache-'))
    const { cache } = await start(folder)
    cache.see(
      Array.from({ length: 200 }, (_, n) => ({
        kind: 'record',
        id: `rec_${n}`,
        title: `Zanzibar ${n}`,
        subtitle: 'Dar es Salaam',
        badge: '',
        avatarUrl: null,
        webUrl: `https://acme.example/${n}`,
      })),
    )
    cache.choose('zanzi', 'record', 'rec_7')
    await cache.flush()
    return { folder, cache }
  }
  const found = (cache: Awaited<ReturnType<typeof start>>['cache']): number => cache.changes(null).rows.length

  test('APP-01 nothing that was seen or typed can be read on the disk, and nothing at all is there after signing out', async () => {
    const { folder, cache } = await filled()
    const files = readdirSync(join(folder, 'vault'))
    expect(files.length).toBeGreaterThan(10)
    for (const name of files)
      // Words that are too long to occur in random bytes.
      expect(readFileSync(join(folder, 'vault', name), 'latin1')).not.toMatch(
        /[Zz]anzibar|zanzi|Salaam|acme\.example/,
      )
    await cache.wipe()
    expect(readdirSync(join(folder, 'vault'))).toEqual(['key'])
  })

  test.each([
    ['a flipped bit', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))],
    ['a file cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['an empty file', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('{"items":[]}')],
  ])('APP-03 with %s only that part is lost, and the next write mends it', async (_damage, damage) => {
    const { folder } = await filled()
    const path = join(folder, 'vault', 'cache-5.bin')
    writeFileSync(path, damage(readFileSync(path)))
    const { cache, isWhole } = await start(folder)
    expect(isWhole).toBe(false)
    expect(found(cache)).toBeGreaterThan(150)
    expect(found(cache)).toBeLessThan(200)
    await cache.flush()
    expect((await start(folder)).isWhole).toBe(true)
  })

  test('APP-03 a part of another person is never taken over', async () => {
    const { folder } = await filled()
    const { document } = vaultOn(folder)
    const part = (await document('cache-5').read()) as { owner: string; items: unknown[] }
    expect(part.items.length).toBeGreaterThan(0)
    await document('cache-5').write({ ...part, owner: 'grace' })
    const { cache, isWhole } = await start(folder)
    expect([isWhole, found(cache)]).toEqual([false, 200 - part.items.length])
  })
})

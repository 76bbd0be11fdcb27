// The parts of the cache on disk: when each is written, which user can read it, and what is lost by damage.
import { expect, test } from 'vitest'
import { createDisk, openCache, result, titles } from './cache.fake.ts'
import { createCacheFiles } from './cache-file.ts'

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

/** All sixteen parts have changed. @param onWrite runs before each write, with how many there were */
const allTouched = (onWrite: (writes: number, touch: () => void) => void) => {
  let passes = 0
  let writes = 0
  const touch = (): void => many().forEach(({ id }) => files.touch(id))
  const files = createCacheFiles((number) => ({
    ...createDisk().file(`cache-${number}`),
    write: async () => onWrite((writes += 1), touch),
  }))
  touch()
  const save = async () => {
    await files.save('ada', () => ((passes += 1), []))
    return { passes, writes }
  }
  return save
}

test('APP-03 a save goes over the rows once, however many parts it writes, and not at all for none', async () => {
  const save = allTouched(() => undefined)
  expect(await save()).toEqual({ passes: 1, writes: 16 })
  expect(await save()).toEqual({ passes: 1, writes: 16 })
})

test.each<[string, (touch: () => void) => void, number]>([
  ['rows that change while a save writes are written again', (touch) => touch(), 16 + 16],
  [
    'after a part could not be written, it and the later ones are',
    () => {
      throw new Error('ENOSPC')
    },
    8 + 9,
  ],
])('APP-03 by the next save %s', async (_what, happens, writes) => {
  const save = allTouched((count, touch) => {
    if (count === 8) happens(touch)
  })
  await save().catch(() => undefined)
  expect(await save()).toMatchObject({ writes })
})

// The cache on a real disk, in real sealed files.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { vaultOn } from '../../storage/vault.fake.ts'
import { createCache } from './cache.ts'

const start = async (folder: string) => {
  const { document } = vaultOn(folder)
  const problems: unknown[] = []
  const cache = createCache({
    file: document('cache'),
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

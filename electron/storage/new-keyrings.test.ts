// A keyring that is another one at each login: what becomes of the folders that such logins leave.
import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startOn, systemKeyring } from './keyring.fake.ts'

const freshProfile = (): string => mkdtempSync(join(tmpdir(), 'svc-logins-'))
const login = (profile: string, number: number) => startOn(profile, systemKeyring({ seals: `k${number}` }))
const whole = (logins: number) =>
  systemKeyring({ seals: 'k1', opens: Array.from({ length: logins }, (_, index) => `k${index + 1}`) })
const namesIn = (profile: string): string[] =>
  readdirSync(profile, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(profile, name)).isFile())
    .toSorted()

test('APP-06 T2 of logins that only looked the last two leave their folders', async () => {
  const profile = freshProfile()
  for (let number = 1; number <= 9; number += 1)
    await (await login(profile, number)).document('cache').write({ seen: number })
  expect(namesIn(profile)).toEqual([
    'cache.bin',
    'data-key.bin',
    'vault-7/cache.bin',
    'vault-7/data-key.bin',
    'vault-8/cache.bin',
    'vault-8/data-key.bin',
    'vault-9/cache.bin',
    'vault-9/data-key.bin',
  ])
})

test('APP-06 T2 what was written in any of many logins is there once all keyrings open, and what they had merely seen is gone before', async () => {
  const profile = freshProfile()
  for (let number = 1; number <= 9; number += 1) {
    const run = await login(profile, number)
    await run.document('cache').write({ seen: number })
    if (number % 2 === 0) await run.submit(String(number))
    if (number % 3 === 0) await run.write('capture:1', `thought ${number}`)
  }
  expect(namesIn(profile).filter((name) => name.endsWith('cache.bin'))).toEqual([
    'cache.bin',
    'vault-7/cache.bin',
    'vault-8/cache.bin',
    'vault-9/cache.bin',
  ])
  const thoughts: (string | null)[] = []
  for (const _draft of [3, 6, 9]) {
    const all = await startOn(profile, whole(9))
    expect(all.tasks()).toEqual(['2', '4', '6', '8'])
    thoughts.push(await all.draft('capture:1'))
    await all.write('capture:1', null)
  }
  expect(thoughts).toEqual(['thought 3', 'thought 6', 'thought 9'])
})

test('APP-06 T2 a folder with text that could not be read stays', async () => {
  const profile = freshProfile()
  for (const number of [1, 2]) await login(profile, number)
  writeFileSync(join(profile, 'vault-2', 'outbox.bin.unreadable'), 'damage')
  for (const number of [3, 4, 5, 6]) await login(profile, number)
  expect(namesIn(profile)).toContain('vault-2/data-key.bin')
  expect(namesIn(profile)).not.toContain('vault-3/data-key.bin')
})

test('APP-06 T2 a folder that lost its key and is begun anew is the one in use, however many came after it', async () => {
  const profile = freshProfile()
  for (let number = 1; number <= 6; number += 1) await login(profile, number)
  mkdirSync(join(profile, 'vault-2'))
  const run = await login(profile, 7)
  await run.submit('7')
  expect((await login(profile, 7)).tasks()).toEqual(['7'])
})

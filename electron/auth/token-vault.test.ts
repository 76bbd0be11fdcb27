import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SystemKeyring } from '../storage/keyring.ts'
import { openVault, reversed, systemKeyring } from '../storage/keyring.fake.ts'
import type { Kept } from './token-vault.ts'

const kept: Kept = {
  account: {
    kind: 'remote',
    workspaceAddress: 'https://acme.example',
    workspaceId: 'wsp_1',
    workspaceName: 'Acme',
    user: { id: 'usr_1', name: 'Ada', email: 'ada@example.test' },
  },
  refreshToken: 'the-refresh-token',
}
const healthy = systemKeyring({ seals: 'a' })
const open = async (...how: Parameters<typeof openVault>) => {
  const { keys, vault } = await openVault(...how)
  return { ...vault, key: keys.inUse?.key ?? null }
}
const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'svc-vault-'))

describe('the vault', () => {
  test('APP-01 T4 keeps a session encrypted, for its owner only, and gives it back after a restart', async () => {
    const folder = freshFolder()
    const vault = await open(folder, healthy)
    await vault.save(kept)
    expect(vault.remembers).toBe(true)
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file)).includes('the-refresh-token')).toBe(false)
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    }
    const again = await open(folder, healthy)
    expect(await again.load()).toEqual(kept)
    expect(again.key).toEqual(vault.key)
    await again.wipe()
    expect(await again.load()).toBeNull()
  })

  test.each<[string, SystemKeyring]>([
    ['a constant key', systemKeyring({ seals: 'a', backend: 'basic_text' })],
    ['no keyring yet', systemKeyring({ seals: 'a', backend: 'unknown' })],
    ['no encryption', { ...healthy, isAsyncEncryptionAvailable: () => Promise.resolve(false) }],
    ['a keyring that fails', systemKeyring({ seals: null })],
    ['a keyring that does not give back what it took', systemKeyring({ seals: 'a', opens: [] })],
  ])('APP-01 T3 with %s nothing is written, and the session ends with the program', async (_name, system) => {
    const folder = freshFolder()
    const vault = await open(folder, system)
    await vault.save(kept)
    expect([vault.remembers, vault.key, await vault.load()]).toEqual([false, null, null])
    expect(readdirSync(folder)).toEqual([])
  })

  test('APP-01 T3 only Linux has a keyring that protects nothing', async () => {
    const system = systemKeyring({ seals: 'a', backend: 'unknown' })
    expect((await open(freshFolder(), system, { platform: 'darwin' })).remembers).toBe(true)
  })

  test.each([
    ['another keyring', () => Buffer.from('b:x')],
    ['noise', () => Buffer.from([0, 1, 2])],
    ['another shape', () => Buffer.from(`a:${reversed('{"version":9}')}`)],
    ['no JSON', () => Buffer.from('a:x')],
  ])('APP-06 T4 a session file with %s is signed out, never a crash', async (_name, content) => {
    const folder = freshFolder()
    const vault = await open(folder, healthy)
    await vault.save(kept)
    writeFileSync(join(folder, 'session.bin'), content())
    expect(await (await open(folder, healthy)).load()).toBeNull()
  })

  test.each(['session.bin', 'data-key.bin'])(
    'APP-06 T4 a folder in place of %s is signed out, never a crash, and goes on elsewhere or after a sign-out',
    async (name) => {
      const folder = freshFolder()
      mkdirSync(join(folder, name, 'inside'), { recursive: true })
      const vault = await open(folder, healthy)
      expect([vault.remembers, await vault.load()]).toEqual([true, null])
      await vault.wipe()
      await vault.save(kept)
      expect(await (await open(folder, healthy)).load()).toEqual(kept)
    },
  )

  test('APP-01 T4 a link in place of the session file is replaced, not followed', async () => {
    const folder = freshFolder()
    const target = join(freshFolder(), 'target')
    writeFileSync(target, 'not ours')
    symlinkSync(target, join(folder, 'session.bin'))
    const vault = await open(folder, healthy)
    await vault.save(kept)
    expect([await vault.load(), readFileSync(target, 'utf8')]).toEqual([kept, 'not ours'])
  })

  test('APP-01 O8 a wipe takes along what an earlier version set aside, and what a crash left half written', async () => {
    const folder = freshFolder()
    const vault = await open(folder, healthy)
    for (const name of ['session.bin', 'session.bin.undecryptable', 'session.bin.0a1b2c3d4e5f.tmp'])
      writeFileSync(join(folder, name), 'a:the-refresh-token')
    await vault.wipe()
    expect(readdirSync(folder)).toEqual(['data-key.bin'])
  })

  test('APP-06 T2 a data key of another keyring stays where it is', async () => {
    const folder = freshFolder()
    await open(folder, healthy)
    const old = readFileSync(join(folder, 'data-key.bin'))
    const vault = await open(folder, systemKeyring({ seals: 'b' }))
    expect(vault.remembers).toBe(true)
    expect(readFileSync(join(folder, 'data-key.bin'))).toEqual(old)
    expect(readdirSync(join(folder, 'vault-2'))).toEqual(['data-key.bin'])
  })

  test('APP-06 T2 a keyring that fails once while it is unlocked loses nothing', async () => {
    const folder = freshFolder()
    const before = await open(folder, healthy)
    await before.save(kept)
    let calls = 0
    const unlocking: SystemKeyring = {
      ...healthy,
      decryptStringAsync: (bytes) =>
        (calls += 1) % 2 === 1 ? Promise.reject(new Error('locked')) : healthy.decryptStringAsync(bytes),
    }
    const vault = await open(folder, unlocking)
    expect([vault.key, await vault.load()]).toEqual([before.key, kept])
  })

  test('APP-01 T2 a key that the desktop rotated is used from now on', async () => {
    const folder = freshFolder()
    await (await open(folder, healthy)).save(kept)
    const rotated = systemKeyring({ seals: 'b', opens: ['a', 'b'], rewrites: ['a'] })
    expect(await (await open(folder, rotated)).load()).toEqual(kept)
    for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^b:/)
  })

  test('APP-06 T2 a session whose rotated key cannot be written anew is opened all the same', async () => {
    const folder = freshFolder()
    const before = await open(folder, healthy)
    await before.save(kept)
    const rotated = systemKeyring({ seals: null, opens: ['a'], rewrites: ['a'] })
    const vault = await open(folder, rotated)
    expect([vault.key, await vault.load()]).toEqual([before.key, kept])
  })
})

import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Account } from '../../shared/launcher.ts'
import type { Log } from '../log.ts'
import { type Keyring, type Kept, openTokenVault } from './token-vault.ts'

const quiet: Log = { info: () => undefined, warn: () => undefined, bug: () => 'bug' }
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

const reversed = (text: string): string => text.split('').toReversed().join('')

/** Reverses text under a name: enough to see what is on disk, and to be another keyring. */
const keyring = (name: string, changes: Partial<Keyring> = {}): Keyring => ({
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: (text) => Promise.resolve(Buffer.from(`${name}:${reversed(text)}`)),
  decryptStringAsync: (bytes) => {
    const [by, text = ''] = bytes.toString().split(/:(.*)/s)
    return by === name
      ? Promise.resolve({ result: reversed(text), shouldReEncrypt: false })
      : Promise.reject(new Error('another key'))
  },
  ...changes,
})

const open = (folder: string, ring: Keyring, platform: NodeJS.Platform = 'linux') =>
  openTokenVault({ folder, keyring: ring, platform, log: quiet, pause: () => Promise.resolve() })
const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'svc-vault-'))

describe('the vault', () => {
  test('APP-01 T4 keeps a session encrypted, for its owner only, and gives it back after a restart', async () => {
    const folder = freshFolder()
    const vault = await open(folder, keyring('a'))
    await vault.save(kept)
    expect(vault.remembers).toBe(true)
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file)).includes('the-refresh-token')).toBe(false)
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    }
    const again = await open(folder, keyring('a'))
    expect(await again.load()).toEqual(kept)
    expect(again.dataKey).toEqual(vault.dataKey)
    await again.wipe()
    expect(await again.load()).toBeNull()
  })

  test('APP-06 a session that the version before kept, without its workspace, is still there', async () => {
    const folder = freshFolder()
    const { workspaceId: _, ...before } = kept.account
    await (await open(folder, keyring('a'))).save({ ...kept, account: before as Account })
    expect(await (await open(folder, keyring('a'))).load()).toEqual({
      ...kept,
      account: { ...kept.account, workspaceId: null },
    })
  })

  test.each<[string, Partial<Keyring>]>([
    ['a constant key', { getSelectedStorageBackend: () => 'basic_text' }],
    ['no keyring yet', { getSelectedStorageBackend: () => 'unknown' }],
    ['no encryption', { isAsyncEncryptionAvailable: () => Promise.resolve(false) }],
    ['a keyring that fails', { encryptStringAsync: () => Promise.reject(new Error('locked')) }],
  ])(
    'APP-01 T3 with %s nothing is written, and the session ends with the program',
    async (_name, changes) => {
      const folder = freshFolder()
      const vault = await open(folder, keyring('a', changes))
      await vault.save(kept)
      expect([vault.remembers, vault.dataKey, await vault.load()]).toEqual([false, null, null])
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('APP-01 T3 only Linux has a keyring that protects nothing', async () => {
    const vault = await open(
      freshFolder(),
      keyring('a', { getSelectedStorageBackend: () => 'unknown' }),
      'darwin',
    )
    expect(vault.remembers).toBe(true)
  })

  test.each([
    ['another keyring', () => Buffer.from('b:x')],
    ['noise', () => Buffer.from([0, 1, 2])],
    ['another shape', () => Buffer.from(`a:${reversed('{"version":9}')}`)],
    ['no JSON', () => Buffer.from('a:x')],
  ])('APP-06 T4 a session file with %s is signed out, never a crash', async (_name, content) => {
    const folder = freshFolder()
    const vault = await open(folder, keyring('a'))
    await vault.save(kept)
    writeFileSync(join(folder, 'session.bin'), content())
    expect(await (await open(folder, keyring('a'))).load()).toBeNull()
  })

  test('APP-06 a data key of another keyring is kept beside, not overwritten', async () => {
    const folder = freshFolder()
    await open(folder, keyring('a'))
    const old = readFileSync(join(folder, 'data-key.bin'))
    const vault = await open(folder, keyring('b'))
    expect(vault.remembers).toBe(true)
    expect(readFileSync(join(folder, 'data-key.bin.undecryptable'))).toEqual(old)
  })

  test('APP-06 T2 a keyring that fails once while it is unlocked loses nothing', async () => {
    const folder = freshFolder()
    await (await open(folder, keyring('a'))).save(kept)
    const good = keyring('a')
    let calls = 0
    const vault = await open(
      folder,
      keyring('a', {
        decryptStringAsync: (bytes) =>
          (calls += 1) % 2 === 1 ? Promise.reject(new Error('locked')) : good.decryptStringAsync(bytes),
      }),
    )
    expect(await vault.load()).toEqual(kept)
  })

  test('APP-01 T2 a key that the desktop rotated is used from now on', async () => {
    const folder = freshFolder()
    await (await open(folder, keyring('a'))).save(kept)
    const old = keyring('a')
    const rotated = keyring('b', {
      decryptStringAsync: async (bytes) =>
        bytes.toString().startsWith('a:')
          ? { ...(await old.decryptStringAsync(bytes)), shouldReEncrypt: true }
          : keyring('b').decryptStringAsync(bytes),
    })
    expect(await (await open(folder, rotated)).load()).toEqual(kept)
    for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^b:/)
  })
})

// The documents of the vault over several starts, with failures of the keyring, the key file and the disk.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  bytesOf,
  freshProfile,
  healthy,
  type KeyringName,
  keyrings,
  read,
  usedProfile,
  vaultOn,
} from './vault.fake.ts'
import type { SystemKeyring } from './keyring.ts'
import type { VaultState } from './vault.ts'

const keyOf = (profile: string): string => join(profile, 'vault', 'key')
describe('the state', () => {
  test.each<[KeyringName, VaultState, VaultState]>([
    ['healthy', 'open', 'open'],
    ['rotated', 'open', 'open'],
    ['rotated, and cannot write', 'memoryOnly', 'open'],
    ['another', 'open', 'locked'],
    ['away', 'memoryOnly', 'locked'],
    ['a constant key', 'memoryOnly', 'locked'],
    ['without encryption', 'memoryOnly', 'locked'],
    ['deaf', 'memoryOnly', 'locked'],
    ['garbling', 'memoryOnly', 'locked'],
  ])(
    'APP-06 T2 with a keyring that is %s a new vault is %s, and a used one is %s',
    async (name, fresh, used) => {
      const states = [freshProfile(), await usedProfile()].map((profile) =>
        vaultOn(profile, keyrings[name]).state(),
      )
      expect(await Promise.all(states)).toEqual([fresh, used])
    },
  )

  test('APP-01 T3 only on Linux the tag v10 means a constant key', async () => {
    const system = keyrings['a constant key']
    expect(await vaultOn(freshProfile(), system, { platform: 'darwin' }).state()).toBe('open')
  })

  describe('APP-01 T3 a key file under the constant key, as earlier versions wrote it,', () => {
    const unprotected = () => usedProfile(keyrings['a constant key'], 'darwin')

    test('is not in use, and stays', async () => {
      const profile = await unprotected()
      const before = bytesOf(profile)
      const vault = vaultOn(profile, keyrings['a constant key'])
      expect([await vault.state(), await read(vault, 'session')]).toEqual(['locked', null])
      expect(bytesOf(profile)).toEqual(before)
    })

    test('is sealed by a keyring that has appeared since, and nothing is lost', async () => {
      const profile = await unprotected()
      const vault = vaultOn(profile, keyrings['started since'])
      expect(await read(vault, 'outbox')).toEqual({ tasks: ['old'] })
      expect(readFileSync(keyOf(profile), 'utf8')).toMatch(/^a:/)
    })
  })

  test('APP-06 T2 a keyring that fails once while it is unlocked loses nothing', async () => {
    const profile = await usedProfile()
    let calls = 0
    const unlocking: SystemKeyring = {
      ...healthy,
      decryptStringAsync: (bytes) =>
        (calls += 1) === 1 ? Promise.reject(new Error('locked')) : healthy.decryptStringAsync(bytes),
    }
    expect(await read(vaultOn(profile, unlocking), 'outbox')).toEqual({ tasks: ['old'] })
  })

  test('APP-01 T2 a key that the desktop rotated is sealed again under the new one', async () => {
    const profile = await usedProfile()
    await vaultOn(profile, keyrings.rotated).state()
    expect(await read(vaultOn(profile, keyrings.another), 'outbox')).toEqual({ tasks: ['old'] })
  })

  test.each<[string, (key: string) => void]>([
    ['cut short', (key) => writeFileSync(key, readFileSync(key).subarray(0, 20))],
    ['empty', (key) => writeFileSync(key, '')],
    ['noise', (key) => writeFileSync(key, Buffer.from([0, 1, 2]))],
    ['of another keyring', (key) => writeFileSync(key, 'b:x')],
    ['a folder', (key) => (rmSync(key), mkdirSync(join(key, 'inside'), { recursive: true }))],
  ])('APP-06 T4 a key file that is %s locks the vault, and stays', async (_name, damage) => {
    const profile = await usedProfile()
    damage(keyOf(profile))
    const before = bytesOf(profile)
    expect(await vaultOn(profile).state()).toBe('locked')
    expect(bytesOf(profile)).toEqual(before)
  })

  test('APP-06 where the folder cannot be made the vault is in memory only', async () => {
    const profile = freshProfile()
    writeFileSync(join(profile, 'vault'), 'not a folder')
    expect(await vaultOn(profile).state()).toBe('memoryOnly')
    expect(readFileSync(join(profile, 'vault'), 'utf8')).toBe('not a folder')
  })
})

describe('a document', () => {
  test('APP-01 T4 is kept encrypted, for its owner only, and is there after a restart', async () => {
    const profile = await usedProfile()
    expect(Object.keys(bytesOf(profile))).toEqual(['vault/key', 'vault/outbox.bin', 'vault/session.bin'])
    for (const [name, bytes] of Object.entries(bytesOf(profile))) {
      expect(bytes).not.toContain('old')
      expect(statSync(join(profile, name)).mode & 0o777).toBe(0o600)
    }
    expect(statSync(join(profile, 'vault')).mode & 0o777).toBe(0o700)
    expect(await read(vaultOn(profile), 'session')).toEqual({ refreshToken: 'old-token' })
  })

  test('APP-07 is what was asked for last, also before the keyring has answered', async () => {
    const profile = freshProfile()
    const document = vaultOn(profile).document('outbox')
    await Promise.all([1, 2, 3, 4, 5].map((n) => document.write({ n })))
    expect(await document.read()).toEqual({ n: 5 })
    expect(await read(vaultOn(profile), 'outbox')).toEqual({ n: 5 })
  })

  test('APP-01 T4 replaces a link in its place, and does not follow it', async () => {
    const profile = await usedProfile()
    const target = join(freshProfile(), 'target')
    writeFileSync(target, 'not ours')
    rmSync(join(profile, 'vault', 'session.bin'))
    symlinkSync(target, join(profile, 'vault', 'session.bin'))
    const session = vaultOn(profile).document('session')
    await session.write({ n: 1 })
    expect([await session.read(), readFileSync(target, 'utf8')]).toEqual([{ n: 1 }, 'not ours'])
  })

  test('APP-01 APP-03 is written or removed before the end, and one that cannot be keeps nobody', async () => {
    const profile = await usedProfile()
    mkdirSync(join(profile, 'vault', 'cache.bin'))
    const vault = vaultOn(profile)
    void vault.document('history').write({ n: 1 })
    void vault.document('session').remove()
    vault
      .document('cache')
      .write({ n: 1 })
      .catch(() => undefined)
    await vault.settled()
    expect(['history.bin', 'session.bin'].map((name) => existsSync(join(profile, 'vault', name)))).toEqual([
      true,
      false,
    ])
  })
})

describe.each<KeyringName>(['another', 'away', 'a constant key', 'deaf'])(
  'a locked vault on a keyring that is %s',
  (name) => {
    test('APP-06 T2 keeps this run in memory, and touches no file whatever is written and removed', async () => {
      const profile = await usedProfile()
      const before = bytesOf(profile)
      const vault = vaultOn(profile, keyrings[name])
      const [outbox, session, cache] = ['outbox', 'session', 'cache'].map(vault.document)
      expect(await outbox?.read()).toBeNull()
      await outbox?.write({ tasks: ['new'] })
      await session?.write({ refreshToken: 'new-token' })
      await session?.remove()
      await cache?.remove()
      expect([await outbox?.read(), await session?.read()]).toEqual([{ tasks: ['new'] }, null])
      await vault.settled()
      expect(bytesOf(profile)).toEqual(before)
      expect(await read(vaultOn(profile), 'outbox')).toEqual({ tasks: ['old'] })
    })
  },
)

// What is at rest over several starts, whatever becomes of the keyring, the key file and the disk meanwhile.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { healthy, type KeyringName, keyrings, vaultOn } from './keyring.fake.ts'
import type { SystemKeyring } from './keyring.ts'
import type { Vault, VaultState } from './vault.ts'

const freshProfile = (): string => mkdtempSync(join(tmpdir(), 'svc-vault-'))
const keyOf = (profile: string): string => join(profile, 'vault', 'key')
/** Every file under a folder with its bytes. */
const bytesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )
/** A profile that an earlier start with a healthy keyring left. */
const usedProfile = async (): Promise<string> => {
  const profile = freshProfile()
  const vault = vaultOn(profile)
  await vault.document('outbox').write({ tasks: ['old'] })
  await vault.document('session').write({ refreshToken: 'old-token' })
  return profile
}
const read = (vault: Vault, name: string): Promise<unknown> => vault.document(name).read()

describe('the state', () => {
  test.each<[KeyringName, VaultState, VaultState]>([
    ['healthy', 'open', 'open'],
    ['rotated', 'open', 'open'],
    ['rotated, and cannot write', 'memoryOnly', 'open'],
    ['another', 'open', 'locked'],
    ['away', 'memoryOnly', 'locked'],
    ['a constant key', 'memoryOnly', 'locked'],
    ['not chosen yet', 'memoryOnly', 'locked'],
    ['without encryption', 'memoryOnly', 'locked'],
    ['deaf', 'memoryOnly', 'locked'],
  ])(
    'APP-06 T2 of a new vault on a keyring that is %s is %s, and of one from before %s',
    async (name, fresh, used) => {
      const states = [freshProfile(), await usedProfile()].map((profile) =>
        vaultOn(profile, keyrings[name]).state(),
      )
      expect(await Promise.all(states)).toEqual([fresh, used])
    },
  )

  test('APP-01 T3 only Linux has a keyring that protects nothing', async () => {
    const system = keyrings['not chosen yet']
    expect(await vaultOn(freshProfile(), system, { platform: 'darwin' }).state()).toBe('open')
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

  test('APP-06 T4 a key file that was swapped sets the documents aside, which open again with their own', async () => {
    const [profile, other] = [await usedProfile(), await usedProfile()]
    const own = readFileSync(keyOf(profile))
    cpSync(keyOf(other), keyOf(profile))
    const said: string[] = []
    const vault = vaultOn(profile, healthy, { said })
    expect([await vault.state(), await read(vault, 'outbox')]).toEqual(['open', null])
    expect(said).toEqual(['file.unreadable outbox.bin'])
    writeFileSync(keyOf(profile), own)
    renameSync(join(profile, 'vault', 'outbox.bin.unreadable'), join(profile, 'vault', 'outbox.bin'))
    expect(await read(vaultOn(profile), 'outbox')).toEqual({ tasks: ['old'] })
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

  test('APP-06 that is damaged is set aside alone, and the others live', async () => {
    const profile = await usedProfile()
    writeFileSync(join(profile, 'vault', 'session.bin'), 'noise')
    const said: string[] = []
    const vault = vaultOn(profile, healthy, { said })
    expect(await read(vault, 'session')).toBeNull()
    expect(await read(vault, 'outbox')).toEqual({ tasks: ['old'] })
    expect(said).toEqual(['file.unreadable session.bin'])
    expect(readFileSync(join(profile, 'vault', 'session.bin.unreadable'), 'utf8')).toBe('noise')
  })

  test('APP-07 is what was asked for last, also before the keyring has answered', async () => {
    const profile = freshProfile()
    const document = vaultOn(profile).document('outbox')
    await Promise.all([1, 2, 3, 4, 5].map((n) => document.write({ n })))
    expect(await document.read()).toEqual({ n: 5 })
    expect(await read(vaultOn(profile), 'outbox')).toEqual({ n: 5 })
  })

  test('APP-06 that the disk does not take throws, and the next write works again', async () => {
    const profile = await usedProfile()
    const path = join(profile, 'vault', 'drafts.bin')
    mkdirSync(join(path, 'in the way'), { recursive: true })
    const drafts = vaultOn(profile).document('drafts')
    await expect(drafts.write({ n: 1 })).rejects.toThrow()
    rmSync(path, { recursive: true })
    await drafts.write({ n: 2 })
    expect(await drafts.read()).toEqual({ n: 2 })
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

describe('starting over', () => {
  const locked = async () => {
    const profile = await usedProfile()
    const vault = vaultOn(profile, keyrings.another)
    await vault.document('outbox').write({ tasks: ['new'] })
    return { profile, vault }
  }

  test('APP-06 T2 sets the locked vault aside whole, and keeps what this run wrote, before and after', async () => {
    const { profile, vault } = await locked()
    const before = bytesOf(join(profile, 'vault'))
    const [drafts, history] = ['drafts', 'history'].map(vault.document)
    const starting = vault.startOver()
    // Asked for while the new vault is being made.
    await drafts?.write({ text: 'meanwhile' })
    expect([await starting, await vault.state()]).toEqual([true, 'open'])
    await history?.write({ n: 1 })
    expect(bytesOf(join(profile, 'vault.unreadable'))).toEqual(before)
    const next = vaultOn(profile, keyrings.another)
    const kept = await Promise.all(['outbox', 'drafts', 'history', 'session'].map((name) => read(next, name)))
    expect(kept).toEqual([{ tasks: ['new'] }, { text: 'meanwhile' }, { n: 1 }, null])
  })

  test('APP-06 T2 a second time takes the next free name', async () => {
    const { profile, vault } = await locked()
    await vault.startOver()
    await vaultOn(profile).startOver()
    expect(readdirSync(profile).toSorted()).toEqual(['vault', 'vault.unreadable', 'vault.unreadable-2'])
  })

  test.each<KeyringName>(['away', 'a constant key', 'deaf'])(
    'APP-06 T2 on a keyring that is %s changes nothing, and this run goes on in memory',
    async (name) => {
      const profile = await usedProfile()
      const before = bytesOf(profile)
      const vault = vaultOn(profile, keyrings[name])
      const outbox = vault.document('outbox')
      await outbox.write({ tasks: ['new'] })
      expect([await vault.startOver(), await vault.state()]).toEqual([false, 'locked'])
      expect([await outbox.read(), bytesOf(profile)]).toEqual([{ tasks: ['new'] }, before])
    },
  )

  test.each<[string, KeyringName, boolean]>([
    ['an open vault', 'healthy', true],
    ['a vault in memory only', 'away', false],
  ])('APP-06 of %s changes nothing', async (_name, name, isOpen) => {
    const profile = freshProfile()
    const vault = vaultOn(profile, keyrings[name])
    await vault.document('outbox').write({ n: 1 })
    const before = bytesOf(profile)
    expect([await vault.startOver(), bytesOf(profile)]).toEqual([isOpen, before])
  })

  test('APP-07 asked for twice at once is done once', async () => {
    const { profile, vault } = await locked()
    expect(await Promise.all([vault.startOver(), vault.startOver()])).toEqual([true, true])
    expect(readdirSync(profile).toSorted()).toEqual(['vault', 'vault.unreadable'])
  })

  test('APP-07 that was cut off between its two renames ends at the next start', async () => {
    const { profile, vault } = await locked()
    await vault.startOver()
    renameSync(join(profile, 'vault'), join(profile, 'vault.new'))
    expect(await read(vaultOn(profile, keyrings.another), 'outbox')).toEqual({ tasks: ['new'] })
  })

  test('APP-07 that was cut off before leaves the vault as it is, and can be done again', async () => {
    const { profile, vault } = await locked()
    const before = bytesOf(profile)
    mkdirSync(join(profile, 'vault.new'))
    writeFileSync(join(profile, 'vault.new', 'outbox.bin'), 'half')
    expect(await read(vaultOn(profile), 'outbox')).toEqual({ tasks: ['old'] })
    expect(bytesOf(profile)).toEqual({ ...before, 'vault.new/outbox.bin': 'half' })
    expect(await vault.startOver()).toBe(true)
    expect(readdirSync(profile).toSorted()).toEqual(['vault', 'vault.unreadable'])
  })
})

describe('a sign-out', () => {
  const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).toSorted() : [])

  test('APP-01 O8 removes from a locked vault, and from those set aside, all but the key and what was written', async () => {
    const profile = await usedProfile()
    await vaultOn(profile, keyrings.another).startOver()
    for (const name of ['cache-1.bin', 'outbox.bin.unreadable', 'session.bin.0a1b2c3d4e5f.tmp'])
      writeFileSync(join(profile, 'vault.unreadable', name), 'x')
    const vault = vaultOn(profile, healthy)
    expect(await vault.state()).toBe('locked')
    await vault.removeUnopened(['outbox', 'drafts'])
    expect(namesIn(join(profile, 'vault'))).toEqual(['key'])
    expect(namesIn(join(profile, 'vault.unreadable'))).toEqual(['key', 'outbox.bin', 'outbox.bin.unreadable'])
  })

  test('APP-01 O8 leaves an open vault to what its parts remove', async () => {
    const profile = await usedProfile()
    const before = bytesOf(profile)
    await vaultOn(profile).removeUnopened([])
    expect(bytesOf(profile)).toEqual(before)
  })
})

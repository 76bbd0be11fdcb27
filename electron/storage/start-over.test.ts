// Starting over sets a locked vault aside. A sign-out removes some of its documents.
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bytesOf, healthy, type KeyringName, keyrings, read, usedProfile, vaultOn } from './vault.fake.ts'

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
    // Written while the new vault is created.
    await drafts?.write({ text: 'meanwhile' })
    expect([await starting, await vault.state()]).toEqual([true, 'open'])
    await history?.write({ n: 1 })
    expect(bytesOf(join(profile, 'vault.unreadable'))).toEqual(before)
    const next = vaultOn(profile, keyrings.another)
    const kept = await Promise.all(['outbox', 'drafts', 'history', 'session'].map((name) => read(next, name)))
    expect(kept).toEqual([{ tasks: ['new'] }, { text: 'meanwhile' }, { n: 1 }, null])
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
    writeFileSync(join(profile, 'vault.new', 'session.bin'), 'half')
    expect(await read(vaultOn(profile), 'outbox')).toEqual({ tasks: ['old'] })
    expect(bytesOf(profile)).toEqual({ ...before, 'vault.new/session.bin': 'half' })
    expect(await vault.startOver()).toBe(true)
    expect(Object.keys(bytesOf(join(profile, 'vault')))).toEqual(['key', 'outbox.bin'])
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

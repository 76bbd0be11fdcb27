import fs, { mkdtempSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startOn, systemKeyring } from './keyring.fake.ts'

/** Root, who runs tests too, lists every folder there is. */
const unlisted = async (work: () => Promise<void>): Promise<void> => {
  const listing = vi.spyOn(fs, 'readdirSync').mockImplementation(() => {
    throw new Error('EACCES')
  })
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    listing.mockRestore()
    syncBuiltinESMExports()
  }
}

test('APP-01 T3 where the folder of the profile cannot be listed a session is in memory, and nothing in the folder is replaced', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'svc-unlisted-'))
  const keyring = systemKeyring({ seals: 'a' })
  await (await startOn(profile, keyring)).submit('1')
  await unlisted(async () => {
    const run = await startOn(profile, keyring)
    await run.signIn(2)
    expect([run.session(), run.tasks()]).toMatchObject([{ kind: 'signedIn', remembered: false }, []])
  })
  expect((await startOn(profile, keyring)).tasks()).toEqual(['1'])
})

// A refresh token is used once; a second use ends the sign-in, unless it repeats a refresh whose answer was lost.
import * as client from 'openid-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launcherClientId } from '../../shared/api/primitives.ts'
import { hashToken } from '../base/ids.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { storeError } from '../base/store-error.ts'
import { discover, signInFully } from './oauth-testing.ts'
import { startOauth } from './stage-testing.ts'
import { findPayload } from './oauth.store.ts'

const day = 24 * 3_600_000
const postgres = ownDatabases()
const engines = [
  { engine: 'SQLite', database: async () => 'memory:' },
  { engine: 'PostgreSQL', database: () => postgres() },
]

/** Someone who has signed in. @param scope what the launcher asked for, when that is not everything */
const start = async (database = 'memory:', scope?: string) => {
  const service = await startOauth({ database })
  onTestFinished(() => service.stop())
  const ada = await service.addPerson('ada', { [await service.addWorkspace('acme')]: 'owner' })
  const { tokens } = await signInFully(service.baseUrl, ada, { ...(scope && { parameters: { scope } }) })
  const isAlive = async (accessToken: string) => (await service.oauth.findLauncherToken(accessToken)) !== null
  /** The stored document of a refresh token, also after its expiry. */
  const keptOf = (token: string) =>
    service.store.read((tx) => findPayload(tx, 'RefreshToken', hashToken(token), 0))
  /** @param key of the refresh */
  const use = async (token: string, key?: string, parameters: Record<string, string> = {}) => {
    const response = await fetch(`${service.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: launcherClientId,
        refresh_token: token,
        ...parameters,
      }),
    })
    const answer = (await response.json()) as Record<string, string | undefined>
    const { access_token: access = '', refresh_token: refresh = '', error = '', scope } = answer
    return { access, refresh, error, scope }
  }
  const revoke = async (token: string) => client.tokenRevocation(await discover(service.baseUrl), token)
  const first = tokens.refresh_token ?? ''
  return { service, access: tokens.access_token, first, use, revoke, keptOf, isAlive }
}

test('OAU-01 a refresh gives new tokens, and the previous access token keeps its ten minutes', async () => {
  const { service, access, first, use } = await start()
  const next = await use(first)
  expect(next.refresh).not.toBe(first)
  const holder = await service.oauth.findLauncherToken(next.access)
  expect(holder).toEqual(await service.oauth.findLauncherToken(access))
})

test('OAU-01 a refresh cannot widen the scopes', async () => {
  const { first, use } = await start('memory:', 'openid offline_access tasks:read')
  const scope = 'openid offline_access tasks:read tasks:write'
  expect((await use(first, undefined, { scope })).error).toBe('invalid_scope')
  expect((await use(first)).scope).toBe('tasks:read')
})

test('OAU-01 an access token ends after ten minutes, a refresh token lives on for 90 days', async () => {
  const { service, access, first, use, isAlive } = await start()
  service.clock.skippedMs = 9 * 60_000
  expect(await isAlive(access)).toBe(true)
  service.clock.skippedMs = 10 * 60_000 + 1
  expect(await isAlive(access)).toBe(false)
  service.clock.skippedMs = 89 * day
  const next = await use(first)
  service.clock.skippedMs = 180 * day
  expect((await use(next.refresh)).error).toBe('invalid_grant')
})

test('OAU-01 revoking the access token, or a used refresh token, ends the sign-in', async () => {
  for (const token of ['access', 'first'] as const) {
    const { use, revoke, isAlive, ...given } = await start()
    const next = await use(given.first)
    await revoke(given[token])
    expect([await isAlive(next.access), (await use(next.refresh)).error]).toEqual([false, 'invalid_grant'])
  }
})

test('OAU-01 only the use of a used refresh token is kept, as long as the token would have been good', async () => {
  const { service, first, use, keptOf } = await start()
  const second = await use(first)
  expect((await keptOf(first))?.payload).toEqual({})
  expect((await keptOf(second.refresh))?.payload).toMatchObject({ accountId: 'usr_ada' })

  service.clock.skippedMs = 90 * day - 60_000
  await service.oauth.purgeExpired()
  expect(await keptOf(first)).toBeDefined()
  service.clock.skippedMs = 90 * day + 60_000
  await service.oauth.purgeExpired()
  expect(await keptOf(first)).toBeUndefined()
})

test('OAU-01 a thief who uses a stolen refresh token first is out as soon as its owner uses it, weeks and refreshes later', async () => {
  const { service, first, use, isAlive } = await start()
  let stolen = await use(first)
  for (let week = 1; week <= 4; week += 1) {
    service.clock.skippedMs = week * 7 * day
    await service.oauth.purgeExpired()
    stolen = await use(stolen.refresh)
  }
  expect(await isAlive(stolen.access)).toBe(true)
  // Whatever else is wrong with the request.
  expect((await use(first, undefined, { scope: 'openid unknown' })).error).toBe('invalid_grant')
  expect([await isAlive(stolen.access), (await use(stolen.refresh)).error]).toEqual([false, 'invalid_grant'])
})

test.each(engines)(
  'OAU-01 of two requests that read a refresh token as fresh, the second is refused and the sign-in ends, on $engine',
  async ({ database }) => {
    const { service, access, first, use, isAlive } = await start(await database())
    // A request first writes that the token is used: both have read it by then.
    const write = service.store.write.bind(service.store)
    const bothHaveRead = Promise.withResolvers<void>()
    const writing = vi.spyOn(service.store, 'write').mockImplementation(async (...change) => {
      await bothHaveRead.promise
      return write(...change)
    })
    const answers = Promise.all([use(first), use(first)])
    await expect.poll(() => writing.mock.calls.length).toBe(2)
    bothHaveRead.resolve()
    expect((await answers).map(({ error }) => error)).toContain('invalid_grant')
    for (const given of await answers) {
      expect(await isAlive(given.access)).toBe(false)
      if (given.error === '') expect((await use(given.refresh)).error).toBe('invalid_grant')
    }
    expect([await isAlive(access), (await use(first)).error]).toEqual([false, 'invalid_grant'])
  },
)

test.each([0, 1])(
  'OAU-01 a database that goes away after %i writes of a refresh ends no sign-in: the token is good until its successor is kept',
  async (written) => {
    const { service, first, use, isAlive } = await start()
    const write = service.store.write.bind(service.store)
    let left = written
    const writing = vi.spyOn(service.store, 'write').mockImplementation(async (...change) => {
      if ((left -= 1) < 0) throw storeError('database_unreachable', 'The database is away.')
      return await write(...change)
    })
    const lost = await use(first)
    writing.mockRestore()
    // It was away too late to matter, or the refresh is asked for again.
    const next = lost.error === '' ? lost : await use(first)
    expect([next.error, await isAlive(next.access)]).toEqual(['', true])
    expect((await use(next.refresh)).error).toBe('')
  },
)

test('OAU-01 a refresh whose answer was lost is repeated under its Idempotency-Key, however often, and the last answer counts', async () => {
  const { first, use, isAlive } = await start()
  const lost = await use(first, 'one')
  const lostToo = await use(first, 'one')
  const got = await use(first, 'one')
  expect([got.error, await isAlive(got.access)]).toEqual(['', true])
  const next = await use(got.refresh, 'two')
  expect([next.error, await isAlive(next.access)]).toEqual(['', true])
  expect(new Set([lost, lostToo, got, next].map(({ refresh }) => refresh)).size).toBe(4)
})

test.each([
  ['the token of an answer that was asked for again, with its key', 'the first answer', 'one'],
  ['the token of an answer that was asked for again, without a key', 'the first answer', undefined],
  ['a used token with another key', 'used', 'another'],
  ['a used token without a key', 'used', undefined],
])('OAU-01 %s is a replay, and ends the sign-in', async (_what, which, key) => {
  const { first, use, isAlive } = await start()
  const stolen = which === 'used' ? first : (await use(first, 'one')).refresh
  const got = await use(first, 'one')
  expect((await use(stolen, key)).error).toBe('invalid_grant')
  expect([await isAlive(got.access), (await use(got.refresh)).error]).toEqual([false, 'invalid_grant'])
})

test('OAU-01 a refresh is not repeated once its new token was used: that is a replay, with its key too', async () => {
  const { first, use, isAlive } = await start()
  const second = await use(first, 'one')
  const third = await use(second.refresh, 'two')
  expect((await use(first, 'one')).error).toBe('invalid_grant')
  expect(await isAlive(third.access)).toBe(false)
})

test.each(engines)(
  'OAU-01 of one refresh that is sent twice at the same moment under its key at most one token goes on, on $engine',
  async ({ database }) => {
    const { first, use, isAlive } = await start(await database())
    const both = await Promise.all([use(first, 'one'), use(first, 'one')])
    const given = both.filter(({ error }) => error === '')
    expect(given).not.toEqual([])
    const alive = []
    for (const { refresh } of given) alive.push((await use(refresh, 'two')).access)
    const still = await Promise.all(alive.map(isAlive))
    expect(still.filter(Boolean).length).toBeLessThanOrEqual(1)
  },
)

test('AUT-02 of a refresh that can be repeated neither its key nor a token is kept in the clear', async () => {
  const { first, use, keptOf } = await start()
  const got = await use(first, 'the key of a refresh')
  expect((await keptOf(first))?.payload).toEqual({
    repeat: { key: hashToken('the key of a refresh'), next: hashToken(got.refresh) },
  })
})

// A refresh whose answer never came: because the database went away in the middle of it, or on the way back.
import * as client from 'openid-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashToken } from '../workspaces/access-token.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { storeError } from '../db/store-error.ts'
import { discover, signInFully, startOauth } from './oauth-testing.ts'

const postgres = ownDatabases()
const engines = [
  { engine: 'SQLite', database: async () => 'memory:' },
  { engine: 'PostgreSQL', database: () => postgres() },
]

const start = async (database = 'memory:') => {
  const service = await startOauth({ database })
  onTestFinished(() => service.stop())
  const acme = await service.addWorkspace('acme')
  const ada = await service.addPerson('ada', { [acme]: 'owner' })
  const { tokens } = await signInFully(service.baseUrl, ada)
  const isAlive = async (accessToken: string) => (await service.oauth.findLauncherToken(accessToken)) !== null
  /** The tokens, or the error. @param key of the refresh */
  const use = async (token: string, key?: string) => {
    const config = await discover(service.baseUrl)
    config[client.customFetch] = (url, init) =>
      fetch(url, {
        ...(init as RequestInit),
        headers: { ...init.headers, ...(key && { 'Idempotency-Key': key }) },
      })
    return await client.refreshTokenGrant(config, token).then(
      (answer) => ({ access: answer.access_token, refresh: answer.refresh_token ?? '', error: '' }),
      (error: { error?: string }) => ({ access: '', refresh: '', error: error.error ?? 'no answer' }),
    )
  }
  return { service, first: tokens.refresh_token ?? '', use, isAlive }
}

test.each([0, 1, 2])(
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

test.each(engines)(
  'OAU-01 a refresh whose answer was lost is repeated under its Idempotency-Key, however often, and the last answer counts, on $engine',
  async ({ database }) => {
    const { first, use, isAlive } = await start(await database())
    const lost = await use(first, 'one')
    const lostToo = await use(first, 'one')
    const got = await use(first, 'one')
    expect([got.error, await isAlive(got.access)]).toEqual(['', true])
    const next = await use(got.refresh, 'two')
    expect([next.error, await isAlive(next.access)]).toEqual(['', true])
    expect(new Set([lost, lostToo, got, next].map(({ refresh }) => refresh)).size).toBe(4)
  },
)

test.each(['one', undefined])(
  'OAU-01 what an answer gave that was asked for again ends the sign-in when it is used, with the key %s',
  async (key) => {
    const { first, use, isAlive } = await start()
    const stolen = await use(first, 'one')
    const got = await use(first, 'one')
    expect((await use(stolen.refresh, key)).error).toBe('invalid_grant')
    expect(await isAlive(got.access)).toBe(false)
    expect((await use(got.refresh)).error).toBe('invalid_grant')
  },
)

test.each(['another', undefined])(
  'OAU-01 a used refresh token under the key %s is a replay, and ends the sign-in',
  async (key) => {
    const { first, use, isAlive } = await start()
    const got = await use(first, 'one')
    expect((await use(first, key)).error).toBe('invalid_grant')
    expect(await isAlive(got.access)).toBe(false)
    expect((await use(got.refresh, 'one')).error).toBe('invalid_grant')
  },
)

test('OAU-01 a refresh is no longer repeated once the token that it gave was used: that is a replay, with its key too', async () => {
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
    const [got] = both.filter(({ error }) => error === '')
    expect(got).toBeDefined()
    const refreshed = []
    for (const { refresh } of both.filter(({ error }) => error === ''))
      refreshed.push(await use(refresh, 'two'))
    const alive = await Promise.all(refreshed.map(({ access }) => isAlive(access)))
    expect(alive.filter(Boolean).length).toBeLessThanOrEqual(1)
  },
)

test('AUT-02 of a refresh that can be repeated neither its key nor a token is kept in the clear', async () => {
  const { service, first, use } = await start()
  const got = await use(first, 'the key of a refresh')
  const kept = await service.store.read((tx) => tx.oauth.findPayload('RefreshToken', hashToken(first), 0))
  expect(kept?.payload).toEqual({
    repeat: { key: hashToken('the key of a refresh'), next: hashToken(got.refresh) },
  })
})

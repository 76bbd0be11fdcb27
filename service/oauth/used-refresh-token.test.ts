import * as client from 'openid-client'
import { expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../workspaces/access-token.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { signInFully, startOauth } from './oauth-testing.ts'

const day = 24 * 3_600_000
const postgres = ownDatabases()
const engines = [
  { engine: 'SQLite', database: async () => 'memory:' },
  { engine: 'PostgreSQL', database: () => postgres() },
]

const start = async (database: string) => {
  const service = await startOauth({ database })
  onTestFinished(() => service.stop())
  const acme = await service.addWorkspace('acme')
  const { config, tokens } = await signInFully(
    service.baseUrl,
    await service.addPerson('ada', { [acme]: 'owner' }),
  )
  const isAlive = async (accessToken: string) => (await service.oauth.findLauncherToken(accessToken)) !== null
  /** What is kept of a refresh token, whether it has expired or not. */
  const keptOf = (token: string) =>
    service.store.read((tx) => tx.oauth.findPayload('RefreshToken', hashToken(token), 0))
  const use = async (token: string, parameters: Record<string, string> = {}) => {
    const answer = await client.refreshTokenGrant(config, token, parameters)
    return { access: answer.access_token, refresh: answer.refresh_token ?? '' }
  }
  return { service, config, first: tokens.refresh_token ?? '', use, keptOf, isAlive }
}
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error: { error?: string }) => error.error,
  )

test.each(engines)(
  'OAU-01 of a used refresh token only that it was used is kept, as long as it would have been good, on $engine',
  async ({ database }) => {
    const { service, first, use, keptOf } = await start(await database())
    const second = await use(first)
    const kept = await keptOf(first)
    expect(kept?.payload).toEqual({})
    expect((await keptOf(second.refresh))?.payload).toMatchObject({ accountId: 'usr_ada' })

    service.clock.skippedMs = 90 * day - 60_000
    await service.oauth.purgeExpired()
    expect(await keptOf(first)).toBeDefined()
    service.clock.skippedMs = 90 * day + 60_000
    await service.oauth.purgeExpired()
    expect(await keptOf(first)).toBeUndefined()
  },
)

test('OAU-01 a thief who uses a stolen refresh token first is out as soon as its owner comes with it, weeks and refreshes later', async () => {
  const { service, first, use, isAlive } = await start('memory:')
  let stolen = await use(first)
  for (let week = 1; week <= 4; week += 1) {
    service.clock.skippedMs = week * 7 * day
    await service.oauth.purgeExpired()
    stolen = await use(stolen.refresh)
  }
  expect(await isAlive(stolen.access)).toBe(true)
  // Whatever else is wrong with the request.
  expect(await refusal(use(first, { scope: 'openid unknown' }))).toBe('invalid_grant')
  expect(await isAlive(stolen.access)).toBe(false)
  expect(await refusal(use(stolen.refresh))).toBe('invalid_grant')
})

test('OAU-01 revoking a used refresh token ends its sign-in', async () => {
  const { config, first, use, isAlive } = await start('memory:')
  const second = await use(first)
  await client.tokenRevocation(config, first)
  expect(await isAlive(second.access)).toBe(false)
  expect(await refusal(use(second.refresh))).toBe('invalid_grant')
})

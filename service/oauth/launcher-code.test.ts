import { hostname } from 'node:os'
import * as client from 'openid-client'
import { beforeAll, expect, test } from 'vitest'
import { launcherClientId, launcherRedirectUri, launcherScopes } from '../../shared/api/primitives.ts'
import { askAuthorization, createCookieJar, discover } from './oauth-testing.ts'
import { stageOauth } from './stage-testing.ts'
import { signInsOfPerson } from './grants.store.ts'

const service = stageOauth('the file')
let membership: { personId: string; workspaceId: string }
beforeAll(async () => {
  const { id } = await service.addPerson('local', { wsp_acme: 'owner' }, null)
  membership = { personId: id, workspaceId: 'wsp_acme' }
})

const verifier = client.randomPKCECodeVerifier()

const issue = async () =>
  (await service.oauth.issueLauncherCode(membership, await client.calculatePKCECodeChallenge(verifier))) ?? ''

/** @param changed what differs from the launcher's own request */
const redeem = async (code: string, changed: Record<string, string> = {}) => {
  const response = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: launcherClientId,
      code,
      redirect_uri: launcherRedirectUri,
      code_verifier: verifier,
      ...changed,
    }),
  })
  const body = (await response.json()) as Record<string, string>
  return { status: response.status, body }
}

const invalid = { status: 400, body: { error: 'invalid_grant' } }

test('OAU-05 the launcher redeems its code for tokens of its workspace, with every scope', async () => {
  const { status, body } = await redeem(await issue())
  expect([status, body['refresh_token']]).toEqual([200, expect.any(String)])
  const holder = await service.oauth.findLauncherToken(body['access_token'] ?? '')
  expect(holder).toMatchObject({ ...membership, scopes: [...launcherScopes] })
  const refreshed = await client.refreshTokenGrant(
    await discover(service.baseUrl),
    body['refresh_token'] ?? '',
  )
  expect(refreshed.claims()?.sub).toBe(membership.personId)
  const signIns = await service.store.read((tx) =>
    signInsOfPerson(tx, membership.personId, 'wsp_acme', Date.now()),
  )
  expect(signIns.map(({ deviceName }) => deviceName)).toEqual([hostname()])
})

test('OAU-01 OAU-05 the second use of a code is refused, and ends what the first one gave', async () => {
  const code = await issue()
  const first = await redeem(code)
  expect(await redeem(code)).toMatchObject(invalid)
  expect(await service.oauth.findLauncherToken(first.body['access_token'] ?? '')).toBeNull()
  const config = await discover(service.baseUrl)
  await expect(client.refreshTokenGrant(config, first.body['refresh_token'] ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('OAU-01 OAU-05 of several redemptions at the same moment none leaves a token that works', async () => {
  const code = await issue()
  const answers = await Promise.all([redeem(code), redeem(code), redeem(code)])
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  for (const { body } of answers)
    expect(await service.oauth.findLauncherToken(body['access_token'] ?? '')).toBeNull()
})

test.each([
  ['another verifier', { code_verifier: client.randomPKCECodeVerifier() }, invalid],
  ['no verifier', { code_verifier: '' }, { status: 400 }],
  ['another redirect URI', { redirect_uri: 'http://127.0.0.1:51234/callback' }, invalid],
  ['another client', { client_id: 'somebody-else' }, { status: 401, body: { error: 'invalid_client' } }],
  ['another code', { code: 'x'.repeat(43) }, invalid],
])(
  'OAU-01 OAU-05 a code is refused with %s, and the launcher can still use it',
  async (_name, changed, expected) => {
    const code = await issue()
    const refused = await redeem(code, changed)
    expect(refused).toMatchObject(expected)
    expect(refused.body).not.toHaveProperty('access_token')
    expect((await redeem(code)).status).toBe(200)
  },
)

test('OAU-01 OAU-05 a code expires after a minute', async () => {
  const code = await issue()
  service.clock.skippedMs += 60_001
  expect(await redeem(code)).toMatchObject(invalid)
})

test('OAU-05 nobody gets a code for a person who is not a member', async () => {
  const elsewhere = { ...membership, workspaceId: await service.addWorkspace('other') }
  expect(await service.oauth.issueLauncherCode(elsewhere, 'x'.repeat(43))).toBeUndefined()
})

test('OAU-05 no request over HTTP gets a code for a person without a password', async () => {
  const config = await discover(service.baseUrl)
  const hints = ['local@acme.test', membership.personId, `code:${await issue()}`]
  for (const login_hint of hints) {
    const jar = createCookieJar(service.baseUrl)
    const form = await jar.follow((await askAuthorization(config, { login_hint })).url.href)
    const answer = await jar.signIn(form, { email: 'local@acme.test', password: await issue() })
    expect(answer.url.origin).toBe(service.baseUrl)
    expect(answer.text).toContain('do not match')
  }
})

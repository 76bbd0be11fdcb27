import * as client from 'openid-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { launcherClientId, launcherScopes } from '../../shared/api/primitives.ts'
import { askAuthorization, discover, signInFully, startOauth, type TestOauth } from './oauth-testing.ts'

type Person = Awaited<ReturnType<TestOauth['addPerson']>>

let service: TestOauth
let ada: Person
beforeEach(async () => {
  service = await startOauth()
  const acme = await service.addWorkspace('acme')
  ada = await service.addPerson('ada', { [acme]: 'owner' })
})
afterEach(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error: { error?: string; code?: string }) => error.error ?? error.code ?? 'other',
  )

describe('the whole flow', () => {
  test('OAU-01 a launcher discovers, signs in with PKCE, state and nonce, and gets working tokens', async () => {
    const { tokens } = await signInFully(service.baseUrl, ada)
    expect(tokens.expires_in).toBe(600)
    expect(tokens.token_type).toBe('bearer')
    expect(await service.oauth.findLauncherToken(tokens.access_token)).toEqual({
      tokenId: expect.any(String),
      workspaceId: 'wsp_acme',
      personId: ada.id,
      scopes: launcherScopes,
      standing: expect.objectContaining({ role: expect.any(String), workspaceSlug: expect.any(String) }),
    })
  })

  test('OAU-02 the scopes of the launcher surface are granted when they are asked for, and no others', async () => {
    const { tokens } = await signInFully(service.baseUrl, ada)
    expect(tokens.scope?.split(' ').toSorted()).toEqual([...launcherScopes].toSorted())
    const few = await signInFully(service.baseUrl, ada, { parameters: { scope: 'openid tasks:read' } })
    expect(few.tokens.scope).toBe('tasks:read')
    expect(few.tokens.refresh_token).toBeUndefined()
    expect((await service.oauth.findLauncherToken(few.tokens.access_token))?.scopes).toEqual(['tasks:read'])
  })

  test('OAU-02 a scope of the developer surface is not given to the launcher', async () => {
    const { tokens } = await signInFully(service.baseUrl, ada, {
      parameters: { scope: 'openid tasks:read records:write env:read admin' },
    })
    expect(tokens.scope).toBe('tasks:read')
  })

  test('OAU-01 the id token says who and where', async () => {
    const { tokens } = await signInFully(service.baseUrl, ada)
    expect(tokens.claims()).toMatchObject({
      iss: service.baseUrl,
      aud: launcherClientId,
      sub: ada.id,
      email: ada.email,
      name: ada.name,
      workspace: { id: 'wsp_acme', name: 'acme', slug: 'acme' },
    })
  })

  test('OAU-01 both metadata addresses serve one document, whatever the Host header says', async () => {
    const read = async (path: string, headers: Record<string, string> = {}) =>
      await (await fetch(service.baseUrl + path, { headers })).json()
    const openid = (await read('/.well-known/openid-configuration')) as Record<string, unknown>
    expect(await read('/.well-known/oauth-authorization-server')).toEqual(openid)
    expect(
      await read('/.well-known/openid-configuration', {
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'https',
      }),
    ).toEqual(openid)
    expect(openid).toMatchObject({
      issuer: service.baseUrl,
      authorization_endpoint: `${service.baseUrl}/oauth/authorize`,
      token_endpoint: `${service.baseUrl}/oauth/token`,
      revocation_endpoint: `${service.baseUrl}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      response_modes_supported: ['fragment', 'query'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(openid).not.toHaveProperty('pushed_authorization_request_endpoint')
    expect(openid).not.toHaveProperty('end_session_endpoint')
    expect(openid).not.toHaveProperty('userinfo_endpoint')
  })

  test('OAU-01 behind a proxy that ends TLS the addresses are https and the cookies secure', async () => {
    const behind = await startOauth({ publicUrl: 'https://svc.example.test', proxy: 'trusted' })
    const read = (path: string) => fetch(behind.baseUrl + path, { redirect: 'manual' })
    const metadata = (await (await read('/.well-known/openid-configuration')).json()) as Record<
      string,
      unknown
    >
    expect(metadata).toMatchObject({
      issuer: 'https://svc.example.test',
      token_endpoint: 'https://svc.example.test/oauth/token',
    })
    const query = new URLSearchParams({
      client_id: launcherClientId,
      response_type: 'code',
      redirect_uri: 'http://127.0.0.1:1/callback',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    const answer = await read(`/oauth/authorize?${query.toString()}`)
    expect(answer.status).toBe(303)
    const acme = await behind.addWorkspace('acme')
    const { email, password } = await behind.addPerson('grace', { [acme]: 'member' })
    const signedIn = await fetch(`${behind.baseUrl}/w/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ email, password, next: '' }),
    })
    const cookies = [...answer.headers.getSetCookie(), ...signedIn.headers.getSetCookie()]
    const expected = ['svc_sign_in=', 'svc_session_', 'svc_device_']
    expect(expected.filter((name) => !cookies.some((cookie) => cookie.startsWith(name)))).toEqual([])
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/i)
    await behind.stop()
  })

  test('OAU-01 two launchers of one person sign in on their own', async () => {
    const globex = await service.addWorkspace('globex')
    await service.store.write((tx) => tx.members.put(globex, ada.id, 'member', 1))
    const first = await signInFully(service.baseUrl, ada, { workspace: 'wsp_acme' })
    const second = await signInFully(service.baseUrl, ada, { workspace: globex })
    expect(await service.oauth.findLauncherToken(first.tokens.access_token)).toMatchObject({
      workspaceId: 'wsp_acme',
    })
    expect(await service.oauth.findLauncherToken(second.tokens.access_token)).toMatchObject({
      workspaceId: globex,
    })
    expect(second.tokens.claims()?.['workspace']).toEqual({ id: globex, name: 'globex', slug: 'globex' })
    await client.tokenRevocation(first.config, first.tokens.refresh_token ?? '')
    expect(await service.oauth.findLauncherToken(first.tokens.access_token)).toBeNull()
    expect(await service.oauth.findLauncherToken(second.tokens.access_token)).not.toBeNull()
  })

  test('OAU-01 in one browser a second consent does not move the first sign-in to another workspace', async () => {
    const globex = await service.addWorkspace('globex')
    await service.store.write((tx) => tx.members.put(globex, ada.id, 'member', 1))
    const first = await signInFully(service.baseUrl, ada, { workspace: 'wsp_acme' })
    const { url, checks } = await askAuthorization(first.config)
    const consent = await first.jar.follow(url.href)
    expect(consent.text).toContain('Allow Svc Launcher?')
    const back = await first.jar.submit(consent, { decision: 'allow', workspace: globex })
    const second = await client.authorizationCodeGrant(first.config, back.url, checks)
    expect(await service.oauth.findLauncherToken(second.access_token)).toMatchObject({ workspaceId: globex })
    expect(await service.oauth.findLauncherToken(first.tokens.access_token)).toMatchObject({
      workspaceId: 'wsp_acme',
    })
  })
})

describe('refresh and revocation', () => {
  const refresh = (config: client.Configuration, token: string, parameters?: Record<string, string>) =>
    client.refreshTokenGrant(config, token, parameters)

  test('OAU-01 a refresh gives new tokens, and the access token before keeps its ten minutes', async () => {
    const { config, tokens } = await signInFully(service.baseUrl, ada)
    const next = await refresh(config, tokens.refresh_token ?? '')
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    const before = await service.oauth.findLauncherToken(tokens.access_token)
    const after = await service.oauth.findLauncherToken(next.access_token)
    expect(after).toEqual(before)
    expect(next.claims()?.['workspace']).toMatchObject({ slug: 'acme' })
  })

  test('OAU-01 a refresh token used twice ends the whole family', async () => {
    const { config, tokens } = await signInFully(service.baseUrl, ada)
    const next = await refresh(config, tokens.refresh_token ?? '')
    expect(await refusal(refresh(config, tokens.refresh_token ?? ''))).toBe('invalid_grant')
    expect(await refusal(refresh(config, next.refresh_token ?? ''))).toBe('invalid_grant')
    expect(await service.oauth.findLauncherToken(next.access_token)).toBeNull()
    expect(await service.oauth.findLauncherToken(tokens.access_token)).toBeNull()
  })

  test('OAU-01 of parallel refreshes with one token at most one is answered, and the family ends: clients refresh singly', async () => {
    const { config, tokens } = await signInFully(service.baseUrl, ada)
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map(() => refresh(config, tokens.refresh_token ?? '')),
    )
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(winners.length).toBeLessThanOrEqual(1)
    for (const winner of winners) {
      expect(await service.oauth.findLauncherToken(winner.access_token)).toBeNull()
      expect(await refusal(refresh(config, winner.refresh_token ?? ''))).toBe('invalid_grant')
    }
    expect(await service.oauth.findLauncherToken(tokens.access_token)).toBeNull()
  })

  test('OAU-01 a refresh cannot widen the scopes', async () => {
    const { config, tokens } = await signInFully(service.baseUrl, ada, {
      parameters: { scope: 'openid offline_access tasks:read' },
    })
    const widened = refresh(config, tokens.refresh_token ?? '', {
      scope: 'openid offline_access tasks:read tasks:write',
    })
    expect(await refusal(widened)).toBe('invalid_scope')
    const narrow = await refresh(config, tokens.refresh_token ?? '')
    expect(narrow.scope).toBe('tasks:read')
  })

  test('OAU-01 revoking the refresh token ends the access token at once', async () => {
    const { config, tokens } = await signInFully(service.baseUrl, ada)
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    expect(await service.oauth.findLauncherToken(tokens.access_token)).toBeNull()
    expect(await refusal(refresh(config, tokens.refresh_token ?? ''))).toBe('invalid_grant')
  })

  test('OAU-01 revoking the access token ends the sign-in too', async () => {
    const { config, tokens } = await signInFully(service.baseUrl, ada)
    await client.tokenRevocation(config, tokens.access_token)
    expect(await service.oauth.findLauncherToken(tokens.access_token)).toBeNull()
    expect(await refusal(refresh(config, tokens.refresh_token ?? ''))).toBe('invalid_grant')
  })

  test('OAU-01 revoking what is not a token is answered as done', async () => {
    const config = await discover(service.baseUrl)
    await expect(client.tokenRevocation(config, 'no-such-token')).resolves.toBeUndefined()
  })

  test('AUT-10 a removed member has no tokens left, and gets none by refreshing', async () => {
    const { config, tokens } = await signInFully(service.baseUrl, ada)
    await service.store.write((tx) => tx.members.remove('wsp_acme', ada.id, service.clock.now()))
    expect(await service.oauth.findLauncherToken(tokens.access_token)).toBeNull()
    expect(await refusal(refresh(config, tokens.refresh_token ?? ''))).toBe('invalid_grant')
  })

  test('OAU-01 an access token ends after ten minutes, a refresh token lives on for 90 days', async () => {
    const { config, tokens } = await signInFully(service.baseUrl, ada)
    service.clock.skippedMs = 9 * 60_000
    expect(await service.oauth.findLauncherToken(tokens.access_token)).not.toBeNull()
    service.clock.skippedMs = 10 * 60_000 + 1
    expect(await service.oauth.findLauncherToken(tokens.access_token)).toBeNull()
    service.clock.skippedMs = 89 * 24 * 3_600_000
    const next = await refresh(config, tokens.refresh_token ?? '')
    service.clock.skippedMs = 180 * 24 * 3_600_000
    expect(await refusal(refresh(config, next.refresh_token ?? ''))).toBe('invalid_grant')
  })
})

import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { launcherClientId, launcherScopes } from '../../shared/api/primitives.ts'
import { askAuthorization, createCookieJar, headingOf, signInFully } from './oauth-testing.ts'
import { stageOauth, startOauth } from './stage-testing.ts'
import { putMembership } from '../access/members.store.ts'

const service = stageOauth('the file')

test('OAU-01 a launcher discovers, signs in with PKCE, state and nonce, and gets tokens of person and workspace', async () => {
  const { tokens } = await signInFully(service.baseUrl, service.ada)
  const { id, email, name } = service.ada
  expect([tokens.expires_in, tokens.token_type]).toEqual([600, 'bearer'])
  expect(tokens.claims()).toMatchObject({
    iss: service.baseUrl,
    aud: launcherClientId,
    sub: id,
    email,
    name,
    workspace: { id: 'wsp_acme', name: 'acme', slug: 'acme' },
  })
  expect(await service.oauth.findLauncherToken(tokens.access_token)).toEqual({
    tokenId: expect.any(String),
    workspaceId: 'wsp_acme',
    personId: id,
    scopes: launcherScopes,
    membership: expect.objectContaining({ role: expect.any(String), workspaceSlug: expect.any(String) }),
  })
})

test('OAU-02 the scopes of the launcher surface are granted when they are asked for, and no others', async () => {
  const { tokens } = await signInFully(service.baseUrl, service.ada)
  expect(tokens.scope?.split(' ').toSorted()).toEqual([...launcherScopes].toSorted())
  const few = await signInFully(service.baseUrl, service.ada, { parameters: { scope: 'openid tasks:read' } })
  expect(few.tokens.scope).toBe('tasks:read')
  expect(few.tokens.refresh_token).toBeUndefined()
  expect((await service.oauth.findLauncherToken(few.tokens.access_token))?.scopes).toEqual(['tasks:read'])
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

test('OAU-01 behind a proxy that ends TLS the addresses are https', async () => {
  const behind = await startOauth({ publicUrl: 'https://svc.example.test', proxy: 'trusted' })
  const metadata = await fetch(`${behind.baseUrl}/.well-known/openid-configuration`)
  expect(await metadata.json()).toMatchObject({
    issuer: 'https://svc.example.test',
    token_endpoint: 'https://svc.example.test/oauth/token',
  })
  await behind.stop()
})

test('OAU-01 AUT-12 under https browsers take the cookies from this host only, and each of them works', async () => {
  const behind = await startOauth({ publicUrl: 'https://svc.example.test', proxy: 'trusted' })
  const acme = await behind.addWorkspace('acme')
  const { email, password } = await behind.addPerson('grace', { [acme]: 'member' })
  const endpoint = 'https://svc.example.test/oauth/authorize'
  const server = { issuer: 'https://svc.example.test', authorization_endpoint: endpoint }
  const { url } = await askAuthorization(new client.Configuration(server, launcherClientId))
  const jar = createCookieJar(behind.baseUrl)
  const asked = await jar.request(url.pathname + url.search)
  const page = await jar.follow(asked.headers.get('location') ?? '')
  expect(headingOf(page)).toBe('Sign in')
  const body = new URLSearchParams({ email, password, next: '' })
  const signedIn = await jar.request('/w/sign-in', { method: 'POST', body })
  expect((await jar.follow('/settings/acme/keys')).text).toContain('Signed in as grace Person')
  const signedOut = await jar.request('/w/sign-out', { method: 'POST' })
  expect(headingOf(await jar.follow('/settings/acme/keys'))).toBe('Sign in')

  const cookies = [asked, signedIn, signedOut].flatMap(({ headers }) => headers.getSetCookie())
  const names = [
    '__Secure-svc_sign_in=',
    '__Secure-svc_sign_in_resume=',
    '__Host-svc_session_',
    '__Host-svc_device_',
  ]
  expect(names.filter((name) => !cookies.some((cookie) => cookie.startsWith(name)))).toEqual([])
  for (const cookie of cookies) {
    // Browsers drop a cookie with these prefixes otherwise.
    expect(cookie).toMatch(cookie.startsWith('__Host-') ? /; path=\/;/i : /^__Secure-.*; path=\/\w/i)
    expect(cookie).toMatch(/; secure/i)
    expect(cookie).not.toMatch(/; domain/i)
  }
  await behind.stop()
})

test('OAU-01 a second consent in one browser is a sign-in of its own, in its own workspace', async () => {
  const globex = await service.addWorkspace('globex')
  await service.store.write((tx) => putMembership(tx, globex, service.ada.id, 'member', 1))
  const {
    config,
    tokens: first,
    jar,
  } = await signInFully(service.baseUrl, service.ada, { workspace: 'wsp_acme' })
  const { url, checks } = await askAuthorization(config)
  const consent = await jar.follow(url.href)
  expect(consent.text).toContain('Allow Svc Launcher?')
  const back = await jar.submit(consent, { decision: 'allow', workspace: globex })
  const second = await client.authorizationCodeGrant(config, back.url, checks)
  expect(second.claims()?.['workspace']).toEqual({ id: globex, name: 'globex', slug: 'globex' })
  const workspaceOf = async ({ access_token: token }: { access_token: string }) =>
    (await service.oauth.findLauncherToken(token))?.workspaceId
  expect([await workspaceOf(first), await workspaceOf(second)]).toEqual(['wsp_acme', globex])
  await client.tokenRevocation(config, first.refresh_token ?? '')
  expect([await workspaceOf(first), await workspaceOf(second)]).toEqual([undefined, globex])
})

// Assistants that sign in (AGT-01, OAU-01): from the 401 to a token, as a client of the SDK walks it, and what may go wrong.
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/client'
import { afterAll, describe, expect, test } from 'vitest'
import { createCookieJar, headingOf } from '../oauth/oauth-testing.ts'
import { startTeam, type Colleague } from '../test/contract/team.ts'
import { call, connect, documentsAt, post, rowsOf } from './mcp-testing.ts'

const clientId = 'https://assistant.example/client.json'
const documentOf = (id: string, more: object = {}) => ({
  client_id: id,
  client_name: 'Helpful',
  redirect_uris: ['http://127.0.0.1/callback', 'https://assistant.example/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...more,
})
const lying = 'https://evil.example/client.json'
const team = await startTeam({
  clientDocumentRequest: documentsAt({
    [clientId]: documentOf(clientId),
    [lying]: documentOf(lying, {
      client_name: 'Svc\u202e Launcher\n<b>',
      redirect_uris: ['https://evil.example/x'],
    }),
    'https://other.example/client.json': documentOf(clientId),
    'https://scheme.example/client.json': documentOf('https://scheme.example/client.json', {
      redirect_uris: ['cursor://callback', 'javascript:alert(1)'],
    }),
  }),
})
afterAll(() => team.service.close())
const { service, owner, ada, bob, clock, workspace } = team
const { baseUrl } = service
const metadataUrl = `${baseUrl}/.well-known/oauth-protected-resource/mcp`

/** Storage of a client of the SDK. */
const newProvider = (id = clientId) => {
  let verifier = ''
  let tokens: { access_token: string; refresh_token?: string | undefined } | undefined
  let went: URL | undefined
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:51999/callback',
    clientMetadataUrl: id,
    clientMetadata: { redirect_uris: ['http://127.0.0.1:51999/callback'] },
    clientInformation: () => ({ client_id: id }),
    saveClientInformation: () => {},
    tokens: () => tokens && { token_type: 'Bearer', ...tokens },
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (url) => void (went = url),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
  }
  return { provider, asked: () => went, tokens: () => tokens }
}

/** The person's part. @returns the last page, which is elsewhere once they have allowed it */
const consent = async (url: URL, person: Colleague, choice: Record<string, string> = {}) => {
  const jar = createCookieJar(new URL(baseUrl).origin)
  const page = await jar.signIn(await jar.follow(url.href), person)
  return { page, back: () => jar.submit(page, { decision: 'allow', workspace: workspace.id, ...choice }) }
}

const signIn = async (person: Colleague, choice: Record<string, string> = {}, scope?: string) => {
  const stored = newProvider()
  const serverUrl = `${baseUrl}/mcp`
  const options = { serverUrl, resourceMetadataUrl: new URL(metadataUrl), ...(scope && { scope }) }
  expect(await auth(stored.provider, options)).toBe('REDIRECT')
  const asked = stored.asked()
  if (!asked) throw new Error('The client went nowhere.')
  const { page, back } = await consent(asked, person, choice)
  const { url } = await back()
  const authorizationCode = url.searchParams.get('code') ?? ''
  const iss = url.searchParams.get('iss') ?? undefined
  expect(await auth(stored.provider, { ...options, authorizationCode, ...(iss && { iss }) })).toBe(
    'AUTHORIZED',
  )
  const tokens = stored.tokens()
  return { asked, page, access: tokens?.access_token ?? '', refresh: tokens?.refresh_token ?? '' }
}

const refresh = async (token: string, more: Record<string, string> = {}) => {
  const response = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: token,
      ...more,
    }),
  })
  return (await response.json()) as { access_token?: string; refresh_token?: string; error?: string }
}

test('AGT-01 a request without a token is led to the document of the resource', async () => {
  const response = await post(baseUrl, undefined, 'tools/list')
  expect(response.status).toBe(401)
  const challenge = response.headers.get('www-authenticate') ?? ''
  expect(challenge).toContain(`Bearer resource_metadata="${metadataUrl}"`)
  expect(challenge).toContain('scope="tasks:read ')
  for (const address of [metadataUrl, metadataUrl.replace(/\/mcp$/, '')])
    expect(await (await fetch(address)).json()).toMatchObject({
      resource: `${baseUrl}/mcp`,
      authorization_servers: [baseUrl],
    })
  const server = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`)
  expect(await server.json()).toMatchObject({ client_id_metadata_document_supported: true })
})

describe('an assistant that signed in', () => {
  test('AGT-01 acts for its person, with the launcher’s rights on no other surface, and by name in the trail', async () => {
    const { asked, page, access } = await signIn(ada)
    expect(asked.searchParams.get('resource')).toBe(`${baseUrl}/mcp`)
    expect(headingOf(page)).toBe('Allow assistant.example?')
    expect(page.text).toContain('“Helpful”')
    expect(page.text).toContain('Stay signed in')
    expect(page.text).toContain('127.0.0.1:51999')

    // A client may say any name: it is not the one of the trail.
    const client = await connect(baseUrl, access, '2026-07-28', 'Svc Launcher')
    await team.addTask({ title: 'Not for Ada' })
    const [task] = rowsOf(await call(client, 'capture_task', { title: 'Ask about the crane' }))
    expect(await call(client, 'list_tasks')).not.toContain('Not for Ada')
    const changes = rowsOf(await call(client, 'list_changes', { kinds: ['task'] }))
    expect(changes.at(-1)).toMatchObject({ id: task?.['id'], by: 'assistant.example for ada' })
    expect(
      await call(client, 'upsert_records', { records: [{ object: 'companies', values: { name: 'N' } }] }),
    ).toMatch(/^refused: Members of this workspace do not change records/)
    await client.close()

    for (const path of ['/v1/launcher/brief', '/v1/tasks'])
      expect(
        (await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${access}` } })).status,
      ).toBe(401)
    const launcher = await service.signIn(workspace, ada)
    expect((await post(baseUrl, launcher, 'tools/list')).status).toBe(401)
  })

  test('AGT-01 reads only, where its person chose so; the challenge names all that a call needs', async () => {
    const { page, access } = await signIn(owner, { access: 'read' })
    expect(page.text).toContain('Only see, and change nothing')
    const client = await connect(baseUrl, access)
    expect(rowsOf(await call(client, 'brief'))[0]).toMatchObject({ kind: 'brief' })
    await client.close()
    const items = [
      { kind: 'task', id: 'x' },
      { kind: 'record', id: 'y' },
    ]
    const refused = await post(baseUrl, access, 'tools/call', { name: 'archive', arguments: { items } })
    expect(refused.status).toBe(403)
    const challenge = refused.headers.get('www-authenticate')
    expect(challenge).toContain('error="insufficient_scope"')
    expect(challenge).toContain('scope="tasks:write records:write"')
    expect(challenge).toContain(metadataUrl)
  })

  test('AGT-01 asks for reading alone, and is not offered more', async () => {
    const { page } = await signIn(owner, {}, 'tasks:read')
    expect(page.text).not.toContain('Only see, and change nothing')
  })

  test('AGT-01 names no resource, and gets the one that there is for it', async () => {
    const stored = newProvider()
    await auth(stored.provider, { serverUrl: `${baseUrl}/mcp`, resourceMetadataUrl: new URL(metadataUrl) })
    const url = stored.asked() ?? new URL(baseUrl)
    url.searchParams.delete('resource')
    const { back } = await consent(url, owner)
    const { url: callback } = await back()
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: 'http://127.0.0.1:51999/callback',
      code_verifier: await stored.provider.codeVerifier(),
    })
    const response = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body })
    const { access_token: access } = (await response.json()) as { access_token: string }
    expect((await post(baseUrl, access, 'tools/list')).status).toBe(200)
  })

  test('AGT-01 keeps its token for an hour, and a refresh sent again within ten seconds', async () => {
    const started = clock.at
    const { access, refresh: first } = await signIn(owner)
    clock.at = started + 59 * 60_000
    expect((await post(baseUrl, access, 'tools/list')).status).toBe(200)
    clock.at = started + 61 * 60_000
    expect((await post(baseUrl, access, 'tools/list')).status).toBe(401)

    const one = await refresh(first)
    clock.at += 9_000
    const other = await refresh(first, { resource: `${baseUrl}/mcp` })
    for (const { access_token: token = '' } of [one, other])
      expect((await post(baseUrl, token, 'tools/list')).status).toBe(200)
    // Both go on, because either process may have stored the other's.
    const [next, beside] = [await refresh(one.refresh_token ?? ''), await refresh(other.refresh_token ?? '')]
    expect([next.error, beside.error]).toEqual([undefined, undefined])
    // Later it is a thief's.
    clock.at += 11_000
    expect((await refresh(first)).error).toBe('invalid_grant')
    expect((await post(baseUrl, next.access_token, 'tools/list')).status).toBe(401)
  })

  test('AGT-01 two refreshes at the same moment both get tokens', async () => {
    const { refresh: first } = await signIn(owner)
    const answers = await Promise.all([refresh(first), refresh(first)])
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined])
    for (const { access_token: token = '' } of answers)
      expect((await post(baseUrl, token, 'tools/list')).status).toBe(200)
  })

  test('AGT-01 is listed and ended among the sign-ins of its person', async () => {
    const { access } = await signIn(bob)
    const jar = createCookieJar(new URL(baseUrl).origin)
    const page = await jar.signIn(await jar.follow(`${baseUrl}/settings/acme/sign-ins`), bob)
    expect(page.text).toContain('assistant.example (Helpful)')
    const [, end = ''] = /name="end" value="([^"]+)"/.exec(page.text) ?? []
    expect((await post(baseUrl, access, 'tools/list')).status).toBe(200)
    expect((await jar.submit(page, { end })).text).toContain('The sign-in was ended.')
    expect((await post(baseUrl, access, 'tools/list')).status).toBe(401)
  })
})

const authorizeUrl = (id: string, more: Record<string, string> = {}) =>
  `${baseUrl}/oauth/authorize?${new URLSearchParams({
    client_id: id,
    response_type: 'code',
    redirect_uri: 'https://evil.example/x',
    scope: 'tasks:read',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    resource: `${baseUrl}/mcp`,
    ...more,
  }).toString()}`

describe('a client that is not what it says', () => {
  test('AGT-01 lies about its name: the page is headed by its host, and the name is quoted as text', async () => {
    const { page } = await consent(new URL(authorizeUrl(lying)), owner)
    expect(headingOf(page)).toBe('Allow evil.example?')
    expect(page.text).toContain('which calls itself “Svc Launcher &lt;b&gt;”')
    expect(page.text).not.toContain('The launcher on this computer')
  })

  test.each([
    ['at a private address', 'https://10.0.0.1/client.json'],
    ['on this machine', 'https://localhost/client.json'],
    ['at link-local metadata', 'https://169.254.169.254/latest/meta-data'],
    ['with a name and password', 'https://me:secret@assistant.example/client.json'],
    ['without a path', 'https://assistant.example/'],
    ['too long', `https://assistant.example/${'a'.repeat(300)}`],
    ['absent', 'https://assistant.example/none.json'],
    ['of another id', 'https://other.example/client.json'],
    ['with schemes of programs', 'https://scheme.example/client.json'],
    ['not https', 'http://assistant.example/client.json'],
  ])('AGT-01 its document is %s: refused before anything is shown', async (_, id) => {
    const response = await fetch(authorizeUrl(id), { redirect: 'manual' })
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/invalid_(client|redirect_uri)/)
  })

  test('AGT-01 asks for another resource, or to be sent elsewhere', async () => {
    const elsewhere = await fetch(authorizeUrl(lying, { redirect_uri: 'https://other.example/' }), {
      redirect: 'manual',
    })
    expect(elsewhere.status).toBe(400)
    for (const resource of ['urn:svc:launcher', 'https://other.example/mcp']) {
      const response = await fetch(authorizeUrl(lying, { resource }), { redirect: 'manual' })
      expect(response.headers.get('location')).toContain('error=invalid_target')
    }
  })
})

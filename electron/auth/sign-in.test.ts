import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { launcherRedirectUri, launcherScopes } from '../../shared/api/primitives.ts'
import { succeeded } from '../../shared/errors.ts'
import { type FakeIdentityProvider, startFakeIdentityProvider } from './identity-provider.fake.ts'
import { createSignIn } from './sign-in.ts'

let provider: FakeIdentityProvider
beforeEach(async () => {
  provider = await startFakeIdentityProvider()
})
afterEach(() => provider.close())

const start = (openBrowser: (address: string, origin: string) => Promise<boolean> = async () => true) =>
  createSignIn({
    fetch: (url, init) => fetch(url, init),
    openBrowser,
    now: Date.now,
    deviceName: 'ada-laptop',
    callbackTimeoutMs: 60_000,
  })

const begin = async () => {
  let address = ''
  const signIn = start((opened, origin) => {
    address = opened
    return Promise.resolve(new URL(opened).origin === origin)
  })
  const begun = await signIn.begin(provider.base)
  if (!begun.ok) throw new Error(begun.error.message)
  return { signIn, address, pending: begun.value }
}

/** The end of a sign-in that is allowed in the browser, at a provider that behaves so. */
const outcomeAt = async (how: Parameters<FakeIdentityProvider['behave']>[0]) => {
  provider.behave(how)
  const { address, pending } = await begin()
  await provider.allow(address)
  return pending.outcome
}

const further = ['meetings:write', 'records:write', 'comments:write', 'notifications:write']
const neededScope = launcherScopes.filter((scope) => !further.includes(scope)).join(' ')

describe('a sign-in', () => {
  test('APP-01 O2 O3 O6 goes through the browser with PKCE, state and nonce, and ends with tokens and a name', async () => {
    const { address, pending } = await begin()
    const done = await provider.allow(address)
    expect([new URL(done.url).pathname, new URL(done.url).search]).toEqual(['/done', ''])
    const outcome = await pending.outcome
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        identity: {
          user: { id: 'usr_1', name: 'Ada', email: 'ada@example.test' },
          workspaceId: 'wsp_1',
          workspaceName: 'Acme',
        },
        tokens: { accessToken: expect.any(String), refreshToken: expect.any(String) },
      },
    })
    const asked = Object.fromEntries(provider.asked.authorization[0] ?? [])
    expect(asked).toMatchObject({
      client_id: 'svc-launcher',
      response_type: 'code',
      code_challenge_method: 'S256',
      prompt: 'consent',
      device_name: 'ada-laptop',
    })
    expect(asked['redirect_uri']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(asked['state']?.length).toBeGreaterThanOrEqual(22)
    expect(asked['nonce']?.length).toBeGreaterThanOrEqual(22)
    expect(asked['scope']?.split(' ')).toEqual(expect.arrayContaining([...launcherScopes, 'offline_access']))
    const exchanged = Object.fromEntries(provider.asked.token[0] ?? [])
    expect(exchanged).toMatchObject({ grant_type: 'authorization_code', client_id: 'svc-launcher' })
    expect(Object.keys(exchanged)).not.toContain('client_secret')
  })

  test('APP-01 a clock that is fourteen hours ahead does not prevent a sign-in', async () => {
    const there = Math.floor(Date.now() / 1000) - 14 * 3_600
    expect(await outcomeAt({ claims: { iat: there, exp: there + 600 } })).toMatchObject({ ok: true })
  })

  test('APP-01 O2 O3 two sign-ins share no state, nonce or challenge', async () => {
    const first = await begin()
    const second = await begin()
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(new URL(first.address).searchParams.get(name)).not.toBe(
        new URL(second.address).searchParams.get(name),
      )
    first.pending.cancel()
    second.pending.cancel()
    expect(await first.pending.outcome).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
  })

  test('APP-06 a refusal in the browser is reported as a refusal', async () => {
    const { address, pending } = await begin()
    await provider.deny(address)
    expect(await pending.outcome).toMatchObject({
      ok: false,
      error: { kind: 'forbidden', message: 'The sign-in was not allowed in the browser.' },
    })
  })

  test.each([
    ['none', [], []],
    ['one of them', ['meetings:write'], ['meetings:write']],
    ['all of them and more', [...further, 'admin:write'], further],
  ])(
    'APP-11 CAL-01 of the further scopes a service offers %s, and those are asked for',
    async (_name, offered, expected) => {
      provider.behave({ metadata: { scopes_supported: ['openid', ...offered] }, scope: neededScope })
      const { address, pending } = await begin()
      const asked = new URL(address).searchParams.get('scope')?.split(' ') ?? []
      expect(asked).toEqual(expect.arrayContaining(neededScope.split(' ')))
      expect(asked.filter((scope) => scope.endsWith(':write') && scope !== 'tasks:write')).toEqual(expected)
      await provider.allow(address)
      // A scope that was not granted stops only the features that need it.
      expect(await pending.outcome).toMatchObject({
        ok: true,
        value: { tokens: { scopes: neededScope.split(' ') } },
      })
    },
  )

  test('APP-06 too few granted scopes end the sign-in, and its tokens are revoked', async () => {
    expect(await outcomeAt({ scope: 'tasks:read' })).toMatchObject({
      ok: false,
      error: { kind: 'forbidden', right: expect.stringContaining('tasks:write') },
    })
    expect(provider.asked.revoked).toHaveLength(1)
  })

  test('APP-01 tokens with an invalid subject are revoked, and the sign-in fails', async () => {
    expect(await outcomeAt({ claims: { sub: 'x'.repeat(256) } })).toMatchObject({
      ok: false,
      error: { kind: 'unexpectedAnswer' },
    })
    expect(provider.asked.revoked).toHaveLength(1)
  })

  test.each([
    ['another nonce', { claims: { nonce: 'not-ours' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an expired id token', { claims: { exp: 1_000 } }],
  ])('APP-01 O3 %s is not accepted', async (_name, how) => {
    expect(await outcomeAt(how)).toMatchObject({ ok: false, error: { kind: 'unexpectedAnswer' } })
  })

  test.each<[string, (iss: string, state: string) => Record<string, string | string[]>]>([
    ['in the name of another service', (iss) => ({ iss: `${iss}.evil.example` })],
    ['in the name of nobody', () => ({ iss: [] })],
    ['with two codes', () => ({ code: ['stolen', 'another'] })],
    ['with two states', (_iss, state) => ({ state: [state, 'another'] })],
    ['in two names', (iss) => ({ iss: [iss, 'another'] })],
  ])('APP-01 O3 a code that comes %s is not exchanged', async (_name, changed) => {
    const { address, pending } = await begin()
    const asking = new URL(address).searchParams
    const back = new URL(asking.get('redirect_uri') ?? '')
    const [iss, state] = [provider.base.origin, asking.get('state') ?? '']
    const said = { code: 'stolen', state, iss, ...changed(iss, state) }
    for (const [name, values] of Object.entries(said))
      for (const value of [values].flat()) back.searchParams.append(name, value)
    await fetch(back)
    expect(await pending.outcome).toMatchObject({ ok: false, error: { kind: 'unexpectedAnswer' } })
    expect(provider.asked.token).toEqual([])
  })

  test('APP-01 O1 the browser gets the address of the discovered endpoint, once, and nothing else opens it', async () => {
    const endpoint = 'https://login.example/authorize'
    provider.behave({ metadata: { authorization_endpoint: endpoint } })
    const openBrowser = vi.fn((_address: string, _origin: string) => Promise.resolve(true))
    const begun = await start(openBrowser).begin(provider.base)
    if (begun.ok) begun.value.cancel()
    expect(openBrowser.mock.calls).toEqual([
      [expect.stringMatching(/^https:\/\/login\.example\/authorize\?/), 'https://login.example'],
    ])
  })

  test('APP-01 O1 an authorization endpoint that is not safe is never opened', async () => {
    provider.behave({ metadata: { authorization_endpoint: 'http://login.example/authorize' } })
    const openBrowser = vi.fn(() => Promise.resolve(true))
    expect(await start(openBrowser).begin(provider.base)).toMatchObject({
      ok: false,
      error: { kind: 'unexpectedAnswer' },
    })
    expect(openBrowser).not.toHaveBeenCalled()
  })

  test('APP-01 O4 without a browser the listener closes', async () => {
    let redirect = ''
    const signIn = start((address) => {
      redirect = new URL(address).searchParams.get('redirect_uri') ?? ''
      return Promise.resolve(false)
    })
    expect(await signIn.begin(provider.base)).toMatchObject({ ok: false, error: { kind: 'unavailable' } })
    expect(redirect).not.toBe('')
    await expect(fetch(redirect)).rejects.toThrow('fetch failed')
  })

  test('APP-11 a service that says only who it is still signs in', async () => {
    expect(
      await outcomeAt({ refresh: 'none', claims: { name: undefined, email: 7, workspace: 'x' } }),
    ).toMatchObject({
      ok: true,
      value: {
        identity: { user: { id: 'usr_1', name: 'usr_1', email: '' }, workspaceId: null, workspaceName: null },
        tokens: { refreshToken: null },
      },
    })
  })
})

describe('a sign-in with a code of the embedded service', () => {
  const noBrowser = () => start(() => Promise.reject(new Error('opened')))

  test('APP-08 redeems the code with the verifier of the challenge that it was issued for', async () => {
    const granted = await noBrowser().redeem(provider.base, (codeChallenge) =>
      Promise.resolve(succeeded(provider.issueCode(codeChallenge, launcherRedirectUri))),
    )
    expect(granted).toMatchObject({
      ok: true,
      value: { identity: { user: { name: 'Ada' } }, tokens: { refreshToken: expect.any(String) } },
    })
    expect(provider.asked.authorization).toEqual([])
  })
})

describe('an address that is not a workspace service', () => {
  const listen = async (answer: RequestListener): Promise<{ base: URL; close: () => void }> => {
    const server = createServer(answer)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      base: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      close: () => {
        server.close()
        server.closeAllConnections()
      },
    }
  }

  const cases: [string, RequestListener, string, RegExp][] = [
    [
      'answers HTML',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      'unexpectedAnswer',
      /not as a workspace service/,
    ],
    [
      'speaks for another service',
      (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(
            '{"issuer":"https://evil.example","authorization_endpoint":"https://evil.example/a","token_endpoint":"https://evil.example/t"}',
          ),
      'unexpectedAnswer',
      /identifies itself as another service/,
    ],
    [
      'sends elsewhere',
      (_request, response) => void response.writeHead(302, { location: 'https://evil.example/' }).end(),
      'unexpectedAnswer',
      /not as a workspace service/,
    ],
    ['hangs up', (request) => request.socket.destroy(), 'offline', /was interrupted/],
  ]
  test.each(cases)('APP-06 one that %s is reported in a sentence', async (_name, answer, kind, words) => {
    const { base, close } = await listen(answer)
    const reply = await start().begin(base)
    close()
    expect(reply).toMatchObject({ ok: false, error: { kind, message: expect.stringMatching(words) } })
    expect(JSON.stringify(reply)).toContain(base.host)
  })

  test('APP-06 an address where nothing listens is reported as unreachable', async () => {
    const { base, close } = await listen(() => undefined)
    close()
    expect(await start().begin(base)).toMatchObject({
      ok: false,
      error: { kind: 'offline', message: expect.stringContaining('cannot be reached') },
    })
  })

  test('APP-01 O8 plain http is used on this machine only', async () => {
    const asked = vi.fn(() => Promise.reject(new Error('asked')))
    const signIn = createSignIn({ fetch: asked, openBrowser: () => Promise.resolve(true), now: Date.now })
    expect(await signIn.begin(new URL('http://acme.example'))).toMatchObject({ ok: false })
    expect(asked).not.toHaveBeenCalled()
  })
})

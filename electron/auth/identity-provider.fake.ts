// A small OAuth 2.1 identity provider for tests, over real HTTP. It signs id tokens, rotates refresh tokens and can be
// made to misbehave.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { launcherScopes } from '../../shared/api/primitives.ts'

type Misbehaviour = {
  /** Replaces the handler of a path. */
  answers?: Record<string, (request: IncomingMessage, response: ServerResponse) => void>
  metadata?: Record<string, unknown>
  scope?: string
  /** `none` omits the refresh token. */
  refresh?: 'given' | 'none'
  claims?: Record<string, unknown>
}

export type FakeIdentityProvider = {
  base: URL
  behave: (how: Misbehaviour) => void
  /** Acts as the browser: follows an authorization URL to the loopback listener. */
  allow: (authorizationUrl: string) => Promise<Response>
  deny: (authorizationUrl: string) => Promise<Response>
  /** Acts as an embedded service: a code without a browser. */
  issueCode: (codeChallenge: string, redirectUri: string) => string
  asked: { authorization: URLSearchParams[]; token: URLSearchParams[]; revoked: string[] }
  /** Valid refresh tokens. */
  live: Set<string>
  close: () => Promise<void>
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

export const startFakeIdentityProvider = async (): Promise<FakeIdentityProvider> => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const asked: FakeIdentityProvider['asked'] = { authorization: [], token: [], revoked: [] }
  const codes = new Map<string, URLSearchParams>()
  const live = new Set<string>()
  let how: Misbehaviour = {}

  const idToken = (nonce: string | null): string => {
    const now = Math.floor(Date.now() / 1000)
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'ES256', kid: 'k' })}.${part({
      iss: base.href.replace(/\/$/, ''),
      aud: 'svc-launcher',
      sub: 'usr_1',
      name: 'Ada',
      email: 'ada@example.test',
      workspace: { id: 'wsp_1', name: 'Acme', slug: 'acme' },
      iat: now,
      exp: now + 600,
      ...(nonce === null ? {} : { nonce }),
      ...how.claims,
    })}`
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
  }

  const issue = (response: ServerResponse, nonce: string | null): void => {
    const refreshToken = randomBytes(16).toString('hex')
    if (how.refresh !== 'none') live.add(refreshToken)
    json(response, 200, {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      expires_in: 600,
      id_token: idToken(nonce),
      scope: how.scope ?? launcherScopes.join(' '),
      ...(how.refresh === 'none' ? {} : { refresh_token: refreshToken }),
    })
  }

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await readForm(request)
    asked.token.push(form)
    // The launcher is a public client and has no secret.
    if (request.headers.authorization !== undefined || form.has('client_secret')) {
      json(response, 401, { error: 'invalid_client' })
      return
    }
    if (form.get('grant_type') === 'refresh_token') {
      if (live.delete(form.get('refresh_token') ?? '')) issue(response, null)
      else json(response, 400, { error: 'invalid_grant' })
      return
    }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (code?.get('code_challenge') === challenge && code.get('redirect_uri') === form.get('redirect_uri'))
      issue(response, code.get('nonce'))
    else json(response, 400, { error: 'invalid_grant' })
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '', base)
    const own = how.answers?.[pathname]
    if (own !== undefined) {
      own(request, response)
      return
    }
    const issuer = base.href.replace(/\/$/, '')
    switch (pathname) {
      case '/.well-known/openid-configuration':
        json(response, 200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          revocation_endpoint: `${issuer}/revoke`,
          jwks_uri: `${issuer}/jwks`,
          scopes_supported: [...launcherScopes],
          code_challenge_methods_supported: ['S256'],
          id_token_signing_alg_values_supported: ['ES256'],
          authorization_response_iss_parameter_supported: true,
          ...how.metadata,
        })
        return
      case '/jwks':
        json(response, 200, {
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256', use: 'sig' }],
        })
        return
      case '/token':
        await token(request, response)
        return
      case '/revoke': {
        const revoked = (await readForm(request)).get('token') ?? ''
        asked.revoked.push(revoked)
        live.delete(revoked)
        response.writeHead(200).end()
        return
      }
      default:
        response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
    }
  }

  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  const comeBack = (authorizationUrl: string, answer: Record<string, string>): Promise<Response> => {
    const asking = new URL(authorizationUrl).searchParams
    asked.authorization.push(asking)
    const back = new URL(asking.get('redirect_uri') ?? '')
    const said = { state: asking.get('state') ?? '', iss: base.href.replace(/\/$/, ''), ...answer }
    for (const [name, value] of Object.entries(said)) back.searchParams.set(name, value)
    return fetch(back)
  }

  return {
    base,
    behave: (next) => {
      how = next
    },
    allow: (authorizationUrl) => {
      const code = randomBytes(16).toString('hex')
      codes.set(code, new URL(authorizationUrl).searchParams)
      return comeBack(authorizationUrl, { code })
    },
    deny: (authorizationUrl) => comeBack(authorizationUrl, { error: 'access_denied' }),
    issueCode: (codeChallenge, redirectUri) => {
      const code = randomBytes(16).toString('hex')
      codes.set(code, new URLSearchParams({ code_challenge: codeChallenge, redirect_uri: redirectUri }))
      return code
    },
    asked,
    live,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

// For tests: sign-in as the launcher does it, with a browser that is only a cookie jar.
import { randomUUID } from 'node:crypto'
import * as client from 'openid-client'
import { launcherClientId, launcherScopes } from '../../shared/api/primitives.ts'

/** Cheap hashes: tests prove what is done with them, not how long they take. */
export const testCost = { logN: 8, r: 8, p: 1 }

const allScopes = ['openid', 'offline_access', 'profile', 'email', ...launcherScopes].join(' ')

/** Discovers the server as the launcher does. */
export const discover = (baseUrl: string, clientId: string = launcherClientId) =>
  client.discovery(new URL(baseUrl), clientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  })

type JarRequest = {
  method?: string
  body?: string | URLSearchParams | FormData
  headers?: Record<string, string>
}

/** Follows redirects and keeps cookies by path, until somewhere else than `origin` is next. @param language `Accept-Language` */
export const createCookieJar = (origin: string, language = 'en') => {
  const cookies = new Map<string, { value: string; path: string }>()

  const keep = (lines: readonly string[]) => {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(/; */)
      const [name = '', value = ''] = pair.split('=', 2)
      const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
      // Sign-ins that are under way at one time have cookies of one name.
      const key = path === '/' ? name : `${name} ${path}`
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(key)
      else cookies.set(key, { value, path })
    }
  }

  const request = async (address: string, init: JarRequest = {}) => {
    const url = new URL(address, origin)
    const cookie = [...cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ')
    const always = { accept: 'text/html', 'accept-language': language, connection: 'close', cookie }
    const headers = { ...always, ...init.headers }
    const response = await fetch(url, { ...init, redirect: 'manual', headers })
    keep(response.headers.getSetCookie())
    return response
  }

  const follow = async (address: string, init: JarRequest = {}): Promise<Arrival> => {
    let response = await request(address, init)
    let at = new URL(address, origin)
    for (;;) {
      const location = response.headers.get('location')
      if (location === null)
        return { url: at, status: response.status, text: await response.text(), headers: response.headers }
      at = new URL(location, at)
      if (at.origin !== origin) return { url: at, status: 303, text: '', headers: response.headers }
      response = await request(at.href)
    }
  }

  /** Submits the first form of a page that has the field which a person fills in. */
  const submit = (page: Arrival, fields: Record<string, string>): Promise<Arrival> => {
    const forms = [...page.text.matchAll(/<form method="post" action="([^"]+)"(.*?)<\/form>/gs)]
    const [field = ''] = Object.keys(fields)
    const [, action = '', body = ''] =
      forms.find(([form]) => form.includes(`name="${field}"`)) ?? forms[0] ?? []
    const hidden = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    )
    return follow(action, {
      method: 'POST',
      body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }),
    })
  }

  const signIn = (page: Arrival, { email, password }: Credentials) => submit(page, { email, password })

  return { follow, request, submit, signIn, cookies }
}

type Credentials = { email: string; password: string }

export type Arrival = { url: URL; status: number; text: string; headers: Headers }

export const headingOf = ({ text }: { text: string }) => /<h1>([^<]*)</.exec(text)?.[1]

/** An authorization request as the launcher makes it, with what is needed to finish it. */
export const askAuthorization = async (
  config: client.Configuration,
  parameters: Record<string, string> = {},
) => {
  const verifier = client.randomPKCECodeVerifier()
  const codeChallenge = await client.calculatePKCECodeChallenge(verifier)
  const state = randomUUID()
  const nonce = randomUUID()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: 'http://127.0.0.1:51234/callback',
    scope: allScopes,
    prompt: 'consent',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  })
  return {
    url,
    checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
  }
}

/** Signs a person in as far as the redirect back to the launcher. */
export const authorize = async (
  config: client.Configuration,
  person: Credentials,
  { workspace, parameters = {} }: { workspace?: string; parameters?: Record<string, string> } = {},
) => {
  const jar = createCookieJar(new URL(config.serverMetadata().issuer).origin)
  const { url, checks } = await askAuthorization(config, parameters)
  const form = await jar.follow(url.href)
  const consent = await jar.signIn(form, person)
  const back = await jar.submit(consent, { decision: 'allow', ...(workspace && { workspace }) })
  return { callback: back.url, checks, jar }
}

/** The whole sign-in: tokens. */
export const signInFully = async (
  baseUrl: string,
  person: Credentials,
  options: { workspace?: string; parameters?: Record<string, string> } = {},
) => {
  const config = await discover(baseUrl)
  const { callback, checks, jar } = await authorize(config, person, options)
  const tokens = await client.authorizationCodeGrant(config, callback, checks)
  return { config, tokens, jar }
}

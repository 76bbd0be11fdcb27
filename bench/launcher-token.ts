// Signs in as the launcher does, without a browser: the service's pages need no JavaScript, so fetch can fill them in.
import * as oauth from 'openid-client'
import { launcherClientId, launcherScopes } from '../shared/api/primitives.ts'

const redirectUri = 'http://127.0.0.1:1/callback'

const unescapeHtml = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

/** The one form of a page, with its hidden fields. */
const parseForm = (html: string): { action: string; fields: URLSearchParams } => {
  const form = /<form[^>]*>[\s\S]*?<\/form>/.exec(html)?.[0]
  if (form === undefined) throw new Error('The page has no form.')
  const attribute = (tag: string, name: string): string =>
    unescapeHtml(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  const fields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input[^>]*>/g))
    if (attribute(tag, 'type') === 'hidden') fields.set(attribute(tag, 'name'), attribute(tag, 'value'))
  return { action: attribute(form, 'action'), fields }
}

/** @returns an access token with all launcher scopes for this member. */
export const launcherToken = async (
  baseUrl: string,
  member: { email: string; password: string },
): Promise<string> => {
  const config = await oauth.discovery(new URL(baseUrl), launcherClientId, undefined, oauth.None(), {
    execute: [oauth.allowInsecureRequests],
  })
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const jar = new Map<string, string>()

  /** One request, then every redirect that stays on the service. */
  const visit = async (start: URL, form?: URLSearchParams): Promise<{ url: URL; html: string }> => {
    let url = start
    let body = form
    for (let hop = 0; hop < 10; hop += 1) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(body ? { method: 'POST', body } : {}),
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (name !== undefined && value !== undefined) jar.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) return { url, html: await response.text() }
      url = new URL(location, url)
      body = undefined
      if (url.href.startsWith(redirectUri)) return { url, html: '' }
    }
    throw new Error('Too many redirects.')
  }

  const submit = (from: { url: URL; html: string }, values: Record<string, string>) => {
    const { action, fields } = parseForm(from.html)
    for (const [name, value] of Object.entries(values)) fields.set(name, value)
    return visit(new URL(action, from.url), fields)
  }

  const signInPage = await visit(
    oauth.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: ['openid', 'offline_access', ...launcherScopes].join(' '),
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      prompt: 'consent',
    }),
  )
  const consentPage = await submit(signInPage, { email: member.email, password: member.password })
  const { url } = await submit(consentPage, { decision: 'allow' })
  const tokens = await oauth.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  return tokens.access_token
}

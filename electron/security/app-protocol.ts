// Serves app://launcher, the only origin of the page. Requests outside the page's folder are refused. The content security
// policy is a header, because a policy in the document does not cover what precedes it.
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, normalize, relative, sep } from 'node:path'
import type { Protocol } from 'electron'

const appScheme = 'app'
const appHost = 'launcher'
export const appOrigin = `${appScheme}://${appHost}`

/** Whether an address belongs to this app. Compares protocol and host: `origin` is 'null' for every custom scheme. */
export const isOwnAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  return protocol === `${appScheme}:` && host === appHost
}

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

type Asset = { path: string; mediaType: string }

/** @param root absolute folder of the page. @returns null for another host, a path outside `root` or an unknown type. */
export const resolveAsset = (root: string, address: string): Asset | null => {
  if (!isOwnAddress(address)) return null
  let decoded: string
  try {
    decoded = decodeURIComponent(new URL(address).pathname)
  } catch {
    return null
  }
  // Encoded dots and slashes survive URL parsing, and a backslash separates on Windows.
  if (/[\0\\]/.test(decoded) || decoded.split('/').includes('..')) return null
  const path = normalize(join(root, decoded === '/' || decoded === '' ? 'index.html' : decoded))
  const inside = relative(root, path)
  if (inside === '' || isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) return null
  const mediaType = mediaTypes[path.slice(path.lastIndexOf('.') + 1)]
  return mediaType === undefined ? null : { path, mediaType }
}

export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const refusal = (status: number): Response => new Response(null, { status, headers })

/** Answers one request. Only GET and HEAD; anything outside the folder is 404. */
export const serveAsset = async (root: string, request: Request): Promise<Response> => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
  const asset = resolveAsset(root, request.url)
  if (asset === null) return refusal(404)
  try {
    const body = await readFile(asset.path)
    return new Response(request.method === 'HEAD' ? null : body, {
      status: 200,
      headers: { ...headers, 'Content-Type': asset.mediaType },
    })
  } catch {
    return refusal(404)
  }
}

/** Must run before `ready`. Not `bypassCSP`, not `allowServiceWorkers`, not `corsEnabled`. */
export const registerAppScheme = (protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** @param root absolute folder of the built page. */
export const serveAppScheme = (protocol: Pick<Protocol, 'handle'>, root: string): void => {
  protocol.handle(appScheme, (request) => serveAsset(root, request))
}

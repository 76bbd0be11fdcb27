// Chromium cannot be taught a new standard scheme from outside, so `app://launcher/x` is loaded as
// `https://launcher.app.standin.test/x` (".test" never resolves) and every address is mapped back before the app sees it.

const suffix = 'standin.test'
const schemes = new Set<string>()

export const registerScheme = (scheme: string): void => void schemes.add(scheme)
export const isRegisteredScheme = (scheme: string): boolean => schemes.has(scheme)
export const registeredSchemes = (): string[] => [...schemes]

/** Matches requests to hosts that stand for a custom scheme; for CDP's Fetch patterns. */
export const wirePattern = `https://*.${suffix}/*`

const appUrl = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i
const wireUrl = new RegExp(
  `^https://([^/?#]+)\\.([a-z][a-z0-9+-]*)\\.${suffix.replace('.', '\\.')}(.*)$`,
  'i',
)

/** The address Chromium loads for an address of the app. */
export function toWire(url: string): string {
  const [, scheme, host, rest] = appUrl.exec(url) ?? []
  if (scheme === undefined || !schemes.has(scheme.toLowerCase())) return url
  const path = rest?.startsWith('/') ? rest : `/${rest ?? ''}`
  return `https://${host}.${scheme.toLowerCase()}.${suffix}${path}`
}

/** The app's address for what Chromium says. */
export function toApp(url: string): string {
  const [, host, scheme, rest] = wireUrl.exec(url) ?? []
  return host === undefined ? url : `${scheme}://${host}${rest}`
}

/** As `new URL(url).origin`, which is "null" for a scheme that Node does not know. */
export function originOf(url: string): string {
  const [, scheme, host] = appUrl.exec(url) ?? []
  if (scheme !== undefined && schemes.has(scheme.toLowerCase())) return `${scheme}://${host}`
  return URL.canParse(url) ? new URL(url).origin : 'null'
}

/** A Content-Security-Policy that names the scheme (`app:`) or its origins, for the hosts that stand for them. */
export const policyToWire = (policy: string): string =>
  policy.replace(/[^\s;,]+/g, (source) => {
    const scheme = source.endsWith(':') ? source.slice(0, -1) : ''
    return schemes.has(scheme) ? `https://*.${scheme}.${suffix}` : toWire(source)
  })

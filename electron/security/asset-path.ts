// Which file of the page an app://launcher address names. Pure; a request that tries to leave the folder is refused.
import { isAbsolute, join, normalize, relative, sep } from 'node:path'

export const appScheme = 'app'
const appHost = 'launcher'
export const appOrigin = `${appScheme}://${appHost}`

/**
 * Whether an address is a page of ours. Node gives every non-special scheme the origin 'null', so protocol and host are
 * compared, never `origin`.
 */
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

export type Asset = { path: string; mediaType: string }

/** @param root absolute folder of the page. @returns null for another host, a path outside `root` or an unknown kind. */
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

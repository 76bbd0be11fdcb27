// Reads and answers raw requests of browsers. oidc-provider and the pages do not use the API's framework.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLoopback, isOriginOf } from './host-check.ts'

const usualFormBytes = 16 * 1024
/** Forms of settings have some thirty. */
const usualFields = 100

/** The path of a request, without its query. */
export const pathOf = (req: IncomingMessage): string => (req.url ?? '/').split('?', 1)[0] ?? '/'

/**
 * False when a page of another site made this request. Browsers send `Origin` with every POST; a client that sends none is
 * not a browser and has no cookies to steal. SameSite cookies are the second guard.
 */
export const isSameOrigin = ({ headers }: IncomingMessage, baseUrl: string): boolean =>
  headers.origin === undefined || isOriginOf(headers.origin, baseUrl)

/** @returns undefined when it is larger than `maxBytes`, or breaks off */
async function bodyOf(req: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // The socket of a half-read request must stay open for the answer.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) return undefined
      chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
}

/**
 * The fields of a posted form; the last of a repeated name counts.
 * @returns undefined when another site sent it, it is not a form, is larger than `maxBytes` (16 KiB), has more than
 *   `maxFields` (100), or breaks off.
 */
export const readForm = async (
  req: IncomingMessage,
  baseUrl: string,
  maxBytes = usualFormBytes,
  maxFields = usualFields,
): Promise<ReadonlyMap<string, string> | undefined> => {
  const isForm = /^application\/x-www-form-urlencoded(;|$)/i.test(req.headers['content-type'] ?? '')
  if (!isForm || !isSameOrigin(req, baseUrl)) return undefined
  const body = await bodyOf(req, maxBytes)
  const text = body?.toString('utf8')
  if (text === undefined || text.split('&', maxFields + 1).length > maxFields) return undefined
  return new Map(new URLSearchParams(text))
}

export type UploadedFile = { name: string; bytes: Uint8Array }

/** The fields and the file of a posted form, which may have none. @returns undefined as `readForm` */
export const readFileForm = async (
  req: IncomingMessage,
  baseUrl: string,
  maxBytes: number,
  maxFields = usualFields,
): Promise<{ fields: ReadonlyMap<string, string>; file: UploadedFile | null } | undefined> => {
  const type = req.headers['content-type'] ?? ''
  if (!/^multipart\/form-data(;|$)/i.test(type)) {
    const fields = await readForm(req, baseUrl, maxBytes, maxFields)
    return fields && { fields, file: null }
  }
  if (!isSameOrigin(req, baseUrl)) return undefined
  const body = await bodyOf(req, maxBytes)
  if (!body) return undefined
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  if (!parts || [...parts.keys()].length > maxFields) return undefined
  const fields = new Map<string, string>()
  let file: UploadedFile | null = null
  for (const [name, value] of parts)
    if (typeof value === 'string') fields.set(name, value)
    else if (value.size > 0) file = { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) }
  return { fields, file }
}

/**
 * The name of a cookie. Under https it says that this host alone set it, over TLS: `__Host-` for every path, `__Secure-` for
 * some (RFC 6265bis, 4.1.3). Browsers then refuse it from a neighbouring subdomain or plain http.
 */
export const cookieNameOf = (baseUrl: string, name: string, path: 'every path' | 'one path'): string => {
  if (!baseUrl.startsWith('https:')) return name
  return `${path === 'every path' ? '__Host-' : '__Secure-'}${name}`
}

export const readCookie = (req: IncomingMessage, name: string): string | undefined =>
  (req.headers.cookie ?? '')
    .split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Adds a cookie for every path, hidden from scripts and from requests of other sites. */
export const setCookie = (
  res: ServerResponse,
  baseUrl: string,
  { name, value, maxAgeSeconds }: { name: string; value: string; maxAgeSeconds: number },
): void => {
  const secure = baseUrl.startsWith('https:') ? ' Secure;' : ''
  res.appendHeader(
    'Set-Cookie',
    `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds};${secure} SameSite=Lax; HttpOnly`,
  )
}

const pagePath = /^\/(settings|w|oauth\/(authorize|interaction))(\/|$)/

/**
 * The address of a page at the base URL, for a browser that asks for it by another name of this machine, such as `localhost`:
 * cookies and the origin of forms belong to one name. A proxy may choose the name with which it asks, and a redirect would
 * come back to it, so only names of loopback at the same port count.
 * @returns undefined for everything else, which is answered where it is
 */
export const pageAtBaseUrl = (
  { method, url = '', headers: { host } }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  baseUrl: string,
): string | undefined => {
  if ((method !== 'GET' && method !== 'HEAD') || !pagePath.test(url.split('?', 1)[0] ?? '')) return undefined
  if (!URL.canParse(`http://${host}`)) return undefined
  const [base, asked] = [new URL(baseUrl), new URL(`http://${host}`)]
  const isOtherName = asked.host !== base.host && asked.port === base.port && base.protocol === 'http:'
  return isOtherName && isLoopback(base.hostname) && isLoopback(asked.hostname)
    ? base.origin + url
    : undefined
}

/** Sends the browser on with GET, also after a POST. */
export const seeOther = (res: ServerResponse, location: string): void => {
  res.writeHead(303, { Location: location, 'Cache-Control': 'no-store', 'Content-Length': '0' })
  res.end()
}

/** Answers a method that a path does not have (ERR-03). */
export const methodNotAllowed = (res: ServerResponse, allow: readonly string[]): void => {
  const body = JSON.stringify({ error: 'invalid_request', error_description: 'method not allowed' })
  res.writeHead(405, { Allow: allow.join(', '), 'Content-Type': 'application/json; charset=utf-8' })
  res.end(body)
}

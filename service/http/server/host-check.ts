// Host, target and client of a request. A web page can point its own name at 127.0.0.1 and talk to a loopback service as its own
// origin (DNS rebinding). So a service on loopback answers only names of this machine.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

const bare = (host: string) => host.replace(/^\[|\]$/g, '').toLowerCase()

export const isLoopback = (host: string): boolean => {
  const name = bare(host)
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** Reads a `Host` header. Names have no case, and a final dot says no more than that the name is complete (RFC 1034). */
function readHost(header: string | undefined, usualPort: number): { name: string; port: number } | undefined {
  const [, name, port] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{0,5}))?$/i.exec(header ?? '') ?? []
  return name === undefined
    ? undefined
    : { name: name.toLowerCase().replace(/\.$/, ''), port: Number(port || usualPort) }
}

/** Whether a server bound to loopback at `port` answers this `Host` header. */
export function isOwnHost(header: string | undefined, port: number): boolean {
  const host = readHost(header, 80)
  return host !== undefined && isLoopback(host.name) && host.port === port
}

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Whether a `Host` header is that of the base URL. The usual port of its scheme may be left out. */
export function isHostOf(header: string | undefined, baseUrl: string): boolean {
  const { host, protocol } = new URL(baseUrl)
  const usualPort = usualPorts[protocol] ?? 0
  const own = readHost(host, usualPort)
  const given = readHost(header, usualPort)
  return own !== undefined && own.name === given?.name && own.port === given.port
}

/** Whether an `Origin` header is that of the base URL, in any spelling of its host. */
export function isOriginOf(origin: string, baseUrl: string): boolean {
  const [, scheme, host] = /^(https?):\/\/(.+)$/i.exec(origin) ?? []
  return `${scheme?.toLowerCase()}:` === new URL(baseUrl).protocol && isHostOf(host, baseUrl)
}

/**
 * Whether a request has the one `Host` line that HTTP requires (RFC 9112, 3.2). Node keeps the first of several; a proxy
 * may have read another.
 */
export function hasOneHost({
  headersDistinct,
  httpVersion,
}: Pick<IncomingMessage, 'headersDistinct' | 'httpVersion'>): boolean {
  const { length } = headersDistinct['host'] ?? []
  return length === 1 || (length === 0 && httpVersion === '1.0')
}

/**
 * Changes a target in absolute form, as clients write it to a proxy (RFC 9112, 3.2.2), to a path and a Host header. A URL
 * with a user name, or of another scheme, becomes empty, so that no log contains it; it is answered with 400.
 */
export function toOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const target = request.url ?? ''
  if (target.startsWith('/')) return
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]*)\/?(.*)$/i.exec(target) ?? []
  const isReadable = /^[^@\\]+$/.test(host)
  request.url = isReadable ? `/${path}` : ''
  if (isReadable) request.headers.host = host
}

/**
 * The client's address, for limits and the log: the peer, or the last entry of a trusted proxy's header (the client can
 * forge the earlier ones). IPv6 counts by its /64, which one household or attacker owns whole. The port that some gateways
 * append is new with every connection and does not count.
 */
export const clientAddress = (
  req: Pick<IncomingMessage, 'headers'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> },
  proxy: 'none' | 'trusted',
): string => {
  const forwarded = proxy === 'trusted' ? String(req.headers['x-forwarded-for'] ?? '') : ''
  const address = forwarded.split(',').at(-1)?.trim() || (req.socket.remoteAddress ?? '')
  const mapped = withoutPort(address).replace(/^::ffff:/i, '')
  return mapped.includes(':') ? expandedPrefix(mapped) : mapped
}

/** `1.2.3.4:5` and `[::1]:5` lose their port and brackets; bare IPv6 has no port. */
const withoutPort = (address: string): string => {
  const [, v6, v4] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return v6 ?? v4 ?? address
}

const expandedPrefix = (address: string): string => {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}

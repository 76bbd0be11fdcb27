// A page on the internet can point its own name at 127.0.0.1 and then talk to a loopback service as its own origin
// (DNS rebinding). On loopback, only names that mean this machine are served.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

const bare = (host: string) => host.replace(/^\[|\]$/g, '').toLowerCase()

export const isLoopback = (host: string): boolean => {
  const name = bare(host)
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** Whether a `Host` header may be served by a server bound to loopback at `port`. */
export function isOwnHost(header: string | undefined, port: number): boolean {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/i.exec(header ?? '')
  if (!match) return false
  const [, host = '', givenPort] = match
  return isLoopback(host) && Number(givenPort ?? 80) === port
}

/**
 * Whether a request has the one `Host` line that its version of HTTP asks for (RFC 9112, 3.2). Of several Node keeps the
 * first, and a proxy may have read another.
 */
export function hasOneHost({
  headersDistinct,
  httpVersion,
}: Pick<IncomingMessage, 'headersDistinct' | 'httpVersion'>): boolean {
  const { length } = headersDistinct['host'] ?? []
  return length === 1 || (length === 0 && httpVersion === '1.0')
}

// What a request asks for may be written with scheme and host (absolute-form), as clients write it to a proxy, and every
// server has to take it (RFC 9112, 3.2.2). Made a path with a Host here, so that nothing behind has to know.
import type { IncomingMessage } from 'node:http'

/**
 * Makes the address of the request a path, and its host the request's Host. One with a user name, or that is no http
 * URL, becomes empty: it is answered with 400, and what it held is in no log.
 */
export function toOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const target = request.url ?? ''
  if (target.startsWith('/')) return
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]*)\/?(.*)$/i.exec(target) ?? []
  const isReadable = /^[^@\\]+$/.test(host)
  request.url = isReadable ? `/${path}` : ''
  if (isReadable) request.headers.host = host
}

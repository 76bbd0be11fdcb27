// What the parser of HTTP refuses reaches no route. It is answered and logged all the same (GEN-10, ERR-01).
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'

const unreadable = { status: '400 Bad Request', message: 'The request cannot be read.' }
const refusals: Readonly<Record<string, typeof unreadable>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The address and the headers of the request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request did not arrive in time.' },
}

/** An answer that has begun must not be followed by another one. */
const hasBegun = (socket: Duplex): boolean =>
  '_httpMessage' in socket &&
  typeof socket._httpMessage === 'object' &&
  socket._httpMessage !== null &&
  'headersSent' in socket._httpMessage &&
  socket._httpMessage.headersSent === true

/** Answers for `server` what it cannot read. */
export function answerUnreadable(server: Server, log: Logger): void {
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegun(socket)) return void socket.destroy()
    const requestId = randomUUID()
    const { status, message } = refusals[error.code ?? ''] ?? unreadable
    log.info({ requestId, status: Number.parseInt(status, 10), reason: error.code }, message)
    const body = JSON.stringify({ error: message })
    const head = [
      `HTTP/1.1 ${status}`,
      `X-Request-Id: ${requestId}`,
      'Content-Type: application/json',
      'Cache-Control: no-store',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}

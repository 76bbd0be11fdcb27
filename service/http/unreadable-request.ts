// What the parser of HTTP refuses reaches no route. It is answered and logged all the same (GEN-10, ERR-01).
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'

const lingerMilliseconds = 2_000

const unreadable = { status: '400 Bad Request', message: 'The request cannot be read.' }
const refusals: Readonly<Record<string, typeof unreadable>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The address and the headers of the request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request did not arrive in time.' },
}

/** The answer that Node has made ready for a request, if at least its head could be read. */
const answerOn = (socket: Duplex): object | undefined =>
  '_httpMessage' in socket && typeof socket._httpMessage === 'object'
    ? (socket._httpMessage ?? undefined)
    : undefined

/** An answer that has begun must not be followed by another one. */
const hasBegun = (answer: object | undefined): boolean =>
  answer !== undefined && 'headersSent' in answer && answer.headersSent === true

/**
 * Answers for `server` what it cannot read.
 * @param onNoRequest is told the status of what was not even the beginning of a request: nothing else counts it
 */
export function answerUnreadable(server: Server, log: Logger, onNoRequest: (status: number) => void): void {
  const lingering = new WeakSet<Duplex>()
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    // More of what was refused is read and dropped.
    if (lingering.has(socket)) return
    const answer = answerOn(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegun(answer)) return void socket.destroy()
    const requestId = randomUUID()
    const { status, message } = refusals[error.code ?? ''] ?? unreadable
    const number = Number.parseInt(status, 10)
    log.info({ requestId, status: number, reason: error.code }, message)
    if (!answer) onNoRequest(number)
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
    // The other side may never end its half. Until then it can read the answer, which a reset would take away.
    lingering.add(socket)
    const timer = setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
    socket.once('close', () => clearTimeout(timer))
  })
}

// What the parser of HTTP refuses reaches no route. It is answered and logged all the same (GEN-10, ERR-01).
import { randomUUID } from 'node:crypto'
import { ServerResponse, type Server } from 'node:http'
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
const answerOn = (socket: Duplex): ServerResponse | undefined =>
  '_httpMessage' in socket && socket._httpMessage instanceof ServerResponse ? socket._httpMessage : undefined

/**
 * Answers for `server` what it cannot read.
 * @param onNoRequest is told the status of what was not even the beginning of a request: nothing else counts it
 */
export function answerUnreadable(server: Server, log: Logger, onNoRequest: (status: number) => void): void {
  const refused = new WeakSet<Duplex>()
  const refuse = (socket: Duplex, code = ''): void => {
    const answer = answerOn(socket)
    // What is behind a whole request does not take its answer away.
    if (answer?.req.complete) return void answer.once('close', () => refuse(socket, code))
    // An answer that has begun must not be followed by another one.
    if (!socket.writable || answer?.headersSent) return void socket.destroy()
    const requestId = randomUUID()
    const { status, message } = refusals[code] ?? unreadable
    const number = Number.parseInt(status, 10)
    log.info({ requestId, status: number, reason: code }, message)
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
    const timer = setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
    socket.once('close', () => clearTimeout(timer))
  }
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    // More of what was refused is read and dropped.
    if (refused.has(socket)) return
    refused.add(socket)
    refuse(socket, error.code)
  })
}

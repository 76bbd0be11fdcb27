// The HTTP server: what every request passes before somebody answers it, what is refused here, and how it stops.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { clientAddress } from '../../oauth/browser-request.ts'
import { createDrain } from './drain.ts'
import { hasOneHost, isLoopback, isOwnHost } from './host-check.ts'
import { listen } from './listen.ts'
import type { Metrics } from './metrics.ts'
import { logRequest } from './request-log.ts'
import { toOriginForm } from './request-target.ts'
import { answerUnreadable } from './unreadable-request.ts'

export type HttpServer = {
  /** Where people reach it. Empty until it listens. */
  baseUrl: () => string
  isDraining: () => boolean
  /**
   * @param answer is given what is not refused here
   * @returns where it listens, which is `baseUrl` unless something stands in front of it
   */
  listen(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<string>
  /** Lets requests in flight finish (at most 10 seconds). */
  drain(): Promise<void>
}

const options = {
  requestTimeout: 60_000,
  headersTimeout: 15_000,
  // Proxies keep an idle connection for a minute. One that is closed here first takes a request with it that is just coming.
  keepAliveTimeout: 75_000,
  // Node would refuse a request without `Host` before it has an id and a line in the log; it is refused below.
  requireHostHeader: false,
}

function refuse(response: ServerResponse, status: number, message: string) {
  const body = JSON.stringify({ error: message })
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

/**
 * @param deps.port 0 takes a free one
 * @param deps.baseUrl when it is not the address it listens on
 */
export function createHttpServer(deps: {
  host: string
  port: number
  baseUrl: string | undefined
  /** Whether client addresses are taken from `X-Forwarded-For`. */
  proxy: 'none' | 'trusted'
  log: Logger
  metrics: Metrics | undefined
}): HttpServer {
  const { host, port, proxy, log, metrics } = deps
  let answer: Parameters<HttpServer['listen']>[0] = () => Promise.reject(new Error('Nobody answers yet.'))
  let isDraining = false
  let listeningPort = port
  let baseUrl = ''

  const refusalOf = (request: IncomingMessage): [status: number, message: string] | undefined => {
    if (!hasOneHost(request)) return [400, 'Send one Host header.']
    if (request.url === '')
      return [400, 'The address cannot be read. Send a path, or an http URL without a user name.']
    const { host: header } = request.headers
    const isServed = !isLoopback(host) || isOwnHost(header, listeningPort) || header === new URL(baseUrl).host
    return isServed
      ? undefined
      : [403, 'This host name is not served here. The operator names it: `svc serve --base-url URL`.']
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const refusal = refusalOf(request)
      if (refusal) refuse(response, ...refusal)
      else await answer(request, response)
    } catch (error) {
      log.error({ err: error }, 'A request failed.')
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'The service failed.')
    }
  }

  const isSecure = deps.baseUrl?.startsWith('https:') === true
  const server = createServer(options, (request, response) => {
    // It came after the stop began. For those that came before, the drain does this.
    if (isDraining) response.setHeader('Connection', 'close')
    // Browsers then never ask over http again, where somebody on the way could answer.
    if (isSecure) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
    toOriginForm(request)
    logRequest(log, request, response, clientAddress(request, proxy))
    metrics?.watch(request, response)
    void respond(request, response)
  })
  const drain = createDrain(server, log)
  // Ends connections on which nothing moves. Longer than anything that a request waits for in here.
  server.setTimeout(120_000)
  answerUnreadable(server, log, (status) => metrics?.unreadable(status))
  // An expectation that nobody knows is no reason to refuse (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))

  return {
    baseUrl: () => baseUrl,
    isDraining: () => isDraining,
    async listen(given) {
      answer = given
      const listening = await listen(server, { host, port, option: '--port' })
      listeningPort = listening.port
      baseUrl = deps.baseUrl ?? listening.url
      return listening.url
    },
    drain() {
      isDraining = true
      return drain()
    },
  }
}

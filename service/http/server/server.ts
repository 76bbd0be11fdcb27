// The HTTP server: what every request passes before the application, what is refused here, and how the server stops.
import { getRequestListener, RequestError } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { randomUUID } from 'node:crypto'
import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { AppEnv, Principal } from '../app-type.ts'
import { clientAddress, hasOneHost, isHostOf, isLoopback, isOwnHost, toOriginForm } from './host-check.ts'
import { Server as NetServer, type AddressInfo } from 'node:net'
import { listenError } from '../../base/operator-error.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Counts and times requests, for `metrics.ts`. */
export type RequestMetrics = {
  /** Times a request until its answer has left. */
  watch(request: IncomingMessage, response: ServerResponse): void
  /** Counts a request whose head could not be read. */
  unreadable(status: number): void
  /** Sets the route of a response. */
  name(response: object, route: string): void
}

type Surfaces = {
  /** Answers `/v1`, and what `pages` leaves. */
  api: Listener
  /** Answers everything for browsers. @returns false if it has nothing at this address */
  pages(request: IncomingMessage, response: ServerResponse): Promise<boolean>
}

export type HttpServer = {
  /** The public origin. Empty until the server listens. */
  baseUrl: () => string
  isDraining: () => boolean
  /**
   * @param surfaces receive the requests that are not refused here
   * @returns the address of the server, which differs from `baseUrl` behind a proxy
   */
  listen(surfaces: Surfaces): Promise<string>
  /** Lets open requests finish (at most 10 seconds). */
  drain(): Promise<void>
}

const options = {
  requestTimeout: 60_000,
  headersTimeout: 15_000,
  // Longer than the minute for which proxies keep idle connections: closing one first would lose the next request on it.
  keepAliveTimeout: 75_000,
  // Refused below instead, with an id and a log line.
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

const unreadable = { status: '400 Bad Request', message: 'The request cannot be read.' }
const unreadableByCode: Readonly<Record<string, typeof unreadable>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The address and the headers of the request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request did not arrive in time.' },
}

/** The response that Node has prepared for a request whose head could be read. */
const responseOn = (socket: Duplex): ServerResponse | undefined =>
  '_httpMessage' in socket && socket._httpMessage instanceof ServerResponse ? socket._httpMessage : undefined

/**
 * Answers what Node's parser refuses. It reaches no route, but gets an id, a log line and JSON (GEN-10, ERR-01).
 * @param count called with the status where not even a head could be read
 */
export function answerUnreadable(server: Server, log: Logger, count: (status: number) => void): void {
  server.on('clientError', ({ code = '' }: Error & { code?: string }, socket) => {
    const response = responseOn(socket)
    if (code === 'ECONNRESET' || response?.headersSent) return void socket.destroy()
    // Answered already: more of the same request is dropped.
    if (!socket.writable) return
    const requestId = randomUUID()
    const { status, message } = unreadableByCode[code] ?? unreadable
    const number = Number.parseInt(status, 10)
    log.info({ requestId, status: number, reason: code }, message)
    if (!response) count(number)
    const body = JSON.stringify({ error: message })
    const head = [
      `HTTP/1.1 ${status}`,
      `X-Request-Id: ${requestId}`,
      'Content-Type: application/json',
      'Cache-Control: no-store',
      noSniff.join(': '),
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    // Time to read the answer, which a reset would take away.
    setTimeout(() => socket.destroy(), 2_000).unref()
  })
}

/**
 * @param deps.port 0 takes a free one
 * @param deps.baseUrl if it is not the address of the server
 */
export function createHttpServer(deps: {
  host: string
  port: number
  baseUrl: string | undefined
  /** Whether client addresses are taken from `X-Forwarded-For`. */
  proxy: 'none' | 'trusted'
  log: Logger
  metrics: RequestMetrics | undefined
}): HttpServer {
  const { host, port, proxy, log, metrics } = deps
  let surfaces: Surfaces | undefined
  let isDraining = false
  let listeningPort = port
  let baseUrl = ''

  const refusalOf = (request: IncomingMessage): [status: number, message: string] | undefined => {
    if (!hasOneHost(request)) return [400, 'Send one Host header.']
    if (request.url === '')
      return [400, 'The address cannot be read. Send a path, or an http URL without a user name.']
    const { host: header } = request.headers
    // Only HTTP/1.0 may leave the header out, and no browser speaks that.
    const isPublic = header === undefined || isHostOf(header, baseUrl)
    // One spelling for all that follows.
    if (isPublic) request.headers.host = new URL(baseUrl).host
    const isServed = isPublic || !isLoopback(host) || isOwnHost(header, listeningPort)
    return isServed
      ? undefined
      : [403, 'This host name is not served here. Set it with `svc serve --base-url URL`.']
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const refusal = refusalOf(request)
      if (refusal) refuse(response, ...refusal)
      else if (!surfaces) throw new Error('The server does not listen yet.')
      else if (request.url?.startsWith('/v1/') || !(await surfaces.pages(request, response)))
        await surfaces.api(request, response)
    } catch (error) {
      log.error({ err: error }, 'A request failed.')
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'The service failed.')
    }
  }

  const isSecure = deps.baseUrl?.startsWith('https:') === true
  const server = createServer(options, (request, response) => {
    // For requests that arrive after the stop began; the drain does it for earlier ones.
    if (isDraining) response.setHeader('Connection', 'close')
    response.setHeader(...noSniff)
    if (isSecure) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
    toOriginForm(request)
    logRequest(log, request, response, clientAddress(request, proxy))
    metrics?.watch(request, response)
    void respond(request, response)
  })
  const drain = createDrain(server, log)
  // Closes connections on which nothing moves. Longer than a request may wait for the database.
  server.setTimeout(120_000)
  answerUnreadable(server, log, (status) => metrics?.unreadable(status))
  // An unknown expectation is ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))

  return {
    baseUrl: () => baseUrl,
    isDraining: () => isDraining,
    async listen(given) {
      surfaces = given
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

const failed = (status: number, error: string) =>
  Response.json({ error }, { status, headers: { 'Cache-Control': 'no-store' } })

/** Passes the requests of the server to the application. */
export const createAppListener = ({
  app,
  log,
  metrics,
}: {
  app: OpenAPIHono<AppEnv>
  log: Logger
  metrics: RequestMetrics | undefined
}): Listener =>
  getRequestListener(
    (request, { outgoing }) => {
      const bindings: AppEnv['Bindings'] = {
        requestId: requestIdOf(outgoing),
        onCaller: (caller) => logCaller(outgoing, caller),
        onRoute: (route) => metrics?.name(outgoing, route),
      }
      return app.fetch(request, bindings)
    },
    {
      overrideGlobalObjects: true,
      errorHandler(error) {
        if (error instanceof RequestError) return failed(400, unreadable.message)
        log.error({ err: error }, 'A request failed.')
        return failed(500, 'The service failed.')
      },
    },
  )

// Starts and stops an HTTP server; a header of all its answers.

/** On every answer: no browser takes JSON or text for a page or a script. */
export const noSniff = ['X-Content-Type-Options', 'nosniff'] as const

/** @param option the option of `svc serve` that sets the port */
type ListenOptions = { host: string; port: number; option: string }

function urlOf(address: AddressInfo, host: string): string {
  const wildcard = address.address === '0.0.0.0' || address.address === '::'
  const name = wildcard ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`
}

/** @returns the port, and a URL for this machine. @throws OperatorError */
export function listen(server: Server, options: ListenOptions): Promise<{ port: number; url: string }> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, options)))
    server.listen({ host: options.host, port: options.port }, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'))
      else resolve({ port: address.port, url: urlOf(address, options.host) })
    })
  })
}

/**
 * Tracks the open requests of a server.
 * @param drainMilliseconds how long they may take to finish
 * @returns stops the server; resolves when the last connection is closed
 */
export function createDrain(server: Server, log: Logger, drainMilliseconds = 10_000): () => Promise<void> {
  const open = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return () =>
    new Promise((resolve) => {
      // A kept connection would invite another request.
      for (const response of open) response.shouldKeepAlive = false
      const force = setTimeout(() => {
        log.warn(`Requests that took longer than ${drainMilliseconds / 1000} seconds to finish are cut.`)
        server.closeAllConnections()
      }, drainMilliseconds)
      // The immediate lets a request that has just arrived be read first.
      const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50)
      // `http.Server.close` would close idle connections at once, although a request may be on its way on one.
      NetServer.prototype.close.call(server, () => {
        clearTimeout(force)
        clearInterval(idle)
        resolve()
      })
    })
}

// One log line a request: its id (GEN-10), its caller, its path. Without the query, which has search words and sign-in codes,
// and without the secret of a calendar feed.

/** As a segment of a path: a feed's secret, also percent-encoded, with or without what may follow it. */
const feedSecret = /(?<=\/)(?:[\w-]|%[0-9a-f]{2}){43}(?![\w-])[^/]*/gi

/** Also where a typing error leads past the feeds: the secret works at the right path. */
const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '')
    .replace(/^\/calendar\/.*/, '/calendar/:secret.ics')
    .replaceAll(feedSecret, ':secret.ics')

const headerName = 'X-Request-Id'

const callers = new WeakMap<object, Record<string, string>>()

/** Adds the caller to the log line of a request. */
const logCaller = (response: object, caller: Principal): void =>
  void callers.set(response, {
    workspace: caller.workspaceSlug,
    person: caller.personId,
    [caller.kind === 'key' ? 'key' : 'signIn']: caller.tokenId,
    ...(caller.assistant !== undefined && { assistant: caller.assistant }),
  })

/** Adds the person of a browser session to the log line of a request. */
export const logPerson = (response: object, personId: string): void =>
  void callers.set(response, { person: personId })

/** Gives the request its id and logs it when its answer is sent. @param address of the client */
function logRequest(log: Logger, request: IncomingMessage, response: ServerResponse, address: string): void {
  const requestId = randomUUID()
  const startedAt = performance.now()
  response.setHeader(headerName, requestId)
  response.once('close', () => {
    const path = loggedPath(request.url ?? '')
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
    log.info({
      requestId,
      address,
      ...callers.get(response),
      method: request.method,
      path,
      // Before the headers are sent, the status is Node's default.
      ...(response.headersSent && { status: response.statusCode }),
      milliseconds,
      ...(!response.writableFinished && { aborted: true }),
    })
  })
}

/** The id that `logRequest` gave. */
export function requestIdOf(response: { getHeader(name: string): unknown }): string {
  const id = response.getHeader(headerName)
  return typeof id === 'string' ? id : ''
}

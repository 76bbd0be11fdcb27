// One running service: store, OAuth server and application behind one port. `svc serve`, the desktop app and the
// tests all start it here.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { monotonic } from './clock.ts'
import type { AppEnv } from './http/app-type.ts'
import { createPipelines, endStalled } from './http/connections.ts'
import { createDrain } from './http/drain.ts'
import { hasOneHost, isLoopback, isOwnHost } from './http/host-check.ts'
import { createMetrics } from './http/metrics.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { logRequest, requestIdOf } from './http/request-log.ts'
import { toOriginForm } from './http/request-target.ts'
import { createTurns } from './http/turns.ts'
import { answerUnreadable } from './http/unreadable-request.ts'
import { newUuid } from './ids.ts'
import { createOauth, type Oauth } from './oauth/provider.ts'
import { listenError } from './operator/error.ts'
import { missingKeyOf, openSeal } from './operator/sealing-keys.ts'
import type { Seal } from './operator/sealing.ts'
import { createPostings } from './postings.ts'
import { openStore } from './store/open-store.ts'
import { storeError } from './store/store-error.ts'
import type { Store } from './store/store.ts'
import type { Reach } from './rules/unsafe-address.ts'
import { createSweeping } from './sweeping.ts'
import { createWebPages } from './web/web-pages.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export type ServiceConfig = {
  /** `file:PATH`, `memory:` or `postgres://…`. */
  database: string
  host: string
  /** 0 takes a free one. */
  port: number
  /** Where people reach the service, when that is not the address it listens on (behind a proxy). */
  baseUrl?: string | undefined
  /** `trusted` takes client addresses from what the proxy says; only where nothing else reaches the port. */
  proxy?: 'none' | 'trusted' | undefined
  log: Logger
  /** Epoch milliseconds. */
  now?: (() => number) | undefined
  /** Milliseconds since any moment, for a clock that was set back. */
  elapsed?: (() => number) | undefined
  /** Requests of one key in 60 seconds. */
  rateLimit?: number | undefined
  /** Where webhooks may lead; public hosts unless the operator says otherwise. */
  webhookReach?: Reach | undefined
  /** Where metrics are read; nowhere unless the operator says so. */
  metrics?: { host: string; port: number } | undefined
  /** The usual sealing keys unless another seal is given. */
  seal?: Seal | undefined
  /** Ids of sealing keys that are known to be lost: what they sealed stays closed. Any other missing one is an error. */
  lostKeys?: readonly string[] | 'any' | undefined
}

export type Service = {
  baseUrl: string
  /** Where it listens, which is `baseUrl` unless something stands in front of it. */
  localUrl: string
  /** Where metrics are read, if anywhere. */
  metricsUrl: string | undefined
  store: Store
  oauth: Oauth
  now: () => number
  /** Lets requests in flight finish (at most 10 seconds), then closes the database. */
  close(): Promise<void>
}

/** Node would refuse a request without `Host` before it has an id and a line in the log; `answer` does it afterwards. */
const serverOptions = { requestTimeout: 60_000, headersTimeout: 15_000, requireHostHeader: false }

/** @param option what chooses the port, for whoever reads that it is taken */
function listen(server: Server, host: string, port: number, option: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port, option })))
    server.listen({ host, port }, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'))
      else resolve(address)
    })
  })
}

function urlOf(address: AddressInfo, host: string): string {
  const wildcard = address.address === '0.0.0.0' || address.address === '::'
  const name = wildcard ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`
}

const unstored = { 'Cache-Control': 'no-store' }

function refuse(response: ServerResponse, status: number, message: string) {
  const body = JSON.stringify({ error: message })
  response.writeHead(status, {
    ...unstored,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

/**
 * Starts the service; resolves once it listens.
 * @throws StoreError or OperatorError with one sentence that says what is wrong
 */
export async function startService(config: ServiceConfig): Promise<Service> {
  const { host, port, log, proxy = 'none', seal = openSeal(), lostKeys = [] } = config
  const opened = await openStore(config.database)
  const now = monotonic(config.now ?? Date.now, config.elapsed)
  try {
    const missingKey = await missingKeyOf(opened, seal, now(), lostKeys === 'any' ? [] : lostKeys)
    if (missingKey !== undefined && lostKeys !== 'any') throw storeError('sealing_key_wrong', missingKey)
    if (missingKey !== undefined) log.error(missingKey)
  } catch (error) {
    await opened.close()
    throw error
  }
  let requests = 0
  const webhooks = createWebhooks({
    store: opened,
    requests: () => requests,
    now,
    seal,
    log,
    reach: config.webhookReach ?? 'public hosts',
  })
  const { store } = webhooks
  let draining = false
  let origin = ''
  const baseUrl = () => origin
  const oauth = createOauth({ store, now, baseUrl, log, proxy })
  const pages = createWebPages({ store, now, baseUrl, log, oauth, proxy })
  const app = createApp({
    store,
    now,
    newId: newUuid,
    baseUrl,
    log,
    rateLimiter: createRateLimiter({ now, limit: config.rateLimit, shared: store.shared }),
    commandLineRateLimiter: createRateLimiter({
      now,
      limit: config.rateLimit ?? 120,
      shared: store.shared,
      name: 'command line',
    }),
    findLauncherToken: oauth.findLauncherToken,
    isDraining: () => draining,
    webhooks: webhooks.tools,
    seal,
  })
  const metrics =
    config.metrics &&
    (await createMetrics({
      waitingDeliveries: () => store.read((tx) => tx.health.waitingDeliveries()),
      host: config.metrics.host,
    }))
  const respond = getRequestListener(
    (request, env) => {
      const { outgoing } = env
      const bindings: AppEnv['Bindings'] = {
        requestId: requestIdOf(outgoing),
        onRoute: (route) => metrics?.name(outgoing, route),
      }
      return app.fetch(request, bindings)
    },
    {
      overrideGlobalObjects: true,
      errorHandler(error) {
        if (error instanceof RequestError) {
          return Response.json({ error: 'The request cannot be read.' }, { status: 400, headers: unstored })
        }
        log.error({ err: error }, 'A request failed.')
        return Response.json({ error: 'The service failed.' }, { status: 500, headers: unstored })
      },
    },
  )

  let listeningPort = port
  let localUrl = ''
  let metricsUrl: string | undefined
  const isServed = (request: IncomingMessage) => {
    const { host: header } = request.headers
    return !isLoopback(host) || isOwnHost(header, listeningPort) || header === new URL(origin).host
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!hasOneHost(request)) return refuse(response, 400, 'Send one Host header.')
    if (request.url === '')
      return refuse(
        response,
        400,
        'The address cannot be read. Send a path, or an http URL without a user name.',
      )
    if (!isServed(request)) return refuse(response, 403, 'This host name is not served here.')
    if ((await oauth.handle(request, response)) || (await pages.handle(request, response))) return
    await respond(request, response)
  }
  const inPipeline = createPipelines()
  const takeTurn = createTurns()
  const server = createServer(serverOptions, (request, response) => {
    requests += 1
    // It came after the stop began. For those that came before, the drain does this.
    if (draining) response.setHeader('Connection', 'close')
    toOriginForm(request)
    logRequest(log, request, response)
    metrics?.watch(request, response)
    const start = () => {
      answer(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'A request failed.')
        if (response.headersSent) response.destroy()
        else refuse(response, 500, 'The service failed.')
      })
    }
    inPipeline(request, response, () => takeTurn(start))
  })
  endStalled(server)

  const drain = createDrain(server, log)
  const drainMetrics = metrics && createDrain(metrics.server, log)
  answerUnreadable(server, log, (status) => metrics?.unreadable(status))
  // An expectation that nobody knows is no reason to refuse (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))

  try {
    const address = await listen(server, host, port, '--port')
    listeningPort = address.port
    localUrl = urlOf(address, host)
    origin = config.baseUrl ?? localUrl
    if (metrics && config.metrics) {
      const { host: metricsHost, port: metricsPort } = config.metrics
      const heard = await listen(metrics.server, metricsHost, metricsPort, '--metrics-port')
      metricsUrl = `${urlOf(heard, metricsHost)}/metrics`
    }
  } catch (error) {
    server.close()
    await webhooks.close()
    await store.close()
    throw error
  }
  const sweeping = createSweeping({ store, oauth, now, log })
  const postings = createPostings({ store, log })
  let closed: Promise<void> | undefined
  return {
    baseUrl: origin,
    localUrl,
    metricsUrl,
    store,
    oauth,
    now,
    close() {
      draining = true
      sweeping.close()
      closed ??= Promise.all([drain(), drainMetrics?.(), webhooks.close(), postings.close()]).then(() =>
        store.close(),
      )
      return closed
    },
  }
}

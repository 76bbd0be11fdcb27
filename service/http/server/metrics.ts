// What a monitoring system reads, on a port of its own (GEN-12): how long requests take, how many are turned away, how
// far the event loop lags, what waits for delivery. Labels hold route templates, never ids or tokens.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { createDrain } from './drain.ts'
import { isLoopback, isOwnHost } from './host-check.ts'
import { listen } from './listen.ts'
import { toOriginForm } from './request-target.ts'

export type Metrics = {
  /** Times a request until its answer has left. */
  watch(request: IncomingMessage, response: ServerResponse): void
  /** Counts what could not be read as a request, and so took no time. */
  unreadable(status: number): void
  /** Says which route answers. */
  name(response: object, route: string): void
  /** @returns where they are read */
  listen(): Promise<string>
  drain(): Promise<void>
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The surface of a path that has no route template: sign-in, the pages behind `webUrl`, or neither. */
const surfaceOf = (url: string | undefined): string =>
  /^\/(oauth|w|\.well-known)(?=[/?]|$)/.exec(url ?? '')?.[0] ?? 'none'

/** @param waitingDeliveries of webhooks */
export async function createMetrics({
  waitingDeliveries,
  host,
  port,
  log,
}: {
  waitingDeliveries: () => Promise<number>
  host: string
  port: number
  log: Logger
}): Promise<Metrics> {
  // Loaded for those who measure: the desktop's service has no use for it.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  // They are gauges, and `_total` names a counter. The same numbers are there by type, without it.
  for (const what of ['handles', 'requests', 'resources'])
    register.removeSingleMetric(`nodejs_active_${what}_total`)
  const durations = new Histogram({
    name: 'svc_request_duration_seconds',
    help: 'From the arrival of a request until its answer has left, or until it was aborted without one.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [register],
  })
  const limited = new Counter({
    name: 'svc_rate_limited_total',
    help: 'Requests that were answered with 429.',
    labelNames: ['route'],
    registers: [register],
  })
  const depth = new Gauge({
    name: 'svc_webhook_queue_depth',
    help: 'Webhook deliveries that wait for their turn or for another try.',
    registers: [register],
    async collect() {
      // The rest is wanted most when the database is gone.
      depth.set(await waitingDeliveries().catch(() => Number.NaN))
    },
  })
  const routes = new WeakMap<object, string>()
  let listeningPort = port

  const expose = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    toOriginForm(request)
    const refuse = (status: number) => response.writeHead(status).end()
    if (isLoopback(host) && !isOwnHost(request.headers.host, listeningPort)) return void refuse(403)
    if (request.url !== '/metrics') return void refuse(404)
    if (request.method !== 'GET' && request.method !== 'HEAD') return void refuse(405)
    const text = await register.metrics()
    response.writeHead(200, { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' }).end(text)
  }
  const server = createServer((request, response) => {
    expose(request, response).catch(() => response.writeHead(503).end())
  })

  return {
    watch(request, response) {
      const startedAt = performance.now()
      response.once('close', () => {
        const route = routes.get(response) ?? surfaceOf(request.url)
        const method = knownMethods.find((known) => known === request.method) ?? 'other'
        // Before an answer has begun, the number is Node's default.
        const status = response.headersSent ? String(response.statusCode) : 'aborted'
        durations.observe({ method, route, status }, (performance.now() - startedAt) / 1000)
        if (status === '429') limited.inc({ route })
      })
    },
    unreadable(status) {
      durations.observe({ method: 'other', route: 'none', status: String(status) }, 0)
    },
    name(response, route) {
      routes.set(response, route)
    },
    async listen() {
      const listening = await listen(server, { host, port, option: '--metrics-port' })
      listeningPort = listening.port
      return `${listening.url}/metrics`
    },
    drain: createDrain(server, log),
  }
}

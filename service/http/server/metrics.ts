// Metrics for Prometheus, on a port of their own (GEN-12): durations of requests, requests over the limit, the event loop,
// waiting webhook deliveries. Labels are route templates, never ids or tokens.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { isLoopback, isOwnHost, toOriginForm } from './host-check.ts'
import { createDrain, listen, noSniff, type RequestMetrics } from './server.ts'

export type Metrics = RequestMetrics & {
  /** @returns the URL of the metrics */
  listen(): Promise<string>
  drain(): Promise<void>
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The label of a path without a route template: sign-in, pages, calendar feeds, or none. */
const surfaceOf = (url: string | undefined): string =>
  /^\/(oauth|w|calendar|\.well-known)(?=[/?]|$)/.exec(url ?? '')?.[0] ?? 'none'

/** @param waitingDeliveries counts those of webhooks */
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
  // Loaded on demand, because the embedded service has no metrics.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  // `_total` would name counters, but these are gauges. The same numbers exist by type.
  for (const what of ['handles', 'requests', 'resources'])
    register.removeSingleMetric(`nodejs_active_${what}_total`)
  const durations = new Histogram({
    name: 'svc_request_duration_seconds',
    help: 'From the arrival of a request until its answer was sent, or until it was aborted.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [register],
  })
  const limited = new Counter({
    name: 'svc_rate_limited_total',
    help: 'Requests answered with 429.',
    labelNames: ['route'],
    registers: [register],
  })
  const depth = new Gauge({
    name: 'svc_webhook_queue_depth',
    help: 'Webhook deliveries that wait for an attempt.',
    registers: [register],
    async collect() {
      // The other metrics matter most while the database fails.
      depth.set(await waitingDeliveries().catch(() => Number.NaN))
    },
  })
  const routes = new WeakMap<object, string>()
  let listeningPort = port

  const expose = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    toOriginForm(request)
    response.setHeader(...noSniff)
    const refuse = (status: number) => response.writeHead(status).end()
    const { host: header } = request.headers
    // Only HTTP/1.0 may leave the header out, and no browser speaks that.
    const isServed = header === undefined || !isLoopback(host) || isOwnHost(header, listeningPort)
    if (!isServed) return void refuse(403)
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
        // Before the headers are sent, the status is Node's default.
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

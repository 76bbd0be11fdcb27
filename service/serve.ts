// One running service: store, OAuth server and application behind one port. `svc serve`, the desktop app and tests start it.
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { monotonic } from './base/time.ts'
import { createMetrics } from './http/server/metrics.ts'
import { createCalendars } from './calendars/calendars.ts'
import { changeSight } from './tasks/change-sight.ts'
import { announcing, createLive } from './changes/live.ts'
import { createFeed } from './calendars/feed.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { createAppListener, createHttpServer } from './http/server/server.ts'
import { createHome } from './home/home.ts'
import { createImports } from './imports/running/imports.ts'
import { newUuid } from './base/ids.ts'
import { inLanguage, languageOf } from './language/say.ts'
import { pageAtBaseUrl, seeOther } from './http/server/browser-request.ts'
import { createOauth, type Oauth } from './oauth/provider.ts'
import { missingKeyOf, openSeal } from './sealing/sealing-keys.ts'
import type { Seal } from './sealing/sealing.ts'
import { lockToServe, openStore } from './db/open.ts'
import { storeError } from './base/store-error.ts'
import type { Store } from './db/store.ts'
import type { NetworkPolicy, SafeRequest } from './http/safe-request.ts'
import { createRebuilding } from './rebuilding.ts'
import { createSettings } from './settings/settings.ts'
import { createSweeping } from './sweeping.ts'
import { createTextIndexing } from './search/text-indexing.ts'
import { createDueSweep } from './tasks/due-sweep.ts'
import { createWebPages } from './web/web-pages.ts'
import { notedSince } from './notifications/notifications.store.ts'
import { createWebhooks } from './webhooks/webhooks.ts'
import { countWaitingDeliveries } from './db/health.store.ts'

export type ServiceConfig = {
  /** `file:PATH`, `memory:` or `postgres://…`. */
  database: string
  host: string
  /** 0 takes a free one. */
  port: number
  /** The public origin, if it is not the address of the server (behind a proxy). */
  baseUrl?: string | undefined
  /** `trusted` takes client addresses from X-Forwarded-For; only if nothing but the proxy reaches the port. */
  proxy?: 'none' | 'trusted' | undefined
  log: Logger
  /** Epoch milliseconds. */
  now?: (() => number) | undefined
  /** Milliseconds since any moment, for a clock that was set back. */
  elapsed?: (() => number) | undefined
  /** Requests of one key in 60 seconds. */
  rateLimit?: number | undefined
  /** Hosts that webhooks may use (default: public hosts). */
  webhookNetwork?: NetworkPolicy | undefined
  /** Hosts that calendars may be read from (default: public hosts). */
  calendarNetwork?: NetworkPolicy | undefined
  /** How documents about assistants are requested (default: from public hosts). */
  clientDocumentRequest?: SafeRequest | undefined
  /** Address of the metrics (default: no metrics). */
  metrics?: { host: string; port: number } | undefined
  /** Whether members may see the address of the database, because it is a file of their own. */
  isLocal?: boolean | undefined
  /** Default: the sealing keys of the environment. */
  seal?: Seal | undefined
  /** Ids of sealing keys that are lost. Their secrets stay unreadable; any other missing key is an error. */
  lostKeys?: readonly string[] | 'any' | undefined
}

export type Service = {
  baseUrl: string
  /** The address of the server, which differs from `baseUrl` behind a proxy. */
  localUrl: string
  /** The URL of the metrics. */
  metricsUrl: string | undefined
  store: Store
  oauth: Oauth
  now: () => number
  /** Lets open requests finish (at most 10 seconds), then closes the database. */
  close(): Promise<void>
}

/** @throws StoreError if a key for secrets in the database is missing */
async function checkSeal(
  store: Store,
  { seal, at, lostKeys, log }: { seal: Seal; at: number; lostKeys: readonly string[] | 'any'; log: Logger },
): Promise<void> {
  const missingKey = await missingKeyOf(store, seal, at, lostKeys === 'any' ? [] : lostKeys)
  if (missingKey === undefined) return
  if (lostKeys !== 'any') throw storeError('sealing_key_wrong', missingKey)
  log.error(missingKey)
}

/**
 * Starts the service; resolves once it listens.
 * @throws StoreError or OperatorError with one sentence for the operator
 */
export async function startService(config: ServiceConfig): Promise<Service> {
  const { host, port, log, rateLimit, proxy = 'none', seal = openSeal(), lostKeys = [] } = config
  const now = monotonic(config.now ?? Date.now, config.elapsed)
  const unlock = await lockToServe(config.database)
  const opened = await openStore(config.database).catch((error: unknown) => {
    unlock()
    throw error
  })
  const live = createLive({ store: opened, notedSince, now })
  const store = announcing(opened, live)
  try {
    await checkSeal(store, { seal, at: now(), lostKeys, log })
  } catch (error) {
    await store.close()
    unlock()
    throw error
  }

  const waitingDeliveries = () => store.read((tx) => countWaitingDeliveries(tx))
  const metrics = config.metrics && (await createMetrics({ ...config.metrics, waitingDeliveries, log }))
  const server = createHttpServer({ host, port, baseUrl: config.baseUrl, proxy, log, metrics })
  const { baseUrl, isDraining } = server

  const network = config.webhookNetwork ?? 'public hosts'
  const webhooks = createWebhooks({ store, now, seal, log, network })
  const calendars = createCalendars({
    store,
    now,
    seal,
    log,
    network: config.calendarNetwork ?? 'public hosts',
  })
  const imports = createImports({ store, database: config.database, now, log, webhooks })
  const { shared } = store
  const { clientDocumentRequest } = config
  const oauth = createOauth({ store, now, baseUrl, log, proxy, clientDocumentRequest })
  const formRateLimiter = createRateLimiter({ now, limit: rateLimit ?? 60, shared, name: 'settings form' })
  const isLocal = config.isLocal === true
  const pages = createWebPages({ store, now, baseUrl, log, oauth, formRateLimiter, webhooks, isLocal })
  const localDatabase = isLocal ? config.database : undefined
  const siteDeps = {
    store,
    now,
    baseUrl,
    log,
    oauth,
    seal,
    webhooks,
    calendars,
    imports,
    localDatabase,
    formRateLimiter,
  }
  const settings = createSettings(siteDeps)
  const home = createHome(siteDeps)
  const feed = createFeed({ store, now, baseUrl, log, proxy })
  const app = createApp({
    store,
    now,
    newId: newUuid,
    baseUrl,
    log,
    rateLimiter: createRateLimiter({ now, limit: rateLimit, shared }),
    commandLineRateLimiter: createRateLimiter({ now, limit: rateLimit ?? 120, shared, name: 'command line' }),
    findLauncherToken: oauth.findLauncherToken,
    findAssistantToken: oauth.findAssistantToken,
    isLocal,
    isDraining,
    webhooks,
    calendars,
    imports,
    seal,
    live,
    sight: changeSight,
  })
  const sweeping = createSweeping({ store, oauth, webhooks, imports, now, log })
  const rebuilding = createRebuilding({ store, now, log })
  const dueSweep = createDueSweep({ store, now, log })
  // Nobody is told of it: what is indexed was announced when it was written.
  const textIndexing = createTextIndexing({ store: opened, log })

  let closed: Promise<void> | undefined
  const stop = async () => {
    sweeping.close()
    // Streams end only when somebody ends them.
    live.close()
    await Promise.all([
      server.drain(),
      metrics?.drain(),
      webhooks.close(),
      calendars.close(),
      imports.close(),
      rebuilding.close(),
      dueSweep.close(),
      textIndexing.close(),
    ])
    await store.close()
    unlock()
  }
  const close = () => (closed ??= stop())

  try {
    const localUrl = await server.listen({
      api: createAppListener({ app, log, metrics }),
      async pages(request, response) {
        const elsewhere = pageAtBaseUrl(request, baseUrl())
        if (elsewhere !== undefined) seeOther(response, elsewhere)
        if (elsewhere !== undefined) return true
        return await inLanguage(languageOf(request.headers['accept-language']), async () => {
          for (const surface of [oauth, pages, home, settings, feed])
            if (await surface.handle(request, response)) return true
          return false
        })
      },
    })
    const metricsUrl = await metrics?.listen()
    return { baseUrl: baseUrl(), localUrl, metricsUrl, store, oauth, now, close }
  } catch (error) {
    await close()
    throw error
  }
}

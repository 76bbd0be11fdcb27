// Liveness and readiness (GEN-12).
import { setTimeout as sleep } from 'node:timers/promises'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { AppDeps, AppEnv } from '../app-type.ts'
import { errorResponses, problem } from '../errors.ts'
import { isStoreError } from '../../base/store-error.ts'
import { isMigrated } from '../../db/migrate.ts'

/** About as long as load balancers wait. */
const patienceMilliseconds = 3_000
/** Lifetime of the counter that a check writes. */
const keptMilliseconds = 60_000

const ok = {
  description: 'Yes.',
  content: { 'application/json': { schema: z.object({ status: z.literal('ok').describe('Always `ok`.') }) } },
}

const live = createRoute({
  method: 'get',
  path: '/healthz',
  operationId: 'checkLiveness',
  tags: ['health'],
  security: [],
  summary: 'Is the process alive?',
  description: 'Needs no key and does not ask the database.',
  responses: { 200: ok },
})

const ready = createRoute({
  method: 'get',
  path: '/readyz',
  operationId: 'checkReadiness',
  tags: ['health'],
  security: [],
  summary: 'Can the service do its work?',
  description:
    '`ok` while the database is migrated and takes writes. Otherwise `details` has one entry whose `code` is `draining`, `database_not_migrated`, `database_slow` or the error of the database, like `database_full`.',
  responses: { 200: ok, 503: errorResponses(503)[503] },
})

const sentences: Record<string, string> = {
  draining: 'The service is stopping.',
  database_not_migrated: 'The database is not migrated. Run `svc migrate`.',
  database_slow: `The database has not answered within ${patienceMilliseconds / 1000} seconds.`,
}

export function healthRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now, log } = deps
  const app = new OpenAPIHono<AppEnv>()

  /** @returns the reason if the database is not ready */
  const check = async (): Promise<string | undefined> => {
    try {
      const at = now()
      // Each kind of work has connections of its own.
      const [migrated] = await Promise.all([
        store.read((tx) => isMigrated(tx)),
        store.probe(at),
        store.shared?.count({ name: 'ready', amount: 1, at, endsAt: at + keptMilliseconds }),
      ])
      return migrated ? undefined : 'database_not_migrated'
    } catch (error) {
      log.error({ err: error }, 'The database is not ready.')
      return isStoreError(error) ? error.storeCode : 'database_unusable'
    }
  }

  // Concurrent callers share a check: it writes, and needs no key.
  let underWay: Promise<string | undefined> | undefined
  const checkOnce = () => {
    underWay ??= check().finally(() => {
      underWay = undefined
    })
    return Promise.race([underWay, sleep(patienceMilliseconds, 'database_slow', { ref: false })])
  }

  app.openapi(live, (c) => c.json({ status: 'ok' as const }, 200))
  app.openapi(ready, async (c) => {
    const reason = deps.isDraining() ? 'draining' : await checkOnce()
    if (reason === undefined) return c.json({ status: 'ok' as const }, 200)
    const message = sentences[reason] ?? 'The database cannot be used now.'
    return problem(c, 'unavailable', message, [{ path: [], code: reason, message }])
  })
  return app
}

// The HTTP application: which surface lives where, and what every request passes through on its way.
import { OpenAPIHono } from '@hono/zod-openapi'
import { cors } from 'hono/cors'
import { randomUUID } from 'node:crypto'
import { briefRoutes } from './launcher/brief.routes.ts'
import { commentRoutes } from './records/comments.routes.ts'
import { docsRoutes } from './openapi/docs/page.ts'
import { environmentRoutes } from './environments/environments.routes.ts'
import { healthRoutes } from './http/server/health.routes.ts'
import { identityRoutes } from './workspaces/identity.routes.ts'
import { launcherSearchRoutes } from './launcher/launcher-search.routes.ts'
import { launcherTaskRoutes } from './launcher/launcher-tasks.routes.ts'
import { objectRoutes } from './objects/objects.routes.ts'
import { createDocument, openapiRoutes } from './openapi/openapi.ts'
import { recordBatchRoutes } from './records/record-batch.routes.ts'
import { recordQueryRoutes } from './records/query/record-query.routes.ts'
import { recordRoutes } from './records/records.routes.ts'
import { taskRoutes } from './tasks/tasks.routes.ts'
import { webhookDeliveryRoutes } from './webhooks/webhook-deliveries.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'
import type { AppDeps, AppEnv } from './http/app-type.ts'
import { notFound, onError, validationHook } from './http/errors.ts'
import { bodySize, jsonBody } from './http/json-body.ts'
import { knownRoutes } from './http/server/known-routes.ts'
import { commandLineSurface, developerSurface, launcherSurface } from './http/principal.ts'

/**
 * Lets a page of any origin ask with a key of its own. It sends no cookies, so it can do nothing that a program elsewhere
 * could not. The launcher is not a page, and the pages for people answer their own origin alone.
 */
const fromPages = cors({
  origin: '*',
  exposeHeaders: [
    'ETag',
    'Idempotent-Replayed',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'WWW-Authenticate',
    'X-Request-Id',
  ],
  maxAge: 3600,
})

export function createApp(deps: AppDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>({ defaultHook: validationHook })
  app.onError(onError(deps.log))
  app.notFound(notFound)

  app.use(async (c, next) => {
    // Absent only where the application is called without a server.
    const requestId = c.env?.requestId ?? randomUUID()
    c.set('requestId', requestId)
    c.header('X-Request-Id', requestId)
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.use('/v1/*', (c, next) =>
    c.req.header('origin') === undefined || c.req.path.startsWith('/v1/launcher/')
      ? next()
      : fromPages(c, next),
  )
  app.use(knownRoutes(() => app.routes))

  app.route('/', healthRoutes(deps))
  const document = createDocument(app)
  app.route('/v1', openapiRoutes(document))
  app.route('/', docsRoutes(document))

  // Both surfaces authenticate before any body is read.
  app.use('/v1/launcher/*', launcherSurface(deps))
  app.use('/v1/*', developerSurface(deps), bodySize, jsonBody)
  app.use('/cli/v1/*', commandLineSurface(deps), bodySize, jsonBody)

  for (const routes of [launcherTaskRoutes, launcherSearchRoutes, briefRoutes]) {
    app.route('/v1/launcher', routes(deps))
  }
  for (const routes of [
    identityRoutes,
    objectRoutes,
    recordRoutes,
    recordQueryRoutes,
    recordBatchRoutes,
    commentRoutes,
    taskRoutes,
  ])
    app.route('/v1', routes(deps))
  for (const routes of [webhookRoutes, webhookDeliveryRoutes]) app.route('/v1', routes(deps))
  app.route('/cli/v1', environmentRoutes(deps))
  return app
}

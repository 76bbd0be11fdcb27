// The HTTP application: its surfaces, and what every request passes on its way to a route.
import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { randomUUID } from 'node:crypto'
import { changeRoutes, launcherChangeRoutes } from './changes/changes.routes.ts'
import { calendarRoutes } from './calendars/calendars.routes.ts'
import { mcpRoutes, type McpRouteDeps } from './mcp/mcp.routes.ts'
import { meetingRoutes } from './calendars/meetings.routes.ts'
import { briefRoutes } from './launcher/brief.routes.ts'
import { commentRoutes } from './comments/comments.routes.ts'
import { launcherCommentRoutes } from './comments/launcher-comments.routes.ts'
import { docsRoutes } from './openapi/docs/page.ts'
import { environmentRoutes } from './environments/environments.routes.ts'
import { healthRoutes } from './http/server/health.routes.ts'
import { identityRoutes } from './access/identity.routes.ts'
import { importRoutes } from './imports/imports.routes.ts'
import { launcherSearchRoutes } from './launcher/launcher-search.routes.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { launcherTimerRoutes } from './launcher/launcher-timers.routes.ts'
import { launcherTaskRoutes } from './launcher/launcher-tasks.routes.ts'
import { recordFormRoutes } from './launcher/record-forms.routes.ts'
import { objectRoutes } from './objects/objects.routes.ts'
import { createDocument, openapiRoutes } from './openapi/openapi.ts'
import { recordBatchRoutes } from './records/record-batch.routes.ts'
import { recordQueryRoutes } from './records/query/record-query.routes.ts'
import { recordRoutes } from './records/records.routes.ts'
import { timerRoutes } from './tasks/timers.routes.ts'
import { taskRoutes } from './tasks/tasks.routes.ts'
import { webhookDeliveryRoutes } from './webhooks/webhook-deliveries.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'
import type { AppEnv } from './http/app-type.ts'
import { notFound, onError, problem } from './http/errors.ts'
import { jsonBody, validationHook } from './http/validation.ts'
import { commandLineSurface, developerSurface, launcherSurface } from './access/principal.ts'

/**
 * Lets a page of any origin call `/v1` with a key. No cookies are sent, so a page can do no more than any program. The
 * launcher's surface is closed, because the launcher sends no `Origin`.
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

/** A path with parameters as a pattern. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/:[^/]+/g, '[^/]+')}$`)

/**
 * Answers unknown paths and methods (ERR-03) before authentication, because neither answer depends on the caller.
 * @param app its routes are read at the first request, when all are there
 */
function knownRoutes(app: OpenAPIHono<AppEnv>): MiddlewareHandler<AppEnv> {
  const build = () => {
    // Middleware has the method `ALL`.
    const routes = app.routes.filter((route) => route.method !== 'ALL')
    return [...Map.groupBy(routes, (route) => route.path)].map(([path, here]) => {
      const methods = new Set(here.map((route) => route.method))
      if (methods.has('GET')) methods.add('HEAD')
      return { path, pattern: patternOf(path), methods }
    })
  }
  let known: ReturnType<typeof build> | undefined
  return async (c, next) => {
    known ??= build()
    const matching = known.filter((route) => route.pattern.test(c.req.path))
    if (matching.length === 0) return c.notFound()
    const answering = matching.find((route) => route.methods.has(c.req.method))
    c.env?.onRoute?.((answering ?? matching[0])?.path ?? '')
    if (answering) return next()
    const allowed = [...new Set(matching.flatMap((route) => [...route.methods]))].toSorted().join(', ')
    c.header('Allow', allowed)
    return problem(c, 'method_not_allowed', `This path answers ${allowed}.`)
  }
}

type AllDeps = McpRouteDeps &
  Parameters<typeof calendarRoutes>[0] &
  Parameters<typeof importRoutes>[0] &
  Parameters<typeof changeRoutes>[0] &
  Parameters<typeof webhookRoutes>[0]

export function createApp(deps: AllDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>({ defaultHook: validationHook })
  app.onError(onError(deps.log))
  app.notFound(notFound)

  app.use(async (c, next) => {
    // Tests call the application without a server.
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
  app.use(knownRoutes(app))

  app.route('/', healthRoutes(deps))
  const document = createDocument(app, deps.baseUrl)
  app.route('/v1', openapiRoutes(document))
  app.route('/', docsRoutes(document))

  // Authentication comes before any body is read.
  app.use('/v1/launcher/*', launcherSurface(deps))
  app.use('/v1/*', developerSurface(deps), jsonBody)
  app.use('/cli/v1/*', commandLineSurface(deps), jsonBody)

  for (const routes of [
    launcherTaskRoutes,
    launcherTimerRoutes,
    launcherSearchRoutes,
    recordFormRoutes,
    briefRoutes,
    notificationRoutes,
    launcherCommentRoutes,
    meetingRoutes,
    calendarRoutes,
    importRoutes,
    launcherChangeRoutes,
  ]) {
    app.route('/v1/launcher', routes(deps))
  }
  for (const routes of [
    webhookRoutes,
    webhookDeliveryRoutes,
    identityRoutes,
    objectRoutes,
    recordRoutes,
    recordQueryRoutes,
    recordBatchRoutes,
    commentRoutes,
    taskRoutes,
    timerRoutes,
    changeRoutes,
  ])
    app.route('/v1', routes(deps))
  app.route('/cli/v1', environmentRoutes(deps))
  app.route('/', mcpRoutes(deps))
  return app
}

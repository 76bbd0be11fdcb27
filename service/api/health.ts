// Whether the process is alive, and whether it can do its work.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses, problem } from '../http/errors.ts'

const ok = {
  description: 'Yes.',
  content: { 'application/json': { schema: z.object({ status: z.literal('ok') }) } },
}

const live = createRoute({
  method: 'get',
  path: '/healthz',
  tags: ['health'],
  summary: 'Is the process alive?',
  responses: { 200: ok },
})

const ready = createRoute({
  method: 'get',
  path: '/readyz',
  tags: ['health'],
  summary: 'Can the service reach its data?',
  responses: { 200: ok, 503: errorResponses(503)[503] },
})

export function healthRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()
  app.openapi(live, (c) => c.json({ status: 'ok' as const }, 200))
  app.openapi(ready, async (c) => {
    try {
      await deps.store.read((tx) => tx.workspaces.get(''))
      return c.json({ status: 'ok' as const }, 200)
    } catch (error) {
      deps.log.error({ err: error, requestId: c.get('requestId') }, 'The database does not answer.')
      return problem(c, 'unavailable', 'The service cannot reach its data now.')
    }
  })
  return app
}

// Search over tasks, records and meetings (LCH-06, LCH-07, LCH-10).
import { OpenAPIHono } from '@hono/zod-openapi'
import { foundResponse, searchQuery } from '../../shared/api/launcher/search.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses } from '../http/errors.ts'
import { foundFor } from './found.view.ts'
import { launcherRecordRoutes } from './launcher-records.routes.ts'
import { webUrlFor } from '../access/principal.ts'
import { createPreviews } from '../records/record-previews.view.ts'
import { launcherRoute } from '../access/route.ts'
import { answer, createRoute } from '../http/route-parts.ts'

const search = createRoute({
  method: 'get',
  path: '/search',
  operationId: 'search',
  summary: 'Search tasks, records and meetings, best first',
  description:
    'Titles and contacts first, then descriptions, long texts and comments, by words and their beginnings. All three scopes are needed whatever `types` says. Not paginated.',
  ...launcherRoute('tasks:read', 'records:read', 'meetings:read'),
  request: { query: searchQuery },
  responses: { 200: answer('The results.', foundResponse), ...errorResponses(400) },
})

export function launcherSearchRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, baseUrl, now } = deps
  const app = new OpenAPIHono<AppEnv>()
  const previews = createPreviews()

  app.openapi(search, async (c) => {
    const principal = c.get('principal')
    const { q: query, types, limit } = c.req.valid('query')
    const shown = { webUrl: webUrlFor(baseUrl(), principal), previews, now: now() }
    const data = await store.ask((tx) => foundFor(tx, principal, { query, kinds: types, limit }, shown))
    return c.json({ query, data }, 200)
  })

  app.route('/', launcherRecordRoutes(deps, previews))
  return app
}

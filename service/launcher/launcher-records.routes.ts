// Objects and their records on the launcher surface: browse and recents (LCH-04, LCH-05, LCH-11).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import {
  browseQuery,
  browseResponse,
  objectSummariesResponse,
  recentRecordsQuery,
  recentRecordsResponse,
} from '../../shared/api/launcher/search.ts'
import { fold } from '../../shared/search/text-fold.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { errorResponses, problem } from '../http/errors.ts'
import { inPipeline } from '../db/sql.ts'
import { webUrlFor } from '../access/principal.ts'
import { presentObjectSummary, type Previews } from '../records/record-previews.view.ts'
import { launcherRoute } from '../access/route.ts'
import { answer, createRoute } from '../http/route-parts.ts'
import { objectsOfWorkspace, objectBySlug } from '../objects/objects.store.ts'
import { recentlyViewedRecords } from '../records/records.store.ts'
import { browseRecords, lastChangedRecordIds } from '../records/browse.store.ts'

const objects = createRoute({
  method: 'get',
  path: '/objects',
  operationId: 'listBrowsableObjects',
  summary: 'The objects whose records can be browsed',
  description: '`GET /v1/launcher/objects/{objectSlug}/records` takes their slugs.',
  ...launcherRoute('objects:read'),
  responses: { 200: answer('The objects.', objectSummariesResponse), ...errorResponses() },
})

const browse = createRoute({
  method: 'get',
  path: '/objects/{objectSlug}/records',
  operationId: 'browseRecords',
  summary: 'Active records of one object, newest first',
  description:
    'With `q`, only records whose title has, for each word of it, a word that begins so. A page of a rare `q` may be short while `hasMore` is true.',
  ...launcherRoute('objects:read', 'records:read'),
  request: {
    params: z.object({ objectSlug: z.string().describe('The object’s slug; its id is not accepted.') }),
    query: browseQuery,
  },
  responses: { 200: answer('A page of previews.', browseResponse), ...errorResponses(400, 404) },
})

const recent = createRoute({
  method: 'get',
  path: '/recent-records',
  operationId: 'listRecentRecords',
  summary: 'Records that the person opened last, then their own that changed last',
  description: 'Archived records are left out.',
  ...launcherRoute('records:read'),
  request: { query: recentRecordsQuery },
  responses: { 200: answer('The previews.', recentRecordsResponse), ...errorResponses(400) },
})

export function launcherRecordRoutes({ store, baseUrl }: AppDeps, previews: Previews): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()

  app.openapi(objects, async (c) => {
    const principal = c.get('principal')
    const found = await store.read((tx) => objectsOfWorkspace(tx, principal.workspaceId))
    return c.json({ data: found.map((object) => presentObjectSummary(object, principal)) }, 200)
  })

  app.openapi(browse, async (c) => {
    const principal = c.get('principal')
    const { workspaceId } = principal
    const { q = '', cursor, limit } = c.req.valid('query')
    const page = await store.read(async (tx) => {
      const object = await objectBySlug(tx, workspaceId, c.req.valid('param').objectSlug)
      if (!object) return 'no object' as const
      const filtersKey = JSON.stringify([workspaceId, object.id, fold(q)])
      const after = cursor === undefined ? undefined : decodeCursor('launcher.records', filtersKey, cursor)
      if (after === null) return 'bad cursor' as const
      const found = await browseRecords(tx, workspaceId, object.id, { query: q, after, limit })
      return {
        object: presentObjectSummary(object, principal),
        data: await previews.ofIds(tx, principal, found.ids, webUrlFor(baseUrl(), principal)),
        nextCursor: found.next && encodeCursor('launcher.records', filtersKey, found.next),
      }
    })
    if (page === 'no object') return problem(c, 'not_found', 'There is no such object.')
    if (page === 'bad cursor')
      return problem(c, 'invalid_cursor', 'The cursor does not belong to this list with this query.')
    return c.json({ ...page, hasMore: page.nextCursor !== null }, 200)
  })

  app.openapi(recent, async (c) => {
    const principal = c.get('principal')
    const { workspaceId, personId } = principal
    const { limit } = c.req.valid('query')
    const data = await store.read(async (tx) => {
      const [viewed, changed] = await inPipeline([
        recentlyViewedRecords(tx, workspaceId, personId, limit),
        lastChangedRecordIds(tx, workspaceId, personId, limit),
      ])
      const ids = [...new Set([...viewed.map((record) => record.id), ...changed])].slice(0, limit)
      return previews.ofIds(tx, principal, ids, webUrlFor(baseUrl(), principal))
    })
    return c.json({ data }, 200)
  })

  return app
}

// Discovery of objects and their fields (OBJ-01, OBJ-02, FLD-01).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import {
  fieldsResponse,
  objectsResponse,
  type ObjectType as ObjectResource,
} from '../../shared/api/objects.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses, problem } from '../http/errors.ts'
import { iso } from '../base/time.ts'
import { presentField } from './field.view.ts'
import type { ObjectType } from './objects.store.ts'
import { developerRoute } from '../access/route.ts'
import { answer, createRoute } from '../http/route-parts.ts'
import { objectsOfWorkspace, findObject, fieldsOfObject } from './objects.store.ts'

const reading = developerRoute('objects', 'objects:read')

const listObjects = createRoute({
  method: 'get',
  path: '/objects',
  operationId: 'listObjects',
  summary: 'All objects of the workspace',
  description: 'Owners and admins define them in the settings, operators with `svc workspace import`.',
  ...reading,
  responses: { 200: answer('The objects.', objectsResponse), ...errorResponses() },
})

const listFields = createRoute({
  method: 'get',
  path: '/objects/{object}/fields',
  operationId: 'listFields',
  summary: 'All fields of an object',
  description:
    'A write names a field by its id, or by its slug where no other field of the object shares it. Retired fields are left out; records keep their values.',
  ...reading,
  request: { params: z.object({ object: z.string().describe('The object’s id or slug.') }) },
  responses: { 200: answer('The fields.', fieldsResponse), ...errorResponses(404) },
})

const presentObject = (object: ObjectType): ObjectResource => ({
  id: object.id,
  slug: object.slug,
  singularName: object.singularName,
  pluralName: object.pluralName,
  createdAt: iso(object.createdAt),
})

export function objectRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()
  app.openapi(listObjects, async (c) => {
    const { workspaceId } = c.get('principal')
    const objects = await deps.store.read((tx) => objectsOfWorkspace(tx, workspaceId))
    return c.json({ data: objects.map(presentObject) }, 200)
  })
  app.openapi(listFields, async (c) => {
    const { workspaceId } = c.get('principal')
    const fields = await deps.store.read(async (tx) => {
      const object = await findObject(tx, workspaceId, c.req.valid('param').object)
      return object && fieldsOfObject(tx, workspaceId, object.id)
    })
    if (!fields) return problem(c, 'not_found', 'There is no such object.')
    return c.json({ data: fields.map(presentField) }, 200)
  })
  return app
}

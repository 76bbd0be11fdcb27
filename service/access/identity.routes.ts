// The identity of a developer key (AUT-07).
import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { one, scope } from '../../shared/api/primitives.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses } from '../http/errors.ts'
import { answer, createRoute } from '../http/route-parts.ts'
import { getWorkspace } from './workspaces.store.ts'

/** Never holds the token. */
const identity = z
  .object({
    workspace: z
      .object({
        id: z.string().describe('Id of the workspace.'),
        name: z.string().describe('Name for people.'),
        slug: z.string().describe('Its short name.'),
      })
      .nullable()
      .describe('The workspace of the key.'),
    scopes: z.array(scope).describe('The scopes in force.'),
    keyId: z.string().describe('Id of the key; not the token.'),
  })
  .meta({ id: 'Identity' })

const whoami = createRoute({
  method: 'get',
  path: '/whoami',
  operationId: 'getIdentity',
  tags: ['identity'],
  summary: 'The workspace, the scopes and the id of the key',
  description: 'Needs a valid key and no scope. Works also while the workspace is locked.',
  security: [{ accessKey: [] }],
  responses: { 200: answer('The identity.', one(identity)), ...errorResponses() },
})

export function identityRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()
  app.openapi(whoami, async (c) => {
    const { workspaceId, scopes, tokenId } = c.get('principal')
    const found = await deps.store.read((tx) => getWorkspace(tx, workspaceId))
    const workspace = found ? { id: found.id, name: found.name, slug: found.slug } : null
    return c.json({ data: { workspace, scopes: [...scopes], keyId: tokenId } }, 200)
  })
  return app
}

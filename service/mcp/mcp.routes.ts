// `/mcp` for assistants (AGT-01), and the document that leads them to a token (RFC 9728). The SDK is loaded by the first request.
import { OpenAPIHono } from '@hono/zod-openapi'
import type * as HonoAdapter from '@modelcontextprotocol/hono'
import type { MiddlewareHandler } from 'hono'
import { assistantScopes, mcpPath } from '../../shared/api/primitives.ts'
import { assistantSurface, resourceMetadataPath } from '../access/principal.ts'
import type { Live } from '../changes/live.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { problem } from '../http/errors.ts'
import { isLoopback } from '../http/server/host-check.ts'
import type { McpDeps } from './call.ts'
import type { McpHandler } from './handler.ts'

export type McpRouteDeps = AppDeps & McpDeps & { live: Pick<Live, 'open'> }

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

type Adapter = Pick<typeof HonoAdapter, 'hostHeaderValidation' | 'originValidation'>

/** A check of the SDK's adapter, which the first request loads. */
const checked =
  (make: (adapter: Adapter) => MiddlewareHandler): MiddlewareHandler<AppEnv> =>
  async (c, next) =>
    make(await import('@modelcontextprotocol/hono'))(c, next)

export function mcpRoutes(deps: McpRouteDeps): OpenAPIHono<AppEnv> {
  const { baseUrl } = deps
  const app = new OpenAPIHono<AppEnv>()
  let loading: Promise<McpHandler> | undefined
  const load = () => (loading ??= import('./handler.ts').then(({ createHandler }) => createHandler(deps)))
  const gate = assistantSurface(deps)

  for (const path of [resourceMetadataPath, `${resourceMetadataPath}${mcpPath}`])
    app.get(path, (c) => {
      c.header('Access-Control-Allow-Origin', '*')
      return c.json({
        resource: `${baseUrl()}${mcpPath}`,
        resource_name: 'Svc',
        authorization_servers: [new URL(baseUrl()).origin],
        scopes_supported: assistantScopes,
        bearer_methods_supported: ['header'],
        resource_documentation: `${baseUrl()}/docs`,
      })
    })

  const ownName = () => new URL(baseUrl()).hostname
  app.use(
    mcpPath,
    // A page can point its own name at this machine (DNS rebinding). A proxy may ask by a name of loopback.
    checked(({ hostHeaderValidation }) => hostHeaderValidation([ownName(), ...loopbackNames])),
    checked(({ originValidation }) =>
      originValidation([ownName(), ...(isLoopback(ownName()) ? loopbackNames : [])]),
    ),
    gate.middleware,
  )
  app.post(mcpPath, async (c) => {
    const principal = c.get('principal')
    const { headers } = c.req.raw
    if (headers.has('content-encoding'))
      return problem(c, 'unsupported_media_type', 'Send the body as it is, not compressed.')
    const response = await (
      await load()
    ).handle({
      request: c.req.raw,
      principal,
      metadataUrl: `${baseUrl()}${resourceMetadataPath}${mcpPath}`,
      isAllowed: gate.stillAllows(headers),
    })
    return response
  })
  return app
}

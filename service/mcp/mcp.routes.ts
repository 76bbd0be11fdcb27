// `/mcp` for assistants (AGT-01), and the document that leads them to a token (RFC 9728). The SDK is loaded by the first request.
import { OpenAPIHono } from '@hono/zod-openapi'
import type * as HonoAdapter from '@modelcontextprotocol/hono'
import type { MiddlewareHandler } from 'hono'
import { assistantScopes, mcpPath } from '../../shared/api/primitives.ts'
import { assistantSurface, resourceMetadataPath } from '../access/principal.ts'
import type { Live } from '../changes/live.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { problem } from '../http/errors.ts'
import { bytesOf } from '../http/validation.ts'
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

/** As for every other request (GEN-10). */
const mostBytes = 1_048_576

const notJson = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_700, message: 'The body is not valid JSON in UTF-8.' },
} as const

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @returns undefined for what is not JSON */
const parsed = (bytes: ArrayBuffer | Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}

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
    const { headers } = c.req.raw
    const encoding = headers.get('content-encoding') ?? 'identity'
    if (encoding !== 'identity') return problem(c, 'unsupported_media_type', 'Send the body uncompressed.')
    const bytes = await bytesOf(c, mostBytes)
    if (!bytes) return problem(c, 'payload_too_large', 'The body is larger than 1 MiB.')
    const parsedBody = parsed(bytes)
    if (parsedBody === undefined) return c.json(notJson, 400)
    const handler = await load()
    return handler.handle({
      request: c.req.raw,
      parsedBody,
      principal: c.get('principal'),
      metadataUrl: `${baseUrl()}${resourceMetadataPath}${mcpPath}`,
      who: gate.holderOf(headers),
    })
  })
  return app
}

// MCP over HTTP: a server for each request, and a stream for each client that waits for notices. Loads the SDK, so it is imported
// by the first request only.
import { createMcpHandler, type AuthInfo, type ServerEventBus } from '@modelcontextprotocol/server'
import type { Live } from '../changes/live.ts'
import type { Principal } from '../http/app-type.ts'
import type { McpDeps } from './call.ts'
import { tellChanges } from './notices.ts'
import { createMcpServer } from './server.ts'

/** As for every other request (GEN-10). */
const mostBytes = 1_048_576

export type McpRequest = {
  request: Request
  principal: Principal
  /** The address of the document that says how to get a token (RFC 9728). */
  metadataUrl: string
  /** Whether the token is valid still. */
  isAllowed: () => Promise<boolean>
}

const principalOf = (auth: AuthInfo | undefined): Principal => {
  const principal = auth?.extra?.['principal']
  if (principal === undefined) throw new Error('An MCP request has no caller.')
  // Put there by `authInfoOf` only.
  return principal as Principal
}

/** Without the token: what runs behind the gate does not need it. */
const authInfoOf = ({ principal, metadataUrl }: McpRequest): AuthInfo => ({
  token: '',
  clientId: principal.assistant ?? principal.tokenId,
  scopes: [...principal.scopes],
  resourceMetadataUrl: metadataUrl,
  extra: { principal },
})

export type McpHandler = { handle(asked: McpRequest): Promise<Response> }

export function createHandler(deps: McpDeps & { live: Pick<Live, 'open'> }): McpHandler {
  const onerror = (error: Error) =>
    deps.log.info({ reason: error.message.slice(0, 300) }, 'An MCP request was refused.')
  const options = { maxRequestBodySize: mostBytes, onerror }
  const shared = createMcpHandler(
    ({ authInfo, era }) => createMcpServer(deps, async () => principalOf(authInfo), era === 'modern'),
    options,
  )

  /** Each stream has a bus of its own, because a notice is for one reader. */
  const listen = async (asked: McpRequest): Promise<Response> => {
    const { principal, isAllowed } = asked
    const { workspaceId, personId } = principal
    const announced = deps.live.open({
      workspaceId,
      personId,
      isAllowed,
      cursorOf: ({ number }) => String(number),
    })
    if (typeof announced === 'string') {
      const message =
        announced === 'too many of the person'
          ? 'You have too many streams open.'
          : 'There are too many streams.'
      return Response.json({ error: message }, { status: 429, headers: { 'Retry-After': '30' } })
    }
    const reader = announced.getReader()
    const leave = () => void reader.cancel().catch(() => {})
    let listener: Parameters<ServerEventBus['subscribe']>[0] | undefined
    const bus: ServerEventBus = {
      publish: (event) => listener?.(event),
      subscribe(given) {
        listener = given
        return leave
      },
    }
    const handler = createMcpHandler(() => createMcpServer(deps, async () => principal, true), {
      ...options,
      bus,
    })
    const response = await handler.fetch(asked.request, { authInfo: authInfoOf(asked) })
    // Refused, or it waits for nothing.
    if (!listener) leave()
    const telling = async () => {
      try {
        await tellChanges(deps, principal, reader, (uri) => bus.publish({ kind: 'resource_updated', uri }))
      } catch (error) {
        deps.log.error({ err: error }, 'The notices of an MCP client ended.')
      }
      await handler.close()
    }
    void telling()
    return response
  }

  return {
    handle: (asked) =>
      asked.request.headers.get('mcp-method') === 'subscriptions/listen'
        ? listen(asked)
        : shared.fetch(asked.request, { authInfo: authInfoOf(asked) }),
  }
}

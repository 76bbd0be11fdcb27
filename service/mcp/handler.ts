// MCP over HTTP: a server for each request, and a stream for each client that waits for notices. Loads the SDK, so it is imported
// by the first request only.
import { createMcpHandler, type AuthInfo, type ServerEventBus } from '@modelcontextprotocol/server'
import type { Live } from '../changes/live.ts'
import type { Principal } from '../http/app-type.ts'
import type { McpDeps } from './call.ts'
import { tellChanges } from './notices.ts'
import { createMcpServer, type Who } from './server.ts'

export type McpRequest = {
  request: Request
  /** Its body, which was read. */
  parsedBody: unknown
  principal: Principal
  /** The address of the document that says how to get a token (RFC 9728). */
  metadataUrl: string
  /** The caller as they are now; null once the token is not valid any more. */
  who: Who
}

const principalOf = (auth: AuthInfo | undefined): Principal => {
  const principal = auth?.extra?.['principal']
  if (principal === undefined) throw new Error('An MCP request has no caller.')
  // Put there by `optionsOf` only.
  return principal as Principal
}

/** Without the token: what runs behind the gate does not need it. */
const optionsOf = ({ principal, metadataUrl, parsedBody }: McpRequest) => {
  const authInfo: AuthInfo = {
    token: '',
    clientId: principal.assistant ?? principal.tokenId,
    scopes: [...principal.scopes],
    resourceMetadataUrl: metadataUrl,
    extra: { principal },
  }
  return { authInfo, parsedBody }
}

export type McpHandler = { handle(asked: McpRequest): Promise<Response> }

export function createHandler(deps: McpDeps & { live: Pick<Live, 'open'> }): McpHandler {
  const onerror = (error: Error) =>
    deps.log.info({ reason: error.message.slice(0, 300) }, 'An MCP request was refused.')
  const shared = createMcpHandler(
    ({ authInfo, era }) => createMcpServer(deps, async () => principalOf(authInfo), era === 'modern'),
    { onerror },
  )

  /** Each stream has a bus of its own, because a notice is for one reader. */
  const listen = async (asked: McpRequest): Promise<Response> => {
    const { principal, who } = asked
    const { workspaceId, personId } = principal
    const announced = deps.live.open({
      workspaceId,
      personId,
      isAllowed: async () => (await who()) !== null,
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
      onerror,
      bus,
    })
    // Without a listener it was refused, or waits for nothing.
    const response = await handler
      .fetch(asked.request, optionsOf(asked))
      .finally(() => (listener ? undefined : leave()))
    const telling = async () => {
      try {
        await tellChanges(deps, asked.who, reader, (uri) => bus.publish({ kind: 'resource_updated', uri }))
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
        : shared.fetch(asked.request, optionsOf(asked)),
  }
}

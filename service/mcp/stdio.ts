// MCP over standard input and output, for one member (AGT-01). Loads the SDK.
import type { McpRequestContext, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { once } from 'node:events'
import { assistantScopes } from '../../shared/api/primitives.ts'
import { notedSince } from '../notifications/notifications.store.ts'
import { findMembership } from '../access/members.store.ts'
import { newUuid } from '../base/ids.ts'
import { monotonic } from '../base/time.ts'
import { createLive } from '../changes/live.ts'
import type { Store } from '../db/store.ts'
import type { AppDeps, Principal } from '../http/app-type.ts'
import { changeSight } from '../tasks/change-sight.ts'
import { tellChanges } from './notices.ts'
import { createMcpServer, type Who } from './server.ts'

/** Changes that it makes stand under this name in the trail of changes. */
const assistant = 'svc mcp'

/** The member as they are now: a role can change, and a membership end, while the input is open. */
const memberNow =
  (store: Store, { workspaceId, personId }: { workspaceId: string; personId: string }): Who =>
  async () => {
    const membership = await store.ask((tx) => findMembership(tx, workspaceId, personId))
    if (!membership) return null
    const { role, plan, workspaceSlug } = membership
    const principal: Principal = {
      kind: 'launcher',
      tokenId: assistant,
      workspaceId,
      workspaceSlug,
      personId,
      role,
      plan,
      scopes: assistantScopes,
      assistant,
    }
    return principal
  }

/** Serves until the input ends. A service that has the database open sends what is to be sent. */
export async function serveMcp({
  store,
  member,
  log,
}: {
  store: Store
  member: { workspaceId: string; personId: string }
  log: AppDeps['log']
}): Promise<void> {
  const deps = {
    store,
    log,
    now: monotonic(Date.now),
    newId: newUuid,
    baseUrl: () => '',
    webhooks: { wake: () => {}, takeDue: () => false },
    sight: changeSight,
    isLocal: true,
  }
  const who = memberNow(store, member)
  const live = createLive({ store, notedSince, now: deps.now })
  /** Tells of changed resources. The SDK drops what the client has not asked for. */
  const tell = async (server: McpServer): Promise<void> => {
    const isAllowed = async () => (await who()) !== null
    const announced = live.open({ ...member, isAllowed, cursorOf: ({ number }) => String(number) })
    if (typeof announced === 'string') return
    const send = (uri: string) => void server.server.sendResourceUpdated({ uri }).catch(() => {})
    await tellChanges(deps, who, announced.getReader(), send)
  }
  const over = once(process.stdin, 'close')
  const make = ({ era }: McpRequestContext) => {
    const server = createMcpServer(deps, who, era === 'modern')
    if (era === 'modern')
      tell(server).catch((error: unknown) => log.error({ err: error }, 'The notices of changes ended.'))
    return server
  }
  const served = serveStdio(make, {
    onerror: (error) => log.info({ reason: error.message.slice(0, 300) }, 'An MCP message was refused.'),
  })
  await over
  live.close()
  await served.close()
}

// One log line a request, with the id that its answer carries (GEN-10) and who sent it. The query is left out: it holds what
// people search for, and sign-in puts codes there.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Principal } from '../app-type.ts'

const headerName = 'X-Request-Id'

const callers = new WeakMap<object, Principal>()

/** Names whoever's token came with the request in its log line. */
export const logCaller = (response: object, caller: Principal): void => void callers.set(response, caller)

/** Gives the exchange its id and logs it when it is over. @param address of the client */
export function logRequest(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): void {
  const requestId = randomUUID()
  const startedAt = performance.now()
  response.setHeader(headerName, requestId)
  response.once('close', () => {
    const path = (request.url ?? '').split('?', 1)[0]
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
    const caller = callers.get(response)
    log.info({
      requestId,
      address,
      ...(caller && {
        workspace: caller.workspaceSlug,
        person: caller.personId,
        [caller.kind === 'key' ? 'key' : 'signIn']: caller.tokenId,
      }),
      method: request.method,
      path,
      // An exchange that ends before its answer begins has no status; the number is Node's default then.
      ...(response.headersSent && { status: response.statusCode }),
      milliseconds,
      ...(!response.writableFinished && { aborted: true }),
    })
  })
}

/** The id that `logRequest` gave. */
export function requestIdOf(response: { getHeader(name: string): unknown }): string {
  const id = response.getHeader(headerName)
  return typeof id === 'string' ? id : ''
}

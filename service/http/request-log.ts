// One log line a request, with the id that its answer carries (GEN-10). The query is left out: it holds what people
// search for, and sign-in puts codes there.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'

const headerName = 'X-Request-Id'

/** Gives the exchange its id and logs it when it is over. @returns the id */
export function logRequest(log: Logger, request: IncomingMessage, response: ServerResponse): string {
  const requestId = randomUUID()
  const startedAt = performance.now()
  response.setHeader(headerName, requestId)
  response.once('close', () => {
    const path = (request.url ?? '').split('?', 1)[0]
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
    log.info({
      requestId,
      method: request.method,
      path,
      // An exchange that ends before its answer begins has no status; the number is Node's default then.
      ...(response.headersSent && { status: response.statusCode }),
      milliseconds,
      ...(!response.writableFinished && { aborted: true }),
    })
  })
  return requestId
}

/** The id that `logRequest` gave. */
export function requestIdOf(response: { getHeader(name: string): unknown }): string {
  const id = response.getHeader(headerName)
  return typeof id === 'string' ? id : ''
}

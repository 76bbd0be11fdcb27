// One log line a request: its id (GEN-10), its caller, its path. Without the query, which has search words and sign-in codes,
// and without the secret of a calendar feed.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Principal } from '../app-type.ts'

/** As a segment of a path: a feed's secret, also percent-encoded, with or without what may follow it. */
const feedSecret = /(?<=\/)(?:[\w-]|%[0-9a-f]{2}){43}(?![\w-])[^/]*/gi

/** Also where a typing error leads past the feeds: the secret works at the right path. */
const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '')
    .replace(/^\/calendar\/.*/, '/calendar/:secret.ics')
    .replaceAll(feedSecret, ':secret.ics')

const headerName = 'X-Request-Id'

const callers = new WeakMap<object, Record<string, string>>()

/** Adds the caller to the log line of a request. */
export const logCaller = (response: object, caller: Principal): void =>
  void callers.set(response, {
    workspace: caller.workspaceSlug,
    person: caller.personId,
    [caller.kind === 'key' ? 'key' : 'signIn']: caller.tokenId,
  })

/** Adds the person of a browser session to the log line of a request. */
export const logPerson = (response: object, personId: string): void =>
  void callers.set(response, { person: personId })

/** Gives the request its id and logs it when its answer is sent. @param address of the client */
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
    const path = loggedPath(request.url ?? '')
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
    log.info({
      requestId,
      address,
      ...callers.get(response),
      method: request.method,
      path,
      // Before the headers are sent, the status is Node's default.
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

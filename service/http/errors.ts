// Error answers in two shapes: an object for routes, a plain string for authentication (ERR-01). Nothing else of a failure
// leaves the process (ERR-02).
import type { Context, ErrorHandler, NotFoundHandler, TypedResponse } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import {
  errorStatus,
  plainError,
  routeError,
  type ErrorCode,
  type ErrorDetail,
} from '../../shared/api/errors.ts'
import type { KnownReason } from '../../shared/api/import-reasons.ts'
import { isStoreError } from '../base/store-error.ts'
import type { AppDeps, AppEnv } from './app-type.ts'

type ErrorStatus = (typeof errorStatus)[ErrorCode] | 401

type RouteErrorBody = z.infer<typeof routeError>
// Distributes over the statuses, so that an answer with one of several codes fits a route that declares them all.
type Answer<Body, Status extends ErrorStatus> = Status extends ErrorStatus
  ? Response & TypedResponse<Body, Status, 'json'>
  : never

type Problem<C extends ErrorCode> = Answer<RouteErrorBody, (typeof errorStatus)[C]>

/** Why a request is refused. */
export type Refusal<Code extends ErrorCode> = {
  ok: false
  code: Code
  message: string
  details?: ErrorDetail[]
  reason?: KnownReason
}

/** The body of an object error. */
export const errorBody = (
  c: Context<AppEnv>,
  { code, message, details, reason }: Omit<Refusal<ErrorCode>, 'ok'>,
): RouteErrorBody => ({
  error: {
    code,
    message,
    requestId: c.get('requestId'),
    ...(details && { details }),
    ...(reason && { reason }),
  },
})

/** Seconds after which a database may answer again: about as long as a write waits for others. */
export const unavailableSeconds = 5

/** The answer to a refusal, typed by the status of its code. */
export const problemOf = <C extends ErrorCode>(
  c: Context<AppEnv>,
  refusal: Omit<Refusal<C>, 'ok'>,
): Problem<C> => {
  const status = errorStatus[refusal.code]
  if (status === 503) c.header('Retry-After', String(unavailableSeconds))
  // The compiler cannot follow the distribution through a type parameter.
  return c.json(errorBody(c, refusal), status) as unknown as Problem<C>
}

export const problem = <C extends ErrorCode>(
  c: Context<AppEnv>,
  code: C,
  message: string,
  details?: ErrorDetail[],
): Problem<C> => problemOf(c, { code, message, ...(details && { details }) })

/** An authentication error: `error` is a plain string (AUT-01). */
export const plain = <S extends 401 | 403 | 429>(
  c: Context<AppEnv>,
  status: S,
  message: string,
): Answer<{ error: string }, S> =>
  c.json({ error: message }, status) as unknown as Answer<{ error: string }, S>

const descriptions: Record<ErrorStatus, string> = {
  400: 'The request is not valid; nothing was changed.',
  401: 'The access token is missing, malformed, revoked, expired or unknown.',
  403: 'The token may not do this.',
  404: 'The resource does not exist in this workspace, is archived, or is not accessible.',
  405: 'The path has no such method; see `Allow`.',
  409: 'The id belongs to another workspace or object.',
  410: 'Changes after the cursor are not kept any more.',
  412: 'The resource has another version than the request names.',
  413: 'The body is larger than 1 MiB, than 24 MiB where it can hold a calendar file, or than 64 MiB where it is a file.',
  415: 'The body is compressed or not in UTF-8.',
  422: 'The `Idempotency-Key` was used for another body.',
  423: 'The workspace has more members than its limit and is locked.',
  429: 'Too many requests; wait `Retry-After` seconds.',
  500: 'The service failed. A write may have completed.',
  503: 'The database is not available; wait `Retry-After` seconds.',
}

const described = (status: Exclude<ErrorStatus, 401>) => ({
  description: descriptions[status],
  content: { 'application/json': { schema: routeError } },
})

/** Errors of every authenticated route. A body is read also where none is expected. */
export const commonErrors = {
  400: described(400),
  401: { description: descriptions[401], content: { 'application/json': { schema: plainError } } },
  403: described(403),
  413: described(413),
  415: described(415),
  423: described(423),
  429: described(429),
  500: described(500),
  503: described(503),
} as const

/** Spread into a route's `responses`: the common ones and those named. */
export function errorResponses<S extends Exclude<ErrorStatus, 401>>(
  ...statuses: S[]
): typeof commonErrors & { [K in S]: ReturnType<typeof described> } {
  const named = Object.fromEntries(statuses.map((status) => [status, described(status)]))
  // Object.fromEntries loses the keys.
  return { ...commonErrors, ...named } as ReturnType<typeof errorResponses<S>>
}

/** ERR-03 */
export const notFound: NotFoundHandler<AppEnv> = (c) =>
  problem(c, 'not_found', 'There is nothing at this path.')

const unavailable = {
  code: 'unavailable',
  message: 'The database is not available. Try again later.',
} as const

/** Node's error if the client disconnects while its body is read. */
const isAborted = (error: Error) =>
  error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

/** Logs the error with the request id, and answers without its details. */
export const onError =
  (log: AppDeps['log']): ErrorHandler<AppEnv> =>
  (error, c) => {
    // Hono's error for a body that cannot be read.
    if (error instanceof HTTPException && error.status < 500)
      return problem(c, 'invalid_json', 'Send one JSON document as application/json.')
    // The client is gone, and the log line of the request says `aborted`.
    if (isAborted(error)) return c.body(null, 400)
    const requestId = c.get('requestId')
    if (isStoreError(error)) {
      log.error(
        { requestId, storeError: error.storeCode, reason: error.message },
        'The store is unavailable.',
      )
      return problemOf(c, unavailable)
    }
    log.error({ requestId, err: error }, 'A request failed.')
    return problem(
      c,
      'internal_error',
      'The service failed. Quote the request id to find the cause in the log.',
    )
  }

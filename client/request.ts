// One request of the API: its address, its repeats and its one kind of error.
import type { Routes, Schemas } from './api.ts'

type ApiError = Schemas['Error']['error']

/** Codes of the API, and those of requests that got no answer of it. */
export type SvcErrorCode =
  | ApiError['code']
  | 'unauthorized'
  | 'network_error'
  | 'timeout'
  | 'unexpected_answer'
  | 'invalid_signature'

type Failure = Partial<Pick<SvcError, 'status' | 'requestId' | 'retryAfter' | 'details'>> & {
  cause?: unknown
}

/** The only error that the client throws, apart from the reason of your own `signal`. */
export class SvcError extends Error {
  override readonly name = 'SvcError'
  /** HTTP status of the answer; 0 if there was none. */
  readonly status: number
  readonly code: SvcErrorCode
  /** Quote it to find the request in the log of the service. */
  readonly requestId: string | null
  /** Seconds to wait. */
  readonly retryAfter: number | null
  /** Faults of the request, by path. */
  readonly details: NonNullable<ApiError['details']>

  constructor(code: SvcErrorCode, message: string, { cause, ...failure }: Failure = {}) {
    super(message, { cause })
    this.code = code
    this.status = failure.status ?? 0
    this.requestId = failure.requestId ?? null
    this.retryAfter = failure.retryAfter ?? null
    this.details = failure.details ?? []
  }
}

export type SvcOptions = {
  /** The address of the service. */
  url: string
  /** An access key. It selects the workspace. */
  token: string
  /** How often a request that failed for a moment is repeated (default: 4). */
  retries?: number
  /** Time limit of one attempt, in milliseconds (default: 30,000). */
  timeout?: number
  fetch?: typeof globalThis.fetch
}

export type Sending = {
  signal?: AbortSignal | undefined
}
export type Writing = Sending & {
  /** The `etag` of what you read: the write is refused with `precondition_failed` if it has changed since. */
  ifMatch?: string | null | undefined
}
export type Creating = Sending & {
  /** Yours, to repeat a create in another process. The client makes one for every create. */
  idempotencyKey?: string | undefined
}

export type Route = keyof Routes
export type AnswerOf<R extends Route> = Routes[R]['answer']
type Given<R extends Route> = Omit<Routes[R], 'answer'>
export type Input<R extends Route> = Given<R> & Writing & Creating

type AnyInput = Writing &
  Creating & {
    path?: Record<string, string>
    query?: Record<string, string | number | boolean | undefined>
    body?: unknown
  }

export type Send = <R extends Route>(
  route: R,
  input: Input<R>,
) => Promise<{ answer: AnswerOf<R>; etag: string | null }>

/** Longer waits are left to the caller, who gets the error and its `retryAfter`. */
const longestWait = 60_000
/** POST requests that only read. All others take an `Idempotency-Key`. */
export const reading = new Set<string>(['POST /v1/records/query'])
/** Codes of errors whose body is not that of a route. */
const plainCodes: Readonly<Record<number, SvcErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'unavailable',
}

export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

/** `Retry-After` in seconds or as a date. */
function secondsIn(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  const until = Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1000 : seconds
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil(until))
}

/** @param body undefined if it is not JSON */
function errorOf(response: Response, body: unknown): SvcError {
  const { status, headers } = response
  const failure = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfter: secondsIn(headers.get('retry-after')),
  }
  const error = (body as { error?: Partial<ApiError> | string } | null | undefined)?.error
  if (typeof error === 'object' && typeof error.code === 'string')
    return new SvcError(error.code, error.message ?? error.code, {
      ...failure,
      requestId: error.requestId ?? failure.requestId,
      details: error.details ?? [],
    })
  const message = typeof error === 'string' ? error : `The service answered ${status}.`
  return new SvcError(plainCodes[status] ?? 'unexpected_answer', message, failure)
}

/** Milliseconds until the next attempt. Never shorter than the service asks for; spread, so that clients do not return together. */
const waitBefore = (attempt: number, { retryAfter }: SvcError): number =>
  retryAfter === null
    ? Math.min(8_000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2)
    : retryAfter * 1000 + Math.random() * Math.max(250, retryAfter * 250)

export function createSend(options: SvcOptions): Send {
  const { token, retries = 4, timeout = 30_000 } = options
  const base = options.url.replace(/\/+$/, '')
  // Something between drops `Idempotency-Key`, or the service does not know it.
  let keysAreLost = false

  const addressOf = (template: string, { path = {}, query = {} }: AnyInput): string => {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) parameters.set(name, String(value))
    const filled = template.replaceAll(/{(\w+)}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
    return `${base}${filled}${parameters.size > 0 ? `?${parameters}` : ''}`
  }

  /** One attempt, to the last byte of its answer. */
  async function exchange(address: string, init: RequestInit, signal: AbortSignal | undefined) {
    const tooLate = AbortSignal.timeout(timeout)
    try {
      const response = await (options.fetch ?? globalThis.fetch)(address, {
        ...init,
        // A redirect could make a GET of a POST, or lead elsewhere.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
      })
      return { response, text: await response.text() }
    } catch (cause) {
      signal?.throwIfAborted()
      if (tooLate.aborted)
        throw new SvcError('timeout', `The service did not answer in ${timeout} ms.`, { cause })
      throw new SvcError('network_error', `The connection to ${base} failed.`, { cause })
    }
  }

  function read({ response, text }: { response: Response; text: string }): unknown {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      // A proxy's page.
    }
    if (!response.ok) throw errorOf(response, body)
    if (typeof body === 'object' && body !== null) return body
    throw new SvcError('unexpected_answer', 'The answer is not JSON.', {
      status: response.status,
      requestId: response.headers.get('x-request-id'),
    })
  }

  return async (route, input) => {
    const { ifMatch, idempotencyKey, signal, body, ...rest } = input as AnyInput
    const [method = '', template = ''] = route.split(' ')
    const creates = method === 'POST' && !reading.has(route)
    // A create has one key for all its attempts.
    const key = creates ? (idempotencyKey ?? crypto.randomUUID()) : undefined
    const isConditional = typeof ifMatch === 'string'
    const init: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(isConditional && { 'if-match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    /** A refused request was not done. One without an answer may have been: another If-Match would then be refused. */
    const mayRepeat = ({ status, code }: SvcError): boolean => {
      if (status === 429) return true
      const isLost = code === 'network_error' || code === 'timeout' || [502, 503, 504].includes(status)
      return isLost && (key === undefined ? !isConditional : !keysAreLost)
    }
    for (let attempt = 0; ; attempt += 1) {
      try {
        const exchanged = await exchange(addressOf(template, rest), init, signal)
        const answer = read(exchanged) as never
        const { headers } = exchanged.response
        if (key !== undefined && !headers.has('idempotent-replayed')) keysAreLost = true
        return { answer, etag: headers.get('etag') }
      } catch (error) {
        if (!(error instanceof SvcError) || attempt >= retries || !mayRepeat(error)) throw error
        const wait = waitBefore(attempt, error)
        if ((error.retryAfter ?? 0) * 1000 > longestWait) throw error
        await pause(wait, signal)
      }
    }
  }
}

// Maps an error response to an `AppError`. A proxy may have written it. So the status is read first, and the body may be empty
// or have any form, JSON or not (APP-10, ERR-01). Pure.
import { z } from 'zod'
import { importReason } from '../../../shared/api/import-reasons.ts'
import type { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/language.ts'

/** The effect of a request. A read without an answer is retried, a create never. */
export type Effect = 'read' | 'create' | 'update' | 'archive'

const detail = z.looseObject({
  path: z.array(z.union([z.string(), z.number()])).catch([]),
  message: z.string().catch(() => say('main.unusable')),
})
const said = z.union([
  z
    .looseObject({
      error: z.looseObject({
        code: z.string().optional().catch(undefined),
        message: z.string().optional().catch(undefined),
        details: z.array(detail).optional().catch(undefined),
        reason: importReason.optional().catch(undefined),
      }),
    })
    .transform(({ error: { code, message, details = [], reason } }) => ({ code, message, details, reason })),
  z
    .looseObject({ error: z.string() })
    .transform(({ error }) => ({ code: undefined, message: error, details: [], reason: undefined })),
  z
    .looseObject({ message: z.string() })
    .transform(({ message }) => ({ code: undefined, message, details: [], reason: undefined })),
])
type Said = z.infer<typeof said>

const nothingSaid: Said = { code: undefined, message: undefined, details: [], reason: undefined }

const readBody = (text: string): Said => {
  try {
    const parsed = said.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : nothingSaid
  } catch {
    return nothingSaid
  }
}

const fallbackRetrySeconds = 5

/** Reads `Retry-After`, in seconds or as a date. Without a valid header the wait is `fallbackRetrySeconds`. */
export const retryAfterSeconds = (header: string | null, now: number): number => {
  if (header === null) return fallbackRetrySeconds
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? fallbackRetrySeconds : Math.max(0, Math.ceil((date - now) / 1000))
}

const rightIn = (message: string): string | undefined => /\b[a-z]+:(?:read|write)\b/.exec(message)?.[0]

/** The message of the service, or the fallback if it is empty or longer than 300 characters. */
const sentence = (message: string | undefined, fallback: string): string =>
  message !== undefined && message.trim() !== '' && message.length <= 300 ? message : fallback

/** The error of a request without an answer. A write may have been processed; a read can be retried. */
export const unanswered = (effect: Effect): AppError =>
  effect === 'read'
    ? { kind: 'unavailable', message: say('request.noAnswer') }
    : { kind: 'unconfirmed', message: say('request.maybeSaved') }

export const notUnderstood = (effect: Effect): AppError =>
  effect === 'read'
    ? {
        kind: 'unexpectedAnswer',
        message: say('request.notUnderstood'),
      }
    : unanswered(effect)

/** @param status any that is not 2xx. @param body the text of the response, in any form. @param now epoch milliseconds */
export const errorOf = ({
  status,
  retryAfter,
  body,
  effect,
  now,
}: {
  status: number
  retryAfter: string | null
  body: string
  effect: Effect
  now: number
}): AppError => {
  const { message, details, reason } = readBody(body)
  switch (status) {
    case 400:
    case 413:
    case 422:
      return {
        kind: 'invalidInput',
        message: sentence(message, say('request.notAccepted')),
        fields: details.map(({ path, message: problem }) => ({
          field: String(path[0] ?? ''),
          message: problem,
        })),
        ...(reason && { reason }),
      }
    case 401:
      return { kind: 'signedOut', message: say('main.signInAgain') }
    case 403: {
      const right = message === undefined ? undefined : rightIn(message)
      return {
        kind: 'forbidden',
        message: sentence(message, say('request.mayNot')),
        ...(right === undefined ? {} : { right }),
        ...(reason && { reason }),
      }
    }
    case 404:
    case 410:
      return { kind: 'notFound', message: say('request.gone') }
    case 409:
    case 412:
      return { kind: 'conflict', message: sentence(message, say('request.changed')) }
    case 423:
      return {
        kind: 'locked',
        message: sentence(message, say('request.locked')),
      }
    case 429:
      return {
        kind: 'rateLimited',
        message: say('request.pause'),
        retryAfterSeconds: retryAfterSeconds(retryAfter, now),
      }
    default:
      if (status === 408 || status >= 500) return unanswered(effect)
      // Any other refusal is final. A redirect is not followed, because it would forward the token.
      return status >= 400
        ? {
            kind: 'unexpectedAnswer',
            message: sentence(message, say('request.refused', { status: String(status) })),
          }
        : notUnderstood(effect)
  }
}

/** Whether cached data is shown instead of this error. True for a pause or an outage, false for a refusal. */
export const isPassing = ({ kind }: AppError): boolean =>
  ['offline', 'unavailable', 'rateLimited', 'locked', 'unexpectedAnswer'].includes(kind)

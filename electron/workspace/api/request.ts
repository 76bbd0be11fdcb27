// Sends one request to the workspace: adds the token, waits for a slot, limits the time, retries, and reads the response.
import type { z } from 'zod'
import { failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { say } from '../../../shared/language.ts'
import { answerText, classifyFailure, type Fetch } from '../../network.ts'
import type { Priority, Scheduler } from './scheduler.ts'
import { type Effect, errorOf, notUnderstood, unanswered } from './errors.ts'

export type Access = { baseUrl: URL; token: string }

export type Question<T> = {
  effect: Effect
  /** By default that of the effect. */
  method?: 'POST' | 'PUT'
  /** By default that of the effect. */
  timeoutMs?: number
  /** Relative to the base URL, with its segments already encoded. */
  path: string
  query?: Readonly<Record<string, string | undefined>>
  body?: unknown
  /** Sent instead of a JSON body. */
  bytes?: Uint8Array<ArrayBuffer>
  /** The media type of a response that is not JSON. `answer` receives its text. */
  accepts?: string
  headers?: Readonly<Record<string, string>>
  answer: z.ZodType<T>
  /** Receives the headers of a valid response. */
  onHeaders?: (headers: Headers) => void
  /** A newer read with the same key aborts this one. */
  key?: string
  /** A background read. Requests that the user waits for go first. */
  behind?: boolean
}

export type Ask = <T>(question: Question<T>) => Promise<Reply<T>>

/** A value with its version. The tag is null if the service sends no `ETag` (GEN-12, an optional extension). */
export type Tagged<T> = T & { tag: string | null }

export const data = <T>(reply: Reply<{ data: T }>): Reply<T> =>
  reply.ok ? succeeded(reply.value.data) : reply

/** Days and times that name no zone are those of this computer. */
export const inZone = () => ({ Prefer: `timezone="${Intl.DateTimeFormat().resolvedOptions().timeZone}"` })

/** Makes a write conditional. @param tag the expected version, or null for any */
export const ifMatch = (tag: string | null) => (tag === null ? {} : { headers: { 'If-Match': tag } })

/** Sends the request and adds the `ETag` of the response to its data. */
export const tagged = async <T extends object>(
  ask: Ask,
  question: Question<{ data: T }>,
): Promise<Reply<Tagged<T>>> => {
  let tag: string | null = null
  const reply = await ask({
    ...question,
    onHeaders: (headers) => {
      tag = headers.get('etag')
      question.onHeaders?.(headers)
    },
  })
  return reply.ok ? succeeded({ ...reply.value.data, tag }) : reply
}

const methods: Readonly<Record<Effect, string>> = {
  read: 'GET',
  create: 'POST',
  update: 'PATCH',
  archive: 'DELETE',
}

/**
 * Milliseconds before the second and the third attempt of a read, plus or minus 50 %. The jitter spreads the retries of many
 * launchers after an outage.
 */
const retryDelays = [500, 2_000] as const

const priorityOf = ({ effect, behind }: Question<unknown>): Priority =>
  effect !== 'read' ? 'write' : behind === true ? 'background' : 'read'

export const createAsk = ({
  fetch,
  access,
  owner,
  onRefused,
  scheduler,
  now,
  random,
  sleep,
  onClock,
  timeoutMs = { read: 10_000, write: 20_000 },
}: {
  fetch: Fetch
  /** @param rejected the token that just got a 401 */
  access: (rejected?: string) => Promise<Reply<Access>>
  /** The signed-in user. A refused write of one user is not sent again as another user. */
  owner: () => string | null
  /** A refreshed token got a 401 too, so the user has to sign in again. */
  onRefused: (token: string) => void
  scheduler: Scheduler
  /** Epoch milliseconds. */
  now: () => number
  /** From 0 to below 1. */
  random: () => number
  /** Resolves after some milliseconds, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Receives how far the service's clock is ahead of ours, in milliseconds, from each `Date` header. */
  onClock: (offsetMs: number) => void
  timeoutMs?: { read: number; write: number }
}): Ask => {
  const addressOf = ({ path, query = {} }: Question<unknown>, base: URL): string => {
    const url = new URL(`${base.href.replace(/\/$/, '')}${path}`)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value)
    return url.href
  }

  const send = async <T>(
    question: Question<T>,
    { baseUrl, token }: Access,
    signal: AbortSignal,
  ): Promise<Reply<T>> => {
    const { effect } = question
    const usual = effect === 'read' ? timeoutMs.read : timeoutMs.write
    const limit = AbortSignal.timeout(question.timeoutMs ?? usual)
    const body = question.bytes ?? (question.body === undefined ? undefined : JSON.stringify(question.body))
    const bodyType = question.bytes === undefined ? 'application/json' : 'application/octet-stream'
    let status = 0
    let headers: Headers
    let text: string | null
    try {
      const response = await fetch(addressOf(question, baseUrl), {
        method: question.method ?? methods[effect],
        headers: {
          Accept: question.accepts ?? 'application/json',
          Authorization: `Bearer ${token}`,
          ...question.headers,
          ...(body === undefined ? {} : { 'Content-Type': bodyType }),
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        // Only the time limit aborts a write: the service may already be processing it.
        signal: effect === 'read' ? AbortSignal.any([signal, limit]) : limit,
      })
      status = response.status
      headers = response.headers
      text = await answerText(response)
    } catch (error) {
      if (signal.aborted && effect === 'read')
        return failed({ kind: 'cancelled', message: say('request.replaced') })
      return classifyFailure(error) === 'notSent' && status === 0
        ? failed({ kind: 'offline', message: say('request.unreachable') })
        : failed(unanswered(effect))
    }
    const date = Date.parse(headers.get('date') ?? '')
    if (!Number.isNaN(date)) onClock(date - now())
    // The status is read first, because an error body can have any form (APP-10).
    if (status < 200 || status > 299)
      return failed(
        errorOf({ status, retryAfter: headers.get('retry-after'), body: text ?? '', effect, now: now() }),
      )
    if (text === null) return failed(notUnderstood(effect))
    try {
      const parsed = question.answer.safeParse(question.accepts === undefined ? JSON.parse(text) : text)
      if (!parsed.success) return failed(notUnderstood(effect))
      question.onHeaders?.(headers)
      return succeeded(parsed.data)
    } catch {
      return failed(notUnderstood(effect))
    }
  }

  /** Sends any request again with a new token after a 401. This is safe, because the service did not process it. */
  const sendWithToken = async <T>(
    question: Question<T>,
    signal: AbortSignal,
    who: string | null,
  ): Promise<Reply<T>> => {
    const first = await access()
    if (!first.ok) return first
    // Another workspace was switched to while it waited.
    if (owner() !== who) return failed({ kind: 'signedOut', message: say('main.signInAgain') })
    const reply = await send(question, first.value, signal)
    if (owner() !== who && question.effect === 'read')
      return failed({ kind: 'cancelled', message: say('request.replaced') })
    if (reply.ok || reply.error.kind !== 'signedOut') return reply
    const second = await access(first.value.token)
    if (!second.ok) return second
    if (owner() !== who) return reply
    const again = await send(question, second.value, signal)
    if (!again.ok && again.error.kind === 'signedOut') onRefused(second.value.token)
    return again
  }

  const again = async (reply: Reply<unknown>, attempt: number, signal: AbortSignal): Promise<boolean> => {
    const delay = retryDelays[attempt - 1]
    if (reply.ok || reply.error.kind !== 'unavailable' || delay === undefined) return false
    await sleep(Math.round(delay * (0.5 + random())), signal)
    return !signal.aborted
  }

  return (question) => {
    const who = owner()
    return scheduler.run(
      {
        priority: priorityOf(question),
        ...(question.key === undefined ? {} : { key: question.key }),
      },
      (signal) => sendWithToken(question, signal, who),
      question.effect === 'read' ? again : undefined,
    )
  }
}

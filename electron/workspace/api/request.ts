// One request to the workspace: its token, its turn, its time limit, its retries, and what its answer means.
import type { z } from 'zod'
import { failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { say } from '../../../shared/language.ts'
import { classifyFailure } from '../../network/network-failure.ts'
import { answerText, type Fetch } from '../../network/network.ts'
import type { Priority, Scheduler } from './scheduler.ts'
import { type Effect, errorOf, notUnderstood, unanswered } from './service-error.ts'

export type Access = { baseUrl: URL; token: string }

export type Question<T> = {
  effect: Effect
  /** Below the base URL, with its own parts already encoded. */
  path: string
  query?: Readonly<Record<string, string | undefined>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
  answer: z.ZodType<T>
  /** Receives the headers of an answer that was understood. */
  onHeaders?: (headers: Headers) => void
  /** Of two reads with one key the older is aborted. */
  key?: string
  /** Nobody waits for this read: whatever somebody waits for goes first. */
  behind?: boolean
}

export type Ask = <T>(question: Question<T>) => Promise<Reply<T>>

const methods: Readonly<Record<Effect, string>> = {
  read: 'GET',
  create: 'POST',
  update: 'PATCH',
  archive: 'DELETE',
}

/** Milliseconds before the second and the third attempt of a read, give or take a half: many launchers lose one service. */
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
  /** @param rejected the token that was just answered with 401. */
  access: (rejected?: string) => Promise<Reply<Access>>
  /** Whose access it is: one's refused write does not go again in the name of the next. */
  owner: () => string | null
  /** A token that was new was answered with 401 too: the service wants to see the person again. */
  onRefused: (token: string) => void
  scheduler: Scheduler
  /** Epoch milliseconds. */
  now: () => number
  /** From 0 to below 1. */
  random: () => number
  /** Resolves after some milliseconds, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** How far the service's clock is ahead of ours, in milliseconds, whenever it says so. */
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
    const limit = AbortSignal.timeout(effect === 'read' ? timeoutMs.read : timeoutMs.write)
    let status = 0
    let headers: Headers
    let text: string | null
    try {
      const response = await fetch(addressOf(question, baseUrl), {
        method: methods[effect],
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${token}`,
          ...question.headers,
          ...(question.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(question.body === undefined ? {} : { body: JSON.stringify(question.body) }),
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        // A write is not aborted by a newer one: it may be half way.
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
    // The status first: the body of a refusal may look like anything (APP-10).
    if (status < 200 || status > 299)
      return failed(
        errorOf({ status, retryAfter: headers.get('retry-after'), body: text ?? '', effect, now: now() }),
      )
    if (text === null) return failed(notUnderstood(effect))
    try {
      const parsed = question.answer.safeParse(JSON.parse(text))
      if (!parsed.success) return failed(notUnderstood(effect))
      question.onHeaders?.(headers)
      return succeeded(parsed.data)
    } catch {
      return failed(notUnderstood(effect))
    }
  }

  /** A 401 refused the request, so that it may be sent once more with a new token, whatever it is. */
  const sendWithToken = async <T>(question: Question<T>, signal: AbortSignal): Promise<Reply<T>> => {
    const first = await access()
    if (!first.ok) return first
    const who = owner()
    const reply = await send(question, first.value, signal)
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

  return (question) =>
    scheduler.run(
      {
        priority: priorityOf(question),
        ...(question.key === undefined ? {} : { key: question.key }),
      },
      (signal) => sendWithToken(question, signal),
      question.effect === 'read' ? again : undefined,
    )
}

// `Idempotency-Key` on every POST that writes (GEN-12): the same request sent again gets the stored answer and changes nothing
// more. One transaction makes the change and stores its answer, so a crash leaves both or neither. A write locks its
// workspace first, so the second of two equal requests waits for the first and then finds its answer. A refusal changed
// nothing and is not stored: sent again under the same key, the request is judged anew.
import { createHash } from 'node:crypto'
import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { JSONParsed } from 'hono/utils/types'
import { errorStatus, type ErrorCode } from '../../shared/api/errors.ts'
import { answerContext } from '../environments/sealing.ts'
import type { Tx } from '../db/store.ts'
import type { AppDeps, AppEnv, Principal } from './app-type.ts'
import { canonicalJson } from './json-document.rules.ts'
import { errorBody, problem, type problemOf, type Refusal } from './errors.ts'

type Problem = Omit<Refusal<ErrorCode>, 'ok'>
/** The outcome of a write: its answer, or why nothing was written. */
type Outcome = { status: 200 | 201; body: object; headers?: { ETag: string } } | Problem

type Written<Body, Status> = Status extends 200 | 201
  ? Response & TypedResponse<JSONParsed<Body>, Status, 'json'>
  : never
/** The response to an outcome, so that the compiler checks it against the declared answers of the route. */
type ResponseTo<O> = O extends { code: infer Code extends ErrorCode }
  ? ReturnType<typeof problemOf<Code>>
  : O extends { status: infer Status; body: infer Body }
    ? Written<Body, Status>
    : never

const digest = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Bodies that differ only in spaces, the order of names or the spelling of values have the same fingerprint. */
const fingerprintOf = (url: string, text: string): string =>
  digest(new URL(url).search, text === '' ? '' : canonicalJson(JSON.parse(text)))

const callerOf = ({ kind, tokenId, personId }: Principal) => (kind === 'key' ? tokenId : personId)

/** As it is sent and stored. */
type Answer = { status: number; headers: Record<string, string>; body: string }

const answerOf = (c: Context<AppEnv>, outcome: Outcome): Answer => {
  const isProblem = 'code' in outcome
  return {
    status: isProblem ? errorStatus[outcome.code] : outcome.status,
    headers: isProblem ? {} : { ...outcome.headers },
    body: JSON.stringify(isProblem ? errorBody(c, outcome) : outcome.body),
  }
}

const reused = {
  code: 'idempotency_key_reused',
  message: 'This Idempotency-Key was used for another body.',
} as const

/**
 * Runs the write of a route in one transaction and answers with its outcome. A POST with an `Idempotency-Key` that was
 * answered before gets the stored answer instead. Routes check the scopes of their caller before.
 * @param run may run twice
 */
export async function writeOnce<O extends Outcome>(
  c: Context<AppEnv>,
  { store, seal, now, webhooks }: Pick<AppDeps, 'store' | 'seal' | 'now' | 'webhooks'>,
  run: (tx: Tx) => Promise<O>,
): Promise<ResponseTo<O>> {
  const principal = c.get('principal')
  const { workspaceId } = principal
  const key = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined
  const respond = ({ status, headers, body }: Answer) => {
    const all = { 'Content-Type': 'application/json', ...headers }
    // The compiler cannot type a response by its text.
    return c.body(body, status as ContentfulStatusCode, all) as unknown as ResponseTo<O>
  }

  if (key === undefined) {
    const outcome = await store.write(run, workspaceId)
    webhooks.wake(workspaceId)
    return respond(answerOf(c, outcome))
  }
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    const message = 'Idempotency-Key: send 1 to 255 printable ASCII characters.'
    const details = [{ path: ['Idempotency-Key'], code: 'invalid_value', message }]
    return problem(c, 'validation_error', message, details) as ResponseTo<O>
  }
  const id = digest(callerOf(principal), c.req.path, key)
  const fingerprint = fingerprintOf(c.req.url, await c.req.text())
  const context = answerContext(workspaceId, id)
  const answer = await store.write(async (tx) => {
    const stored = await tx.idempotency.find(workspaceId, id, now())
    if (stored && stored.fingerprint !== fingerprint) return answerOf(c, reused)
    if (stored) {
      const headers = { ...stored.headers, 'Idempotent-Replayed': 'true' }
      return { ...stored, headers, body: seal.open(stored.body, context) }
    }
    const outcome = await run(tx)
    const fresh = answerOf(c, outcome)
    if ('code' in outcome) return fresh
    const sealed = { ...fresh, body: seal.seal(fresh.body, context) }
    await tx.idempotency.store(workspaceId, { id, fingerprint, at: now(), ...sealed })
    return { ...fresh, headers: { ...fresh.headers, 'Idempotent-Replayed': 'false' } }
  }, workspaceId)
  webhooks.wake(workspaceId)
  return respond(answer)
}

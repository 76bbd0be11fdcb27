// `Idempotency-Key` on every POST that writes (GEN-12): the same request sent again gets the stored answer and changes nothing
// more. One transaction makes the change and stores its answer, so a crash leaves both or neither. A write locks its
// workspace first, so the second of two equal requests waits for the first and then finds its answer. A refusal changed
// nothing and is not stored: sent again under the same key, the request is judged anew.
import { createHash } from 'node:crypto'
import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { JSONParsed } from 'hono/utils/types'
import { errorStatus, type ErrorCode } from '../../shared/api/errors.ts'
import { answerContext } from '../sealing/sealing.ts'
import type { Tx } from '../db/store.ts'
import type { AppDeps, AppEnv, Principal } from './app-type.ts'
import { canonicalJson } from './validation.ts'
import { errorBody, problem, type problemOf, type Refusal } from './errors.ts'
import { findStoredAnswer, storeAnswer } from './idempotency.store.ts'

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

type Deps = Pick<AppDeps, 'store' | 'seal' | 'now'>

/** The compiler cannot type a response by its text. */
const respond = <O extends Outcome>(c: Context<AppEnv>, { status, headers, body }: Answer): ResponseTo<O> =>
  c.body(body, status as ContentfulStatusCode, {
    'Content-Type': 'application/json',
    ...headers,
  }) as unknown as ResponseTo<O>

const keyOf = (c: Context<AppEnv>) => (c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined)

const badKey = (c: Context<AppEnv>, key: string) => {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return undefined
  const message = 'Idempotency-Key: send 1 to 255 printable ASCII characters.'
  return problem(c, 'validation_error', message, [
    { path: ['Idempotency-Key'], code: 'invalid_value', message },
  ])
}

/** Finds and stores the answer to a request with a key. */
async function answersTo(c: Context<AppEnv>, { seal, now }: Deps, key: string) {
  const principal = c.get('principal')
  const { workspaceId } = principal
  const id = digest(callerOf(principal), c.req.path, key)
  const fingerprint = fingerprintOf(c.req.url, await c.req.text())
  const context = answerContext(workspaceId, id)
  return {
    id,
    async find(tx: Tx): Promise<Answer | undefined> {
      const stored = await findStoredAnswer(tx, workspaceId, id, now())
      if (!stored) return undefined
      if (stored.fingerprint !== fingerprint) return answerOf(c, reused)
      const headers = { ...stored.headers, 'Idempotent-Replayed': 'true' }
      return { ...stored, headers, body: seal.open(stored.body, context) }
    },
    /** A refusal is not stored. */
    async store(tx: Tx, outcome: Outcome): Promise<Answer> {
      const fresh = answerOf(c, outcome)
      if ('code' in outcome) return fresh
      const sealed = { ...fresh, body: seal.seal(fresh.body, context) }
      await storeAnswer(tx, workspaceId, { id, fingerprint, at: now(), ...sealed })
      return { ...fresh, headers: { ...fresh.headers, 'Idempotent-Replayed': 'false' } }
    },
  }
}

/**
 * Writes in one transaction, then wakes the worker of webhooks if deliveries are due. Writes that wait together share a
 * transaction.
 * @param run may run twice
 * @param touches see `writeOnce`
 */
export async function storeAndWake<T>(
  { store, webhooks }: Pick<AppDeps, 'store' | 'webhooks'>,
  workspaceId: string,
  run: (tx: Tx) => Promise<T>,
  touches: readonly string[] | undefined,
): Promise<T> {
  let isDue = false
  const value = await store.write(
    async (tx) => {
      const written = await run(tx)
      isDue = webhooks.takeDue(tx, workspaceId)
      return written
    },
    workspaceId,
    touches,
  )
  if (isDue) webhooks.wake(workspaceId)
  return value
}

/**
 * Runs the write of a route in one transaction and answers with its outcome. A POST with an `Idempotency-Key` that was
 * answered before gets the stored answer instead. Routes check the scopes of their caller before.
 * @param run may run twice
 * @param touches ids of all that it changes, and what else it relies on: writes that have none in common share a transaction.
 * Left out: it runs by itself
 */
export async function writeOnce<O extends Outcome>(
  c: Context<AppEnv>,
  deps: Deps & Pick<AppDeps, 'webhooks'>,
  run: (tx: Tx) => Promise<O>,
  touches?: readonly string[],
): Promise<ResponseTo<O>> {
  const { workspaceId } = c.get('principal')
  const key = keyOf(c)
  if (key === undefined)
    return respond<O>(c, answerOf(c, await storeAndWake(deps, workspaceId, run, touches)))
  const fault = badKey(c, key)
  if (fault) return fault as ResponseTo<O>
  const answers = await answersTo(c, deps, key)
  const answer = await storeAndWake(
    deps,
    workspaceId,
    async (tx) => (await answers.find(tx)) ?? answers.store(tx, await run(tx)),
    touches && [...touches, answers.id],
  )
  return respond<O>(c, answer)
}

/**
 * The same for a write that takes longer than a transaction may: its answer is stored after it. Equal requests that arrive
 * meanwhile wait for it in this process; in others the write itself must refuse to be done twice.
 * @param underWay by answer, of this route
 */
export async function workOnce<O extends Outcome>(
  c: Context<AppEnv>,
  deps: Deps,
  underWay: Map<string, Promise<unknown>>,
  run: () => Promise<O>,
): Promise<ResponseTo<O>> {
  const { store } = deps
  const key = keyOf(c)
  if (key === undefined) return respond<O>(c, answerOf(c, await run()))
  const fault = badKey(c, key)
  if (fault) return fault as ResponseTo<O>
  const { workspaceId } = c.get('principal')
  const answers = await answersTo(c, deps, key)
  for (let other = underWay.get(answers.id); other; other = underWay.get(answers.id))
    await other.catch(() => {})
  const work = async (): Promise<Answer> => {
    const known = await store.read((tx) => answers.find(tx))
    if (known) return known
    const outcome = await run()
    return store.write((tx) => answers.store(tx, outcome), workspaceId)
  }
  const working = work().finally(() => underWay.delete(answers.id))
  underWay.set(answers.id, working)
  return respond<O>(c, await working)
}

// `Idempotency-Key` on every POST (GEN-12): the same request sent again gets the stored answer and does nothing more. The
// answer is stored by the transaction that makes the change, so that a crash leaves both or neither; a request that was
// cut off can be sent again without asking what became of it. Only who may make a request is given its stored answer, so each
// route checks its caller first, and then looks for one.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { answerContext } from '../environments/seal-context.rules.ts'
import type { KeptAnswer, Lock } from './idempotency.store.ts'
import { storeError } from '../db/store-error.ts'
import type { Store, Tx } from '../db/store.ts'
import type { AppDeps, AppEnv, Principal } from './app-type.ts'
import { problem, problemOf, unavailable } from './errors.ts'

/**
 * What the same request may be answered otherwise the next time is not kept: whoever asks may then be let in (401, 403, 423,
 * 429), after a 412 it comes with another `If-Match`, which is a header and so needs no other key, and a fault is worth
 * another try.
 */
const isKept = (status: number) => status < 500 && ![401, 403, 412, 423, 429].includes(status)

/** In characters. A refusal has changed nothing and can be worked out again, so a longer one is not stored. */
const maxKeptRefusal = 65_536

const keptHeaders = ['content-type', 'etag', 'location', 'allow'] as const

type Exchange = {
  workspaceId: string
  lock: Lock
  /** The transaction of the change, between the change and its answer. */
  open?: Tx | undefined
  committed?: Promise<void> | undefined
  answer: PromiseWithResolvers<KeptAnswer | undefined>
  state: 'answering' | 'answered'
}

const notKept = new Error('The answer is not worth keeping.')
const lockLost = new Error('Another process has taken the exchange over.')

const digest = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const callerOf = ({ kind, tokenId, personId }: Principal) => (kind === 'key' ? tokenId : personId)

/** Stands behind a route's checks of its caller: gives a request that was answered before its stored answer. */
export const repeatable: MiddlewareHandler<AppEnv> = (c, next) => c.get('answerOnce')(c, next)

/**
 * @param deps.answerMilliseconds how long a transaction waits for its answer to be made, which is a matter of milliseconds
 * @returns the middleware, and the store that its routes have to use: a write of theirs is committed together with its answer
 */
export function createIdempotency({
  store,
  now,
  seal,
  log,
  answerMilliseconds = 10_000,
}: Pick<AppDeps, 'store' | 'now' | 'seal' | 'log'> & { answerMilliseconds?: number | undefined }): {
  store: Store
  answerOnce: MiddlewareHandler<AppEnv>
} {
  const current = new AsyncLocalStorage<Exchange>()

  const keep = async (tx: Tx, { workspaceId, lock }: Exchange, answer: KeptAnswer) => {
    const body = seal.seal(answer.body, answerContext(workspaceId, lock.id))
    if (!(await tx.idempotency.keep(workspaceId, lock, { ...answer, body }))) throw lockLost
  }

  /** The change of an exchange: what it returns leaves at once, and the commit waits for the answer made of it. */
  const change = <T>(exchange: Exchange, run: (tx: Tx) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      let attempt: 'first' | 'again' = 'first'
      const changeAndKeep = async (tx: Tx) => {
        // The answer is made of the first try. A second one could end otherwise.
        if (attempt === 'again') throw storeError('database_busy', 'The change was disturbed.')
        const value = await run(tx)
        attempt = 'again'
        exchange.open = tx
        resolve(value)
        const answer = await exchange.answer.promise
        exchange.open = undefined
        if (!answer) throw notKept
        await keep(tx, exchange, answer)
      }
      exchange.committed = store.write(changeAndKeep, exchange.workspaceId)
      exchange.committed.catch((error: unknown) => {
        // A route whose change failed may still answer, and that answer is kept in a transaction of its own.
        if (attempt === 'first') exchange.committed = undefined
        reject(error)
      })
    })

  const routeStore: Store = {
    ...store,
    read(run) {
      const open = current.getStore()?.open
      return open ? run(open) : store.read(run)
    },
    write(run, ...where) {
      const exchange = current.getStore()
      if (!exchange || exchange.state === 'answered') return store.write(run, ...where)
      return exchange.open ? run(exchange.open) : change(exchange, run)
    },
  }

  const release = ({ workspaceId, lock }: Exchange) =>
    store
      .write((tx) => tx.idempotency.release(workspaceId, lock), workspaceId)
      .catch((error: unknown) => log.warn({ err: error }, 'An Idempotency-Key stays locked for a minute.'))

  /** @throws when an answer that is worth keeping could not be kept; then its change is undone as well */
  const finish = async (exchange: Exchange, answer: KeptAnswer | undefined) => {
    exchange.state = 'answered'
    exchange.answer.resolve(answer)
    try {
      if (exchange.committed) await exchange.committed
      else if (answer) await store.write((tx) => keep(tx, exchange, answer), exchange.workspaceId)
      if (!answer) await release(exchange)
    } catch (error) {
      await release(exchange)
      if (answer) throw error
    }
  }

  const answerOf = async ({ status, headers }: Response, text: () => Promise<string>) => {
    if (!isKept(status)) return undefined
    const body = await text()
    if (status >= 400 && body.length > maxKeptRefusal) return undefined
    const kept = keptHeaders.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return { status, headers: Object.fromEntries(kept) as Record<string, string>, body }
  }

  const keepAnswer = async (c: Context<AppEnv>, exchange: Exchange, next: () => Promise<void>) => {
    const tooLong = setTimeout(() => exchange.answer.resolve(undefined), answerMilliseconds).unref()
    await current.run(exchange, next)
    clearTimeout(tooLong)
    const answer = await answerOf(c.res, () => c.res.clone().text())
    try {
      await finish(exchange, answer)
      // Tells the caller that the key arrived, and that the answer is kept.
      if (answer) c.header('Idempotent-Replayed', 'false')
    } catch (error) {
      c.header('ETag', undefined)
      const requestId = c.get('requestId')
      if (error !== lockLost)
        log.error({ requestId, err: error }, 'An answer could not be kept; nothing was changed.')
      c.res = error === lockLost ? inProgress(c) : problemOf(c, unavailable)
    }
  }

  return {
    store: routeStore,
    async answerOnce(c, next) {
      const key = c.req.header('idempotency-key')
      if (key === undefined || c.req.method !== 'POST') return next()
      if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
        const message = 'Idempotency-Key: send 1 to 255 printable ASCII characters.'
        return problem(c, 'validation_error', message, [
          { path: ['Idempotency-Key'], code: 'invalid_value', message },
        ])
      }
      const principal = c.get('principal')
      const { workspaceId } = principal
      const lock: Lock = {
        id: digest(callerOf(principal), c.req.path, key),
        fingerprint: digest(new URL(c.req.url).search, await c.req.text()),
        lockedAt: now(),
      }
      const claim = await store.write((tx) => tx.idempotency.claim(workspaceId, lock), workspaceId)
      if (claim.kind === 'reused')
        return problem(c, 'idempotency_key_reused', 'This Idempotency-Key was used for another body.')
      if (claim.kind === 'in progress') return inProgress(c)
      const exchange: Exchange = { workspaceId, lock, answer: Promise.withResolvers(), state: 'answering' }
      if (claim.kind === 'ours') {
        await keepAnswer(c, exchange, next)
        return undefined
      }
      c.header('Idempotent-Replayed', 'true')
      const { status, headers, body } = claim.answer
      // Only statuses of answers with a body are kept.
      return c.body(
        seal.open(body, answerContext(workspaceId, lock.id)),
        status as ContentfulStatusCode,
        headers,
      )
    },
  }
}

const inProgress = (c: Context<AppEnv>) => {
  c.header('Retry-After', '1')
  return problem(
    c,
    'idempotency_in_progress',
    'This very request is being answered. Send it again a little later.',
  )
}

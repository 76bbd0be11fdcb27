// Outbound webhooks as the service runs them: a store that tells the worker of new events, the worker, and the clean-up.
import type { Logger } from 'pino'
import { isClockRight } from '../clock-check.ts'
import type { Seal } from '../operator/sealing.ts'
import { longestDelay } from '../rules/delivery-schedule.ts'
import { webhookContext } from '../rules/seal-context.ts'
import type { Reach } from '../rules/unsafe-address.ts'
import type { Store, Tx } from '../store/store.ts'
import type { StoredWebhook } from '../store/webhooks.ts'
import { inPieces } from './in-pieces.ts'
import { mostPreviousSecrets, readSecrets, writeSecrets } from './previous-secrets.ts'
import { createPost, createUrlCheck, resolveName, type Post, type Resolve } from './safe-request.ts'
import { newSecret } from './sign.ts'
import { createWorker } from './worker.ts'

/** How long what was sent can be looked up and sent again. */
export const retentionDays = 14
const sweepMilliseconds = 3_600_000
/** How often to look for deliveries that are left to cancel; another process may have disabled their endpoint. */
const cancelMilliseconds = 5000
/** Rows that one statement of the sweep deletes. */
const sweptAtOnce = 1000
const attemptMilliseconds = 15_000
const drainMilliseconds = 10_000

/** What routes ask about the secrets and the URLs of endpoints. */
export type WebhookTools = {
  /** What is wrong with a URL, in one sentence. */
  checkUrl(url: string): Promise<string | undefined>
  /** A new signing secret, in the open and as it is stored. */
  newSecret(workspaceId: string, webhookId: string): { secret: string; sealed: string }
  /**
   * What an endpoint that gets a new secret stores of its earlier ones: the present one, which signs on until `until`, and
   * those that still sign beside it. @returns undefined when they are too many
   */
  keepSecret(
    workspaceId: string,
    webhook: StoredWebhook,
    when: { at: number; until: number },
  ): StoredWebhook['previousSecret'] | undefined
}

export type WebhookService = {
  /** The store that was given; a commit with events in it wakes the worker. */
  store: Store
  tools: WebhookTools
  /** Lets attempts under way finish (at most 10 seconds) and writes down what became of them. */
  close(): Promise<void>
}

/** A transaction that notes in which workspaces something new waits to be sent. */
const watched = (tx: Tx, changed: Set<string>): Tx => ({
  ...tx,
  events: {
    ...tx.events,
    async add(workspaceId, change) {
      const endpoints = await tx.events.add(workspaceId, change)
      if (endpoints > 0) changed.add(workspaceId)
      return endpoints
    },
    addFor(workspaceId, ...rest) {
      changed.add(workspaceId)
      return tx.events.addFor(workspaceId, ...rest)
    },
  },
  deliveries: {
    ...tx.deliveries,
    resend(workspaceId, ...rest) {
      changed.add(workspaceId)
      return tx.deliveries.resend(workspaceId, ...rest)
    },
  },
})

const wakingStore = (store: Store, wake: (workspaceId: string) => void): Store => ({
  ...store,
  async write(run, ...where) {
    const changed = new Set<string>()
    const value = await store.write((tx) => run(watched(tx, changed)), ...where)
    for (const each of changed) wake(each)
    return value
  },
})

/**
 * Deletes what is too old, and puts right the times that a clock has set that was ahead: makes due what waits longer than
 * anything does, and lets no endpoint fail since later than now. A bounded piece at a time, so that requests come in between.
 */
async function sweep(store: Store, at: number, mostWaiting: number, isWanted: () => boolean): Promise<void> {
  const before = at - retentionDays * 86_400_000
  const latest = at + longestDelay
  let isMore = true
  while (isMore && isWanted())
    isMore = await store.write((tx) => tx.deliveries.hasten(at, latest, sweptAtOnce))
  await store.write((tx) => tx.webhooks.failNoLaterThan(at))
  isMore = true
  while (isMore && isWanted()) isMore = await store.write((tx) => tx.deliveries.sweep(before, sweptAtOnce))
  const reason = `More than ${mostWaiting} events were waiting.`
  // Each in a transaction of its own: none may hold one workspace while it waits for another.
  for (const { workspaceId, id } of await store.read((tx) => tx.webhooks.overfull(mostWaiting)))
    await store.write((tx) => tx.webhooks.disable(workspaceId, id, reason, at), workspaceId)
}

/** Cancels the rest of what waited when endpoints were disabled. */
async function cancelRests(store: Store, isWanted: () => boolean): Promise<void> {
  for (const { workspaceId, id } of await store.read((tx) => tx.webhooks.uncancelled()))
    await inPieces(async () =>
      isWanted() ? store.write((tx) => tx.webhooks.cancelRest(workspaceId, id), workspaceId) : 'done',
    )
}

/**
 * Starts to send what waits from an earlier run, and goes on.
 * @param deps.post stands in for requests in tests
 */
export function createWebhooks(deps: {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  seal: Seal
  log: Logger
  reach: Reach
  /** How many requests the service has been asked so far. */
  requests?: () => number
  random?: () => number
  resolve?: Resolve
  post?: Post
  /** An endpoint that has more waiting will not catch up; it is disabled rather than fed. */
  mostWaiting?: number
}): WebhookService {
  const { store, now, seal, log, reach, requests, random = Math.random, resolve = resolveName } = deps
  const { post = createPost({ reach, resolve, timeout: attemptMilliseconds }), mostWaiting = 100_000 } = deps
  const worker = createWorker({
    store,
    now,
    random,
    post,
    openSecret: (workspaceId, webhookId, sealed) => seal.open(sealed, webhookContext(workspaceId, webhookId)),
    log,
    requests,
  })
  let isClosing = false
  const isWanted = () => !isClosing
  let swept = Promise.resolve()
  const clean = () => {
    swept = swept
      .then(async () => {
        if (await isClockRight({ store, now, log })) await sweep(store, now(), mostWaiting, isWanted)
      })
      .catch((error: unknown) => log.error({ err: error }, 'Old webhook deliveries were not deleted.'))
  }
  let cancelled: Promise<void> | undefined
  const cancel = () => {
    cancelled ??= cancelRests(store, isWanted)
      .catch((error: unknown) => log.error({ err: error }, 'Webhook deliveries were not cancelled.'))
      .finally(() => (cancelled = undefined))
  }
  const cleaning = [setInterval(clean, sweepMilliseconds), setInterval(cancel, cancelMilliseconds)]
  for (const timer of cleaning) timer.unref()
  // Also now, for a service that is restarted more often than the timers ring.
  clean()
  cancel()
  void worker.turn()

  return {
    store: wakingStore(store, (workspaceId) => worker.wake(workspaceId)),
    tools: {
      checkUrl: createUrlCheck({ reach, resolve }),
      newSecret(workspaceId, webhookId) {
        const secret = newSecret()
        return { secret, sealed: seal.seal(secret, webhookContext(workspaceId, webhookId)) }
      },
      keepSecret(workspaceId, { id, secret, previousSecret }, { at, until }) {
        // A single one stays sealed as it is: opening it could fail for want of a sealing key.
        if (!previousSecret || previousSecret.until <= at) return { secret, until }
        const context = webhookContext(workspaceId, id)
        const before = readSecrets(seal.open(previousSecret.secret, context), previousSecret.until)
        const kept = [
          { secret: seal.open(secret, context), until },
          ...before.filter((one) => one.until > at),
        ]
        if (kept.length > mostPreviousSecrets) return undefined
        const last = Math.max(...kept.map((one) => one.until))
        return { secret: seal.seal(writeSecrets(kept), context), until: last }
      },
    },
    async close() {
      isClosing = true
      for (const timer of cleaning) clearInterval(timer)
      await Promise.all([swept, cancelled, worker.close(drainMilliseconds)])
    },
  }
}

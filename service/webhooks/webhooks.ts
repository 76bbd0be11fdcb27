// Webhooks of a service: the check of their URLs, the worker that sends to them, and the sweep of old deliveries.
import type { Logger } from 'pino'
import type { Seal } from '../sealing/sealing.ts'
import type { Store } from '../db/store.ts'
import { say } from '../language/say.ts'
import { createUrlCheck, resolveName, type NetworkPolicy } from '../http/safe-request.ts'
import { createPost, type Post } from './post.ts'
import { createWorker } from './worker.ts'
import { sweepDeliveries } from './deliveries.store.ts'
import { takeDue } from './events.store.ts'
import { overfullWebhooks, disableWebhook } from './webhooks.store.ts'

/** How long deliveries can be listed and sent again. */
export const retentionDays = 14
/** Rows that one statement of the sweep deletes. */
const sweptAtOnce = 1000
const attemptMilliseconds = 15_000
const drainMilliseconds = 10_000

export type WebhookService = ReturnType<typeof createWebhooks>

/**
 * Starts to send.
 * @param deps.post replaces requests in tests
 */
export function createWebhooks(deps: {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  seal: Seal
  log: Logger
  network: NetworkPolicy
  post?: Post
  /** An endpoint with more pending deliveries is disabled: it would not catch up. */
  mostWaiting?: number
}) {
  const { store, now, seal, log, network, mostWaiting = 100_000 } = deps
  const { post = createPost({ network, resolve: resolveName, timeout: attemptMilliseconds }) } = deps
  const worker = createWorker({ store, now, random: Math.random, post, seal, log })
  void worker.turn()

  return {
    /** @returns the fault of a URL in one sentence */
    checkUrl: createUrlCheck({ network, resolve: resolveName }),

    /** To be called after a commit in a workspace: it may have stored deliveries. */
    wake: (workspaceId: string): void => worker.wake(workspaceId),
    takeDue,

    /** Deletes old deliveries and disables endpoints that cannot catch up. @param at epoch milliseconds */
    async sweep(at: number): Promise<void> {
      const before = at - retentionDays * 86_400_000
      while (await store.write((tx) => sweepDeliveries(tx, before, sweptAtOnce)));
      const reason = say('webhooks.reason.waiting', { count: String(mostWaiting) })
      for (const { workspaceId, id } of await store.read((tx) => overfullWebhooks(tx, mostWaiting)))
        await store.write((tx) => disableWebhook(tx, workspaceId, id, reason, at), workspaceId)
    },

    /** Lets attempts under way finish (at most 10 seconds) and stores their results. */
    close: (): Promise<void> => worker.close(drainMilliseconds),
  }
}

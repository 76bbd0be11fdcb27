// Webhooks of a service: what routes need of them, the worker that sends them, and what is deleted with its age.
import type { Logger } from 'pino'
import type { Seal } from '../environments/sealing.ts'
import { webhookContext } from '../environments/seal-context.rules.ts'
import type { Reach } from './safe-request.ts'
import type { Store } from '../db/store.ts'
import type { StoredWebhook } from './webhooks.store.ts'
import { createPost, createUrlCheck, resolveName, type Post, type Resolve } from './safe-request.ts'
import { keepSecret, newSecret } from './signing.ts'
import { createWorker } from './worker.ts'

/** How long deliveries can be listed and sent again. */
export const retentionDays = 14
/** Rows that one statement of the sweep deletes. */
const sweptAtOnce = 1000
const attemptMilliseconds = 15_000
const drainMilliseconds = 10_000

/** What routes need to check URLs and to make secrets. */
export type WebhookTools = {
  /** What is wrong with a URL, in one sentence. */
  checkUrl(url: string): Promise<string | undefined>
  /** A new signing secret, in the open and sealed. */
  newSecret(workspaceId: string, webhookId: string): { secret: string; sealed: string }
  /** The previous secrets of an endpoint that gets a new one. @returns undefined when there would be too many */
  keepSecret(
    workspaceId: string,
    webhook: StoredWebhook,
    when: { at: number; until: number },
  ): StoredWebhook['previousSecret'] | undefined
}

export type WebhookService = {
  /** The given store; a commit in a workspace wakes the worker. */
  store: Store
  tools: WebhookTools
  /** Deletes old deliveries and disables endpoints that cannot catch up. @param at epoch milliseconds */
  sweep(at: number): Promise<void>
  /** Lets attempts under way finish (at most 10 seconds) and stores their results. */
  close(): Promise<void>
}

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
  reach: Reach
  resolve?: Resolve
  post?: Post
  /** An endpoint with more pending deliveries is disabled: it would not catch up. */
  mostWaiting?: number
}): WebhookService {
  const { store, now, seal, log, reach, resolve = resolveName, mostWaiting = 100_000 } = deps
  const { post = createPost({ reach, resolve, timeout: attemptMilliseconds }) } = deps
  const openSecret = (workspaceId: string, webhookId: string, sealed: string) =>
    seal.open(sealed, webhookContext(workspaceId, webhookId))
  const worker = createWorker({ store, now, random: Math.random, post, openSecret, log })
  void worker.turn()

  return {
    store: {
      ...store,
      async write(run, workspaceId, ...options) {
        const value = await store.write(run, workspaceId, ...options)
        if (workspaceId !== undefined) worker.wake(workspaceId)
        return value
      },
    },
    tools: {
      checkUrl: createUrlCheck({ reach, resolve }),
      newSecret(workspaceId, webhookId) {
        const secret = newSecret()
        return { secret, sealed: seal.seal(secret, webhookContext(workspaceId, webhookId)) }
      },
      keepSecret(workspaceId, webhook, when) {
        const context = webhookContext(workspaceId, webhook.id)
        return keepSecret(webhook, when, {
          open: (sealed) => seal.open(sealed, context),
          seal: (text) => seal.seal(text, context),
        })
      },
    },
    async sweep(at) {
      const before = at - retentionDays * 86_400_000
      while (await store.write((tx) => tx.deliveries.sweep(before, sweptAtOnce)));
      const reason = `More than ${mostWaiting} events were waiting.`
      for (const { workspaceId, id } of await store.read((tx) => tx.webhooks.overfull(mostWaiting)))
        await store.write((tx) => tx.webhooks.disable(workspaceId, id, reason, at), workspaceId)
    },
    close: () => worker.close(drainMilliseconds),
  }
}

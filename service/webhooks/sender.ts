// Sends one delivery, signed with the secrets that its endpoint's receiver may know.
import type { ClaimedDelivery } from '../store/deliveries.ts'
import { readSecrets } from './previous-secrets.ts'
import type { Post, Sent } from './safe-request.ts'
import { signedHeaders } from './sign.ts'

export type SenderDeps = {
  /** Epoch milliseconds. */
  now: () => number
  post: Post
  /** Opens a sealed secret of an endpoint. */
  openSecret: (workspaceId: string, webhookId: string, sealed: string) => string
}

/** @returns what sends a delivery, until `signal` stops it */
export function createSender({ now, post, openSecret }: SenderDeps) {
  /** Deliveries that were claimed together share their endpoint's object, so its secrets are opened once for all of them. */
  const secretsOf = new WeakMap<ClaimedDelivery['webhook'], { secret: string; until: number }[]>()

  const openedSecrets = (workspaceId: string, webhook: ClaimedDelivery['webhook']) => {
    const { id, secret, previousSecret } = webhook
    const opened = secretsOf.get(webhook) ?? [
      { secret: openSecret(workspaceId, id, secret), until: Infinity },
      ...(previousSecret && previousSecret.until > now()
        ? readSecrets(openSecret(workspaceId, id, previousSecret.secret), previousSecret.until)
        : []),
    ]
    secretsOf.set(webhook, opened)
    return opened
  }

  return async (delivery: ClaimedDelivery, signal: AbortSignal): Promise<Sent> => {
    const { workspaceId, webhook, eventId, body } = delivery
    const at = now()
    const valid = openedSecrets(workspaceId, webhook).filter(({ until }) => until > at)
    const headers = signedHeaders(
      eventId,
      at,
      body,
      valid.map(({ secret }) => secret),
    )
    return post({ url: webhook.url, headers, body, signal })
  }
}

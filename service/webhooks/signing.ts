// Signatures of Standard Webhooks 1.0.0 (https://www.standardwebhooks.com), symmetric, and the secrets that make them (WHK-03).
// Secrets are stored sealed.
import { createHmac, randomBytes } from 'node:crypto'
import type { Seal } from '../sealing/sealing.ts'
import type { ClaimedDelivery } from './deliveries.store.ts'
import type { StoredWebhook } from './webhooks.store.ts'

const prefix = 'whsec_'

/** Signing secrets open for their endpoint only, so that they cannot be moved in the database. */
export const webhookContext = (workspaceId: string, webhookId: string): string =>
  `webhook ${workspaceId} ${webhookId}`

/** Each valid secret signs every delivery, so their number is limited. */
export const maxPreviousSecrets = 5

/** `until` in epoch milliseconds. */
type TimedSecret = { secret: string; until: number }

type Secrets = Pick<StoredWebhook, 'id' | 'secret' | 'previousSecret'>

/** `whsec_` and 256 random bits in base64, in the open and sealed. */
export function newSecret(seal: Seal, workspaceId: string, webhookId: string) {
  const secret = `${prefix}${randomBytes(32).toString('base64')}`
  return { secret, sealed: seal.seal(secret, webhookContext(workspaceId, webhookId)) }
}

/** The secrets that sign at `at`. */
function openSecrets(
  seal: Pick<Seal, 'open'>,
  workspaceId: string,
  { id, secret, previousSecret }: Secrets,
  at: number,
) {
  const context = webhookContext(workspaceId, id)
  const hasPrevious = previousSecret !== null && previousSecret.until > at
  // Written by `keepSecret` only.
  const previous = hasPrevious ? (JSON.parse(seal.open(previousSecret.secret, context)) as TimedSecret[]) : []
  return { current: seal.open(secret, context), previous: previous.filter(({ until }) => until > at) }
}

/**
 * The previous secrets of an endpoint whose secret is being replaced. The current one signs until `until`.
 * @returns undefined when too many would be valid
 */
export function keepSecret(
  seal: Seal,
  workspaceId: string,
  webhook: Secrets,
  { at, until }: { at: number; until: number },
): NonNullable<StoredWebhook['previousSecret']> | undefined {
  const { current, previous } = openSecrets(seal, workspaceId, webhook, at)
  const kept = [{ secret: current, until }, ...previous]
  if (kept.length > maxPreviousSecrets) return undefined
  const secret = seal.seal(JSON.stringify(kept), webhookContext(workspaceId, webhook.id))
  return { secret, until: Math.max(...kept.map((one) => one.until)) }
}

/**
 * The headers that let a receiver verify the sender and the time, and recognize a repetition.
 * @param delivery.eventId the same on every attempt; contains no full stop
 * @param at epoch milliseconds of this attempt
 */
export function signedHeaders(
  seal: Pick<Seal, 'open'>,
  { workspaceId, webhook, eventId, body }: ClaimedDelivery,
  at: number,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at / 1000))
  const { current, previous } = openSecrets(seal, workspaceId, webhook, at)
  const signatures = [current, ...previous.map(({ secret }) => secret)].map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    return `v1,${hmac.update(`${eventId}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

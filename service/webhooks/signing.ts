// Signatures of Standard Webhooks 1.0.0 (https://www.standardwebhooks.com), symmetric, and the secrets that make them (WHK-03).
import { createHmac, randomBytes } from 'node:crypto'
import type { StoredWebhook } from './webhooks.store.ts'

const prefix = 'whsec_'

/** Each valid secret signs every delivery, so their number is limited. */
export const maxPreviousSecrets = 5

/** `until` in epoch milliseconds. */
type TimedSecret = { secret: string; until: number }

type Secrets = Pick<StoredWebhook, 'secret' | 'previousSecret'>

/** `whsec_` and 256 random bits in base64. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/** The previous secrets that are valid at `at`, newest first. */
function previousSecrets({ previousSecret }: Secrets, at: number, open: (sealed: string) => string) {
  if (!previousSecret || previousSecret.until <= at) return []
  // Written by `keepSecret` only.
  const secrets = JSON.parse(open(previousSecret.secret)) as TimedSecret[]
  return secrets.filter(({ until }) => until > at)
}

/**
 * The secrets that sign at `at`.
 * @param open opens a sealed text of the endpoint
 */
export const validSecrets = (webhook: Secrets, at: number, open: (sealed: string) => string): string[] => [
  open(webhook.secret),
  ...previousSecrets(webhook, at, open).map(({ secret }) => secret),
]

/**
 * What an endpoint stores as its previous secrets when its secret is replaced. The current one signs on until `until`.
 * @returns undefined when too many would be valid
 */
export function keepSecret(
  webhook: Secrets,
  { at, until }: { at: number; until: number },
  seal: { open: (sealed: string) => string; seal: (text: string) => string },
): NonNullable<StoredWebhook['previousSecret']> | undefined {
  const kept = [{ secret: seal.open(webhook.secret), until }, ...previousSecrets(webhook, at, seal.open)]
  if (kept.length > maxPreviousSecrets) return undefined
  return { secret: seal.seal(JSON.stringify(kept)), until: Math.max(...kept.map((one) => one.until)) }
}

const signature = (secret: string, text: string) =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(text)
    .digest('base64')

/**
 * The headers that let a receiver verify the sender and the time, and recognize a repetition.
 * @param id the same on every attempt; contains no full stop
 * @param at epoch milliseconds of this attempt
 */
export function signedHeaders(
  id: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

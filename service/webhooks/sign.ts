// Signatures of Standard Webhooks 1.0.0 (https://www.standardwebhooks.com), symmetric (WHK-03).
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** `whsec_` and 256 random bits in base64. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

const signature = (secret: string, text: string) =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(text)
    .digest('base64')

/**
 * The headers that let a receiver tell who sent the body, when, and whether it has seen it before.
 * @param id the same on every attempt; holds no full stop
 * @param at epoch milliseconds of this attempt
 * @param secrets each signs, so that a receiver may know either
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

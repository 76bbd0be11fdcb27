// Webhooks as Standard Webhooks signs them (https://www.standardwebhooks.com), with the cryptography of the Web.
import type { Events } from './api.ts'
import { SvcError } from './request.ts'

/** An event, by its `type`. New types may be added: keep a `default` where you switch. */
export type SvcEvent = Events[keyof Events]

type SentHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export type Verifying = {
  /** How old or early a webhook may be, in seconds (default: 300). */
  tolerance?: number
  /** Epoch milliseconds. */
  now?: number
}

const refused = (message: string, cause?: unknown) => new SvcError('invalid_signature', message, { cause })

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

function headerIn(headers: SentHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value === 'string' && value !== '') return value
  throw refused(`The header ${name} is missing.`)
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/**
 * Verifies a webhook and reads its event.
 * @param secret one, or several while a secret is being replaced
 * @param body as it arrived: JSON that was parsed and written again has another signature
 * @throws SvcError `invalid_signature`
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: SentHeaders,
  body: string | Uint8Array,
  { tolerance = 300, now = Date.now() }: Verifying = {},
): Promise<SvcEvent> {
  const id = headerIn(headers, 'webhook-id')
  const timestamp = headerIn(headers, 'webhook-timestamp')
  const signatures = headerIn(headers, 'webhook-signature')
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > tolerance)
    throw refused(`The webhook is not of the last ${tolerance} seconds. Compare the clocks.`)
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const given = signatures
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? [part.slice('v1,'.length)] : []))
  try {
    for (const key of await Promise.all([secret].flat().map(keyOf)))
      for (const signature of given)
        if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed))
          return JSON.parse(text) as SvcEvent
  } catch (cause) {
    throw refused('A secret, a signature or the body cannot be read.', cause)
  }
  throw refused('No signature is that of a secret.')
}

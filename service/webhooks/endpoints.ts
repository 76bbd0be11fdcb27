// Actions of routes and pages on the endpoints of a workspace and their deliveries (WHK-02, WHK-04). The caller has
// checked that its key or its role may do it.
import { maxWebhooks, secretRotation } from '../../shared/api/webhooks.ts'
import type { Tx } from '../db/store.ts'
import { inLanguage, say } from '../language/say.ts'
import type { Seal } from '../sealing/sealing.ts'
import type { Refusal } from '../http/errors.ts'
import { prefixedId } from '../base/ids.ts'
import type { StoredDelivery } from './deliveries.store.ts'
import { isEventType, type EventType } from './event-types.rules.ts'
import { keepSecret, maxPreviousSecrets, newSecret } from './signing.ts'
import type { WebhookService } from './webhooks.ts'
import type { StoredWebhook } from './webhooks.store.ts'
import {
  webhooksOfWorkspace,
  insertWebhook,
  getWebhook,
  disableWebhook,
  enableWebhook,
  putWebhook,
  dropWebhook,
} from './webhooks.store.ts'
import { getDelivery, restartDelivery, restartDeliveries } from './deliveries.store.ts'

type Done<T> = { ok: true; value: T }

/** Deliveries that one call recovers: an endpoint with far more waiting is disabled. */
const recoveredAtOnce = 10_000

const refusal = <C extends Refusal<'not_found' | 'validation_error' | 'invalid_target'>['code']>(
  code: C,
  message: string,
): Refusal<C> => ({ ok: false, code, message })
const done = <T>(value: T): Done<T> => ({ ok: true, value })

export const noWebhook = refusal('not_found', 'There is no such webhook.')
export const noDelivery = refusal('not_found', 'There is no such delivery.')
/** Said when it is read, in the language of that request. */
export const webhookDisabled: Refusal<'invalid_target'> = {
  ok: false,
  code: 'invalid_target',
  get message() {
    return say('webhooks.fault.disabled')
  },
}
const tooMany = () => refusal('validation_error', say('webhooks.fault.many', { limit: maxWebhooks }))
const tooManySecrets = () =>
  refusal('validation_error', say('webhooks.fault.manySecrets', { count: maxPreviousSecrets }))
// Stored, and shown to people of other languages.
const byRequest = inLanguage('en', () => say('webhooks.reason.request'))

type Wish = { url: string; events: readonly string[]; description: string | null }

export type Fault = { code: 'unsupported_event' | 'unsafe_url'; message: string; path: (string | number)[] }

/** Checks what a schema cannot. Host names are resolved before the transaction, because that may take seconds. */
export async function faultIn(
  { checkUrl }: Pick<WebhookService, 'checkUrl'>,
  { url, events }: { url?: string | undefined; events?: readonly string[] | undefined },
): Promise<Fault | undefined> {
  const index = events?.findIndex((name) => !isEventType(name)) ?? -1
  const name = events?.[index]
  if (name !== undefined) {
    const message = say('webhooks.fault.unknownEvent', { event: name })
    return { code: 'unsupported_event', message, path: ['events', index] }
  }
  const unsafe = url === undefined ? undefined : await checkUrl(url)
  return unsafe === undefined ? undefined : { code: 'unsafe_url', message: unsafe, path: ['url'] }
}

const known = (names: readonly string[]): EventType[] => [...new Set(names.filter(isEventType))]

/** The secret is in this answer and nowhere else. @param wish has no `faultIn` */
export async function createWebhookIn(
  tx: Tx,
  seal: Seal,
  workspaceId: string,
  { url, events, description, createdBy, at }: Wish & { createdBy: string; at: number },
): Promise<Done<{ webhook: StoredWebhook; secret: string }> | Refusal<'validation_error'>> {
  if ((await webhooksOfWorkspace(tx, workspaceId)).length >= maxWebhooks) return tooMany()
  const id = prefixedId('whk')
  const { secret, sealed } = newSecret(seal, workspaceId, id)
  const named = { id, url, events: known(events), description, createdBy, createdAt: at }
  const webhook = await insertWebhook(tx, workspaceId, { ...named, secret: sealed })
  return done({ webhook, secret })
}

/** Changes what is given. @param wish has no `faultIn` */
export async function changeWebhookIn(
  tx: Tx,
  workspaceId: string,
  id: string,
  wish: { [K in keyof Wish]?: Wish[K] | undefined } & {
    status?: StoredWebhook['status'] | undefined
    at: number
  },
): Promise<Done<StoredWebhook> | Refusal<'not_found'>> {
  const webhook = await getWebhook(tx, workspaceId, id)
  if (!webhook) return noWebhook
  const { url, events, description, status } = wish
  const at = Math.max(wish.at, webhook.updatedAt)
  if (status !== undefined && status !== webhook.status) {
    if (status === 'disabled') await disableWebhook(tx, workspaceId, id, byRequest, at)
    else await enableWebhook(tx, workspaceId, id, at)
  }
  const changed = await putWebhook(tx, workspaceId, id, {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: known(events) }),
    ...(description !== undefined && { description }),
    updatedAt: at,
  })
  return changed ? done(changed) : noWebhook
}

export async function removeWebhookIn(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<Done<StoredWebhook> | Refusal<'not_found'>> {
  const webhook = await getWebhook(tx, workspaceId, id)
  if (!webhook) return noWebhook
  await dropWebhook(tx, workspaceId, id)
  return done(webhook)
}

/**
 * A new secret, which is in this answer and nowhere else. The previous one also signs for a while, a day unless it is given.
 * @returns `previousUntil` null if it does not
 */
export async function rotateSecretIn(
  tx: Tx,
  seal: Seal,
  workspaceId: string,
  id: string,
  options: { graceSeconds?: number; at: number },
): Promise<
  | Done<{ webhook: StoredWebhook; secret: string; previousUntil: number | null }>
  | Refusal<'not_found' | 'validation_error'>
> {
  const webhook = await getWebhook(tx, workspaceId, id)
  if (!webhook) return noWebhook
  const { graceSeconds = secretRotation.parse({}).grace_seconds } = options
  const at = Math.max(options.at, webhook.updatedAt)
  const until = at + graceSeconds * 1000
  const previousSecret = graceSeconds > 0 ? keepSecret(seal, workspaceId, webhook, { at, until }) : null
  if (previousSecret === undefined) return tooManySecrets()
  const { secret, sealed } = newSecret(seal, workspaceId, id)
  const rotated = await putWebhook(tx, workspaceId, id, {
    secret: sealed,
    previousSecret,
    updatedAt: at,
  })
  return rotated
    ? done({ webhook: rotated, secret, previousUntil: graceSeconds > 0 ? until : null })
    : noWebhook
}

/** Starts the attempts of one delivery again, at once. Wake the worker after the commit. */
export async function resendIn(
  tx: Tx,
  workspaceId: string,
  webhookId: string,
  { deliveryId, at }: { deliveryId: string; at: number },
): Promise<Done<StoredDelivery> | Refusal<'not_found' | 'invalid_target'>> {
  const webhook = await getWebhook(tx, workspaceId, webhookId)
  if (!webhook) return noWebhook
  if (!(await getDelivery(tx, workspaceId, webhookId, deliveryId))) return noDelivery
  if (webhook.status === 'disabled') return webhookDisabled
  await restartDelivery(tx, workspaceId, webhookId, deliveryId, at)
  const delivery = await getDelivery(tx, workspaceId, webhookId, deliveryId)
  return delivery ? done(delivery) : noDelivery
}

/**
 * Starts the attempts of all failed and cancelled deliveries again whose event is not older than `since`. Wake the worker
 * after the commit.
 * @returns how many, and whether there may be more
 */
export async function recoverIn(
  tx: Tx,
  workspaceId: string,
  webhookId: string,
  { since, at }: { since: number; at: number },
): Promise<Done<{ recovered: number; more: boolean }> | Refusal<'not_found' | 'invalid_target'>> {
  const webhook = await getWebhook(tx, workspaceId, webhookId)
  if (!webhook) return noWebhook
  if (webhook.status === 'disabled') return webhookDisabled
  const page = { since, at, limit: recoveredAtOnce }
  const recovered = await restartDeliveries(tx, workspaceId, webhookId, page)
  return done({ recovered, more: recovered === recoveredAtOnce })
}

// What an attempt leads to: delivered, tried again, or given up, and with it sometimes the endpoint (WHK-04).
import { giveUpAfter, parseRetryAfter, retryDelay } from '../rules/delivery-schedule.ts'
import type { ClaimedDelivery } from '../store/deliveries.ts'
import { sentTogether } from '../store/transactions/sent-together.ts'
import type { Tx } from '../store/store.ts'
import type { Sent } from './safe-request.ts'

/** An attempt that is over and not written down yet. */
export type Finished = {
  claimed: ClaimedDelivery
  sent: Sent
  /** Epoch milliseconds of its end. */
  at: number
  /** From 0 to 1, drawn once, so that a transaction that is repeated decides the same. */
  random: number
}

const goneReason = 'The receiver answered 410 Gone.'
const failingReason = `Every attempt of the last ${giveUpAfter / 3_600_000} hours failed.`

/** Why an answer is no success; redirects are not followed, so they are none. */
const errorOf = (sent: Exclude<Sent, { kind: 'stopped' }>): string | null => {
  if (sent.kind === 'unanswered') return sent.error
  if (sent.status >= 200 && sent.status < 300) return null
  return `The receiver answered ${sent.status}.`
}

const isPlainSuccess = ({ claimed, sent }: Finished) =>
  sent.kind === 'answered' && errorOf(sent) === null && claimed.webhook.failingSince === null

/** Writes down what became of attempts: in their order, but for plain successes, which change nothing of their endpoint. */
export async function settleAll(tx: Tx, finished: readonly Finished[]): Promise<void> {
  await sentTogether(finished.filter(isPlainSuccess).map((each) => settle(tx, each)))
  for (const each of finished) if (!isPlainSuccess(each)) await settle(tx, each)
}

/** Writes down what became of an attempt. */
async function settle(tx: Tx, { claimed, sent, at, random }: Finished): Promise<void> {
  const { workspaceId, webhook, eventId, claims } = claimed
  const claim = { workspaceId, webhookId: webhook.id, eventId, claims }
  if (sent.kind === 'stopped') return tx.deliveries.release(claim, at)

  const error = errorOf(sent)
  const response = sent.kind === 'answered' ? { status: sent.status, body: sent.body } : null
  const attempt = { at, response, error }
  if (error === null) {
    await tx.deliveries.delivered(claim, attempt)
    if (webhook.failingSince !== null) await tx.webhooks.markWorking(workspaceId, webhook.id)
    return
  }

  const retryAfter = sent.kind === 'answered' ? parseRetryAfter(sent.retryAfter, at) : undefined
  const isGone = sent.kind === 'answered' && sent.status === 410
  const delay = isGone ? undefined : retryDelay(claimed.attempts + 1, random, retryAfter)
  const isHeld =
    delay === undefined
      ? await tx.deliveries.failed(claim, attempt)
      : await tx.deliveries.retryAt(claim, attempt, at + delay)
  // Another sender speaks for the delivery now, or the endpoint is disabled already.
  if (!isHeld) return
  const failingSince = await tx.webhooks.markFailing(workspaceId, webhook.id, at)
  if (isGone) await tx.webhooks.disable(workspaceId, webhook.id, goneReason, at)
  else if (failingSince !== undefined && at - failingSince >= giveUpAfter) {
    await tx.webhooks.disable(workspaceId, webhook.id, failingReason, at)
  }
}

// Sends pending deliveries: claims those that are due, posts them, and stores the results. Any number of workers may run on
// one database. A claim is a lease: deliveries that a killed process had claimed are sent again when the lease ends, so none
// is lost and some arrive twice (WHK-04).
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  type ClaimedDelivery,
  type DueWebhook,
  releaseDelivery,
  markDelivered,
  markDeliveryFailed,
  dueWebhooks,
  claimDeliveries,
} from './deliveries.store.ts'
import type { Store } from '../db/store.ts'
import { inLanguage, say } from '../language/say.ts'
import type { Seal } from '../sealing/sealing.ts'
import type { Post, Sent } from './post.ts'
import { signedHeaders } from './signing.ts'
import { markWebhookWorking, markWebhookFailing, disableWebhook } from './webhooks.store.ts'

// The times of retries, and the time after which an endpoint is disabled (WHK-04).

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Waits after the first, second, … failed attempt: eight attempts in a little over a day. */
export const retryDelays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** An endpoint whose attempts have all failed for this long is disabled. */
const giveUpAfter = 120 * hour

/** The longest wait that a receiver can ask for. */
const longestAskedWait = 10 * hour

/** Each wait is up to this share longer or shorter, so that retries do not arrive at the same time. */
const spread = 0.2

/** Seconds or a date, as in RFC 9110 section 10.2.3. @returns milliseconds, or undefined for anything else */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * second
  // Date.parse accepts more than the header allows; every HTTP date ends with its time zone.
  const date = text.trim().endsWith('GMT') ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0)
}

/**
 * @param attempts failed attempts, including this one
 * @param random from 0 to 1; spreads the wait
 * @param retryAfter milliseconds that the receiver asked for; makes a wait longer, never shorter
 * @returns milliseconds, or undefined after the last attempt
 */
export function retryDelay(
  attempts: number,
  random: number,
  retryAfter: number | undefined,
): number | undefined {
  const base = retryDelays[attempts - 1]
  if (base === undefined) return undefined
  const jittered = Math.round(base * (1 - spread + 2 * spread * random))
  return Math.max(jittered, Math.min(retryAfter ?? 0, longestAskedWait))
}

export type WorkerDeps = {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
  post: Post
  seal: Pick<Seal, 'open'>
  log: Logger
  /** How often to look for deliveries that no commit of this process announced. */
  pollMilliseconds?: number | undefined
}

export type Worker = {
  /** A workspace may have something new to send. */
  wake(workspaceId: string): void
  /** Sends everything that is due, and resolves when the results are stored. */
  turn(): Promise<void>
  /** Claims nothing more. Attempts under way may finish within this time; the others are released. */
  close(graceMilliseconds: number): Promise<void>
}

/** Requests under way. A workspace gets half of them, so that its slow receivers delay no other workspace. */
const limits = { all: 32, workspace: 16, endpoint: 4, failingEndpoint: 1 }
/** Longer than the longest attempt and the writes after it. */
const leaseMilliseconds = 60_000
/** Commits and results within this time share one look into the database. */
const batchMilliseconds = 20

/** The reason of a failure; null for a success. Redirects are not followed, so they are failures. */
const errorOf = (sent: Exclude<Sent, { kind: 'stopped' }>): string | null => {
  if (sent.kind === 'unanswered') return sent.error
  return sent.status >= 200 && sent.status < 300 ? null : `The receiver answered ${sent.status}.`
}

type Endpoint = Pick<DueWebhook, 'workspaceId' | 'webhookId'>

const keyOf = ({ workspaceId, webhookId }: Endpoint) => `${workspaceId} ${webhookId}`
const byKey = (a: Endpoint, b: Endpoint) => (keyOf(a) < keyOf(b) ? -1 : 1)

/**
 * How many deliveries to claim at each endpoint, within the limits. Endpoints take turns, beginning after the one served last.
 * @param open the endpoint of each request that is under way
 */
function planClaims(due: readonly DueWebhook[], open: readonly Endpoint[], lastServed: string) {
  const isLater = (one: DueWebhook) => keyOf(one) > lastServed
  const sorted = due.toSorted(byKey)
  const taken = [...open]
  return [...sorted.filter(isLater), ...sorted.filter((one) => !isLater(one))].map((endpoint) => {
    const ofWorkspace = taken.filter(({ workspaceId }) => workspaceId === endpoint.workspaceId)
    const ofEndpoint = ofWorkspace.filter(({ webhookId }) => webhookId === endpoint.webhookId)
    const room = Math.min(
      limits.all - taken.length,
      limits.workspace - ofWorkspace.length,
      (endpoint.isFailing ? limits.failingEndpoint : limits.endpoint) - ofEndpoint.length,
    )
    for (let count = 0; count < room; count += 1) taken.push(endpoint)
    return { ...endpoint, limit: Math.max(room, 0) }
  })
}

export function createWorker(deps: WorkerDeps): Worker {
  const { store, now, random, post, seal, log, pollMilliseconds = 5000 } = deps
  const stopping = new AbortController()
  const underWay = new Map<ClaimedDelivery, Promise<void>>()
  /** Workspaces to look into; undefined means all. */
  const awake = new Set<string | undefined>()
  let lastServed = ''
  let running: Promise<void> | undefined
  let isWoken = false
  let isClosing = false

  const send = async (claimed: ClaimedDelivery): Promise<Sent> => {
    const { webhook, body } = claimed
    try {
      const headers = signedHeaders(seal, claimed, now())
      return await post({ url: webhook.url, headers, body, signal: stopping.signal })
    } catch (error) {
      log.error({ err: error, webhookId: webhook.id }, 'A webhook was not sent.')
      return { kind: 'unanswered', error: say('deliveries.error.notSent') }
    }
  }

  /** Stores the outcome of an attempt: delivered, tried again or given up; the endpoint may be disabled. */
  const settle = async (claimed: ClaimedDelivery, sent: Sent, durationMs: number): Promise<void> => {
    const { workspaceId, webhook, eventId, claims } = claimed
    const claim = { workspaceId, webhookId: webhook.id, eventId, claims }
    const at = now()
    if (sent.kind === 'stopped') return store.write((tx) => releaseDelivery(tx, claim, at))

    const error = errorOf(sent)
    const answer = sent.kind === 'answered' ? sent : undefined
    const response = answer ? { status: answer.status, body: answer.body, encoding: answer.encoding } : null
    const attempt = { at, durationMs, response, error }
    if (error === null) {
      return store.write(async (tx) => {
        if (webhook.failingSince !== null) await markWebhookWorking(tx, workspaceId, webhook.id)
        await markDelivered(tx, claim, attempt)
      })
    }

    const isGone = answer?.status === 410
    const retryAfter = parseRetryAfter(answer?.retryAfter, at)
    const delay = isGone ? undefined : retryDelay(claimed.attempts + 1, random(), retryAfter)
    const retryAt = delay === undefined ? undefined : at + delay
    // Another worker has claimed it since, or the endpoint was disabled.
    if (!(await store.write((tx) => markDeliveryFailed(tx, claim, attempt, retryAt)))) return
    // Not in the same transaction: it would lock the delivery before its endpoint, and disabling locks them in reverse.
    const failingSince = await store.write((tx) => markWebhookFailing(tx, workspaceId, webhook.id, at))
    if (failingSince === undefined) return
    if (!isGone && at - failingSince < giveUpAfter) return
    const reason = isGone
      ? say('webhooks.reason.gone')
      : say('webhooks.reason.failing', { count: String(giveUpAfter / hour) })
    await store.write((tx) => disableWebhook(tx, workspaceId, webhook.id, reason, at), workspaceId)
  }

  const attempt = async (claimed: ClaimedDelivery) => {
    try {
      const begun = performance.now()
      const sent = await send(claimed)
      await settle(claimed, sent, Math.round(performance.now() - begun))
    } catch (error) {
      const { eventId } = claimed
      log.error(
        { err: error, eventId },
        'The result of a webhook was not stored. It is sent again in a minute.',
      )
    }
    underWay.delete(claimed)
    wake(claimed.workspaceId)
  }

  const look = async () => {
    const isEverywhere = awake.has(undefined)
    const places = isEverywhere ? [undefined] : [...awake]
    awake.clear()
    const found = await store.ask((tx) => Promise.all(places.map((place) => dueWebhooks(tx, place))))
    const at = now()
    const open = [...underWay.keys()].map((one) => ({ ...one, webhookId: one.webhook.id }))
    const due = found.flat().filter(({ dueAt }) => dueAt <= at)
    const plan = planClaims(due, open, lastServed)
    for (const [workspaceId, endpoints] of Map.groupBy(plan, (one) => one.workspaceId)) {
      // The next look, which follows the end of an attempt, includes those without room.
      if (endpoints.some(({ limit }) => limit === 0)) awake.add(workspaceId)
      const claims = endpoints.filter(({ limit }) => limit > 0)
      if (claims.length > 0 && !isClosing) await claim(workspaceId, claims)
    }
    // Each poll sets timers for deliveries that are due before the next one.
    if (!isEverywhere) return
    for (const { workspaceId, dueAt } of found.flat()) {
      if (dueAt > at && dueAt < at + pollMilliseconds) setTimeout(() => wake(workspaceId), dueAt - at).unref()
    }
  }

  const claim = async (workspaceId: string, claims: ReturnType<typeof planClaims>) => {
    const at = now()
    const claimed = await store.write(async (tx) => {
      const some: ClaimedDelivery[] = []
      // In one order, so that two workers never wait for each other's rows.
      for (const { webhookId, limit } of claims.toSorted(byKey)) {
        const lease = { at, until: at + leaseMilliseconds, limit }
        some.push(...(await claimDeliveries(tx, workspaceId, webhookId, lease)))
      }
      return some
    })
    for (const one of claimed) underWay.set(one, attempt(one))
    const last = claims.at(-1)
    if (last) lastServed = keyOf(last)
    // Other endpoints may have the room that is left.
    if (claimed.length < claims.reduce((sum, { limit }) => sum + limit, 0)) isWoken = true
  }

  const run = async () => {
    do {
      isWoken = false
      await sleep(batchMilliseconds)
      // The next poll finds deliveries that could not be claimed.
      await look().catch((error: unknown) => log.error({ err: error }, 'Webhooks were not claimed.'))
    } while (isWoken && !isClosing)
    running = undefined
  }

  const wake = (place: string | undefined) => {
    if (isClosing) return
    awake.add(place)
    if (running) isWoken = true
    // Not in the language of the page that wakes it: the reasons that it stores are in English for everybody.
    else running = inLanguage('en', run)
  }

  const idle = async () => {
    while (running || underWay.size > 0) await Promise.all([running, ...underWay.values()])
  }

  const poll = setInterval(() => wake(undefined), pollMilliseconds).unref()

  return {
    wake,
    turn() {
      wake(undefined)
      return idle()
    },
    async close(graceMilliseconds) {
      isClosing = true
      clearInterval(poll)
      const force = setTimeout(() => stopping.abort(), graceMilliseconds)
      await idle()
      clearTimeout(force)
    },
  }
}

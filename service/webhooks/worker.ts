// Sends what the outbox holds. Any number of workers may run on one database: each claims deliveries for a while, and
// what a dead one had claimed is taken over when that time is up, so nothing is lost and some things arrive twice
// (WHK-04).
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ClaimedDelivery, DueWebhook } from '../store/deliveries.ts'
import { isStoreError } from '../store/store-error.ts'
import type { Store, Tx } from '../store/store.ts'
import { readSecrets } from './previous-secrets.ts'
import type { Post, Sent } from './safe-request.ts'
import { settleAll, type Finished } from './settle.ts'
import { signedHeaders } from './sign.ts'

export type WorkerDeps = {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
  post: Post
  /** Opens a sealed secret of an endpoint. */
  openSecret: (workspaceId: string, webhookId: string, sealed: string) => string
  log: Logger
  /** How many requests this process has been asked so far: while people wait for answers, deliveries go slowly. */
  requests?: (() => number) | undefined
  /** How often to look for what no commit of this process announced. */
  pollMilliseconds?: number | undefined
}

export type Worker = {
  /** Says that a workspace has something new to send. */
  wake(workspaceId: string): void
  /** Sends everything that is due, of every workspace, and resolves when it is written down. */
  turn(): Promise<void>
  /** Takes no more; lets attempts under way finish, but for so many milliseconds, then gives them back. */
  close(graceMilliseconds: number): Promise<void>
}

/** Longer than the longest attempt and the commit after it. */
const leaseMilliseconds = 60_000
/** Attempts at one time: over all, for one endpoint, and for one that is failing. */
const most = { inFlight: 128, ofOne: 4, ofFailing: 1 }
/**
 * What is committed or ends within so long is looked for, and written down, together; and so many deliveries are begun at
 * once. Beside requests that is few and seldom, because both need the same processor.
 */
const paces = {
  alone: { gatherMilliseconds: 10, together: 32 },
  beside: { gatherMilliseconds: 40, together: 3 },
}
/** Requests come this often at least where deliveries go beside them. */
const besideMilliseconds = 20
/** Whoever has waited for so long waits no longer for requests; until then, the longer the less. */
const latestMilliseconds = 60_000

/** How deliveries go on, of which the oldest has waited for so long. */
const paceOf = (isBeside: boolean, waitedMilliseconds: number): typeof paces.alone => {
  const { alone, beside } = paces
  const share = Math.min(waitedMilliseconds / latestMilliseconds, 1)
  if (!isBeside || share === 1) return alone
  const together = beside.together + Math.floor((alone.together - beside.together) * share)
  return { ...beside, together }
}
/** After a fault of the database. */
const pauseMilliseconds = 1000
/** Timers are not set finer than this. */
const leastWait = 20

const everywhere = Symbol('every workspace')
type Place = string | typeof everywhere

export function createWorker(deps: WorkerDeps): Worker {
  const { store, now, random, post, openSecret, log, requests = () => 0, pollMilliseconds = 5000 } = deps
  const awake = new Set<Place>()
  const inFlight = new Map<string, number>()
  const finished: Finished[] = []
  const waiting: (() => void)[] = []
  const stopping = new AbortController()
  /** Of the endpoints that were claimed from together, opened once. */
  const secretsOf = new WeakMap<ClaimedDelivery['webhook'], { secret: string; until: number }[]>()
  let pace = paces.alone
  let lastServed = ''
  /** The longest wait of a delivery to an endpoint that is working and has room, when it was last looked for. */
  let waitedMilliseconds = 0
  let underWay = 0
  let isClosing = false
  let running: Promise<void> | undefined
  let timer: { at: number; handle: NodeJS.Timeout } | undefined

  const keyOf = ({ workspaceId, webhookId }: { workspaceId: string; webhookId: string }) =>
    `${workspaceId} ${webhookId}`
  const room = (due: DueWebhook) =>
    Math.min(
      (due.isFailing ? most.ofFailing : most.ofOne) - (inFlight.get(keyOf(due)) ?? 0),
      most.inFlight - underWay,
    )

  /** Looks everywhere again after so long, unless that is to happen sooner. */
  const lookAfter = (milliseconds: number) => {
    const at = performance.now() + Math.max(milliseconds, leastWait)
    if (isClosing || (timer && timer.at <= at)) return
    clearTimeout(timer?.handle)
    const ring = () => {
      timer = undefined
      rouse(everywhere)
    }
    timer = { at, handle: setTimeout(ring, at - performance.now()).unref() }
  }

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

  const send = async ({ workspaceId, webhook, eventId, body }: ClaimedDelivery): Promise<Sent> => {
    const at = now()
    const valid = openedSecrets(workspaceId, webhook).filter(({ until }) => until > at)
    const headers = signedHeaders(
      eventId,
      at,
      body,
      valid.map(({ secret }) => secret),
    )
    return post({ url: webhook.url, headers, body, signal: stopping.signal })
  }

  const attempt = async (claimed: ClaimedDelivery) => {
    const key = keyOf({ workspaceId: claimed.workspaceId, webhookId: claimed.webhook.id })
    inFlight.set(key, (inFlight.get(key) ?? 0) + 1)
    underWay += 1
    const sent = await send(claimed).catch((error: unknown): Sent => {
      log.error({ err: error, webhookId: claimed.webhook.id }, 'A webhook was not sent.')
      return { kind: 'unanswered', error: 'The service failed to send it.' }
    })
    finished.push({ claimed, sent, at: now(), random: random() })
    const left = (inFlight.get(key) ?? 1) - 1
    if (left > 0) inFlight.set(key, left)
    else inFlight.delete(key)
    const wasFull = underWay >= most.inFlight
    underWay -= 1
    rouse(wasFull ? everywhere : claimed.workspaceId)
  }

  const canTake = (due: DueWebhook) => due.dueAt <= now() && room(due) > 0

  /** Behind the one that was served last: a step does not get to everyone. */
  const inTurn = (due: readonly DueWebhook[]) => {
    const [before, behind] = [
      due.filter((one) => keyOf(one) <= lastServed),
      due.filter((one) => keyOf(one) > lastServed),
    ]
    return [behind, before].flatMap((some) => some.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
  }

  const claimAll = async (tx: Tx, due: readonly DueWebhook[]) => {
    const claimed: ClaimedDelivery[] = []
    for (const one of inTurn(due)) {
      const at = now()
      const left = Math.min(most.inFlight - underWay, pace.together) - claimed.length
      const limit = Math.min(room(one), left)
      if (one.dueAt > at || limit <= 0) continue
      const lease = { at, until: at + leaseMilliseconds, limit }
      const taken = await tx.deliveries.claim(one.workspaceId, one.webhookId, lease)
      if (taken.length > 0) lastServed = keyOf(one)
      claimed.push(...taken)
    }
    return claimed
  }

  /** Writes down what is finished and claims what there is room for, in one transaction. */
  const step = async (places: readonly Place[]) => {
    const settling = finished.splice(0)
    const look = async (tx: Tx) => {
      if (isClosing) return []
      if (places.includes(everywhere)) return tx.deliveries.due(undefined)
      const workspaces = places.filter((place) => place !== everywhere)
      return (await Promise.all(workspaces.map((place) => tx.deliveries.due(place)))).flat()
    }
    try {
      let due = settling.length > 0 ? [] : await store.read(look)
      if (settling.length > 0 || due.some(canTake)) {
        const claimed = await store.write(async (tx) => {
          await settleAll(tx, settling)
          due = await look(tx)
          return claimAll(tx, due)
        })
        // The rest of what has room is looked for at once.
        if (claimed.length === pace.together) for (const place of places) awake.add(place)
        for (const one of claimed) {
          // Requests come in between.
          await nextTurn()
          void attempt(one)
        }
      }
      // What waits for a receiver is not sent any sooner by haste.
      const held = due.filter((one) => !one.isFailing && room(one) > 0)
      waitedMilliseconds = Math.max(0, ...held.map(({ dueAt }) => now() - dueAt))
      // What is due and has no room is looked at again when an attempt ends.
      const waits = due.map(({ dueAt }) => dueAt - now()).filter((wait) => wait > 0)
      lookAfter(Math.min(pollMilliseconds, ...waits))
    } catch (error) {
      log.error({ err: error }, 'Webhooks wait for the database.')
      // Whatever cannot be written down for another reason is tried again when its lease ends.
      if (isStoreError(error) && !isClosing) finished.unshift(...settling)
      lookAfter(pauseMilliseconds)
    }
  }

  const isIdle = () => underWay === 0 && awake.size === 0 && finished.length === 0

  const run = async () => {
    while (awake.size > 0) {
      const asked = requests()
      await sleep(pace.gatherMilliseconds)
      const isBeside = (requests() - asked) * besideMilliseconds >= pace.gatherMilliseconds
      pace = paceOf(isBeside, waitedMilliseconds)
      const places = [...awake]
      awake.clear()
      await step(places)
    }
    running = undefined
    if (isIdle()) for (const resolve of waiting.splice(0)) resolve()
  }

  const rouse = (place: Place) => {
    awake.add(place)
    running ??= run()
  }

  const settled = () => new Promise<void>((resolve) => waiting.push(resolve))

  return {
    wake(workspaceId) {
      if (!isClosing) rouse(workspaceId)
    },
    turn() {
      const done = settled()
      rouse(everywhere)
      return done
    },
    async close(graceMilliseconds) {
      isClosing = true
      clearTimeout(timer?.handle)
      const force = setTimeout(() => stopping.abort(), graceMilliseconds)
      const done = settled()
      rouse(everywhere)
      await done
      clearTimeout(force)
    },
  }
}

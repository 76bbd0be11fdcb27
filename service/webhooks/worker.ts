// Sends what the outbox holds. Any number of workers may run on one database: each claims deliveries for a while, and
// what a dead one had claimed is taken over when that time is up, so nothing is lost and some things arrive twice
// (WHK-04).
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ClaimedDelivery, DueWebhook } from '../store/deliveries.ts'
import { isStoreError } from '../store/store-error.ts'
import type { Store, Tx } from '../store/store.ts'
import { createInFlight, keyOf } from './in-flight.ts'
import { inTurn, nextPace, untilNext, usualPace } from './pace.ts'
import type { Sent } from './safe-request.ts'
import { createSender, type SenderDeps } from './sender.ts'
import { settleAll, type Finished } from './settle.ts'
import { createWorkspaceJobs, type Readiness } from './workspace-jobs.ts'

export type WorkerDeps = SenderDeps & {
  store: Store
  /** From 0 to 1. */
  random: () => number
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
/**
 * Workspaces that are written in at one time. Each takes a connection of a server, which has to leave some to requests;
 * a file has one writer, and those who wait for it share a commit.
 */
const sideBySide = { onServer: 3, onFile: 32 }
/** How long to wait after a fault of the database. */
const pauseMilliseconds = 1000
/** Timers are not set finer than this. */
const leastWait = 20

const everywhere = Symbol('every workspace')
type Place = string | typeof everywhere

export function createWorker(deps: WorkerDeps): Worker {
  const { store, now, random, log, requests = () => 0, pollMilliseconds = 5000 } = deps
  const send = createSender(deps)
  const awake = new Set<Place>()
  const inFlight = createInFlight()
  /** By workspace. */
  const finished = new Map<string, Finished[]>()
  /** What waited in a workspace when it was last looked for. */
  const known = new Map<string, readonly DueWebhook[]>()
  const waiting: (() => void)[] = []
  const stopping = new AbortController()
  let pace = usualPace
  /** How many deliveries may still be begun in this beat. */
  let budget = { left: 0 }
  /** Whether a workspace waits for the budget of the next beat. */
  let isShort = false
  let lastServed = ''
  /** Room that is set aside for deliveries which are being claimed. */
  let reserved = 0
  let isClosing = false
  let running: Promise<void> | undefined
  let timer: { at: number; handle: NodeJS.Timeout } | undefined

  const canTake = (due: DueWebhook) => due.dueAt <= now() && inFlight.room(due) > 0

  /** Looks into every workspace after so long, unless that happens sooner anyway. */
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

  const keep = (workspaceId: string, some: readonly Finished[]) => {
    if (some.length > 0) finished.set(workspaceId, [...(finished.get(workspaceId) ?? []), ...some])
  }

  const attempt = async (claimed: ClaimedDelivery) => {
    const endpoint = { workspaceId: claimed.workspaceId, webhookId: claimed.webhook.id }
    inFlight.begin(endpoint)
    const sent = await send(claimed, stopping.signal).catch((error: unknown): Sent => {
      log.error({ err: error, webhookId: claimed.webhook.id }, 'A webhook was not sent.')
      return { kind: 'unanswered', error: 'The service failed to send it.' }
    })
    keep(claimed.workspaceId, [{ claimed, sent, at: now(), random: random() }])
    const wasFull = inFlight.free() <= 0
    inFlight.end(endpoint)
    rouse(wasFull ? everywhere : claimed.workspaceId)
  }

  const claimAll = async (tx: Tx, due: readonly DueWebhook[], most: number) => {
    const claimed: ClaimedDelivery[] = []
    for (const one of inTurn(due, lastServed)) {
      const at = now()
      const limit = Math.min(inFlight.room(one), most - claimed.length)
      if (one.dueAt > at || limit <= 0) continue
      const lease = { at, until: at + leaseMilliseconds, limit }
      const taken = await tx.deliveries.claim(one.workspaceId, one.webhookId, lease)
      if (taken.length > 0) lastServed = keyOf(one)
      claimed.push(...taken)
    }
    return claimed
  }

  const learn = (workspaceId: string, due: readonly DueWebhook[]) => {
    if (due.length > 0) known.set(workspaceId, due)
    else known.delete(workspaceId)
    // What is due and has no room is looked at again when an attempt ends.
    const waits = due.map(({ dueAt }) => dueAt - now()).filter((wait) => wait > 0)
    lookAfter(Math.min(pollMilliseconds, ...waits))
  }

  /** The longest wait of a delivery to an endpoint that is working and has room. */
  const waitedMilliseconds = () => {
    // Haste does not help a delivery that waits for its receiver, or for a workspace that cannot be written in.
    const held = [...known.values()]
      .flat()
      .filter((one) => !one.isFailing && inFlight.room(one) > 0 && !jobs.hasFailed(one.workspaceId))
    return held.reduce((longest, { dueAt }) => Math.max(longest, now() - dueAt), 0)
  }

  /** How many deliveries of a workspace could be begun if it were alone. */
  const wanted = (workspaceId: string) => {
    if (isClosing) return 0
    const rooms = (known.get(workspaceId) ?? []).filter(canTake).map((due) => inFlight.room(due))
    const sum = rooms.reduce((before, one) => before + one, finished.get(workspaceId)?.length ?? 0)
    return Math.min(sum, inFlight.roomOf(workspaceId))
  }
  /** How many may be begun now, of any workspace. */
  const free = () => Math.max(0, Math.min(budget.left, inFlight.free() - reserved))

  const readiness = (workspaceId: string): Readiness => {
    if (finished.has(workspaceId)) return 'now'
    if (wanted(workspaceId) === 0) return 'never'
    if (free() > 0) return 'now'
    // It waits for the next beat where this one's budget is used up, and otherwise for the end of an attempt.
    if (budget.left <= 0) beatAgain()
    return 'later'
  }

  /** Writes down what is finished in a workspace and claims what there is room for, in one transaction. */
  const step = async (workspaceId: string) => {
    const settling = finished.get(workspaceId) ?? []
    const from = budget
    const share = Math.min(wanted(workspaceId), free())
    finished.delete(workspaceId)
    from.left -= share
    reserved += share
    const giveBack = (unused: number) => {
      from.left += unused
      reserved -= unused
    }
    try {
      const { due, claimed } = await store.write(async (tx) => {
        await settleAll(tx, settling)
        const found = isClosing ? [] : await tx.deliveries.due(workspaceId)
        return { due: found, claimed: await claimAll(tx, found, share) }
      }, workspaceId)
      giveBack(share - claimed.length)
      for (const one of claimed) {
        // Requests come in between.
        await untilNext(pace)
        reserved -= 1
        void attempt(one)
      }
      learn(workspaceId, due)
      // There may be more that has room: it is looked for at once.
      if (claimed.length === share && due.some(canTake)) rouse(workspaceId)
      return 'done'
    } catch (error) {
      giveBack(share)
      log.error({ err: error, workspaceId }, 'Webhooks of a workspace wait for the database.')
      // Attempts that cannot be written down for another reason are forgotten; their leases end, and they are made again.
      if (isStoreError(error) && !isClosing)
        finished.set(workspaceId, [...settling, ...(finished.get(workspaceId) ?? [])])
      lookAfter(pauseMilliseconds)
      return 'failed'
    }
  }

  const jobs = createWorkspaceJobs({
    run: step,
    readiness,
    onIdle: () => tellIfIdle(),
    sideBySide: () => {
      // Requests are over: nobody else needs the database.
      if (isClosing) return Infinity
      return store.shared ? sideBySide.onServer : sideBySide.onFile
    },
  })

  /** Looks for what is due. @returns all that is, endpoint by endpoint */
  const look = async (places: readonly Place[]): Promise<DueWebhook[]> => {
    const isEverywhere = places.includes(everywhere)
    // A workspace with attempts to write down is looked into when that is done.
    const workspaces = places.filter((place) => place !== everywhere && !finished.has(place)) as string[]
    if (isClosing || (!isEverywhere && workspaces.length === 0)) return []
    const due = await store.read(async (tx) =>
      isEverywhere
        ? tx.deliveries.due(undefined)
        : (await Promise.all(workspaces.map((place) => tx.deliveries.due(place)))).flat(),
    )
    const byWorkspace = Map.groupBy(due, (one) => one.workspaceId)
    if (isEverywhere) known.clear()
    for (const place of isEverywhere ? byWorkspace.keys() : workspaces)
      learn(place, byWorkspace.get(place) ?? [])
    lookAfter(pollMilliseconds)
    return due
  }

  const beat = async (places: readonly Place[]) => {
    try {
      const due = await look(places)
      for (const workspaceId of finished.keys())
        // What could not be written down is tried again after a pause.
        if (!jobs.hasFailed(workspaceId) || places.includes(everywhere)) jobs.ask(workspaceId)
      for (const one of inTurn(due, lastServed)) if (canTake(one)) jobs.ask(one.workspaceId)
      jobs.goOn()
    } catch (error) {
      log.error({ err: error }, 'Webhooks wait for the database.')
      lookAfter(pauseMilliseconds)
    }
  }

  const run = async () => {
    while (awake.size > 0 || isShort) {
      const asked = requests()
      await sleep(pace.gatherMilliseconds)
      pace = nextPace(pace, requests() - asked, waitedMilliseconds())
      budget = { left: pace.together }
      isShort = false
      const places = [...awake]
      awake.clear()
      await beat(places)
    }
    running = undefined
    tellIfIdle()
  }

  const tellIfIdle = () => {
    const isIdle = inFlight.count() === 0 && finished.size === 0 && !running && jobs.isIdle()
    if (isIdle) for (const resolve of waiting.splice(0)) resolve()
  }

  const beatAgain = () => {
    isShort = true
    running ??= run()
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

// Sends what the outbox holds. Any number of workers may run on one database: each claims deliveries for a while, and
// what a dead one had claimed is taken over when that time is up, so nothing is lost and some things arrive twice
// (WHK-04). What it decides is in dispatch.ts; here are its timers, transactions and requests.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ClaimedDelivery, DueWebhook } from '../store/deliveries.ts'
import { isStoreError } from '../store/store-error.ts'
import type { Store, Tx } from '../store/store.ts'
import * as dispatch from './dispatch.ts'
import { room } from './in-flight.ts'
import { gapMilliseconds, inTurn } from './pace.ts'
import type { Sent } from './safe-request.ts'
import { createSender, type SenderDeps } from './sender.ts'
import { settleAll } from './settle.ts'

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

const allDue = async (tx: Tx, places: ReadonlySet<dispatch.Place>): Promise<DueWebhook[]> =>
  (await Promise.all([...places].map((place) => tx.deliveries.due(place)))).flat()

export function createWorker(deps: WorkerDeps): Worker {
  const { store, now, random, log, requests = () => 0, pollMilliseconds = 5000 } = deps
  const send = createSender(deps)
  const stopping = new AbortController()
  const waiting: (() => void)[] = []
  let state = dispatch.initialState(store.shared ? sideBySide.onServer : sideBySide.onFile)
  let isBeating = false
  let timer: { at: number; handle: NodeJS.Timeout } | undefined

  /** Looks into every workspace after so long, unless that happens sooner anyway. */
  const lookAfter = (milliseconds: number) => {
    const at = performance.now() + Math.max(milliseconds, leastWait)
    if (state.isClosing || (timer && timer.at <= at)) return
    clearTimeout(timer?.handle)
    const ring = () => {
      timer = undefined
      rouse(dispatch.everywhere)
    }
    timer = { at, handle: setTimeout(ring, at - performance.now()).unref() }
  }
  const lookWhenDue = (due: readonly DueWebhook[]) =>
    lookAfter(Math.min(pollMilliseconds, dispatch.millisecondsUntilDue(due, now())))

  const attempt = async (claimed: ClaimedDelivery) => {
    const sent = await send(claimed, stopping.signal).catch((error: unknown): Sent => {
      log.error({ err: error, webhookId: claimed.webhook.id }, 'A webhook was not sent.')
      return { kind: 'unanswered', error: 'The service failed to send it.' }
    })
    state = dispatch.attemptEnded(state, { claimed, sent, at: now(), random: random() })
    void goOn()
  }

  const claim = async (tx: Tx, due: readonly DueWebhook[], most: number) => {
    const claimed: ClaimedDelivery[] = []
    for (const one of inTurn(due, state.lastServed)) {
      const at = now()
      const limit = Math.min(room(state.inFlight, one), most - claimed.length)
      if (one.dueAt > at || limit <= 0) continue
      const lease = { at, until: at + leaseMilliseconds, limit }
      claimed.push(...(await tx.deliveries.claim(one.workspaceId, one.webhookId, lease)))
    }
    return claimed
  }

  const run = async (job: dispatch.Job) => {
    const { workspaceId, settling, share } = job
    try {
      const { due, claimed } = await store.write(async (tx) => {
        await settleAll(tx, settling)
        const found = state.isClosing ? [] : await tx.deliveries.due(workspaceId)
        return { due: found, claimed: await claim(tx, found, share) }
      }, workspaceId)
      state = dispatch.jobCommitted(state, job, claimed)
      for (const one of claimed) {
        // Requests come in between.
        const gap = gapMilliseconds(state.beat.pace)
        await (gap > 0 ? sleep(gap) : nextTurn())
        void attempt(one)
      }
      state = dispatch.jobDone(state, job, { due, claimed: claimed.length, now: now() })
      lookWhenDue(due)
    } catch (error) {
      log.error({ err: error, workspaceId }, 'Webhooks of a workspace wait for the database.')
      // Attempts that cannot be written down for another reason are forgotten; their leases end, and they are made again.
      const isKept = isStoreError(error) && !state.isClosing
      state = dispatch.jobFailed(state, job, isKept ? settling : [])
      lookAfter(pauseMilliseconds)
    }
    beginJobs()
    void goOn()
  }

  const beginJobs = () => {
    const { state: after, begun } = dispatch.jobsBegun(state, now())
    state = after
    for (const job of begun) void run(job)
  }

  const beat = async () => {
    const asked = requests()
    await sleep(state.beat.pace.gatherMilliseconds)
    state = dispatch.beatBegun(state, requests() - asked, now())
    const places = dispatch.placesToLook(state)
    try {
      const due = places.size > 0 ? await store.read((tx) => allDue(tx, places)) : []
      state = dispatch.looked(state, { places, due, now: now() })
      if (places.size > 0) lookWhenDue(due)
      beginJobs()
    } catch (error) {
      log.error({ err: error }, 'Webhooks wait for the database.')
      lookAfter(pauseMilliseconds)
    }
  }

  /** Beats as long as there is a reason to, and tells who waits for it that nothing is left to do. */
  const goOn = async () => {
    if (isBeating) return
    isBeating = true
    while (dispatch.needsBeat(state)) await beat()
    isBeating = false
    if (dispatch.isIdle(state)) for (const resolve of waiting.splice(0)) resolve()
  }

  const rouse = (place: dispatch.Place) => {
    state = dispatch.woken(state, place)
    void goOn()
  }

  const turn = () => {
    const done = new Promise<void>((resolve) => waiting.push(resolve))
    rouse(dispatch.everywhere)
    return done
  }

  return {
    wake(workspaceId) {
      if (!state.isClosing) rouse(workspaceId)
    },
    turn,
    async close(graceMilliseconds) {
      state = dispatch.closing(state)
      clearTimeout(timer?.handle)
      const force = setTimeout(() => stopping.abort(), graceMilliseconds)
      await turn()
      clearTimeout(force)
    },
  }
}

// What the worker knows, and what it decides by that: where to look, in which workspaces to write, and how many deliveries
// to begin there. Pure; worker.ts does it.
import type { ClaimedDelivery, DueWebhook } from '../store/deliveries.ts'
import { counted, keyOf, room, roomInAll, roomOf, type InFlight } from './in-flight.ts'
import { inTurn, nextPace, usualPace, type Pace } from './pace.ts'
import type { Finished } from './settle.ts'

/** A workspace, or all of them. */
export type Place = string | undefined
export const everywhere = undefined

/** One transaction in a workspace: it writes down what is finished there, and claims what there is room for. */
export type Job = {
  workspaceId: string
  settling: readonly Finished[]
  /** How many deliveries it may claim, out of the budget of this beat. */
  share: number
  beat: number
}

export type State = {
  isClosing: boolean
  /** Where to look in the next beat. */
  awake: ReadonlySet<Place>
  /** Whether a workspace waits for the budget of the next beat. */
  isShort: boolean
  /** The beat that is now: where it looks, its pace, and how many deliveries may still be begun in it. */
  beat: { number: number; places: ReadonlySet<Place>; pace: Pace; left: number }
  /** What waited in each workspace when it was last looked for. */
  known: readonly DueWebhook[]
  /** Attempts that are over and not written down. */
  finished: readonly Finished[]
  inFlight: InFlight
  lastServed: string
  /** Workspaces that wait for a job, in the order in which they were asked for. */
  asked: ReadonlySet<string>
  /** Under way: in each workspace one, several workspaces side by side. */
  jobs: readonly Job[]
  mostJobs: number
  /** Workspaces whose last job failed. */
  failed: ReadonlySet<string>
}

export const initialState = (mostJobs: number): State => ({
  isClosing: false,
  awake: new Set(),
  isShort: false,
  beat: { number: 0, places: new Set(), pace: usualPace, left: 0 },
  known: [],
  finished: [],
  inFlight: new Map(),
  lastServed: '',
  asked: new Set(),
  jobs: [],
  mostJobs,
  failed: new Set(),
})

const endpointOf = ({ workspaceId, webhook }: ClaimedDelivery) => ({ workspaceId, webhookId: webhook.id })

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

const canTake = ({ inFlight }: State, due: DueWebhook, now: number) =>
  due.dueAt <= now && room(inFlight, due) > 0

export const woken = (state: State, place: Place): State => ({
  ...state,
  awake: new Set(state.awake).add(place),
})

/** Nothing is claimed any more; and as requests are over, nobody else needs the database. */
export const closing = (state: State): State => ({ ...state, isClosing: true, mostJobs: Infinity })

export const needsBeat = ({ awake, isShort }: State): boolean => awake.size > 0 || isShort

export const isIdle = ({ inFlight, finished, asked, jobs }: State): boolean =>
  inFlight.size + finished.length + asked.size + jobs.length === 0

/** The longest wait of a delivery to an endpoint that is working and has room. */
const waitedMilliseconds = ({ known, inFlight, failed }: State, now: number) => {
  // Haste does not help a delivery that waits for its receiver, or for a workspace that cannot be written in.
  const held = known.filter(
    (one) => !one.isFailing && room(inFlight, one) > 0 && !failed.has(one.workspaceId),
  )
  return held.reduce((longest, { dueAt }) => Math.max(longest, now - dueAt), 0)
}

/** @param requests that came while the beat gathered */
export const beatBegun = (state: State, requests: number, now: number): State => {
  const pace = nextPace(state.beat.pace, requests, waitedMilliseconds(state, now))
  const beat = { number: state.beat.number + 1, places: state.awake, pace, left: pace.together }
  return { ...state, beat, awake: new Set(), isShort: false }
}

export const placesToLook = ({ isClosing, beat: { places }, finished }: State): ReadonlySet<Place> => {
  if (isClosing) return new Set()
  if (places.has(everywhere)) return new Set([everywhere])
  // A workspace with attempts to write down is looked into when that is done.
  const isBusy = (place: Place) => finished.some(({ claimed }) => claimed.workspaceId === place)
  return new Set([...places].filter((place) => !isBusy(place)))
}

const withKnown = (known: State['known'], places: ReadonlySet<Place>, due: readonly DueWebhook[]) =>
  places.has(everywhere) ? due : [...known.filter(({ workspaceId }) => !places.has(workspaceId)), ...due]

/** @param due all that waits in these places, endpoint by endpoint */
export const looked = (
  state: State,
  { places, due, now }: { places: ReadonlySet<Place>; due: readonly DueWebhook[]; now: number },
): State => {
  // What could not be written down is tried again after a pause, which ends with a look everywhere.
  const isTried = (workspaceId: string) => !state.failed.has(workspaceId) || state.beat.places.has(everywhere)
  const toSettle = state.finished.map(({ claimed }) => claimed.workspaceId).filter(isTried)
  const takers = inTurn(due, state.lastServed).filter((one) => canTake(state, one, now))
  const asked = [...state.asked, ...toSettle, ...takers.map(({ workspaceId }) => workspaceId)]
  return { ...state, known: withKnown(state.known, places, due), asked: new Set(asked) }
}

/** What is due already and has no room is looked at when an attempt ends. @returns Infinity where nothing will be due */
export const millisecondsUntilDue = (due: readonly DueWebhook[], now: number): number =>
  due.reduce((least, { dueAt }) => (dueAt > now ? Math.min(least, dueAt - now) : least), Infinity)

/** How many may be begun now, of any workspace: what jobs under way may claim has its room already. */
const free = ({ beat, inFlight, jobs }: State) =>
  Math.max(0, Math.min(beat.left, roomInAll(inFlight) - sumOf(jobs.map(({ share }) => share))))

/** Of the workspaces whose last job failed one is tried at a time, because each may take long and fail again. */
const isHeldUp = ({ jobs, failed, mostJobs }: State, workspaceId: string) =>
  jobs.length >= mostJobs ||
  jobs.some((job) => job.workspaceId === workspaceId) ||
  (failed.has(workspaceId) && mostJobs < Infinity && jobs.some((job) => failed.has(job.workspaceId)))

/**
 * How many deliveries of a workspace could be begun if it were alone.
 * @param ended how many attempts have ended since it was looked into: as many more may be due there
 */
const wanted = (
  { isClosing, inFlight }: State,
  workspaceId: string,
  { takers, ended }: { takers: readonly DueWebhook[]; ended: number },
) => {
  const rooms = takers.map((one) => room(inFlight, one))
  return isClosing ? 0 : Math.min(sumOf(rooms) + ended, roomOf(inFlight, workspaceId))
}

/** Begins a job in each workspace that has asked for one and can have it; who needs none any more is forgotten. */
export const jobsBegun = (before: State, now: number): { state: State; begun: readonly Job[] } => {
  const known = Map.groupBy(before.known, ({ workspaceId }) => workspaceId)
  const finished = Map.groupBy(before.finished, ({ claimed }) => claimed.workspaceId)
  const begun: Job[] = []
  const asked = new Set<string>()
  let state = before
  for (const workspaceId of before.asked) {
    if (isHeldUp(state, workspaceId)) {
      asked.add(workspaceId)
      continue
    }
    const settling = finished.get(workspaceId) ?? []
    const takers = (known.get(workspaceId) ?? []).filter((one) => canTake(state, one, now))
    const wants = wanted(state, workspaceId, { takers, ended: settling.length })
    const share = Math.min(wants, free(state))
    if (settling.length + share > 0) {
      const { beat, jobs } = state
      const job = { workspaceId, settling, share, beat: beat.number }
      begun.push(job)
      state = { ...state, jobs: [...jobs, job], beat: { ...beat, left: beat.left - share } }
    } else if (wants > 0) {
      asked.add(workspaceId)
      // Room comes with the end of a job or an attempt, a budget only with a beat.
      if (state.beat.left <= 0) state = { ...state, isShort: true }
    }
  }
  const settled = new Set(begun.flatMap(({ settling }) => settling))
  return { state: { ...state, asked, finished: before.finished.filter((one) => !settled.has(one)) }, begun }
}

/** What a job has not claimed of its share is free again, for the rest of its beat. */
const givenBack = ({ beat }: State, job: Job, claimed: number) =>
  job.beat === beat.number ? { ...beat, left: beat.left + job.share - claimed } : beat

const othersThan = (job: Job, { jobs }: State) =>
  jobs.filter(({ workspaceId }) => workspaceId !== job.workspaceId)

/** The transaction of a job is committed. What it has claimed counts as on its way, though it is begun bit by bit. */
export const jobCommitted = (state: State, job: Job, claimed: readonly ClaimedDelivery[]): State => {
  const endpoints = claimed.map(endpointOf)
  const last = endpoints.at(-1)
  return {
    ...state,
    beat: givenBack(state, job, claimed.length),
    inFlight: counted(state.inFlight, endpoints, 1),
    lastServed: last ? keyOf(last) : state.lastServed,
    jobs: [...othersThan(job, state), { ...job, share: 0 }],
  }
}

/** All that a job has claimed is begun. @param due what waited before it claimed */
export const jobDone = (
  state: State,
  job: Job,
  { due, claimed, now }: { due: readonly DueWebhook[]; claimed: number; now: number },
): State => {
  const { workspaceId, share } = job
  const done = {
    ...state,
    jobs: othersThan(job, state),
    failed: new Set([...state.failed].filter((one) => one !== workspaceId)),
    known: withKnown(state.known, new Set([workspaceId]), due),
  }
  // There may be more that has room: it is looked for at once.
  return claimed === share && due.some((one) => canTake(done, one, now)) ? woken(done, workspaceId) : done
}

/** @param again attempts that are to be written down once more */
export const jobFailed = (state: State, job: Job, again: readonly Finished[]): State => ({
  ...state,
  beat: givenBack(state, job, 0),
  jobs: othersThan(job, state),
  failed: new Set(state.failed).add(job.workspaceId),
  finished: [...again, ...state.finished],
})

export const attemptEnded = (state: State, attempt: Finished): State => {
  const { claimed } = attempt
  const isFull = roomInAll(state.inFlight) <= 0
  const inFlight = counted(state.inFlight, [endpointOf(claimed)], -1)
  return woken(
    { ...state, inFlight, finished: [...state.finished, attempt] },
    isFull ? everywhere : claimed.workspaceId,
  )
}

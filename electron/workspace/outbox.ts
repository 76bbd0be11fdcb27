// One write on its way: queued → sending → saved | checking → saved, not found | needs you. Pure. A create that got no
// answer is looked for and never sent again by itself (APP-07); a change is read back and may be repeated.
import { z } from 'zod'
import { launcherTaskCreate, launcherTaskPatch } from '../../shared/api/launcher-tasks.ts'
import { type AppError, appError } from '../../shared/errors.ts'
import type { OutboxItem } from '../../shared/launcher.ts'

export const entry = z.object({
  id: z.string(),
  /** The person who wrote it: nobody else's session sends it. */
  owner: z.string(),
  work: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('createTask'), task: launcherTaskCreate }),
    z.object({ kind: z.literal('updateTask'), taskId: z.string(), change: launcherTaskPatch }),
  ]),
  title: z.string(),
  state: z.enum(['queued', 'sending', 'checking', 'notFound', 'saved', 'needsYou']),
  taskId: z.string().nullable(),
  webUrl: z.string().nullable(),
  error: appError.nullable(),
  createdAt: z.number(),
  /** When it was last sent, by the service's clock as far as we know it. */
  sentAt: z.number().nullable(),
  /** When the task was last changed, as far as we knew at the send; of changes only. */
  seenVersion: z.string().nullable(),
  /** Nothing is done before this time, epoch milliseconds. */
  notBefore: z.number(),
  /** Failed attempts to send in a row; look-ups that found nothing, and look-ups that failed. */
  failures: z.number().int(),
  emptyLookUps: z.number().int(),
  failedLookUps: z.number().int(),
  /** When it ended. */
  settledAt: z.number().nullable(),
})
export type Entry = z.infer<typeof entry>

export type Found = { id: string; webUrl: string }

export type Event =
  /** The program starts: what was being sent when it ended may have arrived. */
  | { type: 'loaded' }
  | { type: 'sendStarted'; serviceTime: number; seenVersion: string | null }
  | { type: 'saved'; task: Found }
  | { type: 'refused'; error: AppError }
  /** A create was looked for. */
  | { type: 'lookedUp'; found: readonly Found[] }
  /** A change was read back. */
  | { type: 'readBack'; outcome: 'applied' | 'notApplied' | 'changedByOther' | 'gone'; task: Found | null }
  | { type: 'lookUpFailed' }
  | { type: 'retryAsked' }
  /** The person is signed in again, or the network answers. */
  | { type: 'woken' }

/** Milliseconds after the send at which a create is looked for: it may take a moment to become visible. */
const lookUpDelays = [1_000, 3_000, 8_000] as const
const backoff = [2_000, 5_000, 15_000, 30_000, 60_000] as const
/** A locked workspace is asked again no more often than this. */
const lockedDelay = 30_000

const stepOf = (steps: readonly number[], index: number): number =>
  steps[Math.min(Math.max(index, 0), steps.length - 1)] ?? 60_000

const settled = (old: Entry, state: 'saved' | 'notFound' | 'needsYou', now: number): Entry => ({
  ...old,
  state,
  settledAt: now,
})

const saved = (old: Entry, task: Found | null, now: number): Entry => ({
  ...settled(old, 'saved', now),
  taskId: task?.id ?? old.taskId,
  webUrl: task?.webUrl ?? old.webUrl,
  error: null,
})

const toChecking = (old: Entry, now: number): Entry => ({
  ...old,
  state: 'checking',
  error: { kind: 'unconfirmed', message: 'May have been saved. Checking…' },
  notBefore: now + lookUpDelays[0],
  emptyLookUps: 0,
  failedLookUps: 0,
})

const backToQueue = (old: Entry, error: AppError, notBefore: number): Entry => ({
  ...old,
  state: 'queued',
  error,
  notBefore,
  failures: old.failures + 1,
})

const refused = (old: Entry, error: AppError, now: number): Entry => {
  switch (error.kind) {
    case 'unconfirmed':
      return toChecking(old, now)
    case 'rateLimited':
      return backToQueue(old, error, now + error.retryAfterSeconds * 1000)
    case 'locked':
      return backToQueue(old, error, now + lockedDelay)
    // Nothing was sent: it simply waits.
    case 'offline':
    case 'unavailable':
    case 'signedOut':
    case 'cancelled':
      return backToQueue(old, error, now + stepOf(backoff, old.failures))
    case 'notFound':
      return {
        ...settled(old, 'needsYou', now),
        error:
          old.work.kind === 'createTask'
            ? { kind: 'notFound', message: 'The workspace does not take new tasks here.' }
            : { kind: 'notFound', message: 'This task no longer exists.' },
      }
    case 'invalidInput':
    case 'forbidden':
    case 'conflict':
    case 'unexpectedAnswer':
    case 'internal':
      return { ...settled(old, 'needsYou', now), error }
  }
}

const lookedUp = (old: Entry, found: readonly Found[], now: number): Entry => {
  const [only] = found
  if (found.length === 1 && only !== undefined) return saved(old, only, now)
  if (found.length > 1)
    return {
      ...settled(old, 'needsYou', now),
      error: {
        kind: 'conflict',
        message: `${found.length} tasks with this title were just made. Please look which is right.`,
      },
    }
  const emptyLookUps = old.emptyLookUps + 1
  if (emptyLookUps >= lookUpDelays.length) return { ...settled(old, 'notFound', now), error: null }
  const wait = stepOf(lookUpDelays, emptyLookUps) - stepOf(lookUpDelays, emptyLookUps - 1)
  return { ...old, emptyLookUps, notBefore: now + wait }
}

/** @param now epoch milliseconds. An event that does not fit the state changes nothing. */
export const next = (old: Entry, event: Event, now: number): Entry => {
  switch (event.type) {
    case 'loaded':
      return old.state === 'sending'
        ? toChecking(old, now)
        : { ...old, notBefore: Math.min(old.notBefore, now) }
    case 'sendStarted':
      return old.state === 'queued'
        ? { ...old, state: 'sending', sentAt: event.serviceTime, seenVersion: event.seenVersion, error: null }
        : old
    case 'saved':
      return old.state === 'sending' ? saved(old, event.task, now) : old
    case 'refused':
      return old.state === 'sending' ? refused(old, event.error, now) : old
    case 'lookedUp':
      return old.state === 'checking' ? lookedUp(old, event.found, now) : old
    case 'readBack':
      if (old.state !== 'checking') return old
      switch (event.outcome) {
        case 'applied':
          return saved(old, event.task, now)
        case 'notApplied':
          return { ...old, state: 'queued', error: null, notBefore: now }
        case 'gone':
          return refused(old, { kind: 'notFound', message: '' }, now)
        case 'changedByOther':
          return {
            ...settled(old, 'needsYou', now),
            error: { kind: 'conflict', message: 'Somebody else changed this task meanwhile.' },
          }
      }
      return old
    case 'lookUpFailed':
      return old.state === 'checking'
        ? {
            ...old,
            failedLookUps: old.failedLookUps + 1,
            notBefore: now + stepOf(backoff, old.failedLookUps),
          }
        : old
    case 'retryAsked':
      return old.state === 'notFound' || old.state === 'needsYou' || old.state === 'queued'
        ? { ...old, state: 'queued', error: null, notBefore: now, failures: 0, settledAt: null }
        : old
    case 'woken':
      return (old.state === 'queued' || old.state === 'checking') && old.error?.kind !== 'locked'
        ? { ...old, notBefore: Math.min(old.notBefore, now) }
        : old
  }
}

export const isUnderWay = ({ state }: Entry): boolean =>
  state === 'queued' || state === 'sending' || state === 'checking'

/** Whether a person may drop it: what is being sent cannot be called back. */
export const isDiscardable = ({ state }: Entry): boolean => state !== 'sending'

/** Entries of one lane go one after the other, so that changes of one task arrive in order. */
const laneOf = ({ id, work }: Entry): string => (work.kind === 'updateTask' ? work.taskId : id)

/** What a request is made for now: the first of each lane, when its time has come. @param entries oldest first. */
export const dueEntries = (entries: readonly Entry[], now: number): readonly Entry[] => {
  const busy = new Set<string>()
  return entries.filter((one) => {
    if (!isUnderWay(one)) return false
    const lane = laneOf(one)
    if (busy.has(lane)) return false
    busy.add(lane)
    return one.state !== 'sending' && one.notBefore <= now
  })
}

/** The next time at which something becomes due, or null. */
export const nextDue = (entries: readonly Entry[]): number | null => {
  const times = entries
    .filter(({ state }) => state === 'queued' || state === 'checking')
    .map(({ notBefore }) => notBefore)
  return times.length === 0 ? null : Math.min(...times)
}

/** As the page sees it. */
export const present = ({ id, work, title, state, taskId, webUrl, error, createdAt }: Entry): OutboxItem => ({
  id,
  kind: work.kind,
  title,
  state,
  taskId,
  webUrl,
  error,
  createdAt,
})

// The states of one write: queued → sending → saved | checking → saved, not found | needs you. Pure. A create that got no
// answer is checked: sent again under its own `Idempotency-Key` where the service honours keys, else looked for once and
// asked about (APP-07). A change is read back and may be repeated.
import { type AppError } from '../../../shared/errors.ts'
import type { FoundTask, TaskConflict } from '../../../shared/ipc/launcher.ts'
import type { LauncherTaskCreate, TaskFields } from '../../../shared/api/launcher-tasks.ts'
import { say } from '../../../shared/language.ts'
import { pick } from '../../../shared/task-fields.ts'
import { creating, type Entry, isEditable, isInDoubt } from './entry.ts'

/** The tag is there when the service just answered with it. */
type SavedTask = Pick<FoundTask, 'id' | 'webUrl'> & { tag?: string | null }

/** What a send, or a look at what became of it, found out. */
export type Outcome =
  /** `honoursKeys`: whether a create was answered by a service that honours `Idempotency-Key`. */
  | { type: 'saved'; task: SavedTask | null; honoursKeys?: boolean }
  /** Somebody else changed the same fields to something else: nothing was written. */
  | { type: 'overlaps'; conflict: TaskConflict }
  | { type: 'refused'; error: AppError }

export type Event =
  /** The program starts: what was being sent when it ended may have arrived. */
  | { type: 'loaded' }
  | { type: 'sendStarted'; serviceTime: number }
  | Outcome
  /** A create was looked for. */
  | { type: 'lookedUp'; found: readonly FoundTask[] }
  /** A change, or a taking back, was not there when it was read back. */
  | { type: 'notApplied' }
  | { type: 'lookUpFailed'; error: AppError }
  /** @param key for a create that was refused: the service would answer the old one with the old refusal. */
  | { type: 'retryAsked'; key: string }
  /** The user edited a create that was not sent, or was refused. @param key for the new words. */
  | { type: 'edited'; task: LauncherTaskCreate; key: string }
  /** The person said which of several it is, or for which fields theirs is dropped. */
  | { type: 'picked'; task: FoundTask }
  | { type: 'resolved'; mine: readonly (keyof TaskFields)[] }
  /** The person is signed in again, the machine woke up, or the clock was set back. */
  | { type: 'woken' }
  /** The service took something: it is there, and not locked. */
  | { type: 'serviceAnswered' }

/** Milliseconds after a send without an answer: a task may take a moment to become visible. */
const checkAfterMs = 3_000
const backoff = [2_000, 5_000, 15_000, 30_000, 60_000] as const
/** A locked workspace is asked again no more often than this. */
export const lockedDelay = 30_000
/** How long a destructive write can be called off. */
export const holdMs = 5_000

const stepOf = (steps: readonly number[], index: number): number =>
  steps[Math.min(Math.max(index, 0), steps.length - 1)] ?? 60_000

const settled = (old: Entry, state: 'saved' | 'notFound' | 'needsYou', now: number): Entry => ({
  ...old,
  state,
  settledAt: now,
  notBefore: 0,
  heldUntil: null,
})

const saved = (old: Entry, task: SavedTask | null, now: number): Entry => ({
  ...settled(old, 'saved', now),
  tag: task?.tag ?? null,
  taskId: task?.id ?? old.taskId,
  webUrl: task?.webUrl ?? old.webUrl,
  error: null,
  candidates: [],
  conflict: null,
  unconfirmedSince: null,
  sendIfMissing: false,
})

/** A write without an answer; again and again, it waits longer each time. */
const toChecking = (old: Entry, now: number): Entry => {
  const failures = old.unconfirmedSince === null || old.sendIfMissing ? 0 : old.failures + 1
  return {
    ...old,
    state: 'checking',
    error: { kind: 'unconfirmed', message: say('write.checking') },
    unconfirmedSince: old.unconfirmedSince ?? old.sentAt,
    notBefore: now + (failures === 0 ? checkAfterMs : stepOf(backoff, failures - 1)),
    heldUntil: null,
    failures,
    sendIfMissing: false,
  }
}

/** Nothing was written this time. A create in doubt stays in doubt. */
const backToQueue = (old: Entry, error: AppError, notBefore: number): Entry => ({
  ...old,
  state: isInDoubt(old) ? 'checking' : 'queued',
  error,
  notBefore,
  failures: old.failures + 1,
})

/** The longest that an entry waits from now on when there is hope: also a clock that was set back makes it wait no day. */
const longestWait = ({ state, error, heldUntil, failures }: Entry): number => {
  if (error?.kind === 'locked') return lockedDelay
  if (error?.kind === 'rateLimited') return error.retryAfterSeconds * 1000
  if (heldUntil !== null) return holdMs
  // A look-up that comes too early finds nothing and says so.
  return state === 'checking' && failures === 0 ? checkAfterMs : 0
}

const clamped = (old: Entry, now: number): number => Math.min(old.notBefore, now + longestWait(old))

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
    case 'notKept':
      return backToQueue(old, error, now + stepOf(backoff, old.failures))
    case 'conflict':
      // The same create is still being answered (`Idempotency-Key`): what becomes of it is looked for.
      if (old.work.kind === 'createTask') return toChecking(old, now)
      return { ...settled(old, 'needsYou', now), error }
    case 'notFound':
      return {
        ...settled(old, 'needsYou', now),
        error: {
          kind: 'notFound',
          message: old.work.kind === 'createTask' ? say('write.noNewTasks') : say('write.taskGone'),
        },
      }
    case 'forbidden':
      // The service refuses the resend, but may hold the first send: the task is looked for.
      if (isInDoubt(old)) return { ...toChecking(old, now), keySentAt: null }
      return { ...settled(old, 'needsYou', now), error }
    case 'invalidInput':
    case 'unexpectedAnswer':
    case 'internal':
      // The same request was refused, so the earlier one was refused too.
      return { ...settled(old, 'needsYou', now), error, unconfirmedSince: null }
  }
}

/** As if nothing of it had been tried. */
const takenUp = (old: Entry, now: number): Entry => {
  return { ...old, error: null, candidates: [], failures: 0, settledAt: null, notBefore: now }
}

/** "Create again", "Retry", "None of them". @param key for a create whose old key would repeat the old answer. */
const retried = (old: Entry, key: string, now: number): Entry => {
  const again = takenUp(old, now)
  const { state, work } = old
  if (state === 'queued') return old.heldUntil === null ? again : old
  if (state !== 'needsYou' && state !== 'notFound') return old
  switch (work.kind) {
    case 'createTask': {
      const ruledOut = [...old.ruledOut, ...old.candidates.map(({ id }) => id)]
      const keepsKey = isInDoubt(old) && old.candidates.length === 0
      const keyed = keepsKey ? again : { ...again, work: { ...work, key }, keySentAt: null }
      // It may have come late: one more look costs one request, a second task costs trust.
      return isInDoubt(old)
        ? { ...keyed, ruledOut, state: 'checking', sendIfMissing: true }
        : { ...keyed, ruledOut, state: 'queued' }
    }
    case 'archiveTask':
      // Somebody changed it, and it is to go all the same.
      return { ...again, state: 'queued', work: { ...work, tag: null } }
    case 'updateTask':
      // An overlap is decided field by field.
      return old.conflict === null ? { ...again, state: 'queued' } : old
  }
}

const lookedUp = (old: Entry, found: readonly FoundTask[], now: number): Entry => {
  const [only] = found
  // One that search found may be an older one: only a date makes it sure.
  if (found.length === 1 && only !== undefined && only.createdAt !== null) return saved(old, only, now)
  if (found.length > 0)
    return {
      ...settled(old, 'needsYou', now),
      candidates: [...found],
      error: {
        kind: 'conflict',
        message:
          found.length === 1 ? say('write.whichOfOne') : say('write.whichOfSeveral', { count: found.length }),
      },
    }
  return old.sendIfMissing
    ? { ...takenUp(old, now), state: 'queued' }
    : { ...settled(old, 'notFound', now), error: null }
}

const lookUpFailed = (old: Entry, error: AppError, now: number): Entry => ({
  ...old,
  error: error.kind === 'locked' || error.kind === 'rateLimited' ? error : old.error,
  failures: old.failures + 1,
  notBefore:
    now +
    (error.kind === 'locked'
      ? lockedDelay
      : error.kind === 'rateLimited'
        ? error.retryAfterSeconds * 1000
        : stepOf(backoff, old.failures)),
})

/** Theirs stays in the fields that are not `mine`; mine is written over what was just seen there. */
const resolved = (old: Entry, mine: readonly (keyof TaskFields)[], now: number): Entry => {
  if (old.conflict === null || old.work.kind !== 'updateTask') return old
  const { yours, theirs } = old.conflict
  const dropped = Object.keys(yours).filter((field) => !mine.some((one) => one === field))
  const fields = Object.keys(old.work.change) as (keyof TaskFields)[]
  const change = pick(
    old.work.change,
    fields.filter((field) => !dropped.includes(field)),
  )
  const next: Entry = {
    ...old,
    conflict: null,
    error: null,
    work: { ...old.work, change, before: { ...old.work.before, ...theirs } },
  }
  return Object.keys(change).length === 0
    ? saved(next, null, now)
    : { ...next, state: 'queued', settledAt: null, failures: 0, notBefore: now }
}

/** @param now epoch milliseconds. An event that does not fit the state changes nothing. */
export const next = (old: Entry, event: Event, now: number): Entry => {
  switch (event.type) {
    case 'loaded':
      if (old.state === 'sending') return toChecking(old, now)
      return {
        ...old,
        notBefore: clamped(old, now),
        state: old.state === 'queued' && isInDoubt(old) ? 'checking' : old.state,
      }
    case 'woken': {
      if (old.state !== 'queued' && old.state !== 'checking') return old
      const notBefore = clamped(old, now)
      return notBefore === old.notBefore ? old : { ...old, notBefore }
    }
    case 'serviceAnswered':
      return (old.state === 'queued' || old.state === 'checking') &&
        (old.error?.kind === 'locked' || old.error?.kind === 'offline' || old.error?.kind === 'unavailable')
        ? { ...old, error: null, notBefore: Math.min(old.notBefore, now) }
        : old
    case 'sendStarted':
      return old.state === 'queued' || (old.state === 'checking' && old.work.kind === 'createTask')
        ? {
            ...old,
            state: 'sending',
            sentAt: event.serviceTime,
            keySentAt: old.keySentAt ?? event.serviceTime,
            error: null,
            heldUntil: null,
          }
        : old
    case 'saved':
      return old.state === 'sending' || old.state === 'checking' ? saved(old, event.task, now) : old
    case 'overlaps':
      return old.state === 'sending' || old.state === 'checking'
        ? {
            ...settled(old, 'needsYou', now),
            conflict: event.conflict,
            error: { kind: 'conflict', message: say('write.overlap') },
          }
        : old
    case 'refused':
      return old.state === 'sending' || (old.state === 'checking' && event.error.kind === 'notFound')
        ? refused(old, event.error, now)
        : old
    case 'lookedUp':
      return old.state === 'checking' ? lookedUp(old, event.found, now) : old
    case 'notApplied':
      return old.state === 'checking' ? { ...old, state: 'queued', error: null, notBefore: now } : old
    case 'lookUpFailed':
      return old.state === 'checking' ? lookUpFailed(old, event.error, now) : old
    case 'retryAsked':
      return retried(old, event.key, now)
    case 'edited':
      if (old.work.kind !== 'createTask' || !isEditable(old)) return old
      return {
        ...takenUp(old, now),
        state: 'queued',
        title: event.task.title,
        work: creating(event.task, event.key),
        keySentAt: null,
      }
    case 'picked':
      return old.state === 'needsYou' ? saved(old, event.task, now) : old
    case 'resolved':
      return old.state === 'needsYou' ? resolved(old, event.mine, now) : old
  }
}

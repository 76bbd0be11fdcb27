// The states of one write: queued → sending → saved | checking → saved, not found | needs you. Pure. A create without an
// answer is looked up. If it is missing and the service honours `Idempotency-Key`, it is sent again under its own key.
// Otherwise the user decides (APP-07). A change is read back and may be repeated.
import { type AppError } from '../../../shared/errors.ts'
import type { FoundTask } from '../../../shared/ipc/launcher.ts'
import { say } from '../../../shared/language.ts'
import { pick } from '../../../shared/task-fields.ts'
import { type Entry, isEditable, isInDoubt } from './entry.ts'
import type { Event, Stored } from './events.ts'
import { checkAt, retryAt, soonest } from './schedule.ts'
import { discarded, inverseOf, isCalledOff, undoBegun, undone } from './undo.ts'
import {
  changed,
  isChange,
  isCreate,
  isKeyed,
  isOfComment,
  isOfRecord,
  type Values,
  type Work,
} from './work.ts'

const settled = (old: Entry, state: 'saved' | 'notFound' | 'needsYou', now: number): Entry => ({
  ...old,
  state,
  settledAt: now,
  notBefore: 0,
  heldUntil: null,
})

const saved = (old: Entry, stored: Stored | null, now: number): Entry => {
  const id = stored?.id ?? old.taskId ?? old.commentId
  const work: Work =
    old.work.kind === 'updateRecord' && stored?.values !== undefined
      ? changed(old.work, { change: stored.values, before: old.work.before })
      : old.work
  const inverse = inverseOf(work, id, stored?.tag ?? null)
  const one: Entry = {
    ...settled(old, 'saved', now),
    work,
    title: stored?.title ?? old.title,
    taskId: isOfRecord(work) || isOfComment(work) ? null : id,
    commentId: isOfComment(work) ? id : null,
    webUrl: stored?.webUrl ?? old.webUrl,
    error: null,
    candidates: [],
    conflict: null,
    unconfirmedSince: null,
    failures: 0,
    sendIfMissing: false,
    inverse: old.undo === 'begun' ? old.inverse : inverse,
  }
  return old.undo === 'wanted' ? undoBegun(one, now) : one
}

/** A write without an answer. Each repetition waits longer. */
const toChecking = (old: Entry, now: number): Entry => {
  const failures = old.unconfirmedSince === null || old.sendIfMissing ? 0 : old.failures + 1
  return {
    ...old,
    state: 'checking',
    error: { kind: 'unconfirmed', message: say('write.checking') },
    unconfirmedSince: old.unconfirmedSince ?? old.sentAt,
    notBefore: checkAt(failures, now),
    heldUntil: null,
    failures,
    sendIfMissing: false,
  }
}

const missingWords = (work: Work): string => {
  if (isOfComment(work)) {
    if (work.kind !== 'createComment') return say('write.commentGone')
    return say(work.on.kind === 'task' ? 'write.noCommentsOnTask' : 'write.noCommentsOnRecord')
  }
  if (isCreate(work) && work.kind !== 'logTime')
    return say(work.kind === 'createTask' ? 'write.noNewTasks' : 'write.noNewRecords')
  return say(isOfRecord(work) ? 'write.recordGone' : 'write.taskGone')
}

const refused = (old: Entry, error: AppError, now: number): Entry => {
  switch (error.kind) {
    case 'unconfirmed':
      return toChecking(old, now)
    // Nothing was written this time. A create in doubt stays in doubt.
    case 'rateLimited':
    case 'locked':
    case 'offline':
    case 'unavailable':
    case 'signedOut':
    case 'cancelled':
    case 'notKept':
      return {
        ...old,
        state: isInDoubt(old) ? 'checking' : 'queued',
        error,
        notBefore: retryAt(error, old.failures, now),
        failures: old.failures + 1,
      }
    case 'conflict':
      // The service is still working on the same `Idempotency-Key`. A new record has no key.
      if (isKeyed(old.work)) return toChecking(old, now)
      return { ...settled(old, 'needsYou', now), error }
    case 'notFound':
      return {
        ...settled(old, 'needsYou', now),
        error: { kind: 'notFound', message: missingWords(old.work) },
      }
    case 'forbidden':
      // The service refuses the resend, but may have accepted the first send. A record was read back and is not there.
      if (isInDoubt(old) && isKeyed(old.work)) return { ...toChecking(old, now), keySentAt: null }
      return { ...settled(old, 'needsYou', now), error }
    case 'invalidInput':
    case 'unexpectedAnswer':
    case 'internal':
      // The same request was refused, so the earlier one was refused too.
      return { ...settled(old, 'needsYou', now), error, unconfirmedSince: null }
  }
}

/** Resets the entry for a new attempt. */
const takenUp = (old: Entry, now: number): Entry => ({
  ...old,
  error: null,
  candidates: [],
  failures: 0,
  settledAt: null,
  notBefore: now,
})

/** "Create again", "Retry" or "None of them". @param key for a create whose old key would repeat the old answer */
const retried = (old: Entry, key: string, now: number): Entry => {
  const again = takenUp(old, now)
  const { state, work } = old
  if (state === 'queued') return old.heldUntil === null ? again : old
  if (state !== 'needsYou' && state !== 'notFound') return old
  switch (work.kind) {
    case 'createTask':
    case 'createComment':
    case 'logTime': {
      const ruledOut = [...old.ruledOut, ...old.candidates.map(({ id }) => id)]
      const keepsKey = isInDoubt(old) && old.candidates.length === 0
      const keyed = keepsKey ? again : { ...again, work: { ...work, key }, keySentAt: null }
      // It may have arrived late, so it is looked for once more.
      return isInDoubt(old)
        ? { ...keyed, ruledOut, state: 'checking', sendIfMissing: true }
        : { ...keyed, ruledOut, state: 'queued' }
    }
    case 'createRecord':
      // Its id makes a second send safe, but it may be there.
      return { ...again, state: isInDoubt(old) ? 'checking' : 'queued' }
    case 'archiveTask':
    case 'archiveRecord':
      // The user chose to delete it despite a change by another user.
      return { ...again, state: 'queued', work: { ...work, tag: null } }
    case 'restoreRecord':
    case 'updateComment':
    case 'deleteComment':
    case 'setTimer':
      return { ...again, state: 'queued' }
    case 'updateTask':
    case 'updateRecord':
      // A conflict is resolved field by field.
      return old.conflict === null ? { ...again, state: 'queued' } : old
  }
}

const lookedUp = (old: Entry, found: readonly FoundTask[], canResend: boolean, now: number): Entry => {
  const [only] = found
  // Search gives no date: such a task may be older.
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
  return old.sendIfMissing || canResend
    ? { ...old, state: 'queued', error: null, notBefore: now }
    : { ...settled(old, 'notFound', now), error: null }
}

const lookUpFailed = (old: Entry, error: AppError, now: number): Entry => ({
  ...old,
  error: error.kind === 'locked' || error.kind === 'rateLimited' ? error : old.error,
  failures: old.failures + 1,
  notBefore: retryAt(error, old.failures, now),
})

/** Keeps theirs in the other fields; `mine` are sent again over the values that the user has now seen. */
const resolved = (old: Entry, mine: readonly string[], now: number): Entry | null => {
  if (old.conflict === null || !isChange(old.work)) return old
  const { yours, theirs } = old.conflict
  const dropped = Object.keys(yours).filter((key) => !mine.includes(key))
  const keys = Object.keys(old.work.change)
  const change = pick<Values>(
    old.work.change,
    keys.filter((key) => !dropped.includes(key)),
  )
  // The user kept theirs in all fields, so nothing is left to write.
  if (Object.keys(change).length === 0) return null
  return {
    ...old,
    conflict: null,
    error: null,
    work: changed(old.work, { change, before: { ...old.work.before, ...theirs } }),
    state: 'queued',
    settledAt: null,
    failures: 0,
    notBefore: now,
  }
}

const moved = (old: Entry, event: Event, now: number): Entry | null => {
  switch (event.type) {
    case 'loaded':
      if (old.state === 'sending') return toChecking(old, now)
      return {
        ...old,
        notBefore: soonest(old, now),
        state: old.state === 'queued' && isInDoubt(old) ? 'checking' : old.state,
      }
    case 'woken': {
      if (old.state !== 'queued' && old.state !== 'checking') return old
      const notBefore = soonest(old, now)
      return notBefore === old.notBefore ? old : { ...old, notBefore }
    }
    case 'serviceAnswered':
      return (old.state === 'queued' || old.state === 'checking') &&
        (old.error?.kind === 'locked' || old.error?.kind === 'offline' || old.error?.kind === 'unavailable')
        ? { ...old, error: null, notBefore: Math.min(old.notBefore, now) }
        : old
    case 'sendStarted':
      return old.state === 'queued'
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
      return old.state === 'sending' || old.state === 'checking' ? saved(old, event.stored, now) : old
    case 'overlaps':
      return old.state === 'sending' || old.state === 'checking'
        ? {
            ...settled(old, 'needsYou', now),
            conflict: event.conflict,
            error: { kind: 'conflict', message: say('write.overlap') },
          }
        : old
    case 'refused':
      return old.state === 'sending' ||
        (old.state === 'checking' && (event.error.kind === 'notFound' || event.error.kind === 'conflict'))
        ? refused(old, event.error, now)
        : old
    case 'lookedUp':
      return old.state === 'checking' ? lookedUp(old, event.found, event.canResend, now) : old
    case 'notApplied':
      return old.state === 'checking' ? { ...old, state: 'queued', error: null, notBefore: now } : old
    case 'lookUpFailed':
      return old.state === 'checking' ? lookUpFailed(old, event.error, now) : old
    case 'retryAsked':
      return retried(old, event.key, now)
    case 'edited':
      if (old.work.kind !== event.work.kind || !isEditable(old)) return old
      return {
        ...takenUp(old, now),
        state: 'queued',
        title: event.title,
        work: event.work,
        batch: event.batch ?? old.batch,
        keySentAt: null,
      }
    case 'picked':
      return old.state === 'needsYou' ? saved(old, event.task, now) : old
    case 'resolved':
      return old.state === 'needsYou' ? resolved(old, event.mine, now) : old
    case 'undoAsked':
      return undone(old, now)
    case 'discarded':
      return discarded(old)
  }
}

/**
 * @param now epoch milliseconds
 * @returns null for an entry that is removed; the same entry if the event does not apply to its state
 */
export const next = (old: Entry, event: Event, now: number): Entry | null => {
  const one = moved(old, event, now)
  return one === null || isCalledOff(one) ? null : one
}

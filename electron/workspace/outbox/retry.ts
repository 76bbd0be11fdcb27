// A write that is taken up once more: because its person says so, or because they wrote a create anew. What may have been
// stored under the old words is looked for before the new ones go (APP-07). Pure.
import type { Create, Entry } from './entry.ts'

type Edit = NonNullable<Create['edited']>

const takenUp = (old: Entry, now: number): Entry => ({
  ...old,
  error: null,
  candidates: [],
  failures: 0,
  settledAt: null,
  notBefore: now,
})

/** It may have come late: the last look costs one request, a second task costs trust. */
const lookedForOnceMore = (old: Entry): Entry => ({
  ...old,
  state: 'checking',
  lastLook: true,
  failedLookUps: 0,
})

/** With words of which nothing was sent. */
const written = (old: Entry, work: Create, { task, key }: Edit): Entry => ({
  ...old,
  title: task.title,
  unconfirmedSince: null,
  work: { ...work, task, key, edited: null },
})

/**
 * A create that the last look did not find goes as it was: a service that knows its key makes one task of two requests,
 * however late the first one comes. What its person wrote since follows as a change; where the key was given up it goes itself.
 */
export const sentAgain = (old: Entry, now: number): Entry => {
  const queued: Entry = { ...takenUp(old, now), state: 'queued', lastLook: false }
  const { work } = queued
  return work.kind === 'createTask' && work.edited?.key === work.key
    ? written(queued, work, work.edited)
    : queued
}

/** @param key in place of the old one, which would be answered with the old refusal, or the old task. */
const createdAgain = (old: Entry, work: Create, key: string, now: number): Entry => {
  const again = takenUp(old, now)
  const edit = work.edited === null ? null : { ...work.edited, key }
  return old.unconfirmedSince === null
    ? { ...written(again, work, edit ?? { task: work.task, key }), state: 'queued' }
    : lookedForOnceMore({ ...again, work: { ...work, key, edited: edit } })
}

/** "Create again", "Retry", "None of them". @param key for a create that was refused. */
export const retried = (old: Entry, key: string, now: number): Entry => {
  const again = takenUp(old, now)
  switch (old.state) {
    case 'notFound':
      return lookedForOnceMore(again)
    case 'needsYou':
      switch (old.work.kind) {
        case 'createTask': {
          const ruledOut = [...old.ruledOut, ...old.candidates.map(({ id }) => id)]
          return createdAgain({ ...old, ruledOut }, old.work, key, now)
        }
        case 'archiveTask':
          // Somebody changed it, and it is to go all the same.
          return { ...again, state: 'queued', work: { ...old.work, tag: null } }
        case 'updateTask':
          // An overlap is decided field by field.
          return old.conflict === null ? { ...again, state: 'queued' } : old
      }
      return old
    case 'queued':
      return old.heldUntil === null ? again : old
    case 'sending':
    case 'checking':
    case 'saved':
      return old
  }
}

/** A create that its person wrote anew, in a form that may have been opened long before. They want it: no undo stands. */
export const edited = (old: Entry, edit: Edit, now: number): Entry => {
  if (old.work.kind !== 'createTask') return old
  const work: Create = { ...old.work, edited: edit }
  const one: Entry = { ...old, work, undo: old.undo === 'wanted' ? 'none' : old.undo }
  switch (old.state) {
    case 'needsYou':
      return createdAgain(one, work, edit.key, now)
    case 'queued':
    case 'notFound':
      return old.state === 'queued' && old.unconfirmedSince === null
        ? createdAgain(one, work, edit.key, now)
        : lookedForOnceMore(takenUp(one, now))
    // What becomes of it decides what becomes of the new words.
    case 'sending':
    case 'checking':
    case 'saved':
      return one
  }
}

/** A create whose request was refused, or never left: the words that were written meanwhile take its place. */
export const withEdit = (old: Entry, now: number): Entry => {
  if (old.work.kind !== 'createTask' || old.work.edited === null || old.undo === 'wanted') return old
  const { edited: edit } = old.work
  if (old.state === 'needsYou') return edited(old, edit, now)
  // It waits as long as it would have waited.
  return old.state === 'queued' && old.unconfirmedSince === null ? written(old, old.work, edit) : old
}

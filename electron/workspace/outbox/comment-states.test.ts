// The states of writes of comments and of time, where they differ from those of tasks.
import { expect, test } from 'vitest'
import type { Entry } from './entry.ts'
import { entry, error, now, refused } from './entry.fake.ts'
import type { Event } from './events.ts'
import { next } from './state-machine.ts'
import type { Work } from './work.ts'

const on = { kind: 'task', id: 't' } as const
const text = { content: 'Ping', mentions: [] }
const comment: Work = { kind: 'createComment', on, text, key: 'a' }
const edit: Work = { kind: 'updateComment', on, commentId: 'c', text, before: text }
const removal: Work = { kind: 'deleteComment', on, commentId: 'c' }
const timer: Work = { kind: 'setTimer', taskId: 't', action: 'start', at: 1, once: 'a' }
const logged: Work = { kind: 'logTime', taskId: 't', minutes: 5, at: 1, key: 'a' }

const saved: Event = { type: 'saved', stored: { id: 'c', webUrl: '' } }
const retry: Event = { type: 'retryAsked', key: 'b' }
const gone = refused(error('notFound'))
const sent = (work: Work, more: Partial<Entry> = {}): Entry => entry({ state: 'sending', work, ...more })
const asked = (work: Work, more: Partial<Entry> = {}): Entry =>
  entry({ state: 'needsYou', error: error('forbidden'), work, ...more })

test.each<[string, Entry, Event, Partial<Entry>]>([
  [
    'a comment has its id once it is saved, and is of no task',
    sent(comment),
    saved,
    { state: 'saved', commentId: 'c', taskId: null, inverse: removal },
  ],
  ['a refused comment goes under another key', asked(comment), retry, { work: { ...comment, key: 'b' } }],
  ['a refused change is sent again', asked(edit), retry, { state: 'queued', work: edit }],
  ['a refused deletion is sent again', asked(removal), retry, { state: 'queued', work: removal }],
  [
    'a deletion that was to be undone stays, because the text is gone',
    sent(removal, { undo: 'wanted' }),
    saved,
    { state: 'saved', undo: 'none', work: removal },
  ],
])('NOT-03 %s', (_name, old, event, expected) => {
  expect(next(old, event, now)).toMatchObject(expected)
})

test.each<[string, Entry, Event, Partial<Entry>]>([
  ['time is of its task once it is saved', sent(logged, { taskId: 't' }), saved, { commentId: null }],
  ['refused time goes under another key', asked(logged), retry, { work: { ...logged, key: 'b' } }],
  ['a refused start is sent again as it was', asked(timer), retry, { state: 'queued', work: timer }],
])('TIM-01 TIM-02 %s', (_name, old, event, expected) => {
  expect(next(old, event, now)).toMatchObject(expected)
})

test.each<[string, Work, string]>([
  ['a changed comment', edit, 'comment no longer exists'],
  ['a comment on a task', comment, 'task is archived'],
  [
    'a comment on a record',
    { ...comment, on: { kind: 'record', id: 'r', objectSlug: 'people' } } as Work,
    'record is archived',
  ],
  ['time', logged, 'task no longer exists'],
])('NOT-03 TIM-02 the words where the service does not find %s', (_what, work, words) => {
  expect(next(sent(work), gone, now)?.error?.message).toContain(words)
})

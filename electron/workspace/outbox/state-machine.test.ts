import { expect, test } from 'vitest'
import type { AppError } from '../../../shared/errors.ts'
import type { Entry } from './entry.ts'
import { entry, error, found, now, refused, update } from './entry.fake.ts'
import type { Event } from './events.ts'
import { next } from './state-machine.ts'
import { creating } from './work.ts'

const queued = entry()
const sending = entry({ state: 'sending' })
const checking = entry({ state: 'checking' })
/** A create that was sent and got no answer. */
const doubtful = (changes: Partial<Entry> = {}): Entry =>
  entry({ state: 'checking', sentAt: 1, unconfirmedSince: 1, keySentAt: 1, ...changes })
const conflict = { yours: { title: 'New' }, theirs: { title: 'Other' } }
const overlapping = update({ state: 'needsYou', conflict })
const anotherKey = creating({ title: 'Call Acme' }, 'b')

const fails = (kind: Parameters<typeof error>[0]): Event => refused(error(kind))
const send: Event = { type: 'sendStarted', serviceTime: 9 }
const answered: Event = { type: 'serviceAnswered' }
const wake: Event = { type: 'woken' }
const load: Event = { type: 'loaded' }
const retry: Event = { type: 'retryAsked', key: 'b' }
const edit: Event = {
  type: 'edited',
  work: creating({ title: 'Call Bolt' }, 'b'),
  title: 'Call Bolt',
  batch: null,
}
const discard: Event = { type: 'discarded' }
const looked = (ids: string[], canResend = false): Event => ({
  type: 'lookedUp',
  found: ids.map(found),
  canResend,
})
const wrong: AppError = { kind: 'invalidInput', message: 'm', fields: [] }
const busy = (retryAfterSeconds: number): AppError => ({
  kind: 'rateLimited',
  message: 'm',
  retryAfterSeconds,
})

const taken = found('t1')
const undated = { ...taken, createdAt: null }
const asked = (problem: AppError, more: Partial<Entry> = {}): Entry =>
  entry({ state: 'needsYou', error: problem, ...more })
const saved: Event = { type: 'saved', stored: taken }
const locked = entry({ notBefore: 39_000, error: error('locked') })
const again = doubtful({ sendIfMissing: true })
const resent = doubtful({ state: 'sending' })
const changing = (state: Entry['state']): Entry => update({ state })

test.each<[string, Entry, Event, Partial<Entry>]>([
  ['is sent', queued, send, { state: 'sending', sentAt: 9 }],
  ['is saved', sending, saved, { state: 'saved', taskId: 't1', error: null }],
  ['is saved has its address', sending, saved, { webUrl: taken.webUrl }],
  ['is saved for good', entry({ state: 'saved' }), fails('unconfirmed'), { state: 'saved' }],
  [
    'has no answer is looked for',
    entry({ state: 'sending', sentAt: 5 }),
    fails('unconfirmed'),
    {
      state: 'checking',
      notBefore: 13_000,
      unconfirmedSince: 5,
      error: expect.objectContaining({ kind: 'unconfirmed' }),
    },
  ],
  ['still being answered is looked for', sending, fails('conflict'), { state: 'checking' }],
  ['never left: it waits', sending, fails('offline'), { state: 'queued', failures: 1, notBefore: 12_000 }],
  ['waits longer', entry({ state: 'sending', failures: 2 }), fails('offline'), { notBefore: 25_000 }],
  ['could not be kept waits', sending, fails('notKept'), { state: 'queued', failures: 1 }],
  ['waits for a sign-in', sending, fails('signedOut'), { state: 'queued' }],
  ['waits for an unlock', sending, fails('locked'), { state: 'queued', notBefore: 40_000 }],
  ['waits as long as it is told', sending, refused(busy(7)), { state: 'queued', notBefore: 17_000 }],
  ['is forbidden: its person decides', sending, fails('forbidden'), { state: 'needsYou' }],
  ['is wrong: its person decides', sending, refused(wrong), { state: 'needsYou' }],
  [
    'has an answer that cannot be read: its person decides',
    sending,
    fails('unexpectedAnswer'),
    { state: 'needsYou' },
  ],
  ['is of a task that is gone', changing('sending'), fails('notFound'), { state: 'needsYou' }],
  ['is read back, gone', changing('checking'), fails('notFound'), { state: 'needsYou' }],

  ['was being sent at the end of the program is looked for', sending, load, { state: 'checking' }],
  ['was queued then stays queued', entry({ notBefore: 99_000 }), load, { state: 'queued', notBefore: now }],
  ['was not found then stays so', doubtful({ state: 'notFound' }), load, { state: 'notFound' }],
  ['is in doubt and queued is checked', doubtful({ state: 'queued' }), load, { state: 'checking' }],

  ['is found', checking, looked(['t1']), { state: 'saved', taskId: 't1' }],
  ['is found more than once', checking, looked(['1', '2']), { state: 'needsYou' }],
  ['is not there', checking, looked([]), { state: 'notFound' }],
  [
    'is found by search, without a date, is asked about',
    checking,
    { type: 'lookedUp', found: [undated], canResend: true },
    { state: 'needsYou', candidates: [undated] },
  ],
  [
    'cannot be looked for is not given up',
    checking,
    { type: 'lookUpFailed', error: error('offline') },
    { state: 'checking', notBefore: 12_000, failures: 1, error: null },
  ],
  [
    'cannot be looked for in a locked workspace says so',
    checking,
    { type: 'lookUpFailed', error: error('locked') },
    { state: 'checking', notBefore: 40_000, error: error('locked') },
  ],
  [
    'cannot be looked for so often says so',
    checking,
    { type: 'lookUpFailed', error: busy(7) },
    { state: 'checking', notBefore: 17_000, error: busy(7) },
  ],
  [
    'is the one that the person picks',
    asked(error('conflict'), { candidates: [found('1'), taken] }),
    { type: 'picked', task: taken },
    { state: 'saved', taskId: 't1', candidates: [] },
  ],

  ['waits is tried now', entry({ notBefore: 99_000, failures: 3 }), retry, { notBefore: now, failures: 0 }],
  ['is looked for is not sent again', checking, retry, { state: 'checking' }],
  [
    'was not found is looked for before it is created again, under its own key',
    doubtful({ state: 'notFound' }),
    retry,
    { state: 'checking', sendIfMissing: true, notBefore: now, keySentAt: 1, work: queued.work },
  ],
  ['is then not there is sent', again, looked([]), { state: 'queued', notBefore: now }],
  ['came late is then found', again, looked(['t1']), { state: 'saved', taskId: 't1', sendIfMissing: false }],
  [
    'was refused goes under another key',
    asked(error('forbidden')),
    retry,
    { state: 'queued', work: anotherKey },
  ],
  [
    'is none of those found is looked for without them, under another key',
    doubtful({ state: 'needsYou', error: error('conflict'), candidates: [found('1')] }),
    retry,
    {
      state: 'checking',
      sendIfMissing: true,
      ruledOut: ['1'],
      candidates: [],
      keySentAt: null,
      work: anotherKey,
    },
  ],

  [
    'is in doubt and not there is sent again where its key makes that safe',
    doubtful({ failures: 2 }),
    looked([], true),
    { state: 'queued', failures: 2, work: queued.work },
  ],
  [
    'is sent again keeps its times',
    doubtful({ state: 'queued' }),
    send,
    { sentAt: 9, keySentAt: 1, unconfirmedSince: 1 },
  ],
  [
    'is in doubt and gets no answer again waits longer',
    doubtful({ state: 'sending', failures: 1 }),
    fails('unconfirmed'),
    { state: 'checking', failures: 2, notBefore: 15_000 },
  ],
  [
    'is in doubt and could not be sent again stays in doubt',
    resent,
    fails('offline'),
    { state: 'checking', unconfirmedSince: 1, notBefore: 12_000 },
  ],
  [
    'is in doubt and is refused was not made',
    resent,
    refused(wrong),
    { state: 'needsYou', unconfirmedSince: null },
  ],
  [
    'is in doubt and forbidden is looked for, and not sent again',
    resent,
    fails('forbidden'),
    { state: 'checking', unconfirmedSince: 1, keySentAt: null },
  ],

  ['waits is woken', entry({ notBefore: 99_000 }), wake, { notBefore: now }],
  ['is locked is not woken', locked, wake, { notBefore: 39_000 }],
  ['is to pause is not woken', entry({ notBefore: 39_000, error: busy(29) }), wake, { notBefore: 39_000 }],
  ['is held is not woken', entry({ notBefore: 14_000, heldUntil: 14_000 }), wake, { notBefore: 14_000 }],
  ['is not looked for too early', doubtful({ notBefore: 12_000 }), wake, { notBefore: 12_000 }],
  ['was looked for in vain is woken', doubtful({ notBefore: 60_000, failures: 3 }), wake, { notBefore: now }],
  [
    'waits at most its delay after a clock change',
    { ...locked, notBefore: 9e7 },
    wake,
    { notBefore: 40_000 },
  ],
  ['is locked goes with another', locked, answered, { notBefore: now, error: null }],
  ['is offline goes with another', entry({ error: error('offline') }), answered, { error: null }],
  ['is not served goes with another', entry({ error: error('unavailable') }), answered, { error: null }],
  [
    'is looked for in vain goes with another',
    entry({ state: 'checking', notBefore: 39_000, error: error('locked') }),
    answered,
    { notBefore: now, error: null },
  ],
  [
    'was to be tried before goes then',
    entry({ notBefore: 9, error: error('locked') }),
    answered,
    { notBefore: 9 },
  ],

  ['changes fields, and did', changing('checking'), { type: 'saved', stored: null }, { state: 'saved' }],
  ['changes fields, and did not', changing('checking'), { type: 'notApplied' }, { state: 'queued' }],
  [
    'meets another',
    changing('sending'),
    { type: 'overlaps', conflict },
    { state: 'needsYou', conflict, error: expect.objectContaining({ kind: 'conflict' }) },
  ],
  [
    'meets another when read back',
    changing('checking'),
    { type: 'overlaps', conflict },
    { state: 'needsYou' },
  ],
  ['was refused without one is sent again', changing('needsYou'), retry, { state: 'queued' }],
  ['meets another is decided by field, not sent again', overlapping, retry, { state: 'needsYou' }],
  [
    'goes over theirs has theirs as what was seen',
    overlapping,
    { type: 'resolved', mine: ['title'] },
    {
      state: 'queued',
      conflict: null,
      work: { kind: 'updateTask', taskId: 't', change: { title: 'New' }, before: { title: 'Other' } },
    },
  ],

  [
    'waits is edited, under another key',
    entry({ notBefore: 99_000, failures: 3, error: error('offline'), keySentAt: 1 }),
    edit,
    {
      state: 'queued',
      title: 'Call Bolt',
      notBefore: now,
      failures: 0,
      error: null,
      keySentAt: null,
      work: creating({ title: 'Call Bolt' }, 'b'),
    },
  ],
  [
    'was refused is edited',
    asked(error('forbidden'), { settledAt: 5 }),
    edit,
    { state: 'queued', title: 'Call Bolt', error: null, settledAt: null },
  ],
  ['is being sent cannot be dropped', sending, discard, { state: 'sending' }],
  ['is looked for cannot be dropped', doubtful(), discard, { state: 'checking' }],
])('APP-07 a write that %s', (_name, old, event, expected) => {
  expect(next(old, event, now)).toMatchObject(expected)
})

test.each<[string, Entry, Event, AppError['kind'], string]>([
  ['has no route', sending, fails('notFound'), 'notFound', 'not take new tasks'],
  ['is of a task', changing('sending'), fails('notFound'), 'notFound', 'task no longer exists'],
  [
    'may be one',
    checking,
    { type: 'lookedUp', found: [undated], canResend: true },
    'conflict',
    'a task with this title',
  ],
  ['may be several', checking, looked(['1', '2']), 'conflict', '2 tasks with this title'],
])('APP-07 the words for a write that %s', (_name, old, event, kind, words) => {
  expect(next(old, event, now)?.error).toMatchObject({ kind, message: expect.stringContaining(words) })
})

test.each(['sending', 'checking', 'notFound', 'saved', 'needsYou'] as const)(
  'APP-07 a create in doubt that is %s cannot be edited',
  (state) => {
    expect(next(doubtful({ state }), edit, now)).toMatchObject({ state, title: 'Call Acme' })
  },
)

test.each<[string, Entry, Event]>([
  ['gives way to theirs in all fields', overlapping, { type: 'resolved', mine: [] }],
  ['is dropped while it waits', queued, discard],
  ['is dropped once it was refused', entry({ state: 'needsYou' }), discard],
])('APP-07 a write that %s is removed', (_name, old, event) => {
  expect(next(old, event, now)).toBeNull()
})

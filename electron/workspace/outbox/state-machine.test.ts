import { describe, expect, test } from 'vitest'
import { creating, type Entry } from './entry.ts'
import { entry, error, found, now, refused, update } from './entry.fake.ts'
import { type Event, next } from './state-machine.ts'

/** A create that was sent and got no answer. */
const doubtful = (changes: Partial<Entry> = {}): Entry =>
  entry({ state: 'checking', sentAt: 1, unconfirmedSince: 1, ...changes })
const edit: Event = { type: 'edited', task: { title: 'Call Bolt' }, key: 'b' }

describe('a write on its way', () => {
  test.each<[string, Entry, Event, Partial<Entry>]>([
    ['is sent', entry(), { type: 'sendStarted', serviceTime: 9 }, { state: 'sending', sentAt: 9 }],
    [
      'is saved',
      entry({ state: 'sending' }),
      { type: 'saved', task: found('t1') },
      { state: 'saved', taskId: 't1', error: null },
    ],
    [
      'without an answer is looked for',
      entry({ state: 'sending' }),
      refused(error('unconfirmed')),
      { state: 'checking', notBefore: 13_000 },
    ],
    [
      'that never left waits',
      entry({ state: 'sending' }),
      refused(error('offline')),
      { state: 'queued', notBefore: 12_000 },
    ],
    [
      'waits longer each time',
      entry({ state: 'sending', failures: 2 }),
      refused(error('offline')),
      { state: 'queued', notBefore: 25_000 },
    ],
    [
      'that fails again counts its failures',
      entry({ state: 'sending', failures: 1 }),
      refused(error('offline')),
      { state: 'queued', failures: 2, notBefore: 15_000 },
    ],
    ['waits for a sign-in', entry({ state: 'sending' }), refused(error('signedOut')), { state: 'queued' }],
    [
      'waits for an unlock',
      entry({ state: 'sending' }),
      refused(error('locked')),
      { state: 'queued', notBefore: 40_000 },
    ],
    [
      'waits as long as it is told',
      entry({ state: 'sending' }),
      refused({ kind: 'rateLimited', message: 'm', retryAfterSeconds: 7 }),
      { state: 'queued', notBefore: 17_000 },
    ],
    [
      'that may not be needs the person',
      entry({ state: 'sending' }),
      refused(error('forbidden')),
      { state: 'needsYou' },
    ],
    [
      'that is wrong needs the person',
      entry({ state: 'sending' }),
      refused({ kind: 'invalidInput', message: 'm', fields: [] }),
      { state: 'needsYou' },
    ],
    [
      'of a task that is gone needs the person',
      update({ state: 'sending' }),
      refused(error('notFound')),
      { state: 'needsYou' },
    ],
    [
      'that is read back from a task that is gone needs the person',
      update({ state: 'checking' }),
      refused(error('notFound')),
      { state: 'needsYou', error: { kind: 'notFound', message: expect.any(String) as string } },
    ],
    [
      'that was being sent at the end of the program is looked for',
      entry({ state: 'sending' }),
      { type: 'loaded' },
      { state: 'checking' },
    ],
    [
      'that was queued stays queued',
      entry({ notBefore: 99_000 }),
      { type: 'loaded' },
      { state: 'queued', notBefore: now },
    ],
    [
      'is found',
      entry({ state: 'checking' }),
      { type: 'lookedUp', found: [found('t1')] },
      { state: 'saved', taskId: 't1' },
    ],
    [
      'is found more than once',
      entry({ state: 'checking' }),
      { type: 'lookedUp', found: [found('1'), found('2')] },
      { state: 'needsYou' },
    ],
    ['is not there', entry({ state: 'checking' }), { type: 'lookedUp', found: [] }, { state: 'notFound' }],
    [
      'that cannot be looked for is not given up',
      entry({ state: 'checking' }),
      { type: 'lookUpFailed', error: error('offline') },
      { state: 'checking', notBefore: 12_000 },
    ],
    [
      'is sent again when the person says so',
      entry({ state: 'notFound', unconfirmedSince: 1 }),
      { type: 'retryAsked', key: 'b' },
      { state: 'checking', sendIfMissing: true, notBefore: now },
    ],
    [
      'that is still not there at the last look is sent',
      entry({ state: 'checking', sendIfMissing: true }),
      { type: 'lookedUp', found: [] },
      { state: 'queued', notBefore: now },
    ],
    [
      'that came late is found by the last look',
      entry({ state: 'checking', sendIfMissing: true }),
      { type: 'lookedUp', found: [found('t1')] },
      { state: 'saved', taskId: 't1' },
    ],
    [
      'that search found without a date is asked about',
      entry({ state: 'checking' }),
      { type: 'lookedUp', found: [{ ...found('t1'), createdAt: null }] },
      { state: 'needsYou', candidates: [{ ...found('t1'), createdAt: null }] },
    ],
    [
      'is the one that the person picks',
      entry({ state: 'needsYou', candidates: [found('1'), found('2')] }),
      { type: 'picked', task: found('2') },
      { state: 'saved', taskId: '2', candidates: [] },
    ],
    [
      'that was refused and is to go again has a new key',
      entry({ state: 'needsYou', error: error('forbidden') }),
      { type: 'retryAsked', key: 'b' },
      { state: 'queued', work: creating({ title: 'Call Acme' }, 'b') },
    ],
    [
      'that is still being answered is looked for',
      entry({ state: 'sending' }),
      refused(error('conflict')),
      { state: 'checking' },
    ],
    [
      'is not sent again while it is looked for',
      entry({ state: 'checking' }),
      { type: 'retryAsked', key: 'b' },
      { state: 'checking' },
    ],
    ['that waits is woken', entry({ notBefore: 99_000 }), { type: 'woken' }, { notBefore: now }],
    [
      'that is locked is not',
      entry({ notBefore: 39_000, error: error('locked') }),
      { type: 'woken' },
      { notBefore: 39_000 },
    ],
    [
      'that is locked goes when the service takes another',
      entry({ notBefore: 39_000, error: error('locked') }),
      { type: 'serviceAnswered' },
      { notBefore: now, error: null },
    ],
    [
      'that waits for a pause is not woken before it',
      entry({ notBefore: 39_000, error: { kind: 'rateLimited', message: 'm', retryAfterSeconds: 29 } }),
      { type: 'woken' },
      { notBefore: 39_000 },
    ],
    [
      'that is held is not woken',
      entry({ notBefore: 14_000, heldUntil: 14_000 }),
      { type: 'woken' },
      { notBefore: 14_000 },
    ],
    [
      'does not wait for a day because the clock was set back',
      entry({ notBefore: 86_400_000, error: error('locked') }),
      { type: 'woken' },
      { notBefore: 40_000 },
    ],
    [
      'that is looked for is not looked for too early',
      entry({ state: 'checking', notBefore: 12_000 }),
      { type: 'woken' },
      { notBefore: 12_000 },
    ],
    [
      'that cannot be looked for is asked about again when it may work',
      entry({ state: 'checking', notBefore: 60_000, failures: 3 }),
      { type: 'woken' },
      { notBefore: now },
    ],
    [
      'of fields was applied',
      update({ state: 'checking' }),
      { type: 'saved', task: found('t') },
      { state: 'saved' },
    ],
    [
      'of fields was not applied and goes again',
      update({ state: 'checking' }),
      { type: 'notApplied' },
      { state: 'queued' },
    ],
    [
      'of fields met another',
      update({ state: 'sending' }),
      { type: 'overlaps', conflict: { yours: { title: 'New' }, theirs: { title: 'Other' } } },
      { state: 'needsYou', conflict: { yours: { title: 'New' }, theirs: { title: 'Other' } } },
    ],
    [
      'over theirs goes with theirs as what was seen',
      update({ state: 'needsYou', conflict: { yours: { title: 'New' }, theirs: { title: 'Other' } } }),
      { type: 'resolved', mine: ['title'] },
      {
        state: 'queued',
        conflict: null,
        work: { kind: 'updateTask', taskId: 't', change: { title: 'New' }, before: { title: 'Other' } },
      },
    ],
    [
      'with an overlap is decided by field, not sent again as it is',
      update({ state: 'needsYou', conflict: { yours: { title: 'New' }, theirs: { title: 'Other' } } }),
      { type: 'retryAsked', key: 'b' },
      { state: 'needsYou' },
    ],
    [
      'in doubt is sent again under its own key',
      doubtful({ keySentAt: 1 }),
      { type: 'sendStarted', serviceTime: 9 },
      { state: 'sending', sentAt: 9, keySentAt: 1, unconfirmedSince: 1 },
    ],
    [
      'in doubt whose answer is lost again waits longer',
      doubtful({ state: 'sending', failures: 1 }),
      refused(error('unconfirmed')),
      { state: 'checking', failures: 2, notBefore: 15_000 },
    ],
    [
      'in doubt that could not be sent again stays in doubt',
      doubtful({ state: 'sending' }),
      refused(error('offline')),
      { state: 'checking', unconfirmedSince: 1, notBefore: 12_000 },
    ],
    [
      'in doubt that is refused was not made',
      doubtful({ state: 'sending' }),
      refused({ kind: 'invalidInput', message: 'm', fields: [] }),
      { state: 'needsYou', unconfirmedSince: null },
    ],
    [
      'in doubt that may not be sent again is looked for',
      doubtful({ state: 'sending', keySentAt: 1 }),
      refused(error('forbidden')),
      { state: 'checking', unconfirmedSince: 1, keySentAt: null },
    ],
    [
      'in doubt that was not found is looked for before it is sent again, under its own key',
      doubtful({ state: 'notFound', keySentAt: 1 }),
      { type: 'retryAsked', key: 'b' },
      { state: 'checking', sendIfMissing: true, keySentAt: 1, work: creating({ title: 'Call Acme' }, 'a') },
    ],
    [
      'that is none of those found is looked for without them, under another key',
      doubtful({ state: 'needsYou', error: error('conflict'), candidates: [found('1')], keySentAt: 1 }),
      { type: 'retryAsked', key: 'b' },
      {
        state: 'checking',
        sendIfMissing: true,
        ruledOut: ['1'],
        candidates: [],
        keySentAt: null,
        work: creating({ title: 'Call Acme' }, 'b'),
      },
    ],
    [
      'in doubt that was to be sent when the program ended is checked first',
      doubtful({ state: 'queued' }),
      { type: 'loaded' },
      { state: 'checking' },
    ],
    [
      'that waits takes other words, under another key',
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
      'that was refused takes other words',
      entry({ state: 'needsYou', error: error('forbidden'), settledAt: 5 }),
      edit,
      { state: 'queued', title: 'Call Bolt', error: null, settledAt: null },
    ],
    ...(['sending', 'checking', 'notFound', 'saved'] as const).map(
      (state): [string, Entry, Event, Partial<Entry>] => [
        `that is ${state} takes no other words`,
        doubtful({ state }),
        edit,
        { state, title: 'Call Acme' },
      ],
    ),
    [
      'in doubt that needs its person takes no other words',
      doubtful({ state: 'needsYou' }),
      edit,
      { title: 'Call Acme' },
    ],
    [
      'that is saved stays saved',
      entry({ state: 'saved' }),
      refused(error('unconfirmed')),
      { state: 'saved' },
    ],
  ])('APP-07 %s', (_name, old, event, expected) => {
    expect(next(old, event, now)).toMatchObject(expected)
  })
})

test('APP-07 one that gives way to theirs in all fields writes nothing, and goes', () => {
  const conflict = { yours: { title: 'New' }, theirs: { title: 'Other' } }
  expect(next(update({ state: 'needsYou', conflict }), { type: 'resolved', mine: [] }, now)).toBeNull()
})

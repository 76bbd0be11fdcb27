import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppError } from '../../shared/errors.ts'
import { dueEntries, type Entry, type Event, next, nextDue } from './outbox.ts'

const entry = (changes: Partial<Entry> = {}): Entry => ({
  id: 'a',
  owner: 'ada',
  work: { kind: 'createTask', task: { title: 'Call Acme' } },
  title: 'Call Acme',
  state: 'queued',
  taskId: null,
  webUrl: null,
  error: null,
  createdAt: 0,
  sentAt: null,
  seenVersion: null,
  notBefore: 0,
  failures: 0,
  emptyLookUps: 0,
  failedLookUps: 0,
  settledAt: null,
  ...changes,
})
const update = (changes: Partial<Entry> = {}): Entry =>
  entry({ work: { kind: 'updateTask', taskId: 't', change: { title: 'New' } }, taskId: 't', ...changes })
const now = 10_000
const found = (id: string) => ({ id, webUrl: `https://acme.example/${id}` })
const error = (kind: Exclude<AppError['kind'], 'invalidInput' | 'rateLimited' | 'internal'>): AppError => ({
  kind,
  message: 'm',
})
const refused = (problem: AppError): Event => ({ type: 'refused', error: problem })

describe('a write on its way', () => {
  test.each<[string, Entry, Event, Partial<Entry>]>([
    [
      'is sent',
      entry(),
      { type: 'sendStarted', serviceTime: 9, seenVersion: null },
      { state: 'sending', sentAt: 9 },
    ],
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
      { state: 'checking', notBefore: 11_000 },
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
    [
      'is not there yet after a second',
      entry({ state: 'checking' }),
      { type: 'lookedUp', found: [] },
      { state: 'checking', notBefore: 12_000 },
    ],
    [
      'is not there after three',
      entry({ state: 'checking', emptyLookUps: 1 }),
      { type: 'lookedUp', found: [] },
      { state: 'checking', notBefore: 15_000 },
    ],
    [
      'is not there after eight',
      entry({ state: 'checking', emptyLookUps: 2 }),
      { type: 'lookedUp', found: [] },
      { state: 'notFound' },
    ],
    [
      'that cannot be looked for is not given up',
      entry({ state: 'checking', emptyLookUps: 2 }),
      { type: 'lookUpFailed' },
      { state: 'checking', notBefore: 12_000 },
    ],
    [
      'is sent again when the person says so',
      entry({ state: 'notFound' }),
      { type: 'retryAsked' },
      { state: 'queued', error: null },
    ],
    [
      'is not sent again while it is looked for',
      entry({ state: 'checking' }),
      { type: 'retryAsked' },
      { state: 'checking' },
    ],
    ['that waits is woken', entry({ notBefore: 99_000 }), { type: 'woken' }, { notBefore: now }],
    [
      'that is locked is not',
      entry({ notBefore: 99_000, error: error('locked') }),
      { type: 'woken' },
      { notBefore: 99_000 },
    ],
    [
      'of fields was applied',
      update({ state: 'checking' }),
      { type: 'readBack', outcome: 'applied', task: found('t') },
      { state: 'saved' },
    ],
    [
      'of fields was not applied and goes again',
      update({ state: 'checking' }),
      { type: 'readBack', outcome: 'notApplied', task: null },
      { state: 'queued' },
    ],
    [
      'of fields met another',
      update({ state: 'checking' }),
      { type: 'readBack', outcome: 'changedByOther', task: null },
      { state: 'needsYou' },
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

  const anyError = fc.constantFrom<AppError>(
    ...(
      [
        'signedOut',
        'forbidden',
        'notFound',
        'conflict',
        'locked',
        'offline',
        'unavailable',
        'unconfirmed',
        'unexpectedAnswer',
        'cancelled',
      ] as const
    ).map(error),
    { kind: 'rateLimited', message: 'm', retryAfterSeconds: 3 },
    { kind: 'invalidInput', message: 'm', fields: [] },
  )
  const anyEvent = fc.oneof(
    fc.constant<Event>({ type: 'loaded' }),
    fc.constant<Event>({ type: 'sendStarted', serviceTime: 1, seenVersion: null }),
    fc.constant<Event>({ type: 'saved', task: found('t1') }),
    anyError.map<Event>((problem) => ({ type: 'refused', error: problem })),
    fc
      .array(fc.constantFrom(found('1'), found('2')), { maxLength: 2 })
      .map<Event>((some) => ({ type: 'lookedUp', found: some })),
    fc.constant<Event>({ type: 'lookUpFailed' }),
    fc.constant<Event>({ type: 'woken' }),
  )

  test('APP-07 whatever happens, a create without an answer is never sent again by itself', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (happened) => {
        let current = entry({ state: 'sending', sentAt: 1 })
        current = next(current, refused(error('unconfirmed')), now)
        for (const event of happened) {
          current = next(current, event, now)
          if (current.state === 'queued' || current.state === 'sending') return false
        }
        return true
      }),
    )
  })

  test('APP-07 whatever happens, only a saved, refused, or missing one is at rest, and the rest is due some day', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (happened) => {
        let current = entry()
        for (const event of happened) current = next(current, event, now)
        const due = nextDue([current])
        if (current.state === 'queued' || current.state === 'checking')
          return due !== null && due < now + 3_700_000
        return due === null
      }),
    )
  })
})

describe('what is due', () => {
  const changes = (id: string, more: Partial<Entry> = {}): Entry => update({ id, ...more })

  test('APP-07 changes of one task go one after the other, other tasks do not wait', () => {
    const other = entry({ id: 'c' })
    const ids = (entries: readonly Entry[]) => dueEntries(entries, now).map(({ id }) => id)
    expect(ids([changes('1'), changes('2'), other])).toEqual(['1', 'c'])
    expect(ids([changes('1', { state: 'sending' }), changes('2'), other])).toEqual(['c'])
    expect(ids([changes('1', { notBefore: now + 1 }), changes('2'), other])).toEqual(['c'])
    expect(ids([changes('1', { state: 'needsYou' }), changes('2')])).toEqual(['2'])
    expect(ids([changes('1', { state: 'saved' }), changes('2', { state: 'checking' })])).toEqual(['2'])
  })
})

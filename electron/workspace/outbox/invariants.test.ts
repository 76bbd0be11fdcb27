// Properties of a write under any order of events.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppError } from '../../../shared/errors.ts'
import type { Entry } from './entry.ts'
import { entry, error, found, now, refused, update } from './entry.fake.ts'
import { nextDue } from './schedule.ts'
import type { Event } from './events.ts'
import { next } from './state-machine.ts'
import { creating } from './work.ts'

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
  fc.constant<Event>({ type: 'sendStarted', serviceTime: 1 }),
  fc.constant<Event>({ type: 'saved', stored: found('t1') }),
  anyError.map<Event>((problem) => ({ type: 'refused', error: problem })),
  fc
    .array(fc.constantFrom(found('1'), found('2')), { maxLength: 2 })
    .map<Event>((some) => ({ type: 'lookedUp', found: some, canResend: false })),
  fc.constant<Event>({ type: 'lookUpFailed', error: error('offline') }),
  fc.constantFrom<Event>({ type: 'woken' }, { type: 'serviceAnswered' }, { type: 'resolved', mine: [] }),
)

test('APP-07 whatever happens, a create without an answer and without a key is not queued again', () => {
  const unsent = anyEvent.filter(({ type }) => type !== 'sendStarted')
  fc.assert(
    fc.property(fc.array(unsent, { maxLength: 30 }), (happened) => {
      let current: Entry | null = entry({ state: 'sending', sentAt: 1 })
      for (const event of [refused(error('unconfirmed')), ...happened]) {
        current = next(current, event, now)
        if (current === null) return true
        if (current.state === 'queued' || current.state === 'sending') return false
      }
      return true
    }),
  )
})

test('APP-07 whatever happens, an entry that is not saved, refused or missing becomes due', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (happened) => {
      let current: Entry | null = entry()
      for (const event of happened) current &&= next(current, event, now)
      if (current === null) return true
      const due = nextDue([current], new Set(), 0)
      if (current.state === 'queued' || current.state === 'checking')
        return due !== null && due < now + 3_700_000
      return due === null
    }),
  )
})

const sent: Event = { type: 'sendStarted', serviceTime: 9 }
const saved: Event = { type: 'saved', stored: found('t1') }
const retry: Event = { type: 'retryAsked', key: 'b' }
const woken: Event = { type: 'woken' }
const answered: Event = { type: 'serviceAnswered' }
const looked: Event = { type: 'lookedUp', found: [found('t1')], canResend: false }
const conflict = { yours: { title: 'New' }, theirs: { title: 'Other' } }
const pick: Event = { type: 'picked', task: found('t1') }
const resolve: Event = { type: 'resolved', mine: [] }
const lookUpFailed: Event = { type: 'lookUpFailed', error: error('offline') }
const edit: Event = {
  type: 'edited',
  work: creating({ title: 'Call Bolt' }, 'b'),
  title: 'Call Bolt',
  batch: null,
}
const editRecord: Event = {
  ...edit,
  work: { kind: 'createRecord', record: { id: 'r', objectSlug: 'people', values: {} } },
}
test.each<[string, Entry, readonly Event[]]>([
  ['waits', entry(), [saved, pick, resolve, looked, lookUpFailed, refused(error('offline')), editRecord]],
  ['is held', entry({ heldUntil: 14_000, notBefore: 14_000 }), [retry, woken]],
  ['is due', entry({ notBefore: now }), [woken, answered]],
  [
    'is being sent',
    entry({ state: 'sending' }),
    [sent, { type: 'notApplied' }, looked, lookUpFailed, pick, woken],
  ],
  ['is looked for', entry({ state: 'checking' }), [sent, refused(error('offline')), edit, pick, retry]],
  [
    'was refused',
    entry({ state: 'needsYou', error: error('locked'), notBefore: 99_000 }),
    [woken, answered, resolve, saved, sent],
  ],
  ['waits with a conflict', update({ conflict }), [resolve, { type: 'overlaps', conflict }]],
  ['is saved', entry({ state: 'saved' }), [saved, pick, looked, retry, refused(error('notFound')), sent]],
])('APP-07 a write that %s is not changed by an event of another state', (_name, old, events) => {
  for (const event of events) expect([event.type, next(old, event, now) === old]).toEqual([event.type, true])
})

// Properties of a write under any order of events.
import fc from 'fast-check'
import { test } from 'vitest'
import type { AppError } from '../../../shared/errors.ts'
import type { Entry } from './entry.ts'
import { entry, error, found, now, refused } from './entry.fake.ts'
import { nextDue } from './schedule.ts'
import type { Event } from './events.ts'
import { next } from './state-machine.ts'

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

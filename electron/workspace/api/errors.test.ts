import { expect, test } from 'vitest'
import { type Effect, errorOf } from './errors.ts'

const now = Date.parse('2026-11-23T09:00:00Z')

test.each([
  ['Mon, 23 Nov 2026 09:00:30 GMT', 30],
  ['Mon, 23 Nov 2026 08:59:00 GMT', 0],
  ['soon', 5],
])(
  'APP-06 a service that asks for silence until %j is asked again after %d seconds',
  (retryAfter, seconds) => {
    expect(errorOf({ status: 429, retryAfter, body: '', effect: 'read', now })).toMatchObject({
      kind: 'rateLimited',
      retryAfterSeconds: seconds,
    })
  },
)

test.each<[Effect, string]>([
  ['read', 'unavailable'],
  ['create', 'unconfirmed'],
])('APP-07 a %s that took too long to arrive (408) is %s', (effect, kind) => {
  expect(errorOf({ status: 408, retryAfter: null, body: '', effect, now }).kind).toBe(kind)
})

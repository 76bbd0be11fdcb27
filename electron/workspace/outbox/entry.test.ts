import { expect, test } from 'vitest'
import { type Entry, isResendable, present } from './entry.ts'
import { entry, now } from './entry.fake.ts'

test.each<[string, Entry, number | null]>([
  ['queued until a time', entry({ notBefore: now }), now],
  ['queued for now', entry(), null],
  ['checked later', entry({ state: 'checking', notBefore: now }), null],
])('APP-06 an entry that is %s shows until when it waits', (_what, one, waitsUntil) => {
  expect(present(one, false).waitsUntil).toBe(waitsUntil)
})

const hour = 3_600_000
test.each<[string, Partial<Entry>, boolean, number, boolean]>([
  ['where the service honours keys', { keySentAt: 0 }, true, 11 * hour, true],
  ['where it does not', { keySentAt: 0 }, false, 1, false],
  ['half a day after its first send', { keySentAt: 0 }, true, 12 * hour, false],
  ['when the clock was set back further than that', { keySentAt: 13 * hour }, true, 0, false],
  ['under a key that was never sent', {}, true, 1, false],
])('APP-07 a create in doubt is sent again: %s', (_what, changes, honoursKeys, time, isSent) => {
  expect(isResendable(entry(changes), honoursKeys, time)).toBe(isSent)
})

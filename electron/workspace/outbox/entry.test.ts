import { expect, test } from 'vitest'
import { type Entry, isResendable, present } from './entry.ts'
import { entry, now, update } from './entry.fake.ts'

const unseen: Partial<Entry> = {
  work: {
    kind: 'updateTask',
    taskId: 't',
    change: { title: 'New', status: 'done' },
    before: { title: 'Old' },
  },
}

test.each<[string, Entry, number | null]>([
  ['queued until a time', entry({ notBefore: now }), now],
  ['queued for now', entry(), null],
  ['checked later', entry({ state: 'checking', notBefore: now }), null],
])('APP-06 one that is %s says until when it waits to be sent', (_what, one, waitsUntil) => {
  expect(present(one, [one]).waitsUntil).toBe(waitsUntil)
})

test.each<[string, Entry, boolean]>([
  ['a change that waits, whatever was seen before it', update(unseen), true],
  ['a change that is saved', update({ state: 'saved' }), true],
  ['a change that is saved, of a field that was not seen', update({ ...unseen, state: 'saved' }), false],
  ['a create', entry({ state: 'saved' }), true],
  ['a create that was not found', entry({ state: 'notFound' }), false],
  ['a change that needs its person', update({ state: 'needsYou' }), false],
  ['a change that was taken back', update({ state: 'saved', undo: 'done' }), false],
])('APP-05 what can be taken back: %s', (_what, one, canUndo) => {
  expect(present(one, [one]).canUndo).toBe(canUndo)
})

const hour = 3_600_000
test.each<[string, Partial<Entry>, boolean, number, boolean]>([
  ['where the service honours keys', { keySentAt: 0 }, true, 11 * hour, true],
  ['where it does not', { keySentAt: 0 }, false, 1, false],
  ['half a day after its first send', { keySentAt: 0 }, true, 12 * hour, false],
  ['when the clock was set back further than that', { keySentAt: 13 * hour }, true, 0, false],
  ['under a key that was never sent', {}, true, 1, false],
])('APP-07 a create in doubt is sent again by itself: %s', (_what, changes, honoursKeys, time, isSent) => {
  expect(isResendable(entry(changes), honoursKeys, time)).toBe(isSent)
})

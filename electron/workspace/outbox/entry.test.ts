import { expect, test } from 'vitest'
import { type Entry, present } from './entry.ts'
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

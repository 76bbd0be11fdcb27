// The states of writes of records, where they differ from those of tasks.
import { expect, test } from 'vitest'
import { entry as schema, type Entry, isEditable, newEntry } from './entry.ts'
import { error, now, ofRecord, refused } from './entry.fake.ts'
import type { Event } from './events.ts'
import { rebaseOn } from './rebase.ts'
import { next } from './state-machine.ts'
import { creating, type Work } from './work.ts'

const { create, archive, restore } = ofRecord
const change = ofRecord.update
const stored = {
  id: 'r',
  webUrl: 'https://acme.example/r',
  tag: '"7"',
  title: 'Anna',
  values: { phone: '1' },
}
const saved: Event = { type: 'saved', stored }
const retry: Event = { type: 'retryAsked', key: 'b' }
const load: Event = { type: 'loaded' }
const inDoubt = { sentAt: 1, unconfirmedSince: 1 }
const fails = (kind: Parameters<typeof error>[0]): Event => refused(error(kind))
const person = { recordId: 'r', objectSlug: 'people' }
const conflict = { yours: { phone: '1' }, theirs: { phone: '2' } }

test.each<[string, Entry, Event, Partial<Entry>]>([
  [
    'a create is saved: undo archives the version that was made',
    create({ state: 'sending' }),
    saved,
    { state: 'saved', taskId: null, inverse: { kind: 'archiveRecord', ...person, tag: '"7"' } },
  ],
  [
    'a create without an answer is read back',
    create({ state: 'sending' }),
    fails('unconfirmed'),
    { state: 'checking' },
  ],
  ['a create that was being sent is read back', create({ state: 'sending' }), load, { state: 'checking' }],
  [
    'a create that is not there is sent again under its id, without a question',
    create({ state: 'checking', ...inDoubt }),
    { type: 'notApplied' },
    { state: 'queued', notBefore: now, work: create().work },
  ],
  [
    'a create in doubt that is then forbidden needs its person',
    create({ state: 'sending', ...inDoubt }),
    fails('forbidden'),
    { state: 'needsYou', unconfirmedSince: 1 },
  ],
  [
    'a create in doubt that is tried again is read back first',
    create({ state: 'needsYou', ...inDoubt, error: error('forbidden') }),
    retry,
    { state: 'checking', error: null },
  ],
  [
    'a refused create that is tried again is sent',
    create({ state: 'needsYou', error: error('forbidden') }),
    retry,
    { state: 'queued', error: null },
  ],
  [
    'a create under the id of another record needs its person',
    create({ state: 'sending' }),
    fails('conflict'),
    { state: 'needsYou' },
  ],
  [
    'a create that is found to be another record needs its person',
    create({ state: 'checking', ...inDoubt }),
    fails('conflict'),
    { state: 'needsYou' },
  ],
  [
    'a create that the service has no route for needs its person',
    create({ state: 'sending' }),
    fails('notFound'),
    { state: 'needsYou' },
  ],
  [
    'a change is saved as the service has it, and undo compares with that',
    change({
      state: 'sending',
      work: { kind: 'updateRecord', ...person, change: { phone: '1  ' }, before: { phone: '0' } },
    }),
    saved,
    {
      work: { kind: 'updateRecord', ...person, change: { phone: '1' }, before: { phone: '0' } },
      inverse: { kind: 'updateRecord', ...person, change: { phone: '0' }, before: { phone: '1' } },
    },
  ],
  [
    'a change that is saved without an answer is saved as it was written',
    change({ state: 'checking', webUrl: 'https://acme.example/r' }),
    { type: 'saved', stored: null },
    { work: change().work, webUrl: 'https://acme.example/r' },
  ],
  [
    'a change that is saved in a short answer is saved as it was written',
    change({ state: 'sending' }),
    { type: 'saved', stored: { id: 'r', webUrl: 'https://acme.example/r' } },
    { work: change().work },
  ],
  [
    'an undo that is saved keeps what it undid',
    restore({ state: 'sending', undo: 'begun', inverse: archive().work }),
    saved,
    { state: 'saved', inverse: archive().work },
  ],
  [
    'a refused restoring is sent again',
    restore({ state: 'needsYou', error: error('forbidden') }),
    retry,
    { state: 'queued', error: null },
  ],
  ['a refused change is sent again', change({ state: 'needsYou' }), retry, { state: 'queued' }],
  [
    'a change over theirs is not sent again',
    change({ state: 'needsYou', conflict }),
    retry,
    { state: 'needsYou' },
  ],
  [
    'a change over theirs has theirs as what was seen',
    change({ state: 'needsYou', conflict }),
    { type: 'resolved', mine: ['phone'] },
    {
      state: 'queued',
      work: { kind: 'updateRecord', ...person, change: { phone: '1' }, before: { phone: '2' } },
    },
  ],
  [
    'an archiving is saved: undo restores',
    archive({ state: 'sending' }),
    saved,
    { state: 'saved', inverse: { kind: 'restoreRecord', ...person } },
  ],
  [
    'a restoring is saved: undo archives',
    restore({ state: 'sending' }),
    saved,
    { state: 'saved', inverse: { kind: 'archiveRecord', ...person, tag: '"7"' } },
  ],
  [
    'an archiving that meets another version is done all the same when its person says so',
    archive({
      state: 'needsYou',
      error: error('conflict'),
      work: { kind: 'archiveRecord', ...person, tag: '"1"' },
    }),
    retry,
    { state: 'queued', work: { kind: 'archiveRecord', ...person, tag: null } },
  ],
  [
    'an undone create waits five seconds',
    create({ state: 'saved', inverse: { kind: 'archiveRecord', ...person, tag: null } }),
    { type: 'undoAsked' },
    { state: 'queued', undo: 'begun', heldUntil: now + 5_000 },
  ],
  [
    'an undone archiving is restored at once',
    archive({ state: 'saved', inverse: { kind: 'restoreRecord', ...person } }),
    { type: 'undoAsked' },
    { state: 'queued', undo: 'begun', heldUntil: null, notBefore: 0 },
  ],
  [
    'an edited create keeps its place and takes its new values',
    create({ state: 'needsYou', error: error('forbidden') }),
    {
      type: 'edited',
      work: { kind: 'createRecord', record: { id: 'r', objectSlug: 'people', values: { name: 'Ann' } } },
      title: 'Ann',
      batch: 'b',
    },
    { state: 'queued', title: 'Ann', batch: 'b', error: null },
  ],
])('RCL-02 APP-07 %s', (_name, old, event, expected) => {
  expect(next(old, event, now)).toMatchObject(expected)
})

test('RCL-02 the words for what is missing name the record, not a task', () => {
  const words = (one: Entry) => next(one, fails('notFound'), now)?.error?.message
  expect(words(create({ state: 'sending' }))).toContain('new records')
  expect(words(change({ state: 'sending' }))).toContain('record no longer exists')
})

test('RCL-02 a create in doubt is not edited, and one that is certainly not there is', () => {
  expect(isEditable(create())).toBe(true)
  expect(isEditable(create({ ...inDoubt }))).toBe(false)
  expect(
    next(
      create({ ...inDoubt, state: 'needsYou' }),
      { type: 'edited', work: creating({ title: 'x' }), title: 'x', batch: null },
      now,
    )?.title,
  ).toBe('Anna')
})

test('RCL-02 after any write of a record its create is undone in the new version', () => {
  const made = create({ id: 'c', state: 'saved', inverse: { kind: 'archiveRecord', ...person, tag: '"1"' } })
  const tagAfter = (write: Entry) =>
    rebaseOn(write, '"2"', [made, write]).map(({ inverse }) =>
      inverse?.kind === 'archiveRecord' ? inverse.tag : null,
    )[0]
  const writes = [change({ state: 'saved' }), restore({ state: 'saved' })]
  expect(writes.map(tagAfter)).toEqual(['"2"', '"2"'])
  const other = change({ state: 'saved', work: { ...change().work, recordId: 'q' } as Work })
  expect(tagAfter(other)).toBe('"1"')
})

test('RCL-02 an entry that an earlier release left on disk is loaded', () => {
  const { conflict: _, ...old } = newEntry({
    id: 'a',
    owner: 'ada',
    work: { kind: 'updateTask', taskId: 't', change: { title: 'B' }, before: {} },
    title: 'B',
    createdAt: 1,
  })
  expect(schema.parse({ ...old, conflict: { yours: { title: 'B' }, theirs: { title: 'C' } } })).toMatchObject(
    { taskId: 't', conflict: { theirs: { title: 'C' } } },
  )
})

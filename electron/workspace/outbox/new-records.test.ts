// Writes that wait for a new record, and a new record that is submitted again.
import { describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../shared/api/launcher-records.ts'
import { blockersIn, type Entry, present } from './entry.ts'
import { entry, now, ofRecord, update } from './entry.fake.ts'
import { createInPlaceOf, withoutLost } from './rebase.ts'
import { dueEntries, nextDue } from './schedule.ts'
import { creating, needsRecord, type Work, withoutRecord } from './work.ts'

const { create, archive } = ofRecord
const change = ofRecord.update
const inDoubt = { sentAt: 1, unconfirmedSince: 1 }
const linking = (id = 'r', more: Partial<Entry> = {}): Entry =>
  entry({ id: 't', work: creating({ title: 'Call Acme', linkedRecordIds: ['x', id] }), ...more })

describe('RCL-02 a write that names a new record', () => {
  const ids = (...entries: Entry[]) => dueEntries(entries, new Set(), 0, now).map(({ id }) => id)

  test.each<[string, Entry, Entry, string[]]>([
    ['a task waits while it is queued', create(), linking(), ['a']],
    ['a task waits while it is sent', create({ state: 'sending' }), linking(), []],
    ['a task waits while it is refused', create({ state: 'needsYou' }), linking(), []],
    ['a task goes once it is saved', create({ state: 'saved' }), linking(), ['t']],
    ['a task of another record goes', create(), linking('y'), ['a', 't']],
    ['a task of another person goes', create({ owner: 'bob' }), linking(), ['a', 't']],
    [
      'a changed task waits',
      create(),
      update({
        id: 'u',
        work: { kind: 'updateTask', taskId: 't', change: { linkedRecordIds: ['r'] }, before: {} },
      }),
      ['a'],
    ],
    ['its own change waits, also once it is refused', create({ state: 'needsYou' }), change({ id: 'u' }), []],
  ])('RCL-02 %s', (_name, record, other, due) => {
    expect(ids(record, other)).toEqual(due)
  })

  test('RCL-02 does not hold back other tasks of its title', () => {
    expect(ids(create({ state: 'needsYou' }), linking(), entry({ id: 'b' }))).toEqual(['b'])
    expect(nextDue([create({ state: 'needsYou' }), linking()], new Set(), 0)).toBeNull()
  })

  test('RCL-02 two new records that name each other go one after the other', () => {
    const named = (id: string, values: RecordValues): Entry =>
      create({ id, work: { kind: 'createRecord', record: { id, objectSlug: 'people', values } } })
    expect(ids(named('a', { friend: 'b' }), named('b', { friend: 'a' }))).toEqual(['a'])
  })

  test('RCL-02 says for which record it waits, and whether that needs its person', () => {
    const waitsFor = (state: Entry['state']) => {
      const entries = [create({ state }), linking()]
      return entries.map((one) => present(one, false, blockersIn(entries).get(one.id)).waitsFor)
    }
    expect(waitsFor('sending')).toEqual([null, { id: 'a', title: 'Anna', isStuck: false }])
    expect(waitsFor('needsYou')).toEqual([null, { id: 'a', title: 'Anna', isStuck: true }])
    expect(waitsFor('saved')).toEqual([null, null])
  })

  test('RCL-02 goes without the link where that record is dropped; writes of the record itself go with it', () => {
    const record = create({ state: 'needsYou' })
    const others = [
      linking(),
      change({ id: 'u' }),
      archive({ id: 'v' }),
      linking('r', { id: 'w', owner: 'bob' }),
    ]
    const left = withoutLost([record, ...others], others)
    expect(
      left.map(({ id, work }) => [id, work.kind === 'createTask' ? work.task.linkedRecordIds : work.kind]),
    ).toEqual([
      ['t', ['x']],
      ['w', ['x', 'r']],
    ])
    expect(withoutLost([create({ state: 'saved' }), ...others], others)).toBe(others)
  })
})

test.each<[string, Work, boolean, Work | null]>([
  [
    'a reference of a new record is left out',
    {
      kind: 'createRecord',
      record: { id: 'p', objectSlug: 'people', values: { name: 'A', company: 'r', friends: ['r', 'q'] } },
    },
    true,
    {
      kind: 'createRecord',
      record: { id: 'p', objectSlug: 'people', values: { name: 'A', friends: ['q'] } },
    },
  ],
  [
    'a change of nothing else is dropped',
    { kind: 'updateRecord', recordId: 'p', objectSlug: 'people', change: { company: 'r' }, before: {} },
    true,
    null,
  ],
  [
    'a deletion of a task has nothing to do with it',
    { kind: 'archiveTask', taskId: 'r', tag: null },
    false,
    { kind: 'archiveTask', taskId: 'r', tag: null },
  ],
])('RCL-02 without a record that is not made: %s', (_name, work, needs, left) => {
  expect(needsRecord(work, 'r')).toBe(needs)
  expect(withoutRecord(work, 'r')).toEqual(left)
})

describe('RCL-02 a create of a record that is submitted again', () => {
  const again = create({
    id: 'new',
    title: 'Ann',
    work: { kind: 'createRecord', record: { id: 'other', objectSlug: 'people', values: { name: 'Ann' } } },
  })
  const same = create({ id: 'new', title: 'Ann' })
  const shown = (entries: readonly Entry[] | string) =>
    typeof entries === 'string'
      ? entries
      : entries.map(({ id, title, work }) => [id, title, work.kind === 'createRecord' && work.record.id])

  test.each<[string, Entry, Entry, string | undefined, unknown]>([
    ['edited while it waits keeps its id', again, create(), 'a', [['a', 'Ann', 'r']]],
    ['edited in doubt is refused', again, create({ state: 'checking', ...inDoubt }), 'a', 'inDoubt'],
    ['edited once saved is refused', again, create({ state: 'saved' }), 'a', 'sent'],
    ['named again by its task is the same one', same, create(), undefined, [['a', 'Ann', 'r']]],
    [
      'named again by its task while it is sent stays as it is',
      same,
      create({ state: 'sending' }),
      undefined,
      [['a', 'Anna', 'r']],
    ],
    [
      'named again by its task once saved stays as it is',
      same,
      create({ state: 'saved' }),
      undefined,
      [['a', 'Anna', 'r']],
    ],
    [
      'of another record is added',
      again,
      create(),
      undefined,
      [
        ['a', 'Anna', 'r'],
        ['new', 'Ann', 'other'],
      ],
    ],
    [
      'in place of a change of a record that is gone is added',
      again,
      change({ state: 'needsYou' }),
      'a',
      [['new', 'Ann', 'other']],
    ],
  ])('RCL-02 %s', (_name, added, old, replaced, expected) => {
    expect(shown(createInPlaceOf(added, replaced, [old], now))).toEqual(expected)
  })
})

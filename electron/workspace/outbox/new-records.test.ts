// Writes that wait for a new record, and a new record that is submitted again: pure, and through the real outbox.
import { describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../shared/api/launcher/records.ts'
import { blockersIn, type Entry, present } from './entry.ts'
import { entry, now, ofRecord, update } from './entry.fake.ts'
import { createInPlaceOf, withoutLost } from './rebase.ts'
import { dueEntries, nextDue } from './schedule.ts'
import { creating, needsRecord, type Work, withoutRecord } from './work.ts'
import { createWorld, type World } from './writes-model.fake.ts'

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

const anna = { id: 'a1', objectSlug: 'people', values: { name: 'Anna' } }
const task = { title: 'Call Anna', linkedRecordIds: ['a1'] }
const start = () => {
  const world = createWorld()
  const { records } = world.service
  return {
    world,
    record: () => records.records.get('a1'),
    kinds: () => records.stored.map(({ kind }) => kind),
    told: () => world.list().map(({ kind, state }) => `${kind} ${state}`),
  }
}
const settle = async (world: World): Promise<void> => {
  world.setWeather('fine')
  await world.pass(60_000)
}

describe('a task that names a new record', () => {
  const capture = (world: World) => world.outbox().submit(task, undefined, [{ ...anna, title: 'Anna' }])
  const links = (world: World) => world.service.stored.map(({ is }) => is.linkedRecordIds)

  test.each(['fine', 'offline', 'cutBefore', 'cutAfter', 'late'] as const)(
    'RCL-02 is saved after it, and both are one undo (%s)',
    async (weather) => {
      const { world, record, told } = start()
      world.setWeather(weather)
      expect(await capture(world)).toMatchObject({ value: { kind: 'createTask', title: 'Call Anna' } })
      await world.settle()
      await settle(world)
      expect([told(), links(world)]).toEqual([['createRecord saved', 'createTask saved'], [['a1']]])
      expect(await world.outbox().undo(world.list()[1]?.id)).toMatchObject({ value: { count: 2 } })
      await world.pass(10_000)
      expect([record()?.archived, world.service.tasks.get('t1')?.archived]).toEqual([true, true])
    },
  )

  test('RCL-02 waits for a refused one, and goes once that is edited', async () => {
    const { world, told } = start()
    const nameless = { ...anna, values: {} }
    await world.outbox().submit(task, undefined, [{ ...nameless, title: 'Anna' }])
    await world.settle()
    expect(world.list()).toMatchObject([
      { state: 'needsYou' },
      { state: 'queued', waitsFor: { title: 'Anna', isStuck: true } },
    ])
    await world.outbox().submitRecord(anna, 'Anna', world.list()[0]?.id)
    await settle(world)
    expect([told(), links(world)]).toEqual([['createRecord saved', 'createTask saved'], [['a1']]])
  })

  test('RCL-02 goes without the link once the refused record is discarded', async () => {
    const { world, told, record } = start()
    await world.outbox().submit(task, undefined, [{ ...anna, values: {}, title: 'Anna' }])
    await world.settle()
    await world.outbox().discard(world.list()[0]?.id ?? '')
    await settle(world)
    expect([told(), links(world), record()]).toEqual([['createTask saved'], [[]], undefined])
  })

  test('RCL-02 that is edited with the same new record makes it once, and stays one undo', async () => {
    const { world, record, kinds } = start()
    world.setWeather('offline')
    const first = await capture(world)
    await world.settle()
    const id = first.ok ? first.value.id : ''
    const again = { ...anna, values: { name: 'Ann' }, title: 'Ann' }
    await world.outbox().submit({ ...task, title: 'Call Ann' }, id, [again])
    const [ofRecord, ofTask] = world.list()
    expect([world.list().length, ofTask?.id, ofRecord?.batch]).toEqual([2, id, ofTask?.batch])
    await settle(world)
    expect([kinds(), record()?.title, world.service.tasks.get('t1')?.title]).toEqual([
      ['create'],
      'Ann',
      'Call Ann',
    ])
  })

  test('RCL-02 is kept with its record or, on a full disk, neither is', async () => {
    const { world, record } = start()
    world.setDisk('broken')
    expect(await capture(world)).toMatchObject({ error: { kind: 'notKept' } })
    world.setDisk('fine')
    await settle(world)
    expect([world.list(), record()]).toEqual([[], undefined])
  })
})

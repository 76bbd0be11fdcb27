import { describe, expect, test } from 'vitest'
import type { TaskFields } from '../../../shared/api/launcher/tasks.ts'
import { type Entry } from './entry.ts'
import { entry, error, found, now, refused, update } from './entry.fake.ts'
import type { Event } from './events.ts'
import { next } from './state-machine.ts'
import { batchOf, inverseOf, newestUndoable } from './undo.ts'
import { createWorld } from './writes-model.fake.ts'

const start = async () => {
  const world = createWorld()
  await world.create('Call Acme')
  await world.settle()
  const kinds = () => world.service.stored.map(({ by, kind }) => `${by === 'usr_bob' ? 'bob ' : ''}${kind}`)
  const told = () =>
    world.list().map(({ kind, state, isUndo, canUndo }) => shown(kind, state, isUndo, canUndo))
  /** Changes the task, and waits until the change is saved. */
  const change = async (fields: TaskFields) => {
    await world.update(0, fields)
    await world.settle()
  }
  return { world, kinds, told, change, task: () => world.service.tasks.get('t1') }
}
const shown = (kind: string, state: string, isUndo: boolean, canUndo: boolean): string =>
  `${kind} ${state}${isUndo ? ', undone' : ''}${canUndo ? ', can be undone' : ''}`
const saved = (kind: string, canUndo = true) => shown(kind, 'saved', false, canUndo)
const undone = (kind: string) => shown(kind, 'saved', true, false)

describe('two edits from the same form state', () => {
  test.each(['offline', 'slow'] as const)(
    'APP-07 are not a conflict with each other (%s)',
    async (weather) => {
      const { world, task } = await start()
      world.setWeather(weather)
      await world.update(0, { title: 'First' })
      await world.update(0, { title: 'Second', priority: 'high' })
      world.setWeather('fine')
      await world.pass(60_000)
      expect(world.list().map(({ state }) => state)).toEqual(['saved', 'saved', 'saved'])
      expect(task()).toMatchObject({ title: 'Second', priority: 'high' })
    },
  )

  test('APP-07 nor if the first is saved before the second form', async () => {
    const { world, task, change } = await start()
    const second = world.updateFrom(0, { title: 'Second' })
    await change({ title: 'First' })
    await second()
    await world.pass(1_000)
    expect([world.list().at(-1)?.state, task()?.title]).toEqual(['saved', 'Second'])
  })
})

describe('undo', () => {
  test('APP-05 of a create deletes the task after five seconds, also after a crash', async () => {
    const { world, kinds, told, task } = await start()
    await world.undo()
    expect(world.list()).toMatchObject([{ state: 'queued', isUndo: true, heldUntil: expect.any(Number) }])
    await world.crash()
    await world.pass(4_900)
    expect(kinds()).toEqual(['create'])
    await world.pass(200)
    expect([task()?.archived, told()]).toEqual([true, [undone('archiveTask')]])
  })

  test('APP-05 that is dropped while it waits leaves a saved write, which can be undone again', async () => {
    const { world, kinds, told } = await start()
    await world.undo()
    await world.discard(0)
    await world.pass(60_000)
    expect([kinds(), told()]).toEqual([['create'], [saved('createTask')]])
    await world.undo()
    await world.pass(6_000)
    expect([kinds(), told()]).toEqual([['create', 'archive'], [undone('archiveTask')]])
  })

  test.each([
    ['in a row', 0],
    ['after a second', 1_000],
  ])(
    'APP-05 goes one write further back each time, without new entries, and undoes nothing twice (%s)',
    async (_, ms) => {
      const { world, kinds, told, task, change } = await start()
      await change({ title: 'Call Bolt' })
      await change({ priority: 'high' })
      expect(world.list().map(({ canUndo }) => canUndo)).toEqual([false, false, true])
      for (let press = 0; press < 4; press += 1) {
        await world.undo()
        if (ms > 0) await world.pass(ms)
      }
      await world.pass(1_000)
      expect(task()).toMatchObject({ title: 'Call Acme', priority: 'no_priority', archived: false })
      await world.pass(10_000)
      expect(told()).toEqual([undone('updateTask'), undone('updateTask'), undone('archiveTask')])
      expect(kinds()).toEqual(['create', 'update', 'update', 'update', 'update', 'archive'])
    },
  )

  test('APP-05 of two changes of one task, the newer one in flight, undoes both', async () => {
    const { world, task, told, change } = await start()
    await change({ title: 'Call Bolt' })
    world.setWeather('cutAfter')
    await world.update(0, { title: 'Call Corp' })
    await world.pass(10)
    await world.undo()
    await world.undo()
    world.setWeather('fine')
    await world.pass(60_000)
    expect([task()?.title, told().slice(1)]).toEqual([
      'Call Acme',
      [undone('updateTask'), undone('updateTask')],
    ])
  })

  test('APP-05 of a create that somebody changed since asks first, also after own changes', async () => {
    const { world, task, change } = await start()
    await change({ title: 'Call Bolt' })
    await world.undo()
    await world.settle()
    world.colleague(0, { priority: 'high' })
    await world.undo()
    await world.pass(10_000)
    expect([task()?.archived, world.list()[1]?.state]).toEqual([false, 'needsYou'])
    await world.retry(0)
    await world.settle()
    expect(task()?.archived).toBe(true)
  })

  test('APP-05 of a write in flight begins once it is known to be saved', async () => {
    const world = createWorld()
    world.setWeather('cutAfter')
    await world.create('Call Acme')
    await world.pass(10)
    await world.undo()
    expect(world.list()).toMatchObject([{ kind: 'createTask', state: 'checking', isUndo: true }])
    world.setWeather('fine')
    await world.pass(60_000)
    expect(world.service.stored.map(({ kind }) => kind)).toEqual(['create', 'archive'])
  })

  test('APP-05 of a change restores its fields, and keeps what others wrote since', async () => {
    const { world, task, change } = await start()
    await change({ priority: 'high', status: 'done' })
    world.colleague(0, { title: 'Theirs' })
    await world.undo()
    await world.pass(1_000)
    expect(task()).toMatchObject({ priority: 'no_priority', status: 'todo', title: 'Theirs' })
  })

  test('APP-05 of a field that somebody changed since asks, and once dropped is not repeated', async () => {
    const { world, task, told, change } = await start()
    await change({ priority: 'high' })
    world.colleague(0, { priority: 'urgent' })
    await world.undo()
    await world.pass(1_000)
    expect([task()?.priority, world.list()[1]?.state]).toEqual(['urgent', 'needsYou'])
    await world.discard(0)
    expect([task()?.priority, told()]).toEqual(['urgent', [saved('createTask'), saved('updateTask', false)]])
  })
})

test.each<[string, Entry, boolean]>([
  ['a change that waits, whatever was seen before it', update({ work: unseen() }), true],
  ['a change that is on its way', update({ state: 'sending' }), true],
  ['a change of a field that was not seen', update({ state: 'sending', work: unseen() }), false],
  ['a create that is looked for', entry({ state: 'checking' }), true],
  ['a create that was not found', entry({ state: 'notFound' }), false],
  ['a change that needs its person', update({ state: 'needsYou' }), false],
  ['an undo', update({ state: 'queued', undo: 'begun' }), false],
])('APP-05 what can be undone: %s', (_what, one, canUndo) => {
  expect(newestUndoable([one]) === one).toBe(canUndo)
})

function unseen(): Entry['work'] {
  return {
    kind: 'updateTask',
    taskId: 't',
    change: { title: 'New', status: 'done' },
    before: { title: 'Old' },
  }
}

test('APP-05 the inverse of a change of section does not compare linked records', () => {
  const work: Entry['work'] = {
    kind: 'updateTask',
    taskId: 't',
    change: { sectionId: 's2', linkedRecordIds: [] },
    before: { sectionId: 's1', linkedRecordIds: ['r1'] },
  }
  expect(inverseOf(work, 't', null)).toEqual({
    kind: 'updateTask',
    taskId: 't',
    change: { sectionId: 's1', linkedRecordIds: ['r1'] },
    before: { sectionId: 's2' },
  })
})

test.each<[string, Entry, ReturnType<typeof refused>]>([
  ['was never sent', entry({ state: 'sending', undo: 'wanted' }), refused(error('offline'))],
  ['was refused', update({ state: 'sending', undo: 'wanted' }), refused(error('forbidden'))],
  [
    'is not there',
    entry({ state: 'checking', undo: 'wanted' }),
    { type: 'lookedUp', found: [], canResend: false },
  ],
])('APP-05 a write that is to be undone and %s is removed', (_what, one, event) => {
  expect(next(one, event, now)).toBeNull()
})

const undo: Event = { type: 'undoAsked' }
const discard: Event = { type: 'discarded' }
const back: Entry['work'] = { kind: 'updateTask', taskId: 't', change: { title: 'Old' }, before: {} }

test.each<[string, Entry, Event, Partial<Entry> | null]>([
  ['waits is dropped', entry(), undo, null],
  ['was refused is dropped', entry({ state: 'needsYou' }), undo, null],
  ['was not found is dropped once it is discarded', entry({ state: 'notFound' }), discard, null],
  ['waits is discarded, whatever would undo it', update({ inverse: back }), discard, null],
  [
    'changed a title has the old one again',
    update({ state: 'saved', title: 'New', inverse: back }),
    undo,
    { title: 'Old', work: back, inverse: update().work },
  ],
  [
    'changed no title keeps it',
    update({
      state: 'saved',
      title: 'Same',
      inverse: { ...back, change: { priority: 'low' } } as Entry['work'],
    }),
    undo,
    { title: 'Same' },
  ],
  [
    'may be one of several tasks is asked about first',
    entry({ state: 'checking', undo: 'wanted' }),
    { type: 'lookedUp', found: [found('1'), found('2')], canResend: false },
    { state: 'needsYou', undo: 'wanted' },
  ],
])('APP-05 a write that %s', (_what, one, event, expected) => {
  const left = next(one, event, now)
  if (expected === null) expect(left).toBeNull()
  else expect(left).toMatchObject(expected)
})

test.each<[string, Entry]>([
  ['was not found', entry({ state: 'notFound' })],
  ['is being undone', entry({ undo: 'begun' })],
  ['is saved for good', entry({ state: 'saved' })],
])('APP-05 a write that %s is not undone', (_what, one) => {
  expect(next(one, undo, now)).toBe(one)
})

test('APP-05 undo takes back what one action did, and drops what was refused of it', () => {
  const one = (id: string, more: Partial<Entry> = {}) => entry({ id, batch: 'b', ...more })
  const newest = one('newest')
  const entries = [
    one('waits'),
    one('refused', { state: 'needsYou' }),
    one('undone', { undo: 'begun' }),
    one('refused undo', { undo: 'begun', state: 'needsYou' }),
    one('missing', { state: 'notFound' }),
    one('other', { batch: 'c' }),
    newest,
  ]
  expect(batchOf(newest, entries).map(({ id }) => id)).toEqual(['waits', 'refused', 'newest'])
  const alone = one('alone', { batch: null })
  expect(batchOf(alone, [one('other', { batch: null }), alone])).toEqual([alone])
})

const on = { kind: 'task', id: 't' } as const
const text = (content: string) => ({ content, mentions: [] })
const edit: Entry['work'] = { kind: 'updateComment', on, commentId: 'c', text: text('B'), before: text('A') }
const timer: Entry['work'] = { kind: 'setTimer', taskId: 't', action: 'start', at: 1, once: 'a' }
const logged: Entry['work'] = { kind: 'logTime', taskId: 't', minutes: 5, at: 1, key: 'a' }
const removal: Entry['work'] = { kind: 'deleteComment', on, commentId: 'c' }

test.each<[string, Entry['work'], string | null, Entry['work'] | null]>([
  ['a new task', entry().work, 't', { kind: 'archiveTask', taskId: 't', tag: '"1"' }],
  ['a new task without an id', entry().work, null, null],
  ['an archived task', { kind: 'archiveTask', taskId: 't', tag: null }, 't', null],
  ['a new comment', { kind: 'createComment', on, text: text('A'), key: 'a' }, 'c', removal],
  ['a new comment without an id', { kind: 'createComment', on, text: text('A'), key: 'a' }, null, null],
  ['a changed comment', edit, 'c', { ...edit, text: text('A'), before: text('B') } as Entry['work']],
  ['a deleted comment', removal, 'c', null],
  ['a started timer', timer, 't', { ...timer, action: 'stop', once: 'a undone' } as Entry['work']],
  ['a stopped timer', { ...timer, action: 'stop' } as Entry['work'], 't', null],
  ['logged time', logged, 't', { ...logged, minutes: -5, key: 'a undone' } as Entry['work']],
])('APP-05 NOT-03 TIM-01 what undoes %s', (_what, work, id, inverse) => {
  expect(inverseOf(work, id, '"1"')).toEqual(inverse)
})

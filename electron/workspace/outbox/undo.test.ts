import { describe, expect, test } from 'vitest'
import type { TaskFields } from '../../../shared/api/launcher-tasks.ts'
import { type Entry, newEntry } from './entry.ts'
import { entry, update } from './entry.fake.ts'
import { undone } from './undo.ts'
import { createWorld } from './writes-model.fake.ts'

const start = async () => {
  const world = createWorld()
  await world.create('Call Acme')
  await world.settle()
  const kinds = () => world.service.stored.map(({ by, kind }) => `${by === 'usr_bob' ? 'bob ' : ''}${kind}`)
  return { world, kinds, task: () => world.service.tasks.get('t1') }
}

describe('two edits from the same look', () => {
  test.each(['offline', 'slow'] as const)('APP-07 are no overlap with oneself (%s)', async (weather) => {
    const { world, task } = await start()
    world.setWeather(weather)
    await world.update(0, { title: 'First' })
    await world.update(0, { title: 'Second', priority: 'high' })
    world.setWeather('fine')
    await world.pass(60_000)
    expect(world.list().map(({ state }) => state)).toEqual(['saved', 'saved', 'saved'])
    expect(task()).toMatchObject({ title: 'Second', priority: 'high' })
  })

  test('APP-07 also when the first was saved before the second form was', async () => {
    const { world, task } = await start()
    const second = world.updateFrom(0, { title: 'Second' })
    await world.update(0, { title: 'First' })
    await world.settle()
    await second()
    await world.pass(1_000)
    expect([world.list().at(-1)?.state, task()?.title]).toEqual(['saved', 'Second'])
  })
})

describe('undo', () => {
  test('APP-05 of a create removes the task after five seconds, in which it can be called off', async () => {
    const { world, kinds, task } = await start()
    await world.undo(0)
    expect(world.list()).toMatchObject([
      { canUndo: false },
      { kind: 'archiveTask', heldUntil: expect.any(Number) as number },
    ])
    await world.pass(4_900)
    expect(kinds()).toEqual(['create'])
    await world.pass(200)
    expect([task()?.archived, world.list()[1]?.state]).toEqual([true, 'saved'])

    const kept = await start()
    await kept.world.undo(0)
    await kept.world.undo(0)
    await kept.world.pass(60_000)
    expect([kept.kinds(), kept.world.list().map(({ kind }) => kind)]).toEqual([['create'], ['createTask']])
  })

  test('APP-05 of a removal that is over makes the task anew, as its person had it, also after a crash', async () => {
    const { world, kinds, task } = await start()
    await world.update(0, { priority: 'high', title: 'Call Bolt' })
    await world.settle()
    await world.undo(0)
    await world.pass(10_000)
    expect([task()?.archived, world.list().at(-1)]).toMatchObject([true, { state: 'saved', canUndo: true }])
    await world.crash()
    await world.undo(world.list().filter(({ canUndo }) => canUndo).length - 1)
    await world.pass(1_000)
    expect(kinds()).toEqual(['create', 'update', 'archive', 'create'])
    expect(task()?.archived).toBe(true)
    expect(world.service.tasks.get('t2')).toMatchObject({ title: 'Call Bolt', priority: 'high' })
    expect(world.list().at(-1)).toMatchObject({ kind: 'createTask', state: 'saved', title: 'Call Bolt' })
  })

  test('APP-05 of a removal that is on its way waits for it', async () => {
    const { world, kinds } = await start()
    await world.undo(0)
    world.setWeather('cutAfter')
    await world.pass(5_100)
    expect(world.list()[1]).toMatchObject({ state: 'checking', canUndo: true })
    await world.undo(0)
    world.setWeather('fine')
    await world.pass(60_000)
    expect(kinds()).toEqual(['create', 'archive', 'create'])
  })

  test('APP-05 of a create that somebody went on with asks first', async () => {
    const { world, task } = await start()
    await world.undo(0)
    world.colleague(0, { priority: 'high' })
    await world.pass(10_000)
    expect([task()?.archived, world.list()[1]?.state]).toEqual([false, 'needsYou'])
    await world.retry(0)
    await world.settle()
    expect(task()?.archived).toBe(true)
  })

  test('APP-05 of what waits is never sent', async () => {
    const { world, kinds } = await start()
    world.setWeather('offline')
    await world.update(0, { priority: 'high' })
    await world.undo(1)
    world.setWeather('fine')
    await world.pass(120_000)
    expect(kinds()).toEqual(['create'])
  })

  test('APP-05 of what is on its way takes it back as soon as it is known to be there', async () => {
    const world = createWorld()
    world.setWeather('cutAfter')
    await world.create('Call Acme')
    await world.pass(10)
    await world.undo(0)
    world.setWeather('fine')
    await world.pass(60_000)
    expect(world.service.stored.map(({ kind }) => kind)).toEqual(['create', 'archive'])
  })

  test('APP-05 of a change writes back what was there, and nothing of what others wrote since', async () => {
    const { world, task } = await start()
    await world.update(0, { priority: 'high', status: 'done' })
    await world.settle()
    world.colleague(0, { title: 'Theirs' })
    await world.undo(1)
    await world.pass(1_000)
    expect(task()).toMatchObject({ priority: 'no_priority', status: 'todo', title: 'Theirs' })

    await world.update(0, { priority: 'high' })
    await world.settle()
    world.colleague(0, { priority: 'urgent' })
    const last = world.list().length - 1
    await world.undo(world.list().filter(({ canUndo }) => canUndo).length - 1)
    await world.pass(1_000)
    expect([task()?.priority, world.list()[last + 1]?.state]).toEqual(['urgent', 'needsYou'])
  })

  test('APP-05 says what became of the write, and of the taking back', async () => {
    const { world } = await start()
    const told = () => world.list().map(({ kind, takesBack, undone }) => [kind, takesBack, undone])
    await world.undo(0)
    expect(told()).toEqual([
      ['createTask', false, 'underway'],
      ['archiveTask', true, 'no'],
    ])
    await world.pass(10_000)
    expect(told()[0]).toEqual(['createTask', false, 'done'])
    await world.undo(0)
    await world.pass(1_000)
    // Made anew: a write like any other.
    expect(told().slice(1)).toEqual([
      ['archiveTask', true, 'done'],
      ['createTask', false, 'no'],
    ])

    const sending = createWorld()
    sending.setWeather('cutAfter')
    await sending.create('Call Acme')
    await sending.pass(10)
    await sending.undo(0)
    expect(sending.list()).toMatchObject([{ state: 'checking', undone: 'asked' }])
  })

  test('APP-05 a taking back that is called off, or dropped, leaves a write that can be taken back', async () => {
    const { world, task } = await start()
    await world.undo(0)
    // The removal, while it is held.
    await world.undo(0)
    expect(world.list()).toMatchObject([{ kind: 'createTask', undone: 'no', canUndo: true }])

    await world.update(0, { priority: 'high' })
    await world.settle()
    world.setWeather('offline')
    await world.undo(1)
    await world.settle()
    expect(world.list().at(-1)).toMatchObject({ takesBack: true, state: 'queued' })
    await world.discard(0)
    world.setWeather('fine')
    await world.pass(120_000)
    expect(world.list().map(({ undone, canUndo }) => [undone, canUndo])).toEqual([
      ['no', true],
      ['no', true],
    ])
    expect(task()).toMatchObject({ priority: 'high', archived: false })
  })

  test('APP-05 of a taking back writes the change again, under the name that it gives', async () => {
    const { world, task } = await start()
    await world.update(0, { title: 'Call Bolt' })
    await world.settle()
    await world.undo(1)
    await world.settle()
    expect([task()?.title, world.list().at(-1)]).toMatchObject([
      'Call Acme',
      { title: 'Call Acme', takesBack: true },
    ])
    await world.undo(1)
    await world.settle()
    expect([task()?.title, world.list().at(-1)]).toMatchObject([
      'Call Bolt',
      { title: 'Call Bolt', takesBack: false, canUndo: true },
    ])
  })

  test('APP-05 outlives the program', async () => {
    const { world, task } = await start()
    await world.update(0, { priority: 'high' })
    await world.settle()
    await world.crash()
    await world.undo(1)
    await world.pass(1_000)
    expect(task()?.priority).toBe('no_priority')
  })
})

test('APP-05 a create that is taken back is kept as it was written last, with what was saved only', () => {
  const changed = (id: string, state: Entry['state'], change: TaskFields): Entry =>
    update({
      id,
      state,
      taskId: 't1',
      createdAt: 2,
      work: { kind: 'updateTask', taskId: 't1', change, before: {} },
    })
  const { entries } = undone(
    'a',
    [
      entry({ state: 'saved', taskId: 't1', createdAt: 1 }),
      changed('b', 'saved', { dueDate: null, priority: 'high' }),
      changed('c', 'needsYou', { priority: 'low' }),
    ],
    false,
    (made) => newEntry({ id: 'd', createdAt: 3, ...made }),
  )
  expect(entries.at(-1)?.work).toEqual({
    kind: 'archiveTask',
    taskId: 't1',
    tag: null,
    task: { title: 'Call Acme', priority: 'high' },
  })
})

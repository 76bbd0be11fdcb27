import { describe, expect, test } from 'vitest'
import { succeeded } from '../../../shared/errors.ts'
import { found } from './entry.fake.ts'
import { createWorld, type World } from './writes-model.fake.ts'
import { me } from './writing-half.fake.ts'

const states = (world: World): string[] => world.list().map(({ state }) => state)
const titles = (world: World): unknown[] => world.service.stored.map(({ is }) => is.title)

describe('the outbox', () => {
  test('APP-07 a saved create stays for ten minutes and is then removed from the disk', async () => {
    const world = createWorld()
    await world.create('Call Acme')
    await world.pass(9 * 60_000)
    expect(world.list()).toMatchObject([{ state: 'saved', taskId: 't1', webUrl: 'https://acme.example/t1' }])
    await world.pass(2 * 60_000)
    expect([world.list(), world.stored()]).toEqual([[], { entries: [], keyOwners: [me] }])
  })

  test.each<[string, (world: World) => unknown]>([
    ['a create', (world) => world.create('Call Bolt')],
    ['a change', (world) => world.update(0, { priority: 'high' })],
    ['an undo', (world) => world.undo()],
  ])(
    'APP-07 %s writes its file three times: when it is kept, before it is sent, once it is saved',
    async (_what, does) => {
      const world = createWorld()
      await world.create('Call Acme')
      await world.settle()
      const before = world.writes()
      await does(world)
      await world.pass(20_000)
      expect([world.writes() - before, world.list().at(-1)?.state]).toEqual([3, 'saved'])
    },
  )

  test('APP-07 a create without an answer is looked up once, after 3 seconds, and not sent again', async () => {
    const world = createWorld('ignored')
    world.setWeather('cutBefore')
    await world.create('Call Acme')
    await world.settle()
    world.setWeather('fine')
    await world.pass(2_900)
    expect([world.methods, states(world)]).toEqual([['POST'], ['checking']])
    await world.pass(3_600_000)
    expect([world.methods, states(world)]).toEqual([['POST', 'GET'], ['notFound']])
  })

  test('APP-07 a look-up that throws is repeated later, and the create is not sent again', async () => {
    let lookUps = 0
    const world = createWorld('ignored', {
      findCreated: () =>
        (lookUps += 1) === 1 ? Promise.reject(new Error('a bug')) : Promise.resolve(succeeded([found('t1')])),
    })
    world.setWeather('cutAfter')
    await world.create('Call Acme')
    await world.pass(4_000)
    expect([lookUps, states(world)]).toEqual([1, ['checking']])
    await world.pass(60_000)
    expect([world.methods, lookUps, states(world)]).toEqual([['POST'], 2, ['saved']])
  })

  test('APP-06 after a sign-out a write waits for its owner, and nobody else sees or sends it', async () => {
    const world = createWorld()
    world.setWeather('offline')
    await world.create('Secret plan')
    await world.settle()
    world.signIn(null)
    expect(world.list()).toEqual([])
    expect(await world.outbox().submit({ title: 'x' })).toMatchObject({ error: { kind: 'signedOut' } })
    world.setWeather('fine')
    await world.crash()
    world.signIn('usr_grace')
    await world.pass(120_000)
    expect([world.service.stored, world.list()]).toEqual([[], []])
    world.signIn(me)
    await world.settle()
    expect(titles(world)).toEqual(['Secret plan'])
  })

  test('APP-06 after the session expired its owner sees the waiting writes, and can cancel them', async () => {
    const world = createWorld()
    world.setWeather('offline')
    for (const title of ['Secret plan', 'Never mind']) await world.create(title)
    await world.settle()
    world.expire()
    world.setWeather('fine')
    const waits = { state: 'queued', error: { kind: 'signedOut' }, waitsUntil: null }
    expect(world.list()).toMatchObject([waits, waits])
    await world.undo()
    await world.pass(600_000)
    expect(world.list()).toMatchObject([{ title: 'Secret plan', ...waits }])
    world.signIn('usr_grace')
    expect(world.list()).toEqual([])
  })

  test('APP-06 a full disk refuses writes and undo with an error, and nothing changes', async () => {
    const world = createWorld()
    world.setWeather('offline')
    await world.create('Call Bob')
    await world.settle()
    world.setDisk('broken')
    const notKept = { ok: false, error: { kind: 'notKept' } }
    expect(await world.outbox().submit({ title: 'Call Acme' })).toMatchObject(notKept)
    expect(await world.outbox().submit({ title: 'Call Alice' }, 'e1')).toMatchObject(notKept)
    expect(await world.outbox().undo()).toMatchObject(notKept)
    expect(world.list()).toMatchObject([{ title: 'Call Bob', state: 'queued' }])
  })

  test('APP-05 undo means the newest write of the last minute, also one that is being saved to disk', async () => {
    const world = createWorld()
    world.setWeather('offline')
    await world.create('Call Acme')
    const kept = world.outbox().submit({ title: 'Call Bolt' })
    expect(await world.outbox().undo()).toMatchObject({
      value: { outcome: 'cancelled', item: { title: 'Call Bolt' } },
    })
    await kept
    await world.pass(61_000)
    expect(await world.outbox().undo()).toEqual(succeeded({ outcome: 'nothing', item: null, count: 0 }))
    expect(world.list()).toMatchObject([{ title: 'Call Acme', canUndo: true }])
  })

  test('APP-07 a create that was sent is not edited, and the error says why', async () => {
    const world = createWorld()
    world.setWeather('cutAfter')
    await world.create('Call Bob')
    await world.settle()
    const edit = () => world.outbox().submit({ title: 'Call Alice' }, 'e1')
    expect(await edit()).toMatchObject({
      error: { kind: 'invalidInput', message: expect.stringContaining('may have been saved') as string },
    })
    world.setWeather('fine')
    await world.pass(60_000)
    expect(await edit()).toMatchObject({
      error: { message: expect.stringContaining('Open the task') as string },
    })
    expect(titles(world)).toEqual(['Call Bob'])
  })
})

describe('an outbox file', () => {
  test('APP-11 an entry of an unknown shape is ignored', async () => {
    const world = createWorld()
    world.leave({ entries: [{ id: 'x', state: 'teleporting' }, 7] })
    await world.create('Call Acme')
    await world.settle()
    expect(states(world)).toEqual(['saved'])
  })

  test('APP-07 that could not be read is tried again without any event', async () => {
    const world = createWorld()
    world.setWeather('offline')
    await world.create('Call Acme')
    world.setWeather('fine')
    // As when another program holds the file on Windows.
    world.setDisk('unreadable')
    await world.crash().catch(() => undefined)
    expect(states(world)).toEqual([])
    world.wake()
    await world.pass(90_000)
    world.setDisk('fine')
    await world.pass(90_000)
    expect(titles(world)).toEqual(['Call Acme'])
  })
})

describe('changes that were made together', () => {
  const several = async () => {
    const world = createWorld()
    for (const title of ['Call Acme', 'Call Bolt', 'Call Corp']) await world.create(title)
    await world.settle()
    const priorities = () => [...world.service.tasks.values()].map(({ priority }) => priority)
    return { world, priorities }
  }

  test.each(['fine', 'offline', 'slow'] as const)('APP-16 are undone together (%s)', async (weather) => {
    const { world, priorities } = await several()
    world.setWeather(weather)
    await world.updateAll({ priority: 'high' })
    await world.settle()
    await world.undo()
    world.setWeather('fine')
    await world.pass(60_000)
    expect(priorities()).toEqual(['no_priority', 'no_priority', 'no_priority'])
    expect(world.list().filter(({ batch, isUndo }) => batch !== null && !isUndo)).toEqual([])
  })

  test('APP-16 are undone together after some were refused, which are dropped', async () => {
    const { world, priorities } = await several()
    world.colleague(1, { priority: 'urgent' })
    await world.outbox().updateAll(
      ['t1', 't2', 't3'].map((id) => ({
        id,
        title: id,
        change: { priority: 'high' as const },
        before: { priority: 'no_priority' as const },
      })),
    )
    await world.settle()
    expect(priorities()).toEqual(['high', 'urgent', 'high'])
    expect(states(world).slice(3)).toEqual(['saved', 'needsYou', 'saved'])
    await world.outbox().undo()
    await world.settle()
    expect(priorities()).toEqual(['no_priority', 'urgent', 'no_priority'])
    expect(states(world).slice(3)).toEqual(['saved', 'saved'])
  })

  test('APP-16 are all kept or, on a full disk, none', async () => {
    const { world, priorities } = await several()
    world.setDisk('broken')
    await world.updateAll({ priority: 'high' })
    world.setDisk('fine')
    await world.pass(60_000)
    expect([priorities(), world.list().length]).toEqual([['no_priority', 'no_priority', 'no_priority'], 3])
  })

  test('APP-16 are on disk before the first is sent, in two writes of the file', async () => {
    const { world } = await several()
    const before = world.writes()
    world.setWeather('slow')
    await world.updateAll({ priority: 'high' })
    await world.settle()
    expect(world.writes() - before).toBe(2)
    expect(world.stored()).toMatchObject({
      entries: Array(3)
        .fill({ state: 'saved' })
        .concat(Array(3).fill({ state: 'sending' })),
    })
    await world.pass(60_000)
    expect(states(world)).toEqual(Array(6).fill('saved'))
  })

  test('APP-16 deletions wait for five seconds, in which undo keeps every task', async () => {
    const { world } = await several()
    const remove = () => world.outbox().deleteAll(['t1', 't3'].map((id) => ({ id, title: id })))
    const open = () => [...world.service.tasks.values()].filter(({ archived }) => !archived).length
    await remove()
    await world.pass(4_000)
    expect(await world.outbox().undo()).toMatchObject({ value: { outcome: 'cancelled', count: 2 } })
    await world.pass(60_000)
    expect(open()).toBe(3)
    await remove()
    await world.pass(6_000)
    expect(open()).toBe(1)
  })
})

import { describe, expect, test } from 'vitest'
import { createWorld } from './writes-model.fake.ts'

describe('changes that were made together', () => {
  const several = async () => {
    const world = createWorld()
    for (const title of ['Call Acme', 'Call Bolt', 'Call Corp']) await world.create(title)
    await world.settle()
    const priorities = () => [...world.service.tasks.values()].map(({ priority }) => priority)
    const states = () => world.list().map(({ state }) => state)
    return { world, priorities, states }
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
    const { world, priorities, states } = await several()
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
    expect(states().slice(3)).toEqual(['saved', 'needsYou', 'saved'])
    await world.outbox().undo()
    await world.settle()
    expect(priorities()).toEqual(['no_priority', 'urgent', 'no_priority'])
    expect(states().slice(3)).toEqual(['saved', 'saved'])
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
    expect(world.list().map(({ state }) => state)).toEqual(Array(6).fill('saved'))
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

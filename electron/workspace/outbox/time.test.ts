// Timers and logged time through the real outbox and client, with a service in memory (TIM-01, TIM-02).
import { describe, expect, test } from 'vitest'
import { createWorld } from './writes-model.fake.ts'
import { me } from './writing-half.fake.ts'

const minute = 60_000

const start = async (keys: 'known' | 'ignored' = 'known') => {
  const world = createWorld(keys)
  await world.create('Write the offer')
  await world.settle()
  const task = { id: 't1', title: 'Write the offer' }
  const stored = () => {
    const { timeLogged, timerState } = world.service.tasks.get('t1') ?? expect.fail()
    return [timeLogged, timerState?.personId ?? null]
  }
  const told = () =>
    world
      .list()
      .filter(({ kind }) => kind !== 'createTask')
      .map(({ kind, state, isUndo }) => `${kind} ${state}${isUndo ? ', undone' : ''}`)
  const log = async (minutes: number) => {
    await world.outbox().logTime(task, minutes, world.now())
    await world.settle()
  }
  const set = async (action: 'start' | 'stop', at = world.now()) => {
    await world.outbox().setTimers([{ task, action, at }])
    await world.settle()
  }
  const someones = (personId: string) => {
    const held = world.service.tasks.get('t1') ?? expect.fail()
    const timerState = { startedAt: new Date(world.now()).toISOString(), personId }
    world.service.tasks.set('t1', { ...held, timerState, version: held.version + 1 })
  }
  return { world, stored, told, log, set, someones }
}

describe('logged time', () => {
  test('TIM-02 waits for the network, and is logged once', async () => {
    const { world, stored, told, log } = await start()
    world.setWeather('offline')
    await log(90)
    expect(world.list().at(-1)).toMatchObject({ kind: 'logTime', taskId: 't1', minutes: 90, canEdit: false })
    world.setWeather('fine')
    await world.pass(minute)
    expect([stored(), told()]).toEqual([[90, null], ['logTime saved']])
  })

  test.each(['cutAfter', 'cutBefore'] as const)(
    'APP-07 TIM-02 is logged once where its answer is lost (%s), also after a crash',
    async (weather) => {
      for (const crashes of [false, true]) {
        const { world, stored, told, log } = await start()
        world.setWeather(weather)
        await log(30)
        if (crashes) await world.crash()
        world.setWeather('fine')
        await world.pass(minute)
        expect([stored(), told()]).toEqual([[30, null], ['logTime saved']])
      }
    },
  )

  test('APP-07 TIM-02 by a service that ignores keys is logged again only by the person', async () => {
    const { world, stored, told, log } = await start('ignored')
    world.setWeather('cutAfter')
    await log(30)
    world.setWeather('fine')
    await world.pass(minute)
    expect([stored(), told()]).toEqual([[30, null], ['logTime notFound']])
    await world.retry(0)
    await world.pass(minute)
    expect([stored(), told()]).toEqual([[60, null], ['logTime saved']])
  })

  test('APP-16 TIM-02 undo takes it off again', async () => {
    const { world, stored, told, log } = await start()
    await log(30)
    await log(15)
    await world.undo()
    await world.pass(minute)
    expect([stored(), told()]).toEqual([
      [30, null],
      ['logTime saved', 'logTime saved, undone'],
    ])
  })

  test('APP-16 the undo of a new task expects the version after its time was logged', async () => {
    const { world, log } = await start()
    await log(30)
    await world.undo()
    await world.pass(minute)
    await world.undo()
    await world.pass(minute)
    expect(world.service.tasks.get('t1')?.archived).toBe(true)
  })
})

describe('a timer', () => {
  test.each(['cutAfter', 'cutBefore'] as const)(
    'TIM-01 starts and stops once where the answers are lost (%s), also after a crash',
    async (weather) => {
      for (const crashes of [false, true]) {
        const { world, stored, told, set } = await start()
        for (const action of ['start', 'stop'] as const) {
          world.setWeather(weather)
          await set(action)
          if (crashes) await world.crash()
          world.setWeather('fine')
          await world.pass(minute)
          expect(stored()).toEqual([0, action === 'start' ? me : null])
        }
        expect(told()).toEqual(['setTimer saved', 'setTimer saved'])
      }
    },
  )

  test('TIM-01 a start is not repeated over a stop from elsewhere that came meanwhile', async () => {
    const { world, stored, told, set } = await start()
    world.setWeather('cutAfter')
    await set('start')
    const held = world.service.tasks.get('t1') ?? expect.fail()
    world.service.tasks.set('t1', { ...held, timerState: null, version: held.version + 1 })
    world.setWeather('fine')
    await world.pass(minute)
    expect([stored(), told()]).toEqual([[0, null], ['setTimer saved']])
  })

  test('TIM-01 a stop that waited does not stop the timer that somebody else has started since', async () => {
    const { world, stored, told, set, someones } = await start()
    await set('start')
    world.setWeather('offline')
    await set('stop')
    await world.pass(10 * minute)
    someones('usr_bob')
    world.setWeather('fine')
    await world.pass(2 * minute)
    expect(stored()).toEqual([0, 'usr_bob'])
    expect(told().at(-1)).toBe('setTimer saved')
  })

  test('APP-16 TIM-01 undo of a start stops it where it began', async () => {
    const { world, stored, told, set } = await start()
    await set('start')
    await world.undo()
    await world.pass(minute)
    expect([stored(), told()]).toEqual([[0, null], ['setTimer saved, undone']])
  })
})

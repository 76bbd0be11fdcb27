// Writes of records through the real outbox and client, with a service in memory.
import { describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../shared/api/launcher/records.ts'
import { turns } from './bad-network.fake.ts'
import { createWorld, type World } from './writes-model.fake.ts'
import { startWriting } from './writing-half.fake.ts'

const anna = { id: 'a1', objectSlug: 'people', values: { name: 'Anna' } }
const named = { id: 'a1', objectSlug: 'people', title: 'Anna' }

const start = async (isMade = true) => {
  const world = createWorld()
  const { records } = world.service
  if (isMade) {
    await world.outbox().submitRecord(anna, 'Anna')
    await world.settle()
  }
  return {
    world,
    records,
    record: () => records.records.get('a1'),
    kinds: () => records.stored.map(({ by, kind }) => `${by === 'usr_bob' ? 'bob ' : ''}${kind}`),
    told: () => world.list().map(({ kind, state, isUndo }) => `${kind} ${state}${isUndo ? ', undone' : ''}`),
    change: async (change: RecordValues, before: RecordValues = {}) => {
      const reply = await world.outbox().updateRecord({ ...named, change, before })
      await world.settle()
      return reply
    },
  }
}
const settle = async (world: World): Promise<void> => {
  world.setWeather('fine')
  await world.pass(60_000)
}

describe('a create of a record', () => {
  test('RCL-02 is one request, and is shown with its id and its values from the start', async () => {
    const { world, record } = await start(false)
    world.setWeather('offline')
    const reply = await world.outbox().submitRecord(anna, 'Anna')
    expect(reply).toMatchObject({
      value: {
        kind: 'createRecord',
        recordId: 'a1',
        objectSlug: 'people',
        values: anna.values,
        taskId: null,
      },
    })
    await world.settle()
    await settle(world)
    expect(record()).toMatchObject({ title: 'Anna', version: 1 })
    expect(world.methods.filter((method) => method !== 'GET')).toEqual(['PUT', 'PUT'])
    expect(world.list()).toMatchObject([{ state: 'saved', webUrl: 'https://acme.example/records/a1' }])
  })

  test.each<[string, Parameters<World['setWeather']>[0], string[]]>([
    ['that arrived', 'cutAfter', ['PUT', 'GET']],
    // The service has fields, so the record is not there.
    ['that was lost', 'cutBefore', ['PUT', 'GET', 'GET', 'PUT']],
    ['that comes late', 'late', ['PUT', 'GET', 'GET', 'PUT']],
  ])('APP-07 without an answer, %s, is read back and made once', async (_name, weather, methods) => {
    const { world, kinds, told } = await start(false)
    world.setWeather(weather)
    await world.outbox().submitRecord(anna, 'Anna')
    await world.settle()
    expect(told()).toEqual(['createRecord checking'])
    await settle(world)
    expect([world.methods, kinds(), told()]).toEqual([methods, ['create'], ['createRecord saved']])
  })

  test('APP-07 that is there already counts as saved, with what a colleague changed since', async () => {
    const { world, record, kinds, told } = await start()
    world.recordColleague(0, { phone: '1' })
    // As when an earlier send arrives after it was read back.
    world.leave(null)
    await world.crash()
    await world.outbox().submitRecord(anna, 'Anna')
    await world.settle()
    expect(told()).toEqual(['createRecord saved'])
    expect([kinds(), record()?.values]).toEqual([['create', 'bob update'], { name: 'Anna', phone: '1' }])
  })

  test('APP-07 of an id that somebody else has needs its person and changes nothing', async () => {
    const { world, records, kinds } = await start(false)
    records.answer('usr_bob', {
      method: 'PUT',
      path: '/v1/launcher/records/a1',
      headers: new Headers(),
      body: { object: 'people', values: { name: 'Bert' } },
    })
    await world.outbox().submitRecord(anna, 'Anna')
    await settle(world)
    expect(world.list()).toMatchObject([{ state: 'needsYou', error: { kind: 'conflict' } }])
    expect(kinds()).toEqual(['bob create'])
  })

  test('APP-11 that the service has no route for is not lost: its person is told', async () => {
    const { world, records } = await start(false)
    records.dropRoutes()
    await world.outbox().submitRecord(anna, 'Anna')
    await settle(world)
    expect(world.list()).toMatchObject([{ state: 'needsYou', error: { kind: 'notFound' }, canEdit: true }])
  })

  test('RCL-02 for want of a right keeps its text, and goes once it is tried again', async () => {
    const { world, told } = await start(false)
    world.setWeather('forbidden')
    await world.outbox().submitRecord(anna, 'Anna')
    await world.settle()
    expect(world.list()).toMatchObject([
      { state: 'needsYou', error: { kind: 'forbidden' }, values: anna.values },
    ])
    world.setWeather('fine')
    await world.retry(0)
    await world.settle()
    expect(told()).toEqual(['createRecord saved'])
  })

  test('RCL-02 that waits is edited in place', async () => {
    const { world, record, kinds } = await start(false)
    world.setWeather('offline')
    const made = await world.outbox().submitRecord(anna, 'Anna')
    await world.settle()
    const id = made.ok ? made.value.id : ''
    const edited = { ...anna, values: { name: 'Ann', phone: '1' } }
    expect(await world.outbox().submitRecord(edited, 'Ann', id)).toMatchObject({
      value: { id, title: 'Ann' },
    })
    await settle(world)
    expect([kinds(), record()?.values]).toEqual([['create'], { name: 'Ann', phone: '1' }])
    expect(await world.outbox().submitRecord(anna, 'Anna', id)).toMatchObject({
      error: { kind: 'invalidInput', message: expect.stringContaining('Open the record') as string },
    })
  })
})

test('RCL-02 a write without the scope says which one is missing, so that it can be asked for', async () => {
  const denied: string[] = []
  const { outbox } = startWriting({
    fetch: () =>
      Promise.resolve(Response.json({ error: { message: 'This needs records:write.' } }, { status: 403 })),
    onDenied: (right) => denied.push(right),
  })
  await outbox.submitRecord(anna, 'Anna')
  await turns(20)
  expect(outbox.list()).toMatchObject([{ state: 'needsYou', error: { right: 'records:write' } }])
  expect(denied).toEqual(['records:write'])
})

describe('a change of a record', () => {
  test('RCL-02 is merged with a change of other values', async () => {
    const { record, world, change } = await start()
    world.recordColleague(0, { phone: '1' })
    await change({ email: 'a@x.example' })
    expect(record()?.values).toEqual({ name: 'Anna', phone: '1', email: 'a@x.example' })
  })

  test('RCL-02 of the same value asks; the chosen one wins', async () => {
    const { record, world, change } = await start()
    world.recordColleague(0, { phone: '1' })
    // Nobody had a phone when the form was opened.
    await change({ phone: '2', email: 'a@x.example' })
    expect(world.list()[1]).toMatchObject({
      state: 'needsYou',
      conflict: null,
      recordConflict: { yours: { phone: '2' }, theirs: { phone: '1' } },
    })
    expect(record()?.values['email']).toBeUndefined()
    await world.outbox().resolve(world.list()[1]?.id ?? '', ['phone'])
    await world.settle()
    expect(record()?.values).toMatchObject({ phone: '2', email: 'a@x.example' })
  })

  test('RCL-02 of an archived record says so and writes nothing', async () => {
    const { world, kinds, change } = await start()
    world.colleagueArchives(0)
    await change({ phone: '2' })
    expect(world.list()[1]).toMatchObject({ state: 'needsYou', error: { kind: 'notFound' } })
    expect(kinds()).toEqual(['create', 'bob archive'])
  })

  test('RCL-02 before the record is saved goes after it', async () => {
    const { world, record, change } = await start(false)
    world.setWeather('offline')
    await world.outbox().submitRecord(anna, 'Anna')
    await change({ phone: '1' })
    await settle(world)
    expect(record()).toMatchObject({ values: { name: 'Anna', phone: '1' }, version: 2 })
  })
})

describe('undo', () => {
  test('RCL-02 of a create archives the record', async () => {
    const { world, record, told } = await start()
    await world.undo()
    await world.pass(4_000)
    expect(record()?.archived).toBe(false)
    await world.pass(2_000)
    expect([record()?.archived, told()]).toEqual([true, ['archiveRecord saved, undone']])
  })

  test('RCL-02 of a create that somebody changed since asks first', async () => {
    const { world, record } = await start()
    world.recordColleague(0, { phone: '1' })
    await world.undo()
    await world.pass(6_000)
    expect([record()?.archived, world.list()[0]?.error?.kind]).toEqual([false, 'conflict'])
    await world.retry(0)
    await world.settle()
    expect(record()?.archived).toBe(true)
  })

  test('RCL-02 of a change writes the earlier values, also where the service stored another notation', async () => {
    const { world, record, change } = await start()
    await change({ name: 'Ann', phone: '030   12' }, { name: 'Anna' })
    expect(record()?.values).toEqual({ name: 'Ann', phone: '030 12' })
    await world.undo()
    await world.settle()
    expect(record()?.values).toEqual({ name: 'Anna' })
    expect(world.list()[1]).toMatchObject({ state: 'saved', isUndo: true, title: 'Anna' })
  })

  test('RCL-02 of an archiving cancels it, and later restores the record', async () => {
    const { world, record, kinds } = await start()
    await world.outbox().archiveRecords([named])
    await world.pass(4_000)
    expect(await world.outbox().undo()).toMatchObject({ value: { outcome: 'cancelled' } })
    await world.outbox().archiveRecords([named])
    await world.pass(6_000)
    expect(record()?.archived).toBe(true)
    await world.undo()
    await world.settle()
    expect([record()?.archived, kinds()]).toEqual([false, ['create', 'archive', 'restore']])
    // The create is still undone, although the version is another one.
    await world.undo()
    await world.pass(6_000)
    expect(record()?.archived).toBe(true)
  })

  test('RCL-02 of a restoring archives the record again', async () => {
    const { world, record } = await start()
    world.colleagueArchives(0)
    await world.outbox().restoreRecord(named)
    await world.settle()
    expect(record()?.archived).toBe(false)
    await world.undo()
    await world.pass(6_000)
    expect(record()?.archived).toBe(true)
  })
})

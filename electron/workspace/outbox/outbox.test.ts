import { describe, expect, test } from 'vitest'
import { succeeded } from '../../../shared/errors.ts'
import { createDisk, found, problem, start, task } from './outbox.fake.ts'

describe('the outbox', () => {
  test('APP-07 a create is on disk before it is sent, and gone from it when it was saved long ago', async () => {
    const disk = createDisk()
    const onDisk: string[] = []
    const program = start(disk, {
      create: () => {
        onDisk.push(disk.content())
        return Promise.resolve(succeeded(task('t1')))
      },
    })
    expect(await program.outbox.submit({ title: 'Call Acme' })).toMatchObject({ ok: true })
    await program.settle()
    expect(onDisk[0]).toContain('"state":"sending"')
    expect(program.outbox.list()).toMatchObject([
      { state: 'saved', taskId: 't1', webUrl: 'https://acme.example/t1' },
    ])
    // It may be undone for a while, also after a restart.
    await program.pass(11 * 60_000)
    expect([program.outbox.list(), disk.content()]).toEqual([[], '{"entries":[],"keyOwners":[]}'])
  })

  test('APP-07 a create without an answer is looked for once after 3 seconds, then asked about, and never sent again', async () => {
    const program = start(undefined, { create: () => Promise.resolve(problem('unconfirmed')) })
    await program.outbox.submit({ title: 'Call Acme' })
    await program.pass(2_999)
    expect([program.lookedFor.length, program.states()]).toEqual([0, ['checking']])
    await program.pass(1)
    expect([program.lookedFor.length, program.states()]).toEqual([1, ['notFound']])
    await program.pass(3_600_000)
    expect(program.lookedFor).toHaveLength(1)
  })

  test('APP-07 a look-up that breaks is tried again later, and the create is not sent again', async () => {
    let sent = 0
    let lookUps = 0
    const program = start(undefined, {
      create: () => Promise.resolve(((sent += 1), problem('unconfirmed'))),
      findCreated: () =>
        (lookUps += 1) === 1 ? Promise.reject(new Error('a bug')) : Promise.resolve(succeeded([found('t1')])),
    })
    await program.outbox.submit({ title: 'Call Acme' })
    await program.pass(3_000)
    expect([lookUps, program.states()]).toEqual([1, ['checking']])
    await program.pass(60_000)
    expect([sent, lookUps, program.states()]).toEqual([1, 2, ['saved']])
  })

  test('APP-07 "create again" sends it once more, and only then', async () => {
    let answers = 0
    const program = start(undefined, {
      create: () => Promise.resolve((answers += 1) === 1 ? problem('unconfirmed') : succeeded(task('t9'))),
    })
    await program.outbox.submit({ title: 'Call Acme' })
    await program.pass(20_000)
    expect([answers, program.states()]).toEqual([1, ['notFound']])
    await program.outbox.retry('e1')
    await program.settle()
    expect([answers, program.states()]).toEqual([2, ['saved']])
  })

  test('APP-07 two creates with one title do not claim one task', async () => {
    const made = [found('t1')]
    const program = start(undefined, {
      create: () => Promise.resolve(problem('unconfirmed')),
      findCreated: (_entry, claimed) => Promise.resolve(succeeded(made.filter(({ id }) => !claimed.has(id)))),
    })
    await program.outbox.submit({ title: 'Call Acme' })
    await program.pass(500)
    await program.outbox.submit({ title: 'Call Acme' })
    await program.pass(60_000)
    expect(program.states()).toEqual(['saved', 'notFound'])
  })

  test('APP-07 a program that ended while sending looks first when it starts again', async () => {
    const disk = createDisk()
    const dead = start(disk, { create: () => new Promise(() => undefined) })
    await dead.outbox.submit({ title: 'Call Acme' })
    await dead.settle()
    const again = start(disk, {
      findCreated: () => Promise.resolve(succeeded([found('t7')])),
    })
    await again.outbox.load()
    expect(again.states()).toEqual(['checking'])
    await again.pass(3_000)
    expect([again.sent, again.outbox.list()]).toMatchObject([[], [{ state: 'saved', taskId: 't7' }]])
  })

  test('APP-06 offline it waits, and goes when the network is back, without a second copy', async () => {
    let isOffline = true
    const program = start(undefined, {
      create: (made) => Promise.resolve(isOffline ? problem('offline') : succeeded(task('t1', made.title))),
    })
    await program.outbox.submit({ title: 'One' })
    await program.outbox.submit({ title: 'Two' })
    await program.pass(30_000)
    expect(program.states()).toEqual(['queued', 'queued'])
    isOffline = false
    program.outbox.wake()
    await program.settle()
    expect(program.states()).toEqual(['saved', 'saved'])
  })

  test('APP-06 signed out it waits for the same person, and nobody else sees or sends it', async () => {
    const disk = createDisk()
    const program = start(disk, { create: () => Promise.resolve(problem('signedOut')) })
    await program.outbox.submit({ title: 'Secret plan' })
    await program.settle()
    program.signOut()
    expect(program.outbox.list()).toEqual([])
    expect(await program.outbox.submit({ title: 'x' })).toMatchObject({ error: { kind: 'signedOut' } })

    const again = start(disk)
    again.signOut()
    await again.outbox.load()
    again.signIn('grace')
    await again.pass(120_000)
    expect([again.sent, again.outbox.list()]).toEqual([[], []])
    again.signIn('ada')
    await again.settle()
    expect(again.sent).toEqual(['Secret plan'])
  })

  test('APP-06 once the session has expired its person still sees what waits, and why, and calls it off', async () => {
    const program = start(undefined, { create: () => Promise.resolve(problem('offline')) })
    for (const title of ['Secret plan', 'Never mind']) await program.outbox.submit({ title })
    await program.settle()
    program.expire()
    const waits = { state: 'queued', error: { kind: 'signedOut' }, waitsUntil: null }
    expect(program.outbox.list()).toMatchObject([waits, waits])
    const [, second] = program.outbox.list()
    expect(await program.outbox.undo(second?.id ?? '')).toMatchObject({ value: { outcome: 'cancelled' } })
    await program.pass(600_000)
    expect(program.outbox.list()).toMatchObject([{ title: 'Secret plan', ...waits }])
    program.signIn('grace')
    expect(program.outbox.list()).toEqual([])
  })

  test('APP-07 changes of one task go in order, one at a time', async () => {
    const gates: (() => void)[] = []
    const program = start(undefined, {
      update: (taskId, change) =>
        new Promise((resolve) => {
          gates.push(() => {
            program.sent.push(change.title ?? '')
            resolve(succeeded(task(taskId, change.title)))
          })
        }),
    })
    for (const title of ['1', '2', '3']) await program.outbox.update('t', 'Old', { title }, {})
    await program.settle()
    expect(gates).toHaveLength(1)
    for (let turn = 0; turn < 3; turn += 1) {
      gates[turn]?.()
      await program.settle()
    }
    expect(program.sent).toEqual(['1', '2', '3'])
  })

  test('APP-06 a disk that is full refuses the write in words instead of losing it later', async () => {
    const disk = createDisk()
    const program = start(disk)
    disk.fill()
    expect(await program.outbox.submit({ title: 'Call' })).toMatchObject({
      ok: false,
      error: { kind: 'notKept' },
    })
    await program.settle()
    expect([program.sent, program.outbox.list()]).toEqual([[], []])
  })

  test('APP-07 what is being sent cannot be thrown away, what needs the person can', async () => {
    const program = start(undefined, { create: () => new Promise(() => undefined) })
    await program.outbox.submit({ title: 'Call' })
    await program.settle()
    expect(await program.outbox.discard('e1')).toHaveLength(1)
    const other = start(undefined, { create: () => Promise.resolve(problem('forbidden')) })
    await other.outbox.submit({ title: 'Call' })
    await other.settle()
    expect(other.states()).toEqual(['needsYou'])
    expect(await other.outbox.discard('e1')).toEqual([])
  })

  test('APP-11 an entry that is not understood stops nothing', async () => {
    const disk = createDisk()
    await disk.file.write({ entries: [{ id: 'x', state: 'teleporting' }, 7] })
    const program = start(disk)
    await program.outbox.load()
    expect(program.outbox.list()).toEqual([])
  })

  test('APP-07 what is written while the outbox is still being read loses nothing of it', async () => {
    const disk = createDisk()
    const first = start(disk, { create: () => Promise.resolve(problem('offline')) })
    await first.outbox.submit({ title: 'Of yesterday' })
    await first.settle()
    const gate = Promise.withResolvers<void>()
    const again = start({
      ...disk,
      file: { ...disk.file, read: () => gate.promise.then(() => disk.file.read()) },
    })
    void again.outbox.load()
    const submitted = again.outbox.submit({ title: 'Of today' })
    await again.settle()
    gate.resolve()
    await submitted
    expect(disk.writes.filter((text) => text.includes('Of today'))[0]).toContain('Of yesterday')
  })
})

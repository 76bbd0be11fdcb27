// A create that is edited in its form, with the disk: only what was not sent can be.
import { describe, expect, test } from 'vitest'
import { succeeded } from '../../../shared/errors.ts'
import { createDisk, problem, start, task } from './outbox.fake.ts'

describe('a create that is edited', () => {
  test('APP-07 while it waits: the same line, and only the new words go', async () => {
    let isOffline = true
    const program = start(undefined, {
      create: (made) => {
        program.sent.push(made.title)
        return Promise.resolve(isOffline ? problem('offline') : succeeded(task('t1', made.title)))
      },
    })
    await program.outbox.submit({ title: 'Call Bob' })
    await program.settle()
    isOffline = false
    expect(await program.outbox.submit({ title: 'Call Alice' }, 'e1')).toMatchObject({
      value: { id: 'e1', title: 'Call Alice' },
    })
    await program.pass(10_000)
    expect(program.sent).toEqual(['Call Bob', 'Call Alice'])
    expect(program.outbox.list()).toMatchObject([{ id: 'e1', title: 'Call Alice', state: 'saved' }])
  })

  test('APP-07 in the moment in which it is taken up: what goes is what is on disk', async () => {
    const program = start()
    // Its send is asked for behind the edit, which is being written to the disk.
    await Promise.all([
      program.outbox.submit({ title: 'Call Bob' }),
      program.outbox.submit({ title: 'Call Alice' }, 'e1'),
    ])
    await program.settle()
    expect(program.sent).toEqual(['Call Alice'])
  })

  test('APP-07 once it may have been made: refused with the reason, and nothing is written', async () => {
    const program = start(undefined, { create: () => Promise.resolve(problem('unconfirmed')) })
    await program.outbox.submit({ title: 'Call Bob' })
    await program.settle()
    expect(await program.outbox.submit({ title: 'Call Alice' }, 'e1')).toMatchObject({
      error: { kind: 'invalidInput', message: expect.stringContaining('may have been saved') as string },
    })
    expect(program.outbox.list()).toMatchObject([{ title: 'Call Bob', state: 'checking', canEdit: false }])
  })

  test('APP-07 once it is saved: refused, and the task is the place to edit it', async () => {
    const program = start()
    await program.outbox.submit({ title: 'Call Bob' })
    await program.settle()
    for (const id of ['e1', 'e0'])
      expect(await program.outbox.submit({ title: 'Call Alice' }, id)).toMatchObject({
        error: { message: expect.stringContaining('Open the task') as string },
      })
    expect(program.sent).toEqual(['Call Bob'])
  })

  test('APP-06 a full disk refuses the new words, and the old ones stay', async () => {
    const disk = createDisk()
    const program = start(disk, { create: () => Promise.resolve(problem('offline')) })
    await program.outbox.submit({ title: 'Call Bob' })
    await program.settle()
    disk.fill()
    expect(await program.outbox.submit({ title: 'Call Alice' }, 'e1')).toMatchObject({
      error: { kind: 'notKept' },
    })
    expect(program.outbox.list()).toMatchObject([{ title: 'Call Bob' }])
  })
})

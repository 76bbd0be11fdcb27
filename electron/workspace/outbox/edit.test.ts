// A create that is written anew in its form, at every moment of its way, with the disk.
import { describe, expect, test } from 'vitest'
import { succeeded } from '../../../shared/errors.ts'
import { createDisk, found, problem, start, task } from './outbox.fake.ts'

const words = (program: ReturnType<typeof start>) =>
  program.outbox.list().map(({ id, kind, title, state }) => [id, kind, title, state])

/** A create that was sent and got no answer; each `arrived` has been stored all the same. */
const unanswered = async (disk = createDisk()) => {
  const arrived: string[] = []
  let isCut = true
  const program = start(disk, {
    create: (made) => {
      program.sent.push(made.title)
      return Promise.resolve(isCut ? problem('unconfirmed') : succeeded(task('t9', made.title)))
    },
    findCreated: (_entry, claimed) =>
      Promise.resolve(succeeded(arrived.filter((id) => !claimed.has(id)).map(found))),
  })
  await program.outbox.submit({ title: 'Call Bob' })
  await program.settle()
  isCut = false
  return { program, disk, arrived }
}

describe('a create that is written anew', () => {
  test('APP-07 while it waits: the same line, and only the new words go', async () => {
    let isOffline = true
    const program = start(undefined, {
      create: (made) => {
        program.sent.push(made.title)
        return Promise.resolve(isOffline ? problem('offline') : succeeded(task('t1', made.title)))
      },
    })
    await program.outbox.submit({ title: 'Call Bob' })
    await program.outbox.submit({ title: 'Another' })
    await program.settle()
    isOffline = false
    expect(await program.outbox.submit({ title: 'Call Alice' }, 'e1')).toMatchObject({
      value: { id: 'e1', title: 'Call Alice' },
    })
    await program.pass(10_000)
    expect(program.sent).toEqual(['Call Bob', 'Another', 'Call Alice', 'Another'])
    expect(words(program).map(([id, , title]) => [id, title])).toEqual([
      ['e1', 'Call Alice'],
      ['e2', 'Another'],
    ])
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
    expect(words(program)).toEqual([['e1', 'createTask', 'Call Alice', 'saved']])
  })

  test('APP-07 while it is sent: it is changed as soon as it is there, in one write to the disk', async () => {
    const disk = createDisk()
    const gate = Promise.withResolvers<void>()
    const program = start(disk, {
      create: async (made) => {
        await gate.promise
        return succeeded(task('t1', made.title))
      },
    })
    await program.outbox.submit({ title: 'Call Bob' })
    await program.settle()
    expect(await program.outbox.submit({ title: 'Call Alice' }, 'e1')).toMatchObject({
      value: { id: 'e1', title: 'Call Alice', state: 'sending' },
    })
    expect(disk.content()).toContain('Call Alice')
    const before = disk.writes.length
    gate.resolve()
    await program.settle()
    expect(disk.writes[before]).toContain('"kind":"updateTask"')
    expect(disk.writes[before]).toContain('"edited":null')
    expect(program.sent).toEqual(['t1:Call Alice'])
    expect(words(program)).toEqual([
      ['e1', 'createTask', 'Call Alice', 'saved'],
      [expect.any(String), 'updateTask', 'Call Alice', 'saved'],
    ])
  })

  test('APP-07 while it is looked for: found, it is changed', async () => {
    const { program, arrived } = await unanswered()
    await program.outbox.submit({ title: 'Call Alice' }, 'e1')
    arrived.push('t1')
    await program.pass(20_000)
    expect(program.sent).toEqual(['Call Bob', 't1:Call Alice'])
    expect(program.states()).toEqual(['saved', 'saved'])
  })

  test('APP-07 while it is looked for: not found, it is asked about with the new words, and nothing goes by itself', async () => {
    const { program } = await unanswered()
    await program.outbox.submit({ title: 'Call Alice' }, 'e1')
    await program.pass(3_600_000)
    expect(words(program)).toEqual([['e1', 'createTask', 'Call Alice', 'notFound']])
    expect(program.sent).toEqual(['Call Bob'])
    await program.outbox.retry('e1')
    await program.settle()
    // The same words under the same key make one task of two requests; the new ones follow.
    expect(program.sent).toEqual(['Call Bob', 'Call Bob', 't9:Call Alice'])
    expect(program.states()).toEqual(['saved', 'saved'])
  })

  test.each([
    ['came late: it is changed', true, ['Call Bob', 't1:Call Alice']],
    ['is not there: it goes once more, and is changed', false, ['Call Bob', 'Call Bob', 't9:Call Alice']],
  ])('APP-07 when it was not found, and %s', async (_name, isLate, sent) => {
    const { program, arrived, disk } = await unanswered()
    await program.pass(20_000)
    expect(program.states()).toEqual(['notFound'])
    if (isLate) arrived.push('t1')
    await program.outbox.submit({ title: 'Call Alice' }, 'e1')
    // On disk before it is looked for: a program that dies here loses nothing of it.
    expect(disk.writes.some((text) => text.includes('"lastLook":true') && text.includes('Call Alice'))).toBe(
      true,
    )
    await program.settle()
    expect(program.sent).toEqual(sent)
    expect(program.states().every((state) => state === 'saved')).toBe(true)
  })

  test('APP-07 when the program dies over it: the next one goes on with the new words', async () => {
    const { program, arrived, disk } = await unanswered()
    await program.outbox.submit({ title: 'Call Alice' }, 'e1')
    arrived.push('t1')
    const again = start(disk, { findCreated: () => Promise.resolve(succeeded(arrived.map(found))) })
    await again.outbox.load()
    expect(words(again)).toEqual([['e1', 'createTask', 'Call Alice', 'checking']])
    await again.pass(1_000)
    expect(again.sent).toEqual(['t1:Call Alice'])
  })

  test('APP-07 when it is saved already: the change tells of it, and what says the same writes nothing', async () => {
    const program = start()
    await program.outbox.submit({ title: 'Call Bob' })
    await program.settle()
    expect(await program.outbox.submit({ title: 'Call Alice' }, 'e1')).toMatchObject({
      value: { kind: 'updateTask', title: 'Call Alice', taskId: 't1' },
    })
    expect(await program.outbox.submit({ title: 'Call Bob' }, 'e1')).toMatchObject({
      value: { id: 'e1', kind: 'createTask', state: 'saved' },
    })
    await program.settle()
    expect(program.sent).toEqual(['Call Bob', 't1:Call Alice'])
  })

  test('APP-05 and taken back then: as soon as it is there it goes, and would come back with the new words', async () => {
    const { program, arrived } = await unanswered()
    await program.outbox.submit({ title: 'Call Alice' }, 'e1')
    await program.outbox.undo('e1')
    arrived.push('t1')
    await program.pass(4_000)
    expect(words(program)).toEqual([
      ['e1', 'createTask', 'Call Alice', 'saved'],
      [expect.any(String), 'archiveTask', 'Call Alice', 'queued'],
    ])
    await program.pass(20_000)
    const [, removal] = program.outbox.list()
    await program.outbox.undo(removal?.id ?? '')
    await program.settle()
    expect(program.sent.at(-1)).toBe('Call Alice')
  })

  test('APP-05 and taken back then, and that called off: the new words are written all the same', async () => {
    const { program, arrived } = await unanswered()
    await program.outbox.submit({ title: 'Call Alice' }, 'e1')
    await program.outbox.undo('e1')
    arrived.push('t1')
    await program.pass(4_000)
    const [, removal] = program.outbox.list()
    await program.outbox.undo(removal?.id ?? '')
    await program.pass(20_000)
    expect(program.sent).toEqual(['Call Bob', 't1:Call Alice'])
  })

  test('APP-07 only what is there no more is refused', async () => {
    const program = start()
    expect(await program.outbox.submit({ title: 'Call Alice' }, 'e0')).toMatchObject({
      error: { kind: 'conflict' },
    })
    expect(program.outbox.list()).toEqual([])
  })

  test('APP-06 a full disk refuses the new words, and the old ones stay', async () => {
    const { program, disk } = await unanswered()
    disk.fill()
    expect(await program.outbox.submit({ title: 'Call Alice' }, 'e1')).toMatchObject({
      error: { kind: 'notKept' },
    })
    expect(program.outbox.list()).toMatchObject([{ title: 'Call Bob', state: 'checking' }])
  })
})

// An outbox whose file cannot be read for a while, as one that another program holds on Windows.
import { expect, test } from 'vitest'
import { createDisk, problem, start } from './outbox.fake.ts'

const offline = { create: () => Promise.resolve(problem('offline')) }

/** A program that finds a write of the one before, and cannot read it this many times. */
const startUnread = async (times: number) => {
  const disk = createDisk()
  const before = start(disk, offline)
  await before.outbox.submit({ title: 'Call Acme' })
  await before.settle()
  before.outbox.dispose()
  let left = times
  const read = () => ((left -= 1) < 0 ? disk.file.read() : Promise.reject(new Error('EBUSY')))
  const program = start({ ...disk, file: { ...disk.file, read } })
  await program.outbox.load().catch(() => undefined)
  expect(program.states()).toEqual([])
  return program
}

test('APP-07 what an outbox holds that could not be read at the start is sent at the next waking', async () => {
  const { outbox, settle, sent } = await startUnread(1)
  outbox.wake()
  await settle()
  expect(sent).toEqual(['Call Acme'])
})

test('APP-07 what an outbox holds that could not be read is sent once it can be read, though nobody does anything', async () => {
  const { outbox, pass, sent } = await startUnread(3)
  outbox.wake()
  await pass(3 * 60_000)
  expect(sent).toEqual(['Call Acme'])
})

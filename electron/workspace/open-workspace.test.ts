import { expect, test } from 'vitest'
import { failed } from '../../shared/errors.ts'
import { openWorkspace } from './open-workspace.ts'

test('APP-05 APP-07 what is being kept as the program ends is on disk before it is gone', async () => {
  const written: string[] = []
  const disk = Promise.withResolvers<undefined>()
  const workspace = openWorkspace({
    fetch: () => Promise.reject(new Error('not asked')),
    access: () => Promise.resolve(failed({ kind: 'offline', message: 'away' })),
    onRefused: () => undefined,
    document: (name) => ({
      read: () => Promise.resolve(null),
      write: async () => {
        await disk.promise
        written.push(name)
      },
      remove: () => Promise.resolve(),
    }),
    account: () => null,
    owner: () => 'ada',
    reader: () => 'ada',
    now: () => 1_000,
    newId: () => 'w1',
    log: { info: () => undefined, warn: () => undefined, bug: () => 'bug' },
    isShown: () => true,
    onStuck: () => undefined,
    onOutbox: () => undefined,
    onData: () => undefined,
    onConnection: () => undefined,
  })
  const kept = Promise.all([
    workspace.drafts.set('capture:1', { text: 'Call Acme' }),
    workspace.outbox.submit({ title: 'Water the plants' }),
  ])
  let isClosed = false
  const closing = workspace.close().then(() => (isClosed = true))
  await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  disk.resolve(undefined)
  await closing
  expect(written.toSorted()).toEqual(['drafts', 'outbox'])
  await kept
})

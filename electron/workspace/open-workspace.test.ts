import { expect, test } from 'vitest'
import { failed } from '../../shared/errors.ts'
import type { Document } from '../storage/vault.ts'
import { openWorkspace } from './open-workspace.ts'

/** A workspace whose service does not answer. */
const offlineWorkspace = (write: (name: string) => Promise<void>) =>
  openWorkspace({
    fetch: () => Promise.reject(new Error('not asked')),
    access: () => Promise.resolve(failed({ kind: 'offline', message: 'away' })),
    onRefused: () => undefined,
    document: (name): Document => ({
      read: () => Promise.resolve(null),
      write: () => write(name),
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

test('APP-05 APP-07 what is being kept as the program ends is on disk before it is gone', async () => {
  const written: string[] = []
  const disk = Promise.withResolvers<undefined>()
  const workspace = offlineWorkspace(async (name) => {
    await disk.promise
    written.push(name)
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

test('APP-06 T2 what waits and what was begun is counted, also before it is on disk', async () => {
  const workspace = offlineWorkspace(() => new Promise(setImmediate))
  expect(await workspace.unsaved()).toBe(0)
  void workspace.outbox.submit({ title: 'Water the plants' })
  await workspace.drafts.set('capture:1', { text: 'Call Acme' })
  expect(await workspace.unsaved()).toBe(2)
  await workspace.close()
})

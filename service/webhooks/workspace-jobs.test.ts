import { expect, test } from 'vitest'
import { createWorkspaceJobs } from './workspace-jobs.ts'

/** Jobs that run until they are told how they end. */
function stage() {
  const running = new Map<string, (outcome: 'done' | 'failed') => void>()
  let places = 2
  const jobs = createWorkspaceJobs({
    run: (workspaceId) => new Promise((resolve) => running.set(workspaceId, resolve)),
    readiness: () => 'now',
    sideBySide: () => places,
    onIdle: () => {},
  })
  return {
    /** Asks for a job in each of these, and tells which ones run. */
    ask(...workspaceIds: string[]) {
      for (const workspaceId of workspaceIds) jobs.ask(workspaceId)
      jobs.goOn()
      return [...running.keys()]
    },
    /** @returns which ones run then */
    async end(workspaceId: string, outcome: 'done' | 'failed') {
      running.get(workspaceId)?.(outcome)
      running.delete(workspaceId)
      await new Promise(setImmediate)
      return [...running.keys()]
    },
    open() {
      places = Infinity
    },
  }
}

test('WHK-04 of the workspaces that failed the last time one is tried at a time, and the others go on beside it', async () => {
  const on = stage()
  expect(on.ask('a', 'b')).toEqual(['a', 'b'])
  await on.end('a', 'failed')
  expect(await on.end('b', 'failed')).toEqual([])
  expect(on.ask('a', 'b', 'c', 'd')).toEqual(['a', 'c'])
  // Those that work are not kept waiting by one that may not.
  expect(await on.end('c', 'done')).toEqual(['a', 'd'])
  expect(await on.end('d', 'done')).toEqual(['a'])
  expect(await on.end('a', 'failed')).toEqual(['b'])
  // Who succeeds is held up no more.
  expect(await on.end('b', 'done')).toEqual([])
  expect(on.ask('a', 'b')).toEqual(['a', 'b'])
})

test('WHK-04 where nobody is kept from anything any more, all that failed are tried at once', async () => {
  const on = stage()
  on.ask('a', 'b')
  await on.end('a', 'failed')
  await on.end('b', 'failed')
  on.open()
  expect(on.ask('a', 'b')).toEqual(['a', 'b'])
})

import { pino } from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createPostings } from './postings.ts'
import { find, searchStores } from './store/search/testing.ts'
import type { Store } from './store/store.ts'

const stores = searchStores()
afterAll(stores.remove)
let running: { close: () => Promise<void> } | undefined
afterEach(async () => {
  await running?.close()
})

const leaveBehind = async () => {
  const store = await stores.open()
  await store.write((tx) => tx.search.put(store.workspace, 'record', 'r1', 'Alpha beta', 1))
  expect(await waiting(store)).toEqual([store.workspace])
  return store
}
const waiting = (store: Store) => store.read((tx) => tx.search.pendingWorkspaces(9))

test('LCH-07 titles that no further writer sees to get their postings', async () => {
  const store = await leaveBehind()
  running = createPostings({ store, log: pino({ level: 'silent' }), everyMilliseconds: 5 })
  await expect.poll(() => waiting(store), { timeout: 30_000 }).toEqual([])
  expect(await find(store, 'alpha')).toEqual(['r1'])
})

test('GEN-08 a database that refuses for a while is tried again, and logged', async () => {
  const store = await leaveBehind()
  let refusals = 2
  const logged: unknown[] = []
  const log = pino({ base: null }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const write: Store['write'] = async (run, workspaceId) => {
    if ((refusals -= 1) >= 0) throw new Error('The disk is full.')
    return store.write(run, workspaceId)
  }
  running = createPostings({ store: { ...store, write }, log, everyMilliseconds: 5 })
  await expect.poll(() => waiting(store), { timeout: 30_000 }).toEqual([])
  expect(logged).toHaveLength(2)
  expect(logged[0]).toMatchObject({ err: { message: 'The disk is full.' } })
})

import { expect, test } from 'vitest'
import { openStore } from '../db/open.ts'
import type { Store } from '../db/store.ts'
import { partsOf, type DemoSize } from './fill.ts'
import { loadDemo } from './load.ts'
import { workspaceBySlug } from '../access/workspaces.store.ts'
import { membersOfWorkspace } from '../access/members.store.ts'
import { tasksByCreation } from '../tasks/task-lists.store.ts'
import { recordsByCreation } from '../records/records.store.ts'
import { objectsOfWorkspace } from '../objects/objects.store.ts'

const now = Date.UTC(2026, 4, 6, 9)
const atOnce = 40
/** Four parts: of records 40, 40, 40 and 10, of tasks 40 and 5. */
const large: DemoSize = { records: 130, tasks: 45, meetings: 3 }

const acmeOf = (store: Store) => store.read((tx) => workspaceBySlug(tx, 'acme'))

/** Everything that the seed decides, of `acme`. */
const contentsOf = async (store: Store) => {
  const { id = '' } = (await acmeOf(store)) ?? {}
  return store.read(async (tx) => {
    const [owner] = await membersOfWorkspace(tx, id)
    const viewer = { personId: owner?.id ?? '', role: 'owner' } as const
    const { tasks } = await tasksByCreation(tx, id, viewer, { archived: 'included' }, { limit: 1_000 })
    const records = await recordsByCreation(tx, id, { archived: 'included', limit: 1_000 })
    return {
      objects: (await objectsOfWorkspace(tx, id)).map((object) => [object.id, object.slug]),
      records: records.map((record) => [record.id, record.title, record.createdAt, record.updatedAt]),
      tasks: tasks.map((task) => [task.id, task.title, task.createdAt]),
    }
  })
}

test('CLI-03 a large demo is loaded in parts that hold all of it, the older records first', async () => {
  const counts: number[] = []
  const store = await openStore('memory:')
  await loadDemo(store, large, now, { atOnce, passed: (count) => counts.push(count) })
  expect(counts).toEqual([83, 128, 168, 178, 198, 218])
  const { records, tasks, objects } = await contentsOf(store)
  expect([records.length, tasks.length, objects.length]).toEqual([130, 45, 3])
  expect(new Set(records.map(([id]) => id)).size).toBe(130)
  const oldestFirst = records.map(([id]) => id).toReversed()
  // The first part is what its seed makes, so its records are found at the old end.
  const small = await openStore('memory:')
  await loadDemo(small, { ...large, records: atOnce, tasks: atOnce }, now, { atOnce })
  const first = (await contentsOf(small)).records.map(([id]) => id)
  expect(new Set(oldestFirst.slice(0, atOnce))).toEqual(new Set(first))
  await small.close()
  await store.close()
})

test('CLI-03 a workspace whose load was cut off is hidden, and another load is refused', async () => {
  const store = await openStore('memory:')
  const passed = () => {
    throw new Error('cut off')
  }
  await expect(loadDemo(store, large, now, { atOnce, passed })).rejects.toThrow('cut off')
  expect(await acmeOf(store)).toBeUndefined()
  const refused = { operatorCode: 'conflict', message: expect.stringContaining('acme-loading') }
  await expect(loadDemo(store, large, now)).rejects.toMatchObject(refused)
  await store.close()
})

test('CLI-03 parts hold every record, task and meeting once, and none of them too many', () => {
  const parts = partsOf({ records: 100_001, tasks: 30_000, meetings: 0 }, 25_000)
  expect(parts.map(({ size }) => size.records)).toEqual([25_000, 25_000, 25_000, 25_000, 1])
  expect(parts.map(({ size }) => size.tasks)).toEqual([25_000, 5_000, 0, 0, 0])
  expect(partsOf({ records: 0, tasks: 0, meetings: 0 }, 25_000)).toHaveLength(1)
})

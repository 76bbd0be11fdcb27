import { afterEach, describe, expect, test } from 'vitest'
import { startTestService } from '../test/testing.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { openStore } from '../db/open.ts'
import type { Store } from '../db/store.ts'
import { newUuid } from '../base/ids.ts'
import { createLog } from '../base/service-log.ts'
import { listNotifications } from '../notifications/notifications.store.ts'
import { createDueSweep } from './due-sweep.ts'
import type { NewTask } from './stored-task.ts'
import { insertTask, getTask, updateTask } from './tasks.store.ts'

const log = createLog('silent')
const postgres = ownDatabases()
const minute = 60_000
const day = 24 * 60 * minute
const noon = Date.UTC(2026, 4, 6, 12)

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A workspace with an owner and a member, and a clock that moves only when told. */
async function stage(database: string) {
  const clock = { at: noon }
  const service = await startTestService({ database, now: () => clock.at })
  closing.push(() => service.close())
  const workspace = await service.createWorkspace({ slug: 'acme' })
  const owner = await service.addMember(workspace, { email: 'owner@acme.test' })
  const bob = await service.addMember(workspace, { email: 'bob@acme.test', role: 'member' })
  const sweepOf = (store: Store) => {
    const sweep = createDueSweep({ store, now: () => clock.at, log })
    closing.push(() => sweep.close())
    return sweep
  }
  const add = async (given: Partial<NewTask> & { title: string }): Promise<string> => {
    const id = newUuid()
    const task: NewTask = {
      id,
      description: null,
      status: 'todo',
      priority: 'no_priority',
      startDate: null,
      dueDate: null,
      parentId: null,
      sectionId: null,
      estimatedTime: null,
      createdBy: owner.personId,
      createdAt: clock.at,
      updatedAt: clock.at,
      assignees: [bob.personId],
      linkedRecordIds: [],
      linkedMeetingIds: [],
      ...given,
    }
    await service.store.write((tx) => insertTask(tx, workspace.id, task))
    return id
  }
  const told = async (who = bob) =>
    (
      await service.store.read((tx) =>
        listNotifications(tx, workspace.id, who.personId, { unread: false, limit: 100 }),
      )
    ).map(({ title }) => title)
  return { clock, service, workspace, owner, bob, sweepOf, add, told }
}

describe.each([
  ['SQLite', async () => 'memory:'],
  ['PostgreSQL', () => postgres()],
])('on %s', (_engine, databaseUrl) => {
  test('NOT-01 a due task is told once, to those who have it or else to who made it, and not before', async () => {
    const { clock, service, owner, sweepOf, add, told } = await stage(await databaseUrl())
    const sweep = sweepOf(service.store)
    await add({ title: 'Call', dueDate: noon + 10 * minute })
    await add({ title: 'Nobody’s', dueDate: noon + 10 * minute, assignees: [] })
    await add({ title: 'Finished', dueDate: noon + 10 * minute, status: 'done' })
    await add({ title: 'Later', dueDate: noon + 30 * minute })
    await sweep.sweep()
    expect(await told()).toEqual([])
    clock.at = noon + 11 * minute
    expect(await sweep.sweep()).toBe(2)
    expect([await told(), await told(owner)]).toEqual([['“Call” is due'], ['“Nobody’s” is due']])
    expect(await sweep.sweep()).toBe(0)
    expect(await told()).toEqual(['“Call” is due'])
  })

  test('NOT-01 a task whose due date is moved is told at the new one, and one that is moved away is not', async () => {
    const { clock, service, workspace, sweepOf, add, told } = await stage(await databaseUrl())
    const sweep = sweepOf(service.store)
    const move = (id: string, dueDate: number) =>
      service.store.write(async (tx) => {
        const task = await getTask(tx, workspace.id, id)
        if (task) await updateTask(tx, workspace.id, task, { dueDate }, clock.at)
      }, workspace.id)
    const moved = await add({ title: 'Call', dueDate: noon + 10 * minute })
    const away = await add({ title: 'Away', dueDate: noon + 10 * minute })
    await move(away, noon + 5 * day)
    clock.at = noon + 11 * minute
    await sweep.sweep()
    expect(await told()).toEqual(['“Call” is due'])
    await move(moved, noon + 60 * minute)
    clock.at = noon + 61 * minute
    await sweep.sweep()
    await sweep.sweep()
    expect(await told()).toEqual(['“Call” is due', '“Call” is due'])
  })

  test('NOT-01 what came due while no service ran is told after the start, of the last day at most', async () => {
    const { clock, service, sweepOf, add, told } = await stage(await databaseUrl())
    await sweepOf(service.store).sweep()
    await add({ title: 'Two days ago', dueDate: noon + 10 * minute })
    clock.at = noon + 2 * day
    await add({ title: 'This morning', dueDate: clock.at - 3 * 60 * minute })
    await sweepOf(service.store).sweep()
    // Another notification of it would no longer be counted as the same one.
    clock.at += 10 * minute
    await sweepOf(service.store).sweep()
    expect(await told()).toEqual(['“This morning” is due'])
  })
})

test('NOT-01 two services tell of each due task once', async () => {
  const database = await postgres()
  const { clock, service, sweepOf, add, told } = await stage(database)
  const other = await openStore(database)
  closing.push(() => other.close())
  const sweeps = [sweepOf(service.store), sweepOf(other)]
  const titles = ['One', 'Two', 'Three']
  for (const title of titles) await add({ title, dueDate: noon + 10 * minute })
  clock.at = noon + 11 * minute
  const counts = await Promise.all(sweeps.map((sweep) => sweep.sweep()))
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 3])
  expect(await told()).toEqual(['3 tasks are due'])
})

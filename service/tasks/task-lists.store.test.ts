import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priority as priorities } from '../../shared/api/primitives.ts'
import { newUuid } from '../base/ids.ts'
import { defaultStatuses } from '../operator/workspaces.ts'
import { seesTask, type Viewer } from './visibility.rules.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/schema.ts'
import { sqliteDialect } from '../db/sqlite/dialect.ts'
import { tasksInOrder, type OrderedPosition, type TaskOrder } from './ordered-tasks.store.ts'
import { tasksByCreation, type TaskFilters } from './task-lists.store.ts'
import { dueRank } from './tasks.rules.ts'
import { insertTaskStatus } from './task-settings.store.ts'
import { tasksAmong, insertTasks, updateTask } from './tasks.store.ts'
import type { NewTask, StoredTask } from './stored-task.ts'

const workspace = 'wsp_lists'
const people = ['ada', 'bob', 'eve']
const slugs = defaultStatuses.map((status) => status.slug)
const complete = new Set(defaultStatuses.filter((status) => status.isComplete).map((status) => status.slug))
const database = new DatabaseSync(':memory:')
const db = new Kysely<Database>({ dialect: sqliteDialect(database) })
let tasks: StoredTask[]

const blank: Omit<NewTask, 'id' | 'createdAt' | 'updatedAt'> = {
  title: 'One of many',
  description: null,
  status: slugs[0] ?? '',
  priority: 'no_priority',
  startDate: null,
  dueDate: null,
  parentId: null,
  sectionId: null,
  estimatedTime: null,
  createdBy: 'ada',
  assignees: [],
  linkedRecordIds: [],
  linkedMeetingIds: [],
}

beforeAll(async () => {
  await migrate(db, 'lists')
  const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length]
  const parents = Array.from({ length: 2 }, newUuid)
  const written = Array.from({ length: 300 }, (_, index): NewTask => ({
    ...blank,
    id: newUuid(),
    status: pick(slugs, index * 7) ?? '',
    priority: pick(priorities.options, index * 5 + (index >> 3)) ?? 'low',
    dueDate: index % 3 === 0 ? index * 10 : null,
    parentId: pick([null, null, ...parents], index) ?? null,
    sectionId: pick([null, 's1', 's2'], index * 3 + (index >> 4)) ?? null,
    createdBy: pick(people, index * 11) ?? '',
    assignees: people.filter((_person, place) => ((index * 13) >> place) % 3 === 0),
    linkedRecordIds: ['r1', 'r2'].filter((_record, place) => (index >> place) % 4 === 0),
    // Four to a moment: the id decides between them.
    createdAt: 1000 + (index >> 2),
    updatedAt: 1000 + ((index * 37) % 400),
  }))
  for (const status of defaultStatuses) await insertTaskStatus(db, workspace, { id: status.slug, ...status })
  await insertTasks(db, workspace, written)
  const ids = written.map((task) => task.id)
  for (const task of await tasksAmong(
    db,
    workspace,
    ids.filter((_id, index) => index % 9 === 0),
  ))
    await updateTask(db, workspace, task, { archived: true }, task.updatedAt)
  tasks = await tasksAmong(db, workspace, ids)
})
afterAll(() => database.close())

const isKept = (viewer: Viewer, filters: TaskFilters) => (task: StoredTask) =>
  seesTask(viewer, task) &&
  (filters.archived === 'included' || task.archived === (filters.archived === 'only')) &&
  (filters.sectionId === undefined || task.sectionId === filters.sectionId) &&
  (filters.status === undefined || task.status === filters.status) &&
  (filters.isComplete === undefined || complete.has(task.status) === filters.isComplete) &&
  (filters.priority === undefined || task.priority === filters.priority) &&
  (filters.assignee === undefined ||
    (filters.assignee === null ? task.assignees.length === 0 : task.assignees.includes(filters.assignee))) &&
  (filters.parentId === undefined || task.parentId === filters.parentId) &&
  (filters.linkedRecordId === undefined || task.linkedRecordIds.includes(filters.linkedRecordId)) &&
  (filters.updatedAfter === undefined || task.updatedAt > filters.updatedAfter) &&
  (filters.dueAfter === undefined || (task.dueDate !== null && task.dueDate > filters.dueAfter)) &&
  (filters.dueBefore === undefined || (task.dueDate !== null && task.dueDate < filters.dueBefore))

const walk = async (
  lookedAt: number,
  viewer: Viewer,
  filters: TaskFilters,
  limit: number,
): Promise<string[][]> => {
  const pages: string[][] = []
  let after: readonly [number, string] | undefined
  do {
    const page = await tasksByCreation(db, workspace, viewer, filters, { after, limit }, lookedAt)
    pages.push(page.tasks.map((task) => task.id))
    after = page.next ?? undefined
  } while (after)
  return pages
}

// Mostly not, so that each index gets to lead.
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

const anyFilters = () => {
  const parents = [...new Set(tasks.flatMap((task) => task.parentId ?? []))]
  return fc.record({
    archived: fc.constantFrom('included' as const, 'left out' as const, 'only' as const),
    status: maybe(fc.constantFrom(...slugs)),
    isComplete: maybe(fc.boolean()),
    priority: maybe(fc.constantFrom(...priorities.options)),
    assignee: maybe(fc.constantFrom(...people, null)),
    parentId: maybe(fc.constantFrom(...parents)),
    sectionId: maybe(fc.constantFrom('s1', 's2', 's3', null)),
    linkedRecordId: maybe(fc.constantFrom('r1', 'r2', 'r3')),
    updatedAfter: maybe(fc.integer({ min: 990, max: 1410 })),
    dueAfter: maybe(fc.integer({ min: -10, max: 3000 })),
    dueBefore: maybe(fc.integer({ min: -10, max: 3000 })),
  })
}
const anyViewer = fc.record({
  personId: fc.constantFrom(...people),
  role: fc.constantFrom('member' as const, 'owner' as const),
})

test('TSK-02 GEN-07 AUT-09 any filters, for anyone, by pages of any size, give what they keep, once and in order', async () => {
  const sizeOf = fc.integer({ min: 1, max: 40 })
  const lookedAtOf = fc.constantFrom(3, 20, 5_000)
  await fc.assert(
    fc.asyncProperty(
      anyViewer,
      anyFilters(),
      sizeOf,
      lookedAtOf,
      async (viewer, filters, limit, lookedAt) => {
        const kept = tasks
          .filter(isKept(viewer, filters))
          .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        expect((await walk(lookedAt, viewer, filters, limit)).flat()).toEqual(kept.map((task) => task.id))
      },
    ),
    { numRuns: 200 },
  )
})

test('HOM-02 AUT-09 tasks come once and in the chosen order, by pages of any size, to those who see them', async () => {
  const rank = { urgent: 0, high: 1, medium: 2, low: 3, no_priority: 4 }
  const keys: Record<TaskOrder, (task: StoredTask) => [number, number]> = {
    due: (task) => [dueRank(task.dueDate), -task.updatedAt],
    priority: (task) => [rank[task.priority], dueRank(task.dueDate)],
    updated: (task) => [-task.updatedAt, dueRank(task.dueDate)],
  }
  const orderOf = fc.constantFrom('due' as const, 'priority' as const, 'updated' as const)
  const filtersOf = anyFilters().map(({ parentId: _p, linkedRecordId: _l, ...filters }) => filters)
  await fc.assert(
    fc.asyncProperty(
      anyViewer,
      filtersOf,
      orderOf,
      fc.integer({ min: 1, max: 40 }),
      async (viewer, filters, order, limit) => {
        const key = keys[order]
        const kept = tasks
          .filter(isKept(viewer, filters))
          .toSorted((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1] || (a.id < b.id ? -1 : 1))
        const found: string[] = []
        let after: OrderedPosition | undefined
        do {
          const page = await tasksInOrder(db, workspace, viewer, filters, { order, after, limit })
          found.push(...(page?.tasks ?? []).map(({ id }) => id))
          after = page?.next ?? undefined
        } while (after)
        expect(found).toEqual(kept.map(({ id }) => id))
      },
    ),
    { numRuns: 200 },
  )
})

test('TSK-02 a filter that keeps one of many looks at a part of them for each page', async () => {
  const many = Array.from({ length: 25 }, (_, index): NewTask => ({
    ...blank,
    id: newUuid(),
    createdBy: 'zoe',
    createdAt: 9_000 + index,
    updatedAt: 9_000 + index,
    ...(index === 0 && { status: slugs.at(-1) ?? '' }),
  }))
  await insertTasks(db, workspace, many)
  const zoe = { personId: 'zoe', role: 'member' } as const
  const filters = { archived: 'included' as const, status: slugs.at(-1) }
  expect(await walk(10, zoe, filters, 25)).toEqual([[], [], [many[0]?.id]])
})

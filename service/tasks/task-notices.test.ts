import { afterEach, describe, expect, test } from 'vitest'
import { openStore } from '../db/open.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import type { Tx } from '../db/store.ts'
import { newUuid } from '../base/ids.ts'
import { createWorkspaceIn } from '../operator/workspaces.ts'
import { personIn } from '../operator/members.ts'
import { putMembership } from '../access/members.store.ts'
import { listNotifications, markNotificationsRead } from '../notifications/notifications.store.ts'
import { noticesOf } from './task-notices.ts'
import type { StoredTask } from './stored-task.ts'
import { changeTask, createTask, type TaskAuthor } from './task-write.ts'
import type { TaskInput } from './task-check.ts'

const task: StoredTask = {
  id: 't-1',
  title: 'Call Initech',
  description: null,
  status: 'todo',
  priority: 'no_priority',
  startDate: null,
  dueDate: null,
  parentId: null,
  sectionId: null,
  secondsLogged: 0,
  timer: null,
  estimatedTime: null,
  archived: false,
  createdBy: 'maker',
  createdAt: 1,
  updatedAt: 1,
  version: 1,
  assignees: ['holder'],
  linkedRecordIds: [],
  linkedMeetingIds: [],
  recurrence: null,
  nextTaskId: null,
}
const isComplete = (status: string) => status === 'done'

describe('who is to know of a write', () => {
  test.each<[string, StoredTask | undefined, Partial<StoredTask>, [string, readonly string[], unknown][]]>([
    ['a new task', undefined, {}, [['task_assigned', ['holder'], undefined]]],
    ['one for nobody', undefined, { assignees: [] }, []],
    ['done', task, { status: 'done' }, [['task_changed', ['maker', 'holder'], 'done']]],
    ['begun', task, { status: 'in-progress' }, [['task_changed', ['maker', 'holder'], 'status']]],
    [
      'opened again',
      { ...task, status: 'done' },
      { status: 'todo' },
      [['task_changed', ['maker', 'holder'], 'status']],
    ],
    ['in a section', task, { sectionId: 'sec' }, [['task_changed', ['maker', 'holder'], 'section']]],
    ['due', task, { dueDate: 5 }, [['task_changed', ['maker', 'holder'], 'due']]],
    [
      'due in a section',
      task,
      { dueDate: 5, sectionId: 'sec' },
      [['task_changed', ['maker', 'holder'], null]],
    ],
    ['done and due', task, { dueDate: 5, status: 'done' }, [['task_changed', ['maker', 'holder'], 'done']]],
    ['archived', task, { archived: true }, [['task_changed', ['maker', 'holder'], 'archived']]],
    ['of others', task, { assignees: ['other'] }, [['task_assigned', ['other'], undefined]]],
    [
      'of others, and due',
      task,
      { assignees: ['holder', 'other'], dueDate: 5 },
      [
        ['task_assigned', ['other'], undefined],
        ['task_changed', ['maker', 'holder'], 'due'],
      ],
    ],
    ['in other words', task, { title: 'Call', priority: 'high', estimatedTime: 5, startDate: 5 }, []],
  ])('NOT-01 %s', (_name, before, change, expected) => {
    const notices = noticesOf(before, { ...(before ?? task), ...change }, isComplete)
    expect(notices.map(({ kind, personIds, change: what }) => [kind, personIds, what])).toEqual(expected)
  })
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A workspace of ada and bob, in which ada writes. */
const openWorkspace = async (database: string) => {
  const store = await openStore(database)
  closing.push(() => store.close())
  const people: string[] = []
  const workspaceId = await store.write(async (tx) => {
    const acme = { slug: 'acme', name: 'Acme', plan: 'pro', memberLimit: null, at: 1 } as const
    const { id } = await createWorkspaceIn(tx, acme)
    for (const name of ['ada', 'bob']) {
      const person = await personIn(tx, { email: `${name}@acme.test`, name, passwordHash: null, at: 1 })
      await putMembership(tx, id, person.id, 'admin', 1)
      people.push(person.id)
    }
    return id
  })
  const [ada = '', bob = ''] = people
  const actor = { type: 'user', id: ada } as const
  const author: TaskAuthor = { workspaceId, personId: ada, role: 'admin', actor, at: 1_000_000 }
  const create = async (assignees: string[]): Promise<string> => {
    const id = newUuid()
    await store.write((tx) => createTask(tx, author, id, { title: 'A task', assignees }), workspaceId)
    return id
  }
  const change = (tx: Tx, id: string, input: TaskInput) =>
    changeTask(tx, author, id, input, { ifMatch: undefined, ifNoneMatch: undefined })
  return { store, workspaceId, ada, bob, author, create, change }
}

test('NOT-01 a write that notifies nobody sends no further statement', async () => {
  const { store, workspaceId, ada, bob, create, change } = await openWorkspace('memory:')
  const statementsOf = (id: string, input: TaskInput): Promise<number> =>
    store.write(async (tx) => {
      let count = 0
      const counted = tx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => {
          count += 1
          return Promise.resolve(result)
        },
      })
      await change(counted, id, input)
      return count
    }, workspaceId)
  const [own, shared] = [await create([ada]), await create([ada, bob])]
  /** Beside those of a change that is nobody's news. */
  let turn = 0
  const more = async (id: string, input: TaskInput) => {
    const least = await statementsOf(id, { estimatedTime: (turn += 1) })
    return (await statementsOf(id, input)) - least
  }
  // The status is checked, in any case.
  const checked = await more(own, { status: 'in-progress' })
  expect(checked).toBeLessThanOrEqual(1)
  expect(await more(own, { status: 'done' })).toBe(checked)
  expect(await more(own, { dueDate: 5 })).toBe(0)
  expect(await more(shared, { priority: 'high' })).toBe(0)
  expect(await more(shared, { dueDate: 5 })).toBeGreaterThan(2)
})

const postgres = ownDatabases()

test.each([
  ['SQLite', async () => 'memory:'],
  ['PostgreSQL', () => postgres()],
])('NOT-01 writes that share a transaction on %s count one notification up', async (_engine, database) => {
  const { store, workspaceId, ada, bob, author, create, change } = await openWorkspace(await database())
  const ids = await Promise.all(Array.from({ length: 6 }, () => create([ada, bob])))
  await store.write((tx) => markNotificationsRead(tx, workspaceId, bob, { before: author.at }, author.at))
  await Promise.all(
    ids.map((id) => store.write((tx) => change(tx, id, { status: 'done' }), workspaceId, [id])),
  )
  const told = await store.read((tx) => listNotifications(tx, workspaceId, bob, { unread: true, limit: 10 }))
  expect(told.map(({ title }) => title)).toEqual(['ada completed 6 tasks of yours'])
})

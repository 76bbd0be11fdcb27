import { describe, expect, test } from 'vitest'
import type { LauncherTask } from '../../../shared/api/launcher-tasks.ts'
import { failed, type Reply, succeeded } from '../../../shared/errors.ts'
import type { ApiClient } from '../api/client.ts'
import { result } from '../cache/cache.fake.ts'
import { task as anyTask } from '../reads.fake.ts'
import { creating } from './entry.ts'
import { entry } from './entry.fake.ts'
import { createReconciler } from './reconcile.ts'

const sentAt = Date.parse('2026-11-21T05:00:00Z')
const task = (changes: Partial<LauncherTask> = {}): LauncherTask => ({
  ...anyTask('t1', null),
  title: 'Call Acme',
  createdAt: '2026-11-21T05:00:01Z',
  ...changes,
})
const create = entry({
  work: creating({ title: 'Call Acme ' }, 'e1'),
  title: 'Call Acme ',
  state: 'checking',
  sentAt,
})
const absent: Reply<never> = failed({ kind: 'notFound', message: 'm' })
const offline: Reply<never> = failed({ kind: 'offline', message: 'm' })

type Parts = Partial<Pick<ApiClient, 'tasks' | 'findTasks'>>
const start = (parts: Parts, seenBefore: readonly string[] = []) =>
  createReconciler({
    api: {
      tasks: () => Promise.resolve(absent),
      findTasks: () => Promise.resolve(absent),
      ...parts,
    },
    me: () => 'usr_1',
    wasSeenBefore: (id) => seenBefore.includes(id),
  })
const listing = (...items: LauncherTask[]): Parts => ({
  tasks: () => Promise.resolve(succeeded({ items, nextCursor: null })),
})
const ids = (reply: Reply<readonly { id: string }[]>): string[] =>
  reply.ok ? reply.value.map(({ id }) => id) : []

describe('looking up a create', () => {
  test.each<[string, LauncherTask, string[]]>([
    ['the same title, by me, after the send', task(), ['t1']],
    ['a clock two minutes behind', task({ createdAt: '2026-11-21T04:58:30Z' }), ['t1']],
    ['an older one', task({ createdAt: '2026-11-21T04:00:00Z' }), []],
    ['somebody else’s', task({ createdBy: 'usr_2' }), []],
    ['another title', task({ title: 'Call Acme Inc' }), []],
  ])('APP-07 %s', async (_name, listed, expected) => {
    expect(ids(await start(listing(listed)).findCreated(create, new Set()))).toEqual(expected)
  })

  test('APP-07 does not find a task that was seen before or belongs to another write', async () => {
    expect(ids(await start(listing(task()), ['t1']).findCreated(create, new Set()))).toEqual([])
    expect(ids(await start(listing(task())).findCreated(create, new Set(['t1'])))).toEqual([])
  })

  test('APP-11 searches where the service has no list route', async () => {
    const found = [result('t1', 'Call Acme', 'task'), result('t2', 'Call Acme Inc', 'task')]
    const findTasks = () => Promise.resolve(succeeded(found))
    expect(ids(await start({ findTasks }).findCreated(create, new Set()))).toEqual(['t1'])
  })

  test('APP-07 an outage during the look-up is not "not found"', async () => {
    const reply = await start({ tasks: () => Promise.resolve(offline) }).findCreated(create, new Set())
    expect(reply).toBe(offline)
  })
})

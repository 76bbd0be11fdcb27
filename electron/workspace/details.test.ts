// Reads of records and of the fields of their objects, live and offline.
import { describe, expect, test } from 'vitest'
import type { LauncherComment } from '../../shared/api/comments.ts'
import type { LauncherRecord, ObjectFields } from '../../shared/api/launcher/records.ts'
import type { LauncherTask } from '../../shared/api/launcher/tasks.ts'
import { taskWith } from '../../shared/fixtures-testing.ts'
import { failed, succeeded } from '../../shared/errors.ts'
import type { ApiClient } from './api/client.ts'
import { createDisk, openCache, result } from './cache/cache.fake.ts'
import { people } from './outbox/record-service.fake.ts'
import { absent, refused, startWorkspace } from './reads.fake.ts'

const anna: LauncherRecord = {
  id: 'r1',
  objectSlug: 'people',
  title: 'Anna',
  avatarUrl: null,
  values: { name: 'Anna', email: 'anna@x.example' },
  archived: false,
  linkedRecords: [],
  createdBy: 'usr_1',
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
  webUrl: 'https://acme.example/records/r1',
}
const answering = (fields: Partial<ObjectFields> = {}): Partial<ApiClient> => ({
  fields: () => Promise.resolve(succeeded({ ...people, ...fields })),
  record: () => Promise.resolve(succeeded({ ...anna, tag: '"1"' })),
})
const offline = () => Promise.resolve(refused('offline'))
const kindOf = (reply: { ok: boolean; error?: { kind: string } }) => (reply.ok ? 'ok' : reply.error?.kind)

describe('RCL-01 a record', () => {
  test('RCL-01 is shown offline as it was seen last', async () => {
    const away = startWorkspace({ fields: offline, record: offline })
    expect(kindOf(await away.workspace.record('r1'))).toBe('offline')
    away.cache.seeFields('people', people)
    away.cache.seeRecord(anna)
    expect(await away.workspace.record('r1')).toMatchObject({ value: { title: 'Anna' } })
    expect(await away.workspace.fields('people')).toEqual(succeeded(people))
    expect(await away.workspace.detail({ kind: 'record', id: 'r1', from: 'service' })).toMatchObject({
      value: { record: { values: anna.values }, task: null },
    })
  })

  test('RCL-01 that is gone leaves the rows; one of a service without the route stays', async () => {
    const gone = startWorkspace({
      ...answering(),
      record: () => Promise.resolve(failed({ kind: 'notFound', message: 'm' })),
    })
    gone.cache.seeRecord(anna)
    expect(kindOf(await gone.workspace.record('r1'))).toBe('notFound')
    expect(gone.cache.find('record', 'r1')).toBeNull()
    const older = startWorkspace()
    older.cache.see([
      {
        ...result('r1', 'Anna'),
        record: { objectTypeSlug: 'people', objectTypeName: 'Person', icon: null, color: null, meta: [] },
      },
    ])
    expect(await older.workspace.record('r1')).toMatchObject({
      error: { kind: 'notFound', message: expect.stringContaining('This service cannot') as string },
    })
    expect(older.cache.find('record', 'r1')).not.toBeNull()
  })

  test('APP-06 that is forbidden leaves the rows, and is not asked for again', async () => {
    let asked = 0
    const { workspace, cache } = startWorkspace({
      record: () => {
        asked += 1
        return Promise.resolve(refused('forbidden'))
      },
    })
    cache.seeRecord(anna)
    for (const _ of [1, 2]) expect(kindOf(await workspace.record('r1'))).toBe('forbidden')
    expect([asked, cache.find('record', 'r1'), cache.record('r1')]).toEqual([1, null, null])
  })
})

describe('APP-11 before a record is written', () => {
  test.each<[string, Partial<ApiClient>, ObjectFields | null, string | undefined]>([
    ['a service that can, and a role that may', answering(), null, 'ok'],
    ['a service without the route', {}, null, 'notFound'],
    ['a role that may not', answering({ canWrite: false }), null, 'forbidden'],
    ['a role that may by now', answering(), { ...people, canWrite: false }, 'ok'],
    ['nothing known and no connection', { fields: offline }, null, 'ok'],
    [
      'a role that may not, and no connection',
      { fields: offline },
      { ...people, canWrite: false },
      'forbidden',
    ],
    ['known to be fine', { fields: () => Promise.reject(new Error('asked')) }, people, 'ok'],
  ])('APP-11 it is known: %s', async (_name, answers, kept, expected) => {
    const { workspace, cache } = startWorkspace(answers)
    if (kept !== null) cache.seeFields('people', kept)
    expect(kindOf(await workspace.mayWrite(['people', 'people']))).toBe(expected)
  })

  test('APP-11 what an older service was thought to have is forgotten', async () => {
    const { workspace, cache } = startWorkspace()
    cache.seeFields('people', people)
    expect(kindOf(await workspace.fields('people'))).toBe('notFound')
    expect(cache.fields('people')).toBeNull()
  })
})

describe('RCL-02 the row of a record', () => {
  test('RCL-02 has its new title and preview at once, and leaves when it is archived', async () => {
    const { cache } = await openCache()
    cache.seeFields('people', people)
    cache.see([result('r1', 'Anna')])
    cache.seeRecord({ ...anna, title: 'Ann', values: { name: 'Ann', email: 'ann@x.example' } })
    expect(cache.find('record', 'r1')).toMatchObject({
      title: 'Ann',
      subtitle: 'ann@x.example',
      record: { objectTypeSlug: 'people', meta: [{ label: 'email', value: 'ann@x.example', type: 'email' }] },
    })
    cache.seeRecord({ ...anna, archived: true })
    expect([cache.find('record', 'r1'), cache.record('r1')]).toEqual([null, null])
  })

  test('RCL-02 keeps its preview where the fields are not known', async () => {
    const { cache } = await openCache()
    const meta = [{ label: 'Phone', value: '030', type: 'phone' }]
    cache.see([
      {
        ...result('r1', 'Anna'),
        subtitle: 'Bonn',
        record: { objectTypeSlug: 'people', objectTypeName: 'Person', icon: 'user', color: null, meta },
      },
    ])
    cache.seeRecord({ ...anna, title: 'Ann' })
    expect(cache.find('record', 'r1')).toMatchObject({
      title: 'Ann',
      subtitle: 'Bonn',
      record: { icon: 'user', meta },
    })
  })
})

test('RCL-01 records and fields are there after a restart, for their person only', async () => {
  const disk = createDisk()
  const { cache } = await openCache(disk)
  cache.seeFields('people', people)
  cache.seeRecord(anna)
  await cache.flush()
  const again = (await openCache(disk)).cache
  expect([again.record('r1'), again.fields('people')]).toEqual([anna, people])
  await again.load('bob')
  expect([again.record('r1'), again.fields('people')]).toEqual([null, null])
})

describe('LCH-11 subtasks', () => {
  const parent = { ...taskWith({ id: 'p', parentTaskId: null }), parentTask: null }
  const below = (id: string, day: number) =>
    taskWith({ id, title: id, parentTaskId: 'p', createdAt: `2026-11-0${day}T08:00:00Z` })
  const page = (...items: LauncherTask[]) => Promise.resolve(succeeded({ items, nextCursor: null }))
  const listed = async (
    workspace: ReturnType<typeof startWorkspace>['workspace'],
    from: 'cache' | 'service',
  ) => {
    const reply = await workspace.detail({ kind: 'task', id: 'p', from })
    return reply.ok ? reply.value.subtasks?.map(({ id }) => id) : reply
  }

  test('LCH-11 come with the details of their task, oldest first, and leave with the answer that lacks them', async () => {
    let answer = page(below('sow', 2), below('dig', 1))
    const asked: (string | undefined)[] = []
    const { workspace, cache } = startWorkspace({
      task: () => Promise.resolve(succeeded({ ...parent, tag: null })),
      tasks: (parentTaskId) => {
        asked.push(parentTaskId)
        return answer
      },
    })
    cache.seeTask(parent)
    expect(await listed(workspace, 'cache')).toEqual([])
    expect(await listed(workspace, 'service')).toEqual(['dig', 'sow'])
    expect(await listed(workspace, 'cache')).toEqual(['dig', 'sow'])
    expect(cache.find('task', 'dig')?.title).toBe('dig')
    answer = page(below('sow', 2))
    expect(await listed(workspace, 'service')).toEqual(['sow'])
    answer = offline()
    expect(await listed(workspace, 'service')).toEqual(['sow'])
    expect(new Set(asked)).toEqual(new Set(['p']))
  })

  test('APP-11 a service that says no parents is not asked for subtasks', async () => {
    const asked: unknown[] = []
    const { workspace } = startWorkspace({
      task: () => Promise.resolve(succeeded({ ...taskWith({ id: 'p' }), tag: null })),
      tasks: (parentTaskId) => {
        asked.push(parentTaskId)
        return page()
      },
    })
    expect(await listed(workspace, 'service')).toBeUndefined()
    expect(asked).toEqual([])
  })
})

describe('NOT-03 comments on an item', () => {
  const comment: LauncherComment = {
    id: 'c1',
    target: { kind: 'task', id: 't1' },
    content: 'See https://docs.example/a.',
    author: { id: 'usr_1', name: 'Ada', avatarUrl: null },
    mentions: [],
    createdAt: '2026-11-20T08:00:00Z',
    updatedAt: '2026-11-20T08:00:00Z',
    editableUntil: null,
    canDelete: true,
  }
  const on = comment.target
  const page = { data: [comment], hasMore: true, nextCursor: 'next' }

  test('NOT-03 are read page by page, and shown offline as they were seen last', async () => {
    let answer: Awaited<ReturnType<ApiClient['comments']>> = succeeded(page)
    const cursors: (string | null)[] = []
    const { workspace } = startWorkspace({
      comments: (_on, cursor) => {
        cursors.push(cursor)
        return Promise.resolve(answer)
      },
    })
    expect(await workspace.comments(on, null)).toEqual(
      succeeded({ comments: [comment], nextCursor: 'next', source: 'live' }),
    )
    await workspace.comments(on, 'next')
    expect(cursors).toEqual([null, 'next'])
    answer = refused('offline')
    expect(await workspace.comments(on, null)).toMatchObject({
      value: { comments: [{ id: 'c1' }, { id: 'c1' }], nextCursor: null, source: 'cached' },
    })
    // A later page is not known, nor is another item.
    expect(kindOf(await workspace.comments(on, 'next'))).toBe('offline')
    expect(kindOf(await workspace.comments({ kind: 'record', id: 't1' }, null))).toBe('offline')
    answer = failed({ kind: 'signedOut', message: 'm' })
    expect(kindOf(await workspace.comments(on, null))).toBe('ok')
    answer = absent
    expect(kindOf(await workspace.comments(on, null))).toBe('notFound')
  })

  test('NOT-03 are kept on the disk, the newest of each item, and leave the cache with it', async () => {
    const disk = createDisk()
    const { cache } = await openCache(disk)
    const many = Array.from({ length: 30 }, (_, index) => ({ ...comment, id: `c${index}` }))
    cache.seeComments('task:t1', many, true)
    cache.seeComments('record:r1', [comment], true)
    cache.forget('record', 'r1')
    await cache.flush()
    const { cache: again } = await openCache(disk)
    expect(again.comments('task:t1')?.map(({ id }) => id)).toEqual(many.slice(0, 20).map(({ id }) => id))
    expect(again.comments('record:r1')).toBeNull()
  })
})

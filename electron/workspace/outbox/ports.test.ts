import { describe, expect, test } from 'vitest'
import type { LauncherTask, TaskFields } from '../../../shared/api/launcher/tasks.ts'
import { failed, succeeded } from '../../../shared/errors.ts'
import type { ApiClient } from '../api/client.ts'
import { result } from '../cache/cache.fake.ts'
import { task as anyTask } from '../reads.fake.ts'
import { type Asked, askedBy } from './asked.fake.ts'
import { createTaskService } from './task-service.fake.ts'
import { newEntry } from './entry.ts'
import { creating, type Work } from './work.ts'
import { entry as anyEntry } from './entry.fake.ts'
import { createOutboxPorts } from './ports.ts'
import { me, startWriting } from './writing-half.fake.ts'

/** A service with one task of Ada's. */
const start = async () => {
  const service = createTaskService({ now: () => 1_000_000 })
  const asked: string[] = []
  let before: (asked: Asked) => Response | null = () => null
  const ask = (by: string, method: string, path: string, body?: unknown): Response =>
    service.answer(by, { method, path, headers: new Headers(), body })
  const { ports } = startWriting({
    fetch: (input, init) => {
      const one = askedBy(input, init)
      asked.push(`${one.method}${one.headers.has('if-match') ? ' if-match' : ''}`)
      return Promise.resolve(before(one) ?? service.answer(me, one))
    },
  })
  ask(me, 'POST', '/v1/launcher/tasks', { title: 'Old', priority: 'low' })
  const entry = (work: Work) => newEntry({ id: 'e1', owner: 'ada', work, title: 'Old', createdAt: 0 })
  const change = (made: TaskFields, seen: TaskFields) =>
    entry({ kind: 'updateTask', taskId: 't1', change: made, before: seen })
  return {
    ports,
    asked,
    intercept: (next: typeof before) => (before = next),
    theirs: (fields: TaskFields) => ask('usr_bob', 'PATCH', '/v1/launcher/tasks/t1', fields),
    archive: () => ask('usr_bob', 'DELETE', '/v1/launcher/tasks/t1'),
    entry,
    change,
    /** Sends a change of the title, which was "Old". */
    rename: () => ports.send(change({ title: 'New' }, { title: 'Old' })),
    task: () => service.tasks.get('t1'),
    stored: () => service.stored.filter(({ by, kind }) => by === me && kind !== 'create').map(({ is }) => is),
  }
}

type Stage = Awaited<ReturnType<typeof start>>
const saved = { type: 'saved' }
const refusedAs = (kind: string) => ({ type: 'refused', error: { kind } })
const answering = (statusOf: (asked: Asked) => number | null) => (stage: Stage) =>
  stage.intercept((asked) => {
    const status = statusOf(asked)
    return status === null ? null : new Response('', { status })
  })

describe('an update', () => {
  test.each<[string, (stage: Stage) => unknown, { type: string; error?: object }, string[]]>([
    ['APP-06 reads the task and writes with If-Match', () => null, saved, ['GET', 'PATCH if-match']],
    [
      'APP-06 to the value that they wrote sends nothing',
      ({ theirs }) => theirs({ title: 'New' }),
      saved,
      ['GET'],
    ],
    ['APP-06 of a deleted task fails', ({ archive }) => archive(), refusedAs('notFound'), ['GET', 'GET']],
    [
      'APP-11 to a service without versions is compared and sent without If-Match',
      ({ intercept, task }) =>
        intercept(({ method }) =>
          method === 'GET' ? Response.json({ data: { ...task(), version: undefined } }) : null,
        ),
      saved,
      ['GET', 'PATCH'],
    ],
    [
      'APP-06 is not sent if the task can be neither read nor listed now',
      answering(({ method, path }) => (method === 'GET' ? (path.endsWith('/t1') ? 404 : 423) : null)),
      refusedAs('locked'),
      ['GET', 'GET'],
    ],
    [
      'APP-11 to a service without routes to read tasks is sent without a read',
      answering(({ method }) => (method === 'GET' ? 404 : null)),
      saved,
      ['GET', 'GET', 'PATCH'],
    ],
  ])('%s', async (_name, prepare, expected, requests) => {
    const stage = await start()
    prepare(stage)
    expect(await stage.rename()).toMatchObject(expected)
    expect(stage.asked).toEqual(requests)
    expect(stage.task()?.title).toBe(expected === saved ? 'New' : 'Old')
  })

  test('APP-06 of the same fields writes nothing and returns both values', async () => {
    const { ports, change, theirs, stored } = await start()
    const [yours, their] = [
      { title: 'Mine', sectionId: 'mine' },
      { title: 'Theirs', sectionId: 'theirs' },
    ]
    theirs({ ...their, priority: 'high' })
    const seen = { title: 'Old', sectionId: null, status: 'todo' }
    expect(await ports.send(change({ ...yours, status: 'done' }, seen))).toEqual({
      type: 'overlaps',
      conflict: { yours, theirs: their },
    })
    expect(stored()).toEqual([])
  })

  test('APP-06 is merged again if somebody writes between its read and its write', async () => {
    const { theirs, task, intercept, rename } = await start()
    let isOvertaken = false
    intercept(({ method }) => {
      if (method === 'PATCH' && !isOvertaken) {
        isOvertaken = true
        theirs({ priority: 'urgent' })
      }
      return null
    })
    expect(await rename()).toMatchObject({ type: 'saved' })
    expect(task()).toMatchObject({ title: 'New', priority: 'urgent' })
  })
})

describe('checking an update', () => {
  const outcome = async (made: (stage: Awaited<ReturnType<typeof start>>) => unknown) => {
    const stage = await start()
    made(stage)
    const reply = await stage.ports.readBack(stage.change({ title: 'New' }, { title: 'Old' }))
    return reply.ok ? reply.value : reply.error
  }

  test('APP-07 finds it applied, not applied, overwritten, deleted, or unknown', async () => {
    expect(await outcome(({ theirs }) => theirs({ title: 'New' }))).toMatchObject({ type: 'saved' })
    expect(await outcome(({ theirs }) => theirs({ priority: 'high' }))).toEqual({ type: 'notApplied' })
    expect(await outcome(({ theirs }) => theirs({ title: 'Theirs' }))).toMatchObject({ type: 'overlaps' })
    expect(await outcome(({ archive }) => archive())).toMatchObject({ error: { kind: 'notFound' } })
    expect(
      await outcome(({ intercept }) => intercept(() => new Response('', { status: 423 }))),
    ).toMatchObject({ kind: 'locked' })
  })
})

describe('undo of a create', () => {
  const removal: Extract<Work, { kind: 'archiveTask' }> = {
    kind: 'archiveTask',
    taskId: 't1',
    tag: '"1"',
  }

  test('APP-05 LCH-11 deletes the version that was created; a deleted task counts as done', async () => {
    const { ports, entry, task } = await start()
    expect(await ports.send(entry(removal))).toMatchObject({ type: 'saved' })
    expect(task()?.archived).toBe(true)
    expect(await ports.send(entry({ ...removal, tag: null }))).toMatchObject({ type: 'saved' })
  })

  test.each<[string, (stage: Stage) => unknown, object]>([
    [
      'APP-05 is done if the service does not know the task',
      answering(({ path }) => (path.endsWith('/t1') ? 404 : null)),
      saved,
    ],
    [
      'APP-06 is retried if the task cannot be read now',
      answering(({ method }) => (method === 'DELETE' ? 404 : 423)),
      refusedAs('locked'),
    ],
    [
      'APP-06 is a conflict if somebody changed the task',
      ({ theirs }) => theirs({ title: 'Theirs' }),
      { error: { kind: 'conflict' } },
    ],
    [
      'APP-11 fails at a service that cannot delete tasks',
      answering(({ method }) => (method === 'DELETE' ? 404 : null)),
      { error: { kind: 'unexpectedAnswer' } },
    ],
  ])('%s', async (_name, prepare, expected) => {
    const stage = await start()
    prepare(stage)
    expect(await stage.ports.send(stage.entry(removal))).toMatchObject(expected)
  })
})

const sentAt = Date.parse('2026-11-21T05:00:00Z')
const task = (changes: Partial<LauncherTask> = {}): LauncherTask => ({
  ...anyTask('t1', null),
  title: 'Call Acme',
  createdAt: '2026-11-21T05:00:01Z',
  ...changes,
})
const create = anyEntry({
  work: creating({ title: 'Call Acme ' }, 'e1'),
  title: 'Call Acme ',
  state: 'checking',
  sentAt,
})
type Parts = Partial<Pick<ApiClient, 'tasks' | 'findTasks'>>
/** @returns the ids of the tasks that are found, or the error */
const lookUp = async (parts: Parts, { seenBefore = '', claimed = '' } = {}) => {
  const { api } = startWriting({ fetch: () => Promise.reject(new Error('not asked')) })
  const absent = () => Promise.resolve(failed({ kind: 'notFound', message: 'm' }))
  const { findCreated } = createOutboxPorts({
    api: { ...api, tasks: absent, findTasks: absent, ...parts },
    me: () => 'usr_1',
    wasSeenBefore: (id) => id === seenBefore,
    onSaved: () => undefined,
    onSavedRecord: () => undefined,
    onGone: () => undefined,
  })
  const reply = await findCreated(create, new Set([claimed]))
  return reply.ok ? reply.value.map(({ id }) => id) : reply.error
}
const listing = (...items: LauncherTask[]): Parts => ({
  tasks: () => Promise.resolve(succeeded({ items, nextCursor: null })),
})

describe('looking up a create', () => {
  test.each<[string, Parts, string[], Parameters<typeof lookUp>[1]?]>([
    ['APP-07 takes the same title, by me, after the send', listing(task()), ['t1']],
    [
      'APP-07 allows for a clock two minutes behind',
      listing(task({ createdAt: '2026-11-21T04:58:30Z' })),
      ['t1'],
    ],
    ['APP-07 leaves an older one', listing(task({ createdAt: '2026-11-21T04:00:00Z' })), []],
    ['APP-07 leaves somebody else’s', listing(task({ createdBy: 'usr_2' })), []],
    ['APP-07 leaves another title', listing(task({ title: 'Call Acme Inc' })), []],
    ['APP-07 leaves a task that was seen before', listing(task()), [], { seenBefore: 't1' }],
    ['APP-07 leaves a task of another write', listing(task()), [], { claimed: 't1' }],
    [
      'APP-11 searches where the service has no list route',
      {
        findTasks: () =>
          Promise.resolve(
            succeeded([result('t1', 'Call Acme', 'task'), result('t2', 'Call Acme Inc', 'task')]),
          ),
      },
      ['t1'],
    ],
  ])('%s', async (_name, parts, expected, others) => {
    expect(await lookUp(parts, others)).toEqual(expected)
  })

  test('APP-07 an outage during the look-up is not "not found"', async () => {
    const offline = { kind: 'offline', message: 'm' } as const
    expect(await lookUp({ tasks: () => Promise.resolve(failed(offline)) })).toBe(offline)
  })
})

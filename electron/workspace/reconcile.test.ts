import { describe, expect, test } from 'vitest'
import type { LauncherTask, LauncherTaskPatch } from '../../shared/api/launcher-tasks.ts'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { ApiClient } from './api-client.ts'
import type { Entry } from './outbox.ts'
import { createReconciler, isApplied } from './reconcile.ts'

const sentAt = Date.parse('2026-11-21T05:00:00Z')
const task = (changes: Partial<LauncherTask> = {}): LauncherTask => ({
  id: 't1',
  title: 'Call Acme',
  description: null,
  status: 'todo',
  priority: 'no_priority',
  assignees: ['u1', 'u2'],
  dueDate: null,
  timeLogged: 0,
  estimatedTime: null,
  createdBy: 'usr_1',
  createdAt: '2026-11-21T05:00:01Z',
  updatedAt: '2026-11-21T05:00:01Z',
  linkedMeetingIds: [],
  fileCount: 0,
  linkedRecordCount: 0,
  timerState: null,
  webUrl: 'https://acme.example/t1',
  ...changes,
})
const entry = (changes: Partial<Entry> = {}): Entry => ({
  id: 'e1',
  owner: 'ada',
  work: { kind: 'createTask', task: { title: 'Call Acme ' } },
  title: 'Call Acme ',
  state: 'checking',
  taskId: null,
  webUrl: null,
  error: null,
  createdAt: sentAt,
  sentAt,
  seenVersion: null,
  notBefore: 0,
  failures: 0,
  emptyLookUps: 0,
  failedLookUps: 0,
  settledAt: null,
  ...changes,
})
const absent: Reply<never> = failed({ kind: 'notFound', message: 'm' })
const offline: Reply<never> = failed({ kind: 'offline', message: 'm' })

type Parts = Partial<Pick<ApiClient, 'tasks' | 'task' | 'search'>>
const start = (parts: Parts, seenBefore: readonly string[] = []) =>
  createReconciler({
    api: {
      tasks: () => Promise.resolve(absent),
      task: () => Promise.resolve(absent),
      search: () => Promise.resolve(absent),
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

describe('looking for a create', () => {
  test.each<[string, LauncherTask, string[]]>([
    ['the same title, by me, after the send', task(), ['t1']],
    ['a clock two minutes behind', task({ createdAt: '2026-11-21T04:58:30Z' }), ['t1']],
    ['an older one', task({ createdAt: '2026-11-21T04:00:00Z' }), []],
    ['somebody else’s', task({ createdBy: 'usr_2' }), []],
    ['another title', task({ title: 'Call Acme Inc' }), []],
  ])('APP-07 %s', async (_name, listed, expected) => {
    expect(ids(await start(listing(listed)).findCreated(entry(), new Set()))).toEqual(expected)
  })

  test('APP-07 what was seen before, or belongs to another write, is not it', async () => {
    expect(ids(await start(listing(task()), ['t1']).findCreated(entry(), new Set()))).toEqual([])
    expect(ids(await start(listing(task())).findCreated(entry(), new Set(['t1'])))).toEqual([])
  })

  test('APP-11 a service that lists no tasks is searched instead', async () => {
    const search = () =>
      Promise.resolve(
        succeeded([
          {
            kind: 'task',
            id: 't1',
            title: 'Call Acme',
            subtitle: '',
            badge: '',
            avatarUrl: null,
            webUrl: 'u',
          },
          {
            kind: 'task',
            id: 't2',
            title: 'Call Acme Inc',
            subtitle: '',
            badge: '',
            avatarUrl: null,
            webUrl: 'u',
          },
        ]),
      )
    expect(ids(await start({ search }).findCreated(entry(), new Set()))).toEqual(['t1'])
  })

  test('APP-07 an outage while looking is not "not found"', async () => {
    const reply = await start({ tasks: () => Promise.resolve(offline) }).findCreated(entry(), new Set())
    expect(reply).toBe(offline)
  })
})

describe('reading back a change', () => {
  const change = (changes: Partial<Entry> = {}): Entry =>
    entry({
      work: { kind: 'updateTask', taskId: 't1', change: { title: 'New' } },
      seenVersion: '2026-11-21T04:00:00Z',
      ...changes,
    })
  const outcome = async (parts: Parts, of = change()): Promise<string> => {
    const reply = await start(parts).readBack(of)
    return reply.ok ? reply.value.outcome : reply.error.kind
  }
  const reading = (read: LauncherTask): Parts => ({ task: () => Promise.resolve(succeeded(read)) })

  test('APP-07 applied, not applied, changed by somebody else, gone, or not known', async () => {
    expect(await outcome(reading(task({ title: 'New' })))).toBe('applied')
    expect(await outcome(reading(task({ updatedAt: '2026-11-21T04:00:00.000Z' })))).toBe('notApplied')
    expect(await outcome(reading(task({ updatedAt: '2026-11-21T04:30:00Z' })))).toBe('changedByOther')
    expect(await outcome(listing())).toBe('gone')
    expect(await outcome({ task: () => Promise.resolve(offline) })).toBe('offline')
  })

  test('APP-11 a service without these routes gets the same change again, which is the same', async () => {
    expect(await outcome({})).toBe('notApplied')
  })

  test.each<[LauncherTaskPatch, Partial<LauncherTask>, boolean]>([
    [{ assignees: ['u2', 'u1'] }, {}, true],
    [{ assignees: ['u2'] }, {}, false],
    [{ assignees: [] }, { assignees: [] }, true],
    [{ dueDate: '2026-11-21T06:00:00+01:00' }, { dueDate: '2026-11-21T05:00:00.000Z' }, true],
    [{ dueDate: null }, { dueDate: '2026-11-21T05:00:00Z' }, false],
    [{ dueDate: null }, {}, true],
    [{ description: '' }, { description: null }, true],
    [{ estimatedTime: 30 }, { estimatedTime: 31 }, false],
    [{ sectionId: 's' }, {}, true],
    [{ title: ' Call Acme ', status: 'done' }, { status: 'todo' }, false],
  ])('APP-07 %j in %j is applied: %s', (wanted, is, expected) => {
    expect(isApplied(wanted, task(is))).toBe(expected)
  })
})

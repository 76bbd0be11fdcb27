import { describe, expect, test, vi } from 'vitest'
import type { Brief } from '../../shared/api/launcher-search.ts'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { ApiClient } from './api-client.ts'
import { createCache } from './cache.ts'
import { createDrafts } from './drafts.ts'
import { dueTasks, nextMeeting } from './home.ts'
import { itemAddress } from './item-address.ts'
import { createWorkspace } from './workspace.ts'

const now = new Date('2026-11-20T12:00:00').getTime()
const iso = (time: string, date = '2026-11-20'): string => new Date(`${date}T${time}:00`).toISOString()
const task = (id: string, dueDate: string | null): LauncherTask => ({
  id,
  title: `Task ${id}`,
  description: null,
  status: 'todo',
  priority: 'no_priority',
  assignees: [],
  dueDate,
  timeLogged: 0,
  estimatedTime: null,
  createdBy: 'usr_1',
  createdAt: iso('08:00'),
  updatedAt: iso('08:00'),
  linkedMeetingIds: [],
  fileCount: 0,
  linkedRecordCount: 0,
  timerState: null,
  webUrl: `https://acme.example/tasks/${id}`,
})
const meeting = (id: string, from: string, to: string) => ({
  id,
  title: `Meeting ${id}`,
  startAt: iso(from),
  endAt: iso(to),
})
const brief: Brief = {
  tasks: [
    task('a', iso('23:59')),
    task('b', iso('00:00', '2026-11-21')),
    task('c', null),
    task('d', iso('09:00', '2026-11-18')),
  ],
  meetings: [
    meeting('past', '10:00', '11:00'),
    meeting('later', '15:00', '16:00'),
    meeting('running', '11:30', '12:30'),
  ],
  notifications: [],
  integrationIssues: [],
}
const absent: Reply<never> = failed({ kind: 'notFound', message: 'm' })
const refused = (kind: 'offline' | 'locked' | 'forbidden' | 'unavailable'): Reply<never> =>
  failed({ kind, message: 'm' } as AppError)

const start = (answers: Partial<ApiClient> = {}) => {
  const none = () => Promise.resolve(absent)
  const api: ApiClient = {
    search: none,
    browse: none,
    brief: none,
    taskStatuses: none,
    taskOptions: none,
    tasks: none,
    task: none,
    recentRecords: none,
    objects: none,
    createTask: none,
    archiveTask: none,
    updateTask: none,
    ...answers,
  }
  const cache = createCache({
    file: {
      read: () => Promise.resolve(null),
      write: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
    now: () => now,
    setTimer: () => () => undefined,
    onProblem: () => undefined,
  })
  const onChange = vi.fn()
  return {
    cache,
    onChange,
    workspace: createWorkspace({ api, cache, now: () => now, me: () => 'usr_1', onChange }),
  }
}

describe('reads', () => {
  test.each(['offline', 'unavailable', 'locked'] as const)(
    'APP-06 when the service is %s the last brief is shown, with its age',
    async (kind) => {
      const answer = vi
        .fn<ApiClient['brief']>()
        .mockResolvedValueOnce(succeeded(brief))
        .mockResolvedValue(refused(kind))
      const { workspace } = start({ brief: answer })
      expect(await workspace.brief()).toMatchObject({ value: { source: 'live' } })
      expect(await workspace.brief()).toMatchObject({ value: { source: 'cached', fetchedAt: now } })
    },
  )

  test('APP-06 a refusal is told, not covered by what was seen', async () => {
    const answer = vi
      .fn<ApiClient['brief']>()
      .mockResolvedValueOnce(succeeded(brief))
      .mockResolvedValue(refused('forbidden'))
    const { workspace } = start({ brief: answer })
    await workspace.brief()
    expect(await workspace.brief()).toMatchObject({ error: { kind: 'forbidden' } })
  })

  test('APP-06 a task that may no longer be seen leaves what was seen', async () => {
    const { workspace, cache } = start({ task: () => Promise.resolve(refused('forbidden')) })
    cache.seeTask(task('a', null))
    expect(await workspace.task('a')).toMatchObject({
      error: { kind: 'forbidden', message: "You can't open this." },
    })
    expect(cache.search('task a', undefined)).toEqual([])
  })

  test('APP-11 without the route for one task the seen one is shown; with it, a 404 means gone', async () => {
    const without = start()
    without.cache.seeTask(task('a', null))
    expect(await without.workspace.task('a')).toMatchObject({ ok: true })
    const having = start({ tasks: () => Promise.resolve(succeeded({ items: [], nextCursor: null })) })
    having.cache.seeTask(task('a', null))
    expect(await having.workspace.task('a')).toMatchObject({ error: { kind: 'notFound' } })
    expect(having.cache.task('a')).toBeNull()
  })

  test('APP-11 without task options the statuses make a form', async () => {
    const statuses = [
      {
        id: 's',
        name: 'To do',
        slug: 'todo',
        color: '#888888',
        icon: null,
        position: 0,
        isComplete: false,
        isDefault: true,
      },
    ]
    const { workspace } = start({ taskStatuses: () => Promise.resolve(succeeded(statuses)) })
    expect(await workspace.options()).toMatchObject({
      ok: true,
      value: { statuses, members: [], sections: [], me: 'usr_1' },
    })
  })

  test('APP-11 without a list of objects those of seen records are browsed', async () => {
    const { workspace, cache } = start()
    cache.seeRecents([
      {
        kind: 'record',
        id: 'r',
        title: 'Acme',
        subtitle: '',
        badge: '',
        avatarUrl: null,
        webUrl: 'u',
        record: { objectTypeSlug: 'companies', objectTypeName: 'Company', icon: null, color: null, meta: [] },
      },
    ])
    expect(await workspace.objects()).toMatchObject({ value: [{ slug: 'companies' }] })
  })

  test('APP-03 one letter is not searched at the service', async () => {
    const search = vi.fn<ApiClient['search']>()
    expect(await start({ search }).workspace.search(' a ', undefined)).toEqual(
      succeeded({ query: ' a ', rows: [] }),
    )
    expect(search).not.toHaveBeenCalled()
  })

  test('APP-04 home answers from memory, refreshes behind it once a minute, and says so', async () => {
    const answer = vi.fn<ApiClient['brief']>().mockResolvedValue(succeeded(brief))
    const { workspace, onChange } = start({ brief: answer })
    expect(workspace.home()).toEqual({ nextMeeting: null, dueToday: [], recents: [] })
    await expect.poll(() => onChange.mock.calls.length).toBe(1)
    const home = workspace.home()
    expect([home.nextMeeting?.id, home.dueToday.map(({ id }) => id)]).toEqual(['running', ['d', 'a']])
    expect(home.dueToday[0]).toMatchObject({ source: 'cached', seenAt: now })
    expect(answer).toHaveBeenCalledTimes(1)
  })
})

test('APP-04 due today ends with the local day, at most three, the most overdue first', () => {
  const many = { ...brief, tasks: [...brief.tasks, task('e', iso('01:00')), task('f', iso('02:00'))] }
  expect(dueTasks(many, now).map(({ id }) => id)).toEqual(['d', 'e', 'f'])
  expect(nextMeeting({ ...brief, meetings: [] }, now)).toBeNull()
})

test.each([
  ['https://acme.example/t/1', 'https://acme.example', 'remote', 'https://acme.example/t/1'],
  ['https://evil.example/t/1', 'https://acme.example', 'remote', null],
  ['http://acme.example/t/1', 'https://acme.example', 'remote', null],
  ['javascript:alert(1)', 'https://acme.example', 'remote', null],
  ['', 'https://acme.example', 'remote', null],
  ['http://127.0.0.1:5000/t/1?a#b', 'http://127.0.0.1:6000', 'local', 'http://127.0.0.1:6000/t/1?a#b'],
  ['http://127.0.0.1:5000/t/1', 'http://127.0.0.1:6000', 'remote', null],
  ['https://evil.example/t/1', 'http://127.0.0.1:6000', 'local', null],
] as const)('APP-01 %s in the workspace %s (%s) opens %s', (webUrl, base, kind, expected) => {
  expect(itemAddress(webUrl, base, kind)).toBe(expected)
})

test('APP-05 a draft outlives the program and belongs to who wrote it', async () => {
  let content: unknown = null
  let owner = 'ada'
  const file = {
    read: () => Promise.resolve(content),
    write: (document: unknown) => {
      content = structuredClone(document)
      return Promise.resolve()
    },
    remove: () => Promise.resolve(),
  }
  const open = () => createDrafts({ file, owner: () => owner, onProblem: () => undefined })
  const draft = { text: 'Call Acme !high', task: { title: 'Call Acme' } }
  await open().set('capture', draft)
  const again = open()
  expect(await again.get('capture')).toEqual(succeeded(draft))
  expect(await again.get('newTask')).toEqual(succeeded(null))
  owner = 'grace'
  expect(await again.get('capture')).toEqual(succeeded(null))
  owner = 'ada'
  await again.set('capture', null)
  expect(await open().get('capture')).toEqual(succeeded(null))
})

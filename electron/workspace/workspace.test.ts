import { describe, expect, test, vi } from 'vitest'
import type { Brief } from '../../shared/api/launcher-search.ts'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { ApiClient } from './api-client.ts'
import { createCache } from './cache.ts'
import { createDenials } from './denials.ts'
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
  const nowhere = {
    read: () => Promise.resolve(null),
    write: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  }
  const cache = createCache({
    file: nowhere,
    part: () => nowhere,
    now: () => now,
    setTimer: () => () => undefined,
    onProblem: () => undefined,
  })
  const onChange = vi.fn()
  const clock = { now }
  return {
    cache,
    clock,
    onChange,
    workspace: createWorkspace({
      api,
      cache,
      denials: createDenials(() => clock.now),
      now: () => clock.now,
      me: () => 'usr_1',
      onChange,
      ourAddress: (link) => (link.startsWith('https://acme.example/') ? link : null),
    }),
  }
}

describe('a link or an id', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const detail = { ...task(id, null), title: 'Prepare the offsite', linkedRecords: [], tag: null }

  test('APP-03 finds the task that it names, also one that was never seen, and searches nothing', async () => {
    const search = vi.fn(() => Promise.resolve(absent))
    const { workspace } = start({ search, task: () => Promise.resolve(succeeded(detail)) })
    const found = await workspace.search(`https://acme.example/w/acme/tasks/${id}`, undefined)
    expect(found).toMatchObject({
      ok: true,
      value: { rows: [{ kind: 'task', id, title: 'Prepare the offsite' }] },
    })
    expect(workspace.searchLocal(id, undefined).rows).toMatchObject([{ id }])
    expect(search).not.toHaveBeenCalled()
  })

  test('APP-03 that names nothing is searched like any text', async () => {
    const search = vi.fn(() => Promise.resolve(succeeded([])))
    const { workspace } = start({ search })
    expect(await workspace.search(id, undefined)).toMatchObject({ ok: true, value: { rows: [] } })
    expect(search).toHaveBeenCalledOnce()
  })

  test('APP-03 into this workspace can be opened though its record was never seen; any other link cannot', async () => {
    const link = `https://acme.example/w/acme/records/${id}`
    const found = (rows: unknown) => ({ ok: true, value: { rows } })
    const { workspace } = start({ search: () => Promise.resolve(succeeded([])) })
    expect(await workspace.search(link, undefined)).toMatchObject(
      found([{ kind: 'record', id, webUrl: link }]),
    )
    expect(
      await workspace.search(`https://elsewhere.example/w/acme/records/${id}x`, undefined),
    ).toMatchObject(found([]))
  })
})

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

  test('APP-06 a refusal is remembered for ten minutes, and not asked for again', async () => {
    const answer = vi.fn<ApiClient['task']>().mockResolvedValue(refused('forbidden'))
    const { workspace, clock, onChange, cache } = start({ task: answer })
    cache.seeTask(task('a', null))
    await workspace.task('a')
    clock.now += 10 * 60_000 - 1
    expect(await workspace.task('a')).toMatchObject({
      error: { kind: 'forbidden', message: "You can't open this." },
    })
    expect([answer.mock.calls.length, onChange.mock.calls.length]).toEqual([1, 1])
    clock.now += 1
    await workspace.task('a')
    expect(answer).toHaveBeenCalledTimes(2)
  })

  test('APP-06 what is gone leaves everything that was seen, and that is told once', async () => {
    const { workspace, cache, onChange } = start({
      tasks: () => Promise.resolve(succeeded({ items: [], nextCursor: null })),
    })
    cache.seeBrief(brief)
    cache.visit('task', 'a')
    await workspace.task('a')
    await workspace.task('a')
    expect(onChange).toHaveBeenCalledTimes(1)
    expect([cache.find('task', 'a'), cache.recents(5), cache.brief()?.brief.tasks.length]).toEqual([
      null,
      [],
      3,
    ])
  })

  test('APP-06 an object that is gone is no longer offered to browse', async () => {
    const { workspace, cache } = start()
    const object = {
      id: 'o',
      name: 'Deals',
      singularName: 'Deal',
      pluralName: 'Deals',
      slug: 'deals',
      icon: null,
      color: null,
      description: null,
    }
    cache.seeObjects([object, { ...object, id: 'p', slug: 'people' }])
    expect(await workspace.browse('deals', '', null)).toMatchObject({ error: { kind: 'notFound' } })
    expect(cache.objects().map(({ slug }) => slug)).toEqual(['people'])
  })

  test('APP-06 a refresh behind the home that failed is tried again after ten seconds, not after a minute', async () => {
    const answer = vi.fn<ApiClient['brief']>().mockResolvedValue(refused('offline'))
    const { workspace, clock } = start({ brief: answer })
    workspace.home()
    await new Promise(setImmediate)
    clock.now += 9_000
    workspace.home()
    await new Promise(setImmediate)
    expect(answer).toHaveBeenCalledTimes(1)
    clock.now += 2_000
    workspace.home()
    await new Promise(setImmediate)
    expect(answer).toHaveBeenCalledTimes(2)
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
    await expect.poll(() => onChange.mock.calls).toEqual([['home']])
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

import { describe, expect, test, vi } from 'vitest'
import { succeeded } from '../../shared/errors.ts'
import { objectWith, statusWith } from '../../shared/fixtures-testing.ts'
import { rowWith } from '../../shared/search/row-testing.ts'
import type { ApiClient } from './api/client.ts'
import { absent, brief, iso, now, refused, startWorkspace, task } from './reads.fake.ts'

describe('a link or an id', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const detail = { ...task(id, null), title: 'Prepare the offsite', linkedRecords: [], tag: null }

  test('APP-03 finds the task that it names, also one that was never seen, and searches nothing', async () => {
    const search = vi.fn(() => Promise.resolve(absent))
    const { workspace, cache } = startWorkspace({ search, task: () => Promise.resolve(succeeded(detail)) })
    const found = await workspace.search(`https://acme.example/w/acme/tasks/${id}`, undefined)
    expect(found).toMatchObject({
      ok: true,
      value: { rows: [{ kind: 'task', id, title: 'Prepare the offsite' }] },
    })
    expect(cache.find('task', id)).toMatchObject({ id })
    expect(search).not.toHaveBeenCalled()
  })

  test('APP-03 that names nothing is searched like any text', async () => {
    const search = vi.fn(() => Promise.resolve(succeeded([])))
    const { workspace } = startWorkspace({ search })
    expect(await workspace.search(id, undefined)).toMatchObject({ ok: true, value: { rows: [] } })
    expect(search).toHaveBeenCalledOnce()
  })

  test('APP-03 into this workspace can be opened though its record was never seen; any other link cannot', async () => {
    const link = `https://acme.example/w/acme/records/${id}`
    const found = (rows: unknown) => ({ ok: true, value: { rows } })
    const { workspace } = startWorkspace({ search: () => Promise.resolve(succeeded([])) })
    expect(await workspace.search(link, undefined)).toMatchObject(
      found([{ kind: 'record', id, webUrl: link }]),
    )
    expect(
      await workspace.search(`https://elsewhere.example/w/acme/records/${id}x`, undefined),
    ).toMatchObject(found([]))
  })
})

describe('reads', () => {
  test('APP-06 a task that may no longer be seen leaves what was seen', async () => {
    const { workspace, cache } = startWorkspace({ task: () => Promise.resolve(refused('forbidden')) })
    cache.seeTask(task('a', null))
    expect(await workspace.task('a')).toMatchObject({
      error: { kind: 'forbidden', message: "You can't open this." },
    })
    expect(cache.find('task', 'a')).toBe(null)
  })

  test('APP-06 a refusal is remembered for ten minutes, and not asked for again', async () => {
    const answer = vi.fn<ApiClient['task']>().mockResolvedValue(refused('forbidden'))
    const { workspace, clock, onChange, cache } = startWorkspace({ task: answer })
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
    const { workspace, cache, onChange } = startWorkspace({
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
    const { workspace, cache } = startWorkspace()
    cache.seeObjects([objectWith('deals'), objectWith('people')])
    expect(await workspace.browse('deals', '', null)).toMatchObject({ error: { kind: 'notFound' } })
    expect(cache.objects().map(({ slug }) => slug)).toEqual(['people'])
  })

  test('APP-03 one letter is not searched at the service', async () => {
    const search = vi.fn<ApiClient['search']>()
    expect(await startWorkspace({ search }).workspace.search(' a ', undefined)).toEqual(
      succeeded({ query: ' a ', rows: [] }),
    )
    expect(search).not.toHaveBeenCalled()
  })

  test('APP-14 a list is read in two pages at most, kept, shown in the order of the service, and says that it goes on', async () => {
    const filters = { assignee: 'usr_2', isComplete: false }
    const listTasks = vi.fn<ApiClient['listTasks']>((_filters, cursor) =>
      Promise.resolve(
        succeeded({
          items: [task(`on ${cursor ?? 'first'}`, null)],
          nextCursor: `after ${cursor ?? 'first'}`,
        }),
      ),
    )
    const { workspace, cache } = startWorkspace({ listTasks })
    expect(await workspace.list('@bob', filters)).toMatchObject({
      ok: true,
      value: {
        query: '@bob',
        cutAfter: 2,
        rows: [
          { kind: 'task', id: 'on first', source: 'live', seenAt: now },
          { kind: 'task', id: 'on after first', source: 'live' },
        ],
      },
    })
    expect(listTasks.mock.calls).toEqual([
      [filters, undefined],
      [filters, 'after first'],
    ])
    expect(cache.find('task', 'on first')).not.toBe(null)
    const whole = { items: [task('only', null)], nextCursor: undefined }
    const wholeList = startWorkspace({ listTasks: () => Promise.resolve(succeeded(whole)) })
    expect(await wholeList.workspace.list('@bob', filters)).not.toHaveProperty('value.cutAfter')
    const refusedList = startWorkspace({ listTasks: () => Promise.resolve(refused('locked')) })
    expect(await refusedList.workspace.list('@bob', filters)).toMatchObject({ error: { kind: 'locked' } })
  })

  test('APP-11 without task options the statuses make a form', async () => {
    const statuses = [statusWith('todo', { isDefault: true })]
    const { workspace } = startWorkspace({ taskStatuses: () => Promise.resolve(succeeded(statuses)) })
    expect(await workspace.options()).toMatchObject({
      ok: true,
      value: { statuses, members: [], sections: [], me: 'usr_1' },
    })
  })
})

describe('the details of a preview', () => {
  const preview = { kind: 'task', id: 'a' } as const

  test('APP-15 are those of the cache without a request, and count as no visit', async () => {
    const asked = vi.fn(() => Promise.resolve(absent))
    const { workspace, cache } = startWorkspace({ task: asked })
    cache.seeTask({ ...task('a', null), description: 'Bring the poster' })
    expect(await workspace.detail({ ...preview, from: 'cache' })).toMatchObject({
      ok: true,
      value: { task: { description: 'Bring the poster' } },
    })
    expect(asked).not.toHaveBeenCalled()
    expect(cache.recents(5)).toEqual([])
  })

  test('APP-15 LCH-11 a service that has no route for them takes no row away', async () => {
    const { workspace, cache, onChange } = startWorkspace()
    cache.seeTasks([task('a', null)])
    expect(await workspace.detail({ ...preview, from: 'service' })).toEqual(
      succeeded({ task: null, record: null, meeting: null }),
    )
    expect(cache.find('task', 'a')).not.toBeNull()
    expect(onChange).not.toHaveBeenCalled()
  })

  test('APP-15 that are refused move no row, and the row leaves once it is opened', async () => {
    const asked = vi.fn(() => Promise.resolve(refused('forbidden')))
    const { workspace, cache, onChange } = startWorkspace({ task: asked })
    cache.seeTask(task('a', null))
    const nothing = succeeded({ task: null, record: null, meeting: null })
    expect(await workspace.detail({ ...preview, from: 'service' })).toEqual(nothing)
    expect(onChange).not.toHaveBeenCalled()
    expect(await workspace.task('a')).toMatchObject({ error: { kind: 'forbidden' } })
    expect(asked).toHaveBeenCalledOnce()
    expect(cache.find('task', 'a')).toBeNull()
  })

  test('APP-15 of a meeting are those of the last brief', async () => {
    const { workspace, cache } = startWorkspace()
    cache.seeBrief(brief)
    expect(await workspace.detail({ kind: 'meeting', id: 'later', from: 'cache' })).toMatchObject({
      value: { meeting: { startAt: iso('15:00') } },
    })
  })
})

test.each(['offline', 'unavailable', 'locked'] as const)(
  'APP-06 when the service is %s the last brief is shown, with its age',
  async (kind) => {
    const answer = vi
      .fn<ApiClient['brief']>()
      .mockResolvedValueOnce(succeeded(brief))
      .mockResolvedValue(refused(kind))
    const { workspace } = startWorkspace({ brief: answer })
    expect(await workspace.brief()).toMatchObject({ value: { source: 'live' } })
    expect(await workspace.brief()).toMatchObject({ value: { source: 'cached', fetchedAt: now } })
  },
)

test('APP-06 a refusal is told, not covered by what was seen', async () => {
  const answer = vi
    .fn<ApiClient['brief']>()
    .mockResolvedValueOnce(succeeded(brief))
    .mockResolvedValue(refused('forbidden'))
  const { workspace } = startWorkspace({ brief: answer })
  await workspace.brief()
  expect(await workspace.brief()).toMatchObject({ error: { kind: 'forbidden' } })
})

test('APP-11 without the route for one task the seen one is shown; with it, a 404 means gone', async () => {
  const without = startWorkspace()
  without.cache.seeTask(task('a', null))
  expect(await without.workspace.task('a')).toMatchObject({ ok: true })
  const having = startWorkspace({ tasks: () => Promise.resolve(succeeded({ items: [], nextCursor: null })) })
  having.cache.seeTask(task('a', null))
  expect(await having.workspace.task('a')).toMatchObject({ error: { kind: 'notFound' } })
  expect(having.cache.task('a')).toBeNull()
})

test('APP-11 without a list of objects those of seen records are browsed, however many rows came before', async () => {
  const { workspace, cache } = startWorkspace()
  cache.see(Array.from({ length: 300 }, (_, n) => rowWith({ kind: 'task', id: `t${n}`, title: `Task ${n}` })))
  cache.see([
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

test('APP-04 home answers from memory, refreshes behind it once a minute, and says so', async () => {
  const answer = vi.fn<ApiClient['brief']>().mockResolvedValue(succeeded(brief))
  const { workspace, onChange } = startWorkspace({ brief: answer })
  expect(workspace.home()).toEqual({ nextMeeting: null, dueToday: [], recents: [] })
  await expect.poll(() => onChange.mock.calls).toEqual([['home']])
  const home = workspace.home()
  expect([home.nextMeeting?.id, home.dueToday.map(({ id }) => id)]).toEqual(['running', ['d', 'a']])
  expect(home.dueToday[0]).toMatchObject({ source: 'cached', seenAt: now })
  expect(answer).toHaveBeenCalledTimes(1)
})

test('FED-03 the page that asks for the brief because of a change waits for the read of that change', async () => {
  const asked = vi.fn(() => Promise.resolve(succeeded(brief)))
  const { workspace } = startWorkspace({ brief: asked })
  const [, reply] = await Promise.all([workspace.refreshBrief(), workspace.brief()])
  expect(reply).toMatchObject({ ok: true, value: { source: 'live' } })
  expect(asked).toHaveBeenCalledTimes(1)
  await workspace.brief()
  expect(asked).toHaveBeenCalledTimes(2)
})

import { expect, test, vi } from 'vitest'
import { succeeded } from '../../../shared/errors.ts'
import { inZone } from '../../../shared/zone-testing.ts'
import type { ApiClient } from '../api/client.ts'
import { dueTasks } from './cached-home.ts'
import { brief, iso, now, refused, startWorkspace, task } from '../reads.fake.ts'

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

test('APP-11 without a list of objects those of seen records are browsed', async () => {
  const { workspace, cache } = startWorkspace()
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

test('APP-04 due today ends with the local day, at most three, the most overdue first', () => {
  const many = { ...brief, tasks: [...brief.tasks, task('e', iso('01:00')), task('f', iso('02:00'))] }
  expect(dueTasks(many, now).map(({ id }) => id)).toEqual(['d', 'e', 'f'])
})

test('APP-04 APP-05 a day that was written elsewhere stands where it ends as that day here', () => {
  // The 19th in Los Angeles ends at 9:00 on the 20th in Berlin.
  const day = inZone('America/Los_Angeles', () => new Date(2026, 10, 19, 23, 59, 59, 999).toISOString())
  inZone('Europe/Berlin', () => {
    const time = new Date(2026, 10, 20, 7).toISOString()
    const tasks = [task('time', time), task('day', day)]
    const morning = new Date(2026, 10, 20, 8, 30).getTime()
    expect(dueTasks({ ...brief, tasks }, morning).map(({ id }) => id)).toEqual(['day', 'time'])
  })
})

// Which rows stay in the cache, and which changes the page gets.
import { expect, test } from 'vitest'
import { brief } from '../reads.fake.ts'
import { objectWith, taskWith } from '../../../shared/fixtures-testing.ts'
import { createDisk, openCache, result, titles } from './cache.fake.ts'

test('APP-03 what the service puts first counts as seen last', async () => {
  const { cache } = await openCache()
  cache.see([result('3', 'Sprint 43'), result('1', 'Sprint 42'), result('2', 'Sprint 41')])
  const rows = cache.changes(null).rows.toSorted((a, b) => b.seenAt - a.seenAt)
  expect(titles(rows)).toEqual(['Sprint 43', 'Sprint 42', 'Sprint 41'])
})

test('APP-03 is bounded: what was seen longest ago goes first, and what is pinned stays', async () => {
  const { cache } = await openCache(createDisk(), { most: 3 })
  cache.see(['1', '2', '3'].map((id) => result(id, `Acme ${id}`)))
  cache.see([result('1', 'Acme 1')])
  cache.see([result('4', 'Acme 4')])
  expect(['1', '2', '3', '4'].map((id) => cache.find('record', id) !== null)).toEqual([
    true,
    false,
    true,
    true,
  ])
  cache.pin('record', '3', true)
  cache.see(['5', '6', '7', '8'].map((id) => result(id, `Acme ${id}`)))
  expect(cache.changes(null).rows.map(({ id }) => id)).toEqual(['3', '7', '8'])
})

test('APP-03 what was chosen, pinned and forgotten is kept over a restart', async () => {
  const disk = createDisk()
  const { cache } = await openCache(disk)
  const usesOf = (of: typeof cache) =>
    of.changes(null).rows.map(({ id, use }) => [id, use?.choices, use?.pinned])
  cache.see([result('1', 'Acme renewal'), result('2', 'Call Acme'), result('3', 'Acme north')])
  // Stored in the folded form in which it is compared.
  cache.choose('\u200bAc', 'record', '2')
  cache.pin('record', '3', true)
  await cache.flush()
  const again = await openCache(disk)
  expect(usesOf(again.cache)).toEqual([
    ['3', [], true],
    ['2', [{ typed: 'ac', at: 1_000 }], false],
    ['1', undefined, undefined],
  ])
  expect(titles(again.cache.recents(5))).toEqual(['Acme north', 'Call Acme'])
  again.cache.forgetUse('record', '2')
  again.cache.forgetUse('record', '3')
  await again.cache.flush()
  const last = await openCache(disk)
  expect(last.cache.changes(null).rows.filter(({ use }) => use !== undefined)).toEqual([])
  expect(last.cache.recents(5)).toEqual([])
})

test('CAL-01 the meetings of a removed calendar go, and those of which it is not known whose they are', async () => {
  const { cache } = await openCache()
  const meetingOf = (id: string, meeting: { calendarId?: string | null }) => ({
    ...result(id, `Meeting ${id}`),
    kind: 'meeting',
    meeting,
  })
  cache.see([
    meetingOf('1', { calendarId: 'cal_1' }),
    meetingOf('2', { calendarId: 'cal_2' }),
    meetingOf('3', { calendarId: null }),
    meetingOf('4', {}),
    result('5', 'Acme'),
  ])
  cache.forgetMeetingsOf('cal_1')
  expect(
    cache
      .changes(null)
      .rows.map(({ id }) => id)
      .toSorted(),
  ).toEqual(['2', '3', '5'])
})

test('APP-03 recents are what was opened; what was forgotten is out until it is opened again', async () => {
  const { cache } = await openCache()
  cache.see([result('1', 'Acme'), result('2', 'Globex')])
  cache.visit('record', '1')
  expect(titles(cache.recents(5))).toEqual(['Acme'])
  cache.forgetUse('record', '1')
  cache.see([result('1', 'Acme')])
  expect(cache.recents(5)).toEqual([])
  cache.visit('record', '1')
  expect(titles(cache.recents(5))).toEqual(['Acme'])
})

test('APP-03 reading again within a minute is one visit', async () => {
  const { cache, setNow } = await openCache()
  cache.see([result('1', 'Acme')])
  for (const at of [2_000, 30_000, 61_999, 62_000]) {
    setNow(at)
    cache.visit('record', '1')
  }
  expect(cache.changes(null).rows[0]?.use?.visits).toEqual([2_000, 62_000])
})

test('APP-03 the page is told what changed since, in parts, and what is gone', async () => {
  const { cache } = await openCache()
  cache.see(Array.from({ length: 1_200 }, (_, n) => result(String(n), `Acme ${n}`)))
  const page = new Map<string, string>()
  let point: { epoch: number; at: number } | null = null
  const catchUp = (): number[] => {
    const sizes: number[] = []
    for (;;) {
      const { epoch, upTo, more, rows, gone } = cache.changes(point)
      for (const key of gone) page.delete(key)
      for (const row of rows) page.set(`${row.kind}:${row.id}`, row.title)
      sizes.push(rows.length)
      point = { epoch, at: upTo }
      if (!more) return sizes
    }
  }
  expect(catchUp()).toEqual([250, 250, 250, 250, 200])
  expect(catchUp()).toEqual([0])
  cache.see([result('5', 'Initech')])
  cache.forget('record', '6')
  expect(catchUp()).toEqual([1])
  expect([page.get('record:5'), page.has('record:6'), page.size]).toEqual(['Initech', false, 1_199])
  const { epoch } = cache.changes(null)
  await cache.wipe()
  expect(cache.changes(point)).toMatchObject({ rows: [], gone: [] })
  expect(cache.changes(point).epoch).not.toBe(epoch)
})

test('APP-03 a task that a search finds again keeps how it repeats, until its answer says otherwise', async () => {
  const { cache } = await openCache()
  const recurrence = { rule: 'FREQ=DAILY', after: 'due' } as const
  const task = taskWith({ id: 't', recurrence })
  const found = { ...result('t', 'Water', 'task'), task: { priority: 'low' } } as const
  cache.seeTask(task)
  cache.see([found])
  expect(cache.find('task', 't')?.task).toEqual({ priority: 'low', recurrence })
  cache.seeTask({ ...task, recurrence: null })
  cache.see([found])
  expect(cache.find('task', 't')?.task).toEqual({ priority: 'low', recurrence: null })
})

test('APP-03 objects and colleagues are rows, and not among recents', async () => {
  const { cache } = await openCache()
  cache.seeObjects([objectWith('people', 'People')])
  cache.seeOptions({
    statuses: [],
    priorities: [],
    members: [{ id: 'usr_2', name: 'Mira Solano', email: 'mira@acme.test', avatarUrl: null }],
    sections: [],
  })
  expect(cache.find('object', 'people')).toMatchObject({ title: 'People' })
  expect(cache.find('member', 'usr_2')).toMatchObject({ title: 'Mira Solano', subtitle: 'mira@acme.test' })
  cache.choose('sol', 'member', 'usr_2')
  expect(cache.recents(5)).toEqual([])
})

test('APP-04 tasks and meetings of the brief are rows as well', async () => {
  const { cache } = await openCache()
  const joinUrl = 'https://meet.example/1'
  cache.seeBrief({ ...brief, meetings: brief.meetings.map((meeting) => ({ ...meeting, joinUrl })) })
  expect(cache.find('meeting', 'later')).toMatchObject({ meeting: { joinUrl } })
  cache.forget('meeting', 'later')
  expect(cache.find('meeting', 'later')).toBe(null)
})

// What was seen and used: which rows are found, and in which order.
import { expect, test } from 'vitest'
import type { Brief } from '../../../shared/api/launcher-search.ts'
import { createDisk, openCache, result, titles } from './cache.fake.ts'

test('APP-03 is found by the rules that rank the service’s answer, best first', async () => {
  const { cache } = await openCache()
  cache.see([
    result('1', 'Renewal of Acme'),
    result('2', 'Acme'),
    result('3', 'Acme Corporation'),
    result('4', 'Placme'),
    result('5', 'Globex'),
  ])
  expect(titles(cache.search('acme', undefined))).toEqual([
    'Acme',
    'Acme Corporation',
    'Renewal of Acme',
    'Placme',
  ])
  expect(titles(cache.search('globxe', undefined))).toEqual(['Globex'])
  expect(cache.search('acme', undefined)[0]).toMatchObject({ source: 'cached', seenAt: 999 })
  expect(titles(cache.search('acme', ['task']))).toEqual([])
  expect(cache.search('   ', undefined)).toEqual([])
})

test('APP-03 habit breaks ties, and never beats what is typed', async () => {
  const { cache, setNow } = await openCache()
  cache.see([result('1', 'Acme North'), result('2', 'Acme South'), result('3', 'The Acme')])
  for (let visit = 0; visit < 50; visit += 1) {
    setNow(visit * 120_000)
    cache.visit('record', '3')
  }
  cache.visit('record', '2')
  expect(titles(cache.search('acme', undefined))).toEqual(['Acme South', 'Acme North', 'The Acme'])
})

test('APP-03 of rows that are worth the same, the one that the service put first comes first', async () => {
  const { cache } = await openCache()
  cache.see([result('3', 'Sprint 43'), result('1', 'Sprint 42'), result('2', 'Sprint 41')])
  expect(titles(cache.search('sprint', undefined))).toEqual(['Sprint 43', 'Sprint 42', 'Sprint 41'])
})

test('APP-03 a title that changed is found by its new name only', async () => {
  const { cache } = await openCache()
  cache.see([result('1', 'Acme')])
  cache.see([result('1', 'Initech')])
  expect([cache.search('acme', undefined).length, titles(cache.search('init', undefined))]).toEqual([
    0,
    ['Initech'],
  ])
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

test('APP-03 of thousands that match only the best are given, in order', async () => {
  const { cache } = await openCache()
  cache.see(Array.from({ length: 3_000 }, (_, at) => result(String(at), `Acme number ${at}`)))
  cache.see([result('x', 'Acme')])
  const rows = cache.search('acme', undefined)
  expect([rows.length, rows[0]?.title]).toEqual([30, 'Acme'])
  const scores = rows.slice(1).map(({ title }) => title.length)
  expect(scores).toEqual(scores.toSorted((a, b) => a - b))
})

test('APP-03 what was chosen, pinned and forgotten is kept, and found again after a restart', async () => {
  const disk = createDisk()
  const { cache } = await openCache(disk)
  cache.see([result('1', 'Acme renewal'), result('2', 'Call Acme'), result('3', 'Acme north')])
  expect(titles(cache.search('ac', undefined)).at(-1)).toBe('Call Acme')
  cache.choose('Ac', 'record', '2')
  expect(titles(cache.search('ac', undefined))[0]).toBe('Call Acme')
  cache.pin('record', '3', true)
  await cache.flush()
  const again = await openCache(disk)
  expect(titles(again.cache.search('ac', undefined))).toEqual(['Acme north', 'Call Acme', 'Acme renewal'])
  expect(titles(again.cache.recents(5))).toEqual(['Acme north', 'Call Acme'])
  again.cache.forgetUse('record', '2')
  again.cache.forgetUse('record', '3')
  await again.cache.flush()
  const last = await openCache(disk)
  expect(titles(last.cache.search('ac', undefined)).at(-1)).toBe('Call Acme')
  expect(last.cache.recents(5)).toEqual([])
})

test('APP-03 a choice counts also for a text with characters that are not visible', async () => {
  const disk = createDisk()
  const { cache } = await openCache(disk)
  cache.see([result('1', 'budget plan'), result('2', 'Our budget plan')])
  cache.choose('budget', 'record', '2')
  await cache.flush()
  const again = await openCache(disk)
  expect(titles(again.cache.search('Bud\u200bget', undefined))[0]).toBe('Our budget plan')
})

test('APP-03 what was forgotten stays out of recents, also when the service lists it, until it is opened', async () => {
  const { cache } = await openCache()
  cache.seeRecents([result('1', 'Acme')])
  cache.forgetUse('record', '1')
  cache.seeRecents([result('1', 'Acme')])
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

test('APP-03 objects and colleagues are found by their names, and are not among recents', async () => {
  const { cache } = await openCache()
  cache.seeObjects([
    {
      id: 'o1',
      slug: 'people',
      name: 'People',
      singularName: 'Person',
      pluralName: 'People',
      icon: null,
      color: null,
      description: null,
    },
  ])
  cache.seeOptions({
    statuses: [],
    priorities: [],
    members: [{ id: 'usr_2', name: 'Mira Solano', email: 'mira@acme.test', avatarUrl: null }],
    sections: [],
  })
  expect(cache.search('peo', undefined)).toMatchObject([{ kind: 'object', id: 'people' }])
  expect(cache.search('solano', undefined)).toMatchObject([{ kind: 'member', subtitle: 'mira@acme.test' }])
  cache.choose('sol', 'member', 'usr_2')
  expect(cache.recents(5)).toEqual([])
})

test('APP-04 tasks and meetings of the brief are found as well', async () => {
  const { cache } = await openCache()
  const brief: Brief = {
    tasks: [],
    meetings: [
      {
        id: 'm1',
        title: 'Acme review',
        startAt: '2026-11-21T10:00:00Z',
        endAt: '2026-11-21T11:00:00Z',
        joinUrl: 'https://meet.example/1',
      },
    ],
    notifications: [],
    integrationIssues: [],
  }
  cache.seeBrief(brief)
  expect(cache.search('review', ['meeting'])[0]).toMatchObject({
    id: 'm1',
    meeting: { joinUrl: 'https://meet.example/1' },
  })
  cache.forget('meeting', 'm1')
  expect(cache.search('review', undefined)).toEqual([])
})

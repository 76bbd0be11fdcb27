import { describe, expect, test } from 'vitest'
import type { Brief, SearchResult } from '../../shared/api/launcher-search.ts'
import { createCache } from './cache.ts'
import { frecency } from '../../shared/local-index.ts'

const result = (id: string, title: string, kind = 'record'): SearchResult => ({
  kind,
  id,
  title,
  subtitle: '',
  badge: '',
  avatarUrl: null,
  webUrl: `https://acme.example/${id}`,
})
const createDisk = () => {
  let content: string | null = null
  let writes = 0
  return {
    writes: () => writes,
    content: () => content,
    file: {
      read: () => Promise.resolve(content === null ? null : (JSON.parse(content) as unknown)),
      write: (document: unknown) => {
        writes += 1
        content = JSON.stringify(document)
        return Promise.resolve()
      },
      remove: () => {
        content = null
        return Promise.resolve()
      },
    },
  }
}
const start = async (disk = createDisk(), options: { most?: number; owner?: string } = {}) => {
  let now = 1_000
  const timers: (() => void)[] = []
  const cache = createCache({
    file: disk.file,
    now: () => now,
    setTimer: (run) => {
      timers.push(run)
      return () => undefined
    },
    onProblem: () => undefined,
    ...(options.most === undefined ? {} : { most: options.most }),
  })
  await cache.load(options.owner ?? 'ada')
  return { cache, timers, setNow: (at: number) => (now = at) }
}
const titles = (rows: readonly { title: string }[]): string[] => rows.map(({ title }) => title)

describe('what was seen', () => {
  test('APP-03 is found by the rules that rank the service’s answer, best first', async () => {
    const { cache } = await start()
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
    expect(cache.search('acme', undefined)[0]).toMatchObject({ source: 'cached', seenAt: 1_000 })
    expect(titles(cache.search('acme', ['task']))).toEqual([])
    expect(cache.search('   ', undefined)).toEqual([])
  })

  test('APP-03 habit breaks ties, and never beats what is typed', async () => {
    const { cache } = await start()
    cache.see([result('1', 'Acme North'), result('2', 'Acme South'), result('3', 'The Acme')])
    for (let visit = 0; visit < 50; visit += 1) cache.visit('record', '3')
    cache.visit('record', '2')
    expect(titles(cache.search('acme', undefined))).toEqual(['Acme South', 'Acme North', 'The Acme'])
    expect(
      frecency(
        Array.from({ length: 1_000 }, () => 0),
        0,
      ),
    ).toBe(6)
    expect(frecency([0], 300 * 86_400_000)).toBeLessThan(0.01)
  })

  test('APP-03 a title that changed is found by its new name only', async () => {
    const { cache } = await start()
    cache.see([result('1', 'Acme')])
    cache.see([result('1', 'Initech')])
    expect([cache.search('acme', undefined).length, titles(cache.search('init', undefined))]).toEqual([
      0,
      ['Initech'],
    ])
  })

  test('APP-03 is bounded: what was seen longest ago goes first', async () => {
    const { cache } = await start(createDisk(), { most: 3 })
    cache.see(['1', '2', '3'].map((id) => result(id, `Acme ${id}`)))
    cache.see([result('1', 'Acme 1')])
    cache.see([result('4', 'Acme 4')])
    expect(['1', '2', '3', '4'].map((id) => cache.find('record', id) !== null)).toEqual([
      true,
      false,
      true,
      true,
    ])
  })

  test('APP-03 is there after a restart for the same person, and for nobody else', async () => {
    const disk = createDisk()
    const { cache } = await start(disk)
    cache.see([result('1', 'Acme')])
    cache.visit('record', '1')
    await cache.flush()
    const again = await start(disk)
    expect(titles(again.cache.search('acme', undefined))).toEqual(['Acme'])
    expect(titles(again.cache.recents(5))).toEqual(['Acme'])
    const other = await start(disk, { owner: 'grace' })
    expect(other.cache.search('acme', undefined)).toEqual([])
  })

  test('APP-01 is forgotten at sign-out, on disk too, and a late write does not bring it back', async () => {
    const disk = createDisk()
    const { cache, timers } = await start(disk)
    cache.see([result('1', 'Acme')])
    await cache.flush()
    cache.see([result('2', 'Acme 2')])
    await cache.wipe()
    for (const run of timers) run()
    await cache.flush()
    expect(disk.content()).toBeNull()
    expect(cache.search('acme', undefined)).toEqual([])
  })

  test('APP-08 the same person again keeps what was seen and not yet written', async () => {
    const { cache } = await start()
    cache.see([result('1', 'Acme')])
    await cache.load('ada')
    expect(titles(cache.search('acme', undefined))).toEqual(['Acme'])
    await cache.load('grace')
    expect(cache.search('acme', undefined)).toEqual([])
  })

  test('APP-03 of thousands that match only the best are given, in order', async () => {
    const { cache } = await start()
    cache.see(Array.from({ length: 3_000 }, (_, at) => result(String(at), `Acme number ${at}`)))
    cache.see([result('x', 'Acme')])
    const rows = cache.search('acme', undefined)
    expect([rows.length, rows[0]?.title]).toEqual([30, 'Acme'])
    const scores = rows.slice(1).map(({ title }) => title.length)
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
  })

  test('APP-11 a file of another version is nothing seen', async () => {
    const disk = createDisk()
    await disk.file.write({ owner: 'ada', items: 'many' })
    expect((await start(disk)).cache.recents(5)).toEqual([])
  })

  test('APP-03 many changes are one write', async () => {
    const disk = createDisk()
    const { cache, timers } = await start(disk)
    for (let n = 0; n < 100; n += 1) cache.see([result(String(n), `Acme ${n}`)])
    expect([timers.length, disk.writes()]).toEqual([1, 0])
  })

  test('APP-04 tasks and meetings of the brief are found as well', async () => {
    const { cache } = await start()
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
})

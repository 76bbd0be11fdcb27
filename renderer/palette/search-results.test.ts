import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppError } from '../../shared/errors.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import {
  type Asked,
  type SearchResults,
  isEmptyHanded,
  nextResults,
  noResults,
  placeRows,
} from './search-results.ts'
import { createRowCache } from '../items/row-cache.ts'
import { type Group, inOrderOf, itemRow, type PaletteRow, rowsOf } from '../items/rows.ts'
import { Sunrise } from 'lucide-react'
import { objectWith } from '../../shared/fixtures-testing.ts'
import { rowWith } from '../../shared/search/row-testing.ts'

const row = (kind: string, id: string, title = `${kind} ${id}`) => rowWith({ kind, id, title })
const asked: Asked = { query: 'acme', scope: null }
const start = nextResults(noResults, { type: 'asked', asked, searched: 'remotely' })
const localIn = (found: SearchResults, rows: readonly PaletteRow[], selectedKey: string | null = null) =>
  nextResults(found, { type: 'localAnswered', asked: found.asked, rows, selectedKey })
const local = (rows: Row[], own: PaletteRow[] = []) => localIn(start, [...rows.map(itemRow), ...own])
const failed = (error: AppError) => nextResults(local([]), { type: 'remoteFailed', asked, error })
const remote = (found: SearchResults, rows: Row[], selectedKey: string | null = null) =>
  nextResults(found, { type: 'remoteAnswered', asked, rows, selectedKey })
const keysOf = (groups: readonly Group[]): string[] => rowsOf(groups).map(({ key }) => key)
const command: PaletteRow = {
  type: 'command',
  key: 'command:brief',
  title: 'Daily brief',
  command: { id: 'brief', title: 'Daily brief', icon: Sunrise },
}

describe('the rows of a query as the answers come in', () => {
  test('APP-03 local rows stay where they are; late ones go below, in their group', () => {
    const found = remote(local([row('task', '1'), row('record', '1')]), [
      row('record', '2'),
      row('task', '2'),
      row('task', '1', 'Renamed'),
      row('meeting', '1'),
    ])
    expect(found.groups.map(({ heading }) => heading)).toEqual(['Tasks', 'Records', 'Meetings'])
    expect(keysOf(found.groups)).toEqual(['task:1', 'task:2', 'record:1', 'record:2', 'meeting:1'])
    expect(rowsOf(found.groups)[0]?.title).toBe('Renamed')
  })

  test('APP-14 a list that goes on says after how many tasks, until another text is asked for', () => {
    const cutAfter = (found: SearchResults, count?: number) =>
      nextResults(found, { type: 'remoteAnswered', asked, rows: [], selectedKey: null, cutAfter: count })
    const cut = cutAfter(local([row('task', '1')]), 200)
    expect(cut.cutAfter).toBe(200)
    const again = nextResults(cut, { type: 'asked', asked, searched: 'remotely' })
    expect(again.cutAfter).toBe(200)
    expect(cutAfter(again).cutAfter).toBe(undefined)
    const other = { query: 'acme w', scope: null }
    expect(nextResults(cut, { type: 'asked', asked: other, searched: 'remotely' }).cutAfter).toBe(undefined)
  })

  test('APP-03 a late row never takes the place of a chosen one further down', () => {
    const found = remote(local([row('task', '1'), row('record', '1')]), [row('task', '2')], 'record:1')
    expect(keysOf(found.groups)).toEqual(['task:1', 'record:1', 'task:2'])
  })

  test('FED-03 rows that others removed go, except the selected one', () => {
    const found = local([row('task', '1'), row('task', '2'), row('task', '3')])
    const keys = ['task:1', 'task:2']
    const after = (selectedKey: string | null) =>
      keysOf(nextResults(found, { type: 'gone', keys, selectedKey }).groups)
    expect(after(null)).toEqual(['task:1', 'task:3'])
    expect(after('task:2')).toEqual(['task:2', 'task:3'])
    expect(nextResults(found, { type: 'gone', keys: ['task:9'], selectedKey: null })).toBe(found)
  })

  test('APP-03 without local rows the service’s order is the order', () => {
    const found = remote(local([]), [row('meeting', '1'), row('task', '1'), row('meeting', '2')])
    expect(keysOf(found.groups)).toEqual(['meeting:1', 'meeting:2', 'task:1'])
  })

  test('APP-03 the next search shows the rows of the first in its order, whatever the service’s was', () => {
    const titles = ['Acme 42', 'Acme 41', 'Acme and its long name', 'The Acme', 'Placme', 'Elsewhere']
    const kinds = fc.constantFrom('task', 'record')
    const answers = fc
      .shuffledSubarray(titles, { minLength: 1 })
      .chain((found) => fc.tuple(...found.map((title) => kinds.map((kind) => ({ kind, title })))))
      .map((found) =>
        found.map(({ kind, title }, place) => ({ ...row(kind, title, title), seenAt: 99 - place })),
      )
    fc.assert(
      fc.property(answers, (rows) => {
        const rowCache = createRowCache(() => 100)
        rowCache.see(rows)
        const here = rowCache.search(asked.query, null)
        const answered = inOrderOf(here, rows)
        const first = remote(local([]), answered)
        const later = remote(localIn(start, here), answered)
        expect(keysOf(later.groups)).toEqual(keysOf(first.groups))
        expect(keysOf(first.groups)).toHaveLength(rows.length)
      }),
    )
  })

  test('APP-03 what is remembered comes after the service’s answer: the row stays live', () => {
    const saved = (id: string, seenAt: number): Row => ({ ...row('task', id), source: 'cached', seenAt })
    const sourcesOf = (found: SearchResults) =>
      rowsOf(found.groups).map((one) => one.type === 'item' && [one.row.id, one.row.source])
    const late = (found: SearchResults, rows: Row[]) => localIn(found, rows.map(itemRow))
    const answered = remote(local([saved('1', 0)]), [row('task', '1')])
    expect(sourcesOf(late(answered, [saved('1', 0), saved('2', 0)]))).toEqual([
      ['1', 'live'],
      ['2', 'cached'],
    ])
    // A local save is newer than the answer. A repeated search without an answer shows the saved row.
    expect(sourcesOf(late(answered, [saved('1', 5)]))).toEqual([['1', 'cached']])
    const again = nextResults(answered, { type: 'asked', asked, searched: 'remotely' })
    expect(sourcesOf(late(again, [saved('1', 0)]))).toEqual([['1', 'cached']])
  })

  test('APP-03 an answer for an older query changes nothing', () => {
    const newer = nextResults(local([row('task', '1')]), {
      type: 'asked',
      asked: { query: 'acme c', scope: null },
      searched: 'remotely',
    })
    expect(remote(newer, [row('task', '2')])).toBe(newer)
  })

  test('APP-03 the service may be quicker than the local index', () => {
    const quick = remote(start, [row('task', '1')])
    const both = localIn(quick, [...[row('record', '9'), row('task', '1')].map(itemRow), command], 'task:1')
    expect(keysOf(both.groups)).toEqual(['task:1', 'record:9', 'command:brief'])
  })

  test('APP-03 the same query asked again, after a save, moves nothing', () => {
    const painted = remote(local([row('task', '1'), row('record', '1')]), [row('task', '2')])
    const again = nextResults(painted, { type: 'asked', asked, searched: 'remotely' })
    const rows = [row('task', '9'), row('record', '1'), row('task', '1')].map(itemRow)
    const answered = localIn(again, rows, 'record:1')
    expect(keysOf(answered.groups)).toEqual(['task:1', 'task:2', 'record:1', 'task:9'])
  })

  test('APP-03 “no match” is said when everybody has answered, and creating is what is left', () => {
    expect(isEmptyHanded(local([]))).toBe(false)
    const found = remote(local([]), [])
    expect(isEmptyHanded(found)).toBe(true)
    expect(rowsOf(found.groups)).toMatchObject([{ type: 'create', text: 'acme' }])
  })

  test.each([
    ['tasks', ['create', 'widen']],
    ['records', ['widen']],
    ['commands', ['widen']],
  ] as const)('APP-03 where nothing matches among %s, everything is offered', (scope, offered) => {
    const inside = { query: 'acme', scope }
    const isRemote = scope !== 'commands'
    const begun = nextResults(noResults, {
      type: 'asked',
      asked: inside,
      searched: isRemote ? 'remotely' : 'here',
    })
    const here = localIn(begun, [])
    if (isRemote) expect(keysOf(here.groups)).toEqual([])
    const found = isRemote
      ? nextResults(here, { type: 'remoteAnswered', asked: inside, rows: [], selectedKey: null })
      : here
    expect(keysOf(found.groups)).toEqual(offered)
    expect(isEmptyHanded(found)).toBe(true)
  })

  describe('RCL-02 records that can be created', () => {
    const people = objectWith('people', 'Persons')
    const companies = objectWith('companies', 'Companys')
    const empty = (query: string, scope: Asked['scope'] = null) => {
      const of: Asked = { query, scope }
      const begun = nextResults(noResults, {
        type: 'asked',
        asked: of,
        searched: 'remotely',
        creatable: () => [people, companies],
      })
      const found = nextResults(localIn(begun, []), {
        type: 'remoteAnswered',
        asked: of,
        rows: [],
        selectedKey: null,
      })
      return rowsOf(found.groups).map(({ title }) => title)
    }

    test('RCL-02 they stand below the task, which Enter makes', () => {
      expect(empty('anna schmidt')).toEqual([
        'Create task “anna schmidt”',
        'Create person “anna schmidt”',
        'Create company “anna schmidt”',
      ])
    })
    test('RCL-02 a name with an email address is somebody first', () => {
      expect(empty('anna anna@x.test')[0]).toBe('Create person “anna anna@x.test”')
      expect(empty('anna anna@x.test').at(-1)).toBe('Create task “anna anna@x.test”')
    })
    test('RCL-02 among tasks none is offered, among records no task', () => {
      expect(empty('anna', 'tasks')).toEqual(['Create task “anna”', 'Search everything for “anna”'])
      expect(empty('anna', 'records')).toEqual([
        'Create person “anna”',
        'Create company “anna”',
        'Search everything for “anna”',
      ])
    })
  })

  test.each(['records', 'objects'] as const)(
    'APP-03 where nothing matches among %s, and the typed letter is searched too, its answer is awaited',
    (scope) => {
      const inside = { query: 'budget', scope, whole: 'r budget' }
      const begun = nextResults(noResults, { type: 'asked', asked: inside, searched: 'remotely' })
      const answer = { type: 'remoteAnswered', asked: inside, rows: [], selectedKey: null } as const
      const once = nextResults(localIn(begun, []), { ...answer, more: true })
      expect([isEmptyHanded(once), once.remote.state, keysOf(once.groups)]).toEqual([false, 'pending', []])
      const twice = nextResults(once, answer)
      expect([isEmptyHanded(twice), keysOf(twice.groups)]).toEqual([true, ['widen']])
    },
  )

  test('APP-03 APP-06 a failed search is not an empty one, and a busy service has not answered', () => {
    const offline = failed({ kind: 'offline', message: '' })
    expect([isEmptyHanded(offline), offline.remote.state, keysOf(offline.groups)]).toEqual([
      false,
      'failed',
      ['create'],
    ])
    const busy = failed({ kind: 'rateLimited', message: '', retryAfterSeconds: 40 })
    expect(keysOf(busy.groups)).toEqual([])
    expect(keysOf(remote(busy, []).groups)).toEqual(['create'])
  })

  const kinds = fc.constantFrom('task', 'record', 'meeting', 'novelty')
  const rows = fc.uniqueArray(
    fc
      .record({ kind: kinds, id: fc.integer({ min: 0, max: 9 }).map(String) })
      .map(({ kind, id }) => row(kind, id)),
    { selector: ({ kind, id }) => kind + id, maxLength: 12 },
  )

  test('APP-03 whatever comes late, the chosen row and everything above it stay', () => {
    fc.assert(
      fc.property(rows, rows, fc.nat(), (first, late, pick) => {
        const painted = local(first).groups
        const before = keysOf(painted)
        const chosen = before.length === 0 ? null : (before[pick % before.length] ?? null)
        const after = keysOf(placeRows(painted, late.map(itemRow), chosen))
        const place = chosen === null ? 0 : before.indexOf(chosen) + 1
        expect(after.slice(0, place)).toEqual(before.slice(0, place))
        expect(new Set(after).size).toBe(after.length)
        expect(new Set(after)).toEqual(new Set([...before, ...late.map(({ kind, id }) => `${kind}:${id}`)]))
      }),
      { numRuns: 500 },
    )
  })
})

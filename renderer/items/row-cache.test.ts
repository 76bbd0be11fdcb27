import { expect, test } from 'vitest'
import type { OutboxItem, CachedRow } from '../../shared/ipc/launcher.ts'
import { statusWith } from '../../shared/fixtures-testing.ts'
import { unused } from '../../shared/search/score.ts'
import { rowWith } from '../../shared/search/row-testing.ts'
import { outboxItem } from '../writes/outbox-item.fake.ts'
import { createRowCache } from './row-cache.ts'

const now = Date.UTC(2026, 10, 21)
const row = (id: string, title: string, kind = 'task', visits: number[] = []): CachedRow => ({
  ...rowWith({ kind, id, title, source: 'cached', seenAt: now }),
  use: { ...unused, visits },
})
const titles = (rows: readonly { title: string }[]): string[] => rows.map(({ title }) => title)
const start = (...rows: CachedRow[]) => {
  const rowCache = createRowCache(() => now)
  rowCache.apply({ epoch: 1, upTo: rows.length, more: false, rows, gone: [] })
  return rowCache
}

test('APP-03 the page finds what it was handed, best first, and the kinds that are asked for', () => {
  const record = row('3', 'Renewal of Acme', 'record')
  const rowCache = start(row('1', 'Review the renewal'), row('2', 'Renewal'), record)
  const found = ['Renewal', 'Renewal of Acme', 'Review the renewal']
  expect(titles(rowCache.search('renewal', null))).toEqual(found)
  expect(titles(rowCache.search('renewal', ['record']))).toEqual(['Renewal of Acme'])
})

test('APP-03 what the service just said replaces what was remembered, keeps its use, and is shown as remembered', () => {
  const rowCache = start(row('1', 'Old title', 'task', [now]))
  rowCache.see([{ ...row('1', 'New title'), source: 'live' }])
  expect(rowCache.search('old', null)).toEqual([])
  expect(rowCache.search('new', null)).toMatchObject([{ title: 'New title', row: { source: 'cached' } }])
  expect(rowCache.explain('new', 'task:1')?.parts.habit).toBeGreaterThan(0)
})

test('APP-03 changes are taken over: new rows, other ones, and those that are gone', () => {
  const rowCache = start(row('1', 'Call Ann'), row('2', 'Call Bob'))
  rowCache.apply({ epoch: 1, upTo: 5, more: false, rows: [row('3', 'Call Cleo')], gone: ['task:1'] })
  expect(titles(rowCache.search('call', null)).toSorted()).toEqual(['Call Bob', 'Call Cleo'])
  expect([rowCache.point(), rowCache.size()]).toEqual([{ epoch: 1, at: 5 }, 2])
})

test('FED-03 rows whose items are gone are found no more, also by a new title that is not stored yet', () => {
  const rowCache = start(row('1', 'Call Ann'), row('2', 'Call Bob'))
  rowCache.keepOutbox([outboxItem({ kind: 'updateTask', taskId: '1', fields: { title: 'Call Zoe' } })])
  expect(titles(rowCache.search('zoe', null))).toEqual(['Call Ann'])
  rowCache.drop(['task:1'])
  expect(rowCache.explain('zoe', 'task:1')).toBeNull()
  expect(titles(rowCache.search('call', null))).toEqual(['Call Bob'])
})

test('APP-01 what another person had seen is gone with the first change of the next', () => {
  const rowCache = start(row('1', 'Call Ann'))
  rowCache.apply({ epoch: 2, upTo: 1, more: false, rows: [row('2', 'Call Bob')], gone: [] })
  expect(titles(rowCache.search('call', null))).toEqual(['Call Bob'])
})

test('APP-06 a task that was renamed here is found by both titles until the new one is stored, and is there once', () => {
  const rowCache = start(row('1', 'Order chairs', 'task', [now]))
  const rename = (title: string, changes: Partial<OutboxItem> = {}): OutboxItem =>
    outboxItem({ id: title, kind: 'updateTask', taskId: '1', fields: { title }, ...changes })
  rowCache.keepOutbox([rename('Order tables'), rename('Order lamps')])
  expect(titles(rowCache.search('lamps', null))).toEqual(['Order chairs'])
  expect(titles(rowCache.search('order', null))).toEqual(['Order chairs'])
  expect(titles(rowCache.search('chairs', null))).toEqual(['Order chairs'])
  expect(rowCache.search('tables', null)).toEqual([])
  expect(rowCache.explain('lamps', 'task:1')?.parts.habit).toBeGreaterThan(0)

  // The change also applies to a row that the main process sends later.
  rowCache.apply({ epoch: 2, upTo: 1, more: false, rows: [row('1', 'Order chairs')], gone: [] })
  expect(titles(rowCache.search('lamps', null))).toEqual(['Order chairs'])

  rowCache.keepOutbox([rename('Order lamps', { state: 'needsYou' })])
  expect(rowCache.search('lamps', null)).toEqual([])
  rowCache.keepOutbox([rename('Order lamps')])
  rowCache.clear()
  rowCache.apply({ epoch: 3, upTo: 1, more: false, rows: [row('1', 'Order chairs')], gone: [] })
  expect(rowCache.search('lamps', null)).toEqual([])
})

test('APP-14 a captured task and a change on its way are in the state that they will have', () => {
  const [todo, done] = [statusWith('todo'), statusWith('done', { position: 1 })]
  const rowCache = start({ ...row('1', 'Call Ann'), task: { status: todo, assignees: ['ada'] } })
  rowCache.keepOptions({ me: 'ada', statuses: [todo, done] })
  expect(titles(rowCache.search('mine', null))).toEqual(['Call Ann'])
  const dueDate = new Date(now).toISOString()
  rowCache.keepOutbox([
    outboxItem({ id: 'c', title: 'Water', fields: { title: 'Water', assignees: ['ada'], dueDate } }),
    outboxItem({ id: 'u', kind: 'updateTask', taskId: '1', fields: { status: 'done' } }),
  ])
  expect(titles(rowCache.search('mine', null))).toEqual(['Water'])
  expect(titles(rowCache.search('today', null))).toEqual(['Water'])
  expect(titles(rowCache.search('done', null))).toEqual(['Call Ann'])
  rowCache.keepOutbox([])
  expect(titles(rowCache.search('mine', null))).toEqual(['Call Ann'])
})

test('APP-14 APP-11 a name makes a list, which holds its tasks alone and is asked of services that have lists', () => {
  const todo = statusWith('todo')
  const hers = { status: todo, assignees: ['lena'] }
  const rowCache = start(
    { ...row('1', 'Call Ann'), task: hers },
    row('2', 'Write to Lena'),
    row('3', 'Lena', 'member'),
  )
  const options = {
    statuses: [todo],
    members: [{ id: 'lena', name: 'Lena Hof', email: '', avatarUrl: null }],
  }
  expect(rowCache.listOf('@lena')).toBe(null)
  rowCache.keepOptions(options)
  expect(titles(rowCache.search('@lena', null))).toEqual(['Call Ann'])
  expect(titles(rowCache.search('lena', null))).toEqual(['Lena', 'Write to Lena'])
  expect(rowCache.listOf('@lena')).toBe(null)
  rowCache.keepOptions({ ...options, capabilities: ['lists'] })
  expect(rowCache.listOf('@lena')?.filters).toEqual({ assignee: 'lena', isComplete: false })
  expect([rowCache.listOf('lena'), rowCache.listOf('overdue')]).toEqual([null, null])
})

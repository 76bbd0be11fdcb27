import { expect, test } from 'vitest'
import type { OutboxItem, RememberedRow } from '../../../shared/ipc/launcher.ts'
import { unused } from '../../../shared/search/local-index-score.ts'
import { outboxItem } from '../../outbox/outbox-item.fake.ts'
import { createMemory } from './memory.ts'

const now = Date.UTC(2026, 10, 21)
const row = (id: string, title: string, kind = 'task', visits: number[] = []): RememberedRow => ({
  kind,
  id,
  title,
  subtitle: '',
  badge: '',
  avatarUrl: null,
  webUrl: '',
  source: 'cached',
  seenAt: now,
  use: { ...unused, visits },
})
const titles = (rows: readonly { title: string }[]): string[] => rows.map(({ title }) => title)
const start = (...rows: RememberedRow[]) => {
  const memory = createMemory(() => now)
  memory.apply({ epoch: 1, upTo: rows.length, more: false, rows, gone: [] })
  return memory
}

test('APP-03 the page finds what it was handed, best first, and the kinds that are asked for', () => {
  const memory = start(
    row('1', 'Review the renewal'),
    row('2', 'Renewal'),
    row('3', 'Renewal of Acme', 'record'),
  )
  expect(titles(memory.search('renewal', null))).toEqual(['Renewal', 'Renewal of Acme', 'Review the renewal'])
  expect(titles(memory.search('renewal', ['record']))).toEqual(['Renewal of Acme'])
})

test('APP-03 of equal matches the one that was opened comes first', () => {
  const memory = start(row('1', 'Call Ann'), row('2', 'Call Bob', 'task', [now]))
  expect(titles(memory.search('call', null))).toEqual(['Call Bob', 'Call Ann'])
})

test('APP-03 what the service just said replaces what was remembered, keeps its use, and is shown as remembered', () => {
  const memory = start(row('1', 'Old title', 'task', [now]))
  memory.see([{ ...row('1', 'New title'), source: 'live' }])
  expect(memory.search('old', null)).toEqual([])
  expect(memory.search('new', null)).toMatchObject([
    { type: 'item', title: 'New title', row: { source: 'cached' } },
  ])
  expect(memory.explain('new', 'task:1')?.parts.habit).toBeGreaterThan(0)
})

test('APP-03 changes are taken over: new rows, other ones, and those that are gone', () => {
  const memory = start(row('1', 'Call Ann'), row('2', 'Call Bob'))
  memory.apply({ epoch: 1, upTo: 5, more: false, rows: [row('3', 'Call Cleo')], gone: ['task:1'] })
  expect(titles(memory.search('call', null)).toSorted()).toEqual(['Call Bob', 'Call Cleo'])
  expect([memory.point(), memory.size()]).toEqual([{ epoch: 1, at: 5 }, 2])
})

test('APP-01 what another person had seen is gone with the first change of the next', () => {
  const memory = start(row('1', 'Call Ann'))
  memory.apply({ epoch: 2, upTo: 1, more: false, rows: [row('2', 'Call Bob')], gone: [] })
  expect(titles(memory.search('call', null))).toEqual(['Call Bob'])
})

test('APP-03 who shows what was used hears of a pin, and of nothing while thousands of unused rows come', () => {
  const memory = start()
  let heard = 0
  const stop = memory.onUses(() => (heard += 1))
  const change = (upTo: number, ...rows: RememberedRow[]) =>
    memory.apply({ epoch: 1, upTo, more: false, rows, gone: [] })
  change(1, row('1', 'Call Ann'), row('2', 'Call Bob'))
  memory.see([row('1', 'Call Anna')])
  expect([heard, memory.usesVersion()]).toEqual([0, 0])
  change(2, { ...row('1', 'Call Ann'), use: { ...unused, pinned: true } })
  change(3, row('1', 'Call Ann'))
  expect([heard, memory.usesVersion()]).toEqual([2, 2])
  stop()
  change(4, { ...row('1', 'Call Ann'), use: { ...unused, pinned: true } })
  expect(heard).toBe(2)
})

test('APP-06 a task that was renamed here is found by both titles until the new one is stored, and is there once', () => {
  const memory = start(row('1', 'Order chairs', 'task', [now]))
  const rename = (title: string, changes: Partial<OutboxItem> = {}): OutboxItem =>
    outboxItem({ id: title, kind: 'updateTask', taskId: '1', fields: { title }, ...changes })
  memory.keepOutbox([rename('Order tables'), rename('Order lamps')])
  expect(titles(memory.search('lamps', null))).toEqual(['Order chairs'])
  expect(titles(memory.search('order', null))).toEqual(['Order chairs'])
  expect(titles(memory.search('chairs', null))).toEqual(['Order chairs'])
  expect(memory.search('tables', null)).toEqual([])
  expect(memory.explain('lamps', 'task:1')?.parts.habit).toBeGreaterThan(0)

  // Also a row that the main process hands over later.
  memory.apply({ epoch: 2, upTo: 1, more: false, rows: [row('1', 'Order chairs')], gone: [] })
  expect(titles(memory.search('lamps', null))).toEqual(['Order chairs'])

  memory.keepOutbox([rename('Order lamps', { state: 'needsYou' })])
  expect(memory.search('lamps', null)).toEqual([])
  memory.keepOutbox([rename('Order lamps')])
  memory.clear()
  memory.apply({ epoch: 3, upTo: 1, more: false, rows: [row('1', 'Order chairs')], gone: [] })
  expect(memory.search('lamps', null)).toEqual([])
})

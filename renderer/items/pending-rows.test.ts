import { describe, expect, test } from 'vitest'
import type { OutboxItem, Row } from '../../shared/ipc/launcher.ts'
import { outboxItem } from '../writes/outbox-item.fake.ts'
import { type SearchResults, isEmptyHanded, nextResults, noResults } from '../palette/search-results.ts'
import { createRowCache } from './row-cache.ts'
import {
  isEditable,
  keyAfter,
  capturedRow,
  openedAgain,
  removedKeys,
  storedRow,
  changeMarks,
  withChanges,
} from './pending-rows.ts'
import { itemRow, type PaletteRow, rowsOf, type Group } from './rows.ts'
import { rowWith } from '../../shared/search/row-testing.ts'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'

const now = Date.UTC(2026, 10, 21)
const fields = { title: 'Write to Bob', priority: 'high' } as const
const item = (change: Partial<OutboxItem> = {}): OutboxItem =>
  outboxItem({ title: fields.title, createdAt: now, fields, canUndo: true, ...change })
const saved = item({ state: 'saved', taskId: 't1', webUrl: 'https://acme.test/tasks/t1', settledAt: now + 5 })
const task = (id: string, title: string) => rowWith({ kind: 'task', id, title, badge: 'To do', seenAt: now })
const asked = { query: 'write', scope: null }
const painted = (...rows: PaletteRow[]): SearchResults =>
  [
    { type: 'asked', asked, searched: 'remotely' } as const,
    { type: 'localAnswered', asked, rows, selectedKey: null } as const,
  ].reduce(nextResults, noResults)
const remote = (found: SearchResults, rows: Row[], selectedKey: string | null = null) =>
  nextResults(found, { type: 'remoteAnswered', asked, rows, selectedKey })
const other = itemRow(task('t9', 'Write the report'))
const waiting = capturedRow(item())
const follow = (found: SearchResults, items: OutboxItem[], selectedKey: string | null = null) =>
  nextResults(found, { type: 'outboxChanged', items, selectedKey })
const keysOf = (found: SearchResults): string[] => rowsOf(found.groups).map(({ key }) => key)

describe('a task that is still in the outbox', () => {
  test('APP-03 is a result: it is not offered to be created again', () => {
    const found = remote(painted(waiting), [])
    expect(isEmptyHanded(found)).toBe(false)
    expect(keysOf(found)).toEqual(['outbox:1'])
    const error = { kind: 'offline', message: '' } as const
    const failed = nextResults(painted(waiting), { type: 'remoteFailed', asked, error })
    expect(keysOf(failed)).toEqual(['outbox:1'])
  })

  test('APP-03 is, once stored, the task itself in the same place, also to whoever has chosen it', () => {
    const found = follow(painted(other, waiting), [saved], 'outbox:1')
    expect(keysOf(found)).toEqual(['task:t9', 'task:t1'])
    expect(rowsOf(found.groups)[1]).toMatchObject({ type: 'item', title: 'Write to Bob' })
    expect(keyAfter('outbox:1', [saved])).toBe('task:t1')
    expect(keyAfter('outbox:1', [item()])).toBe('outbox:1')
    expect(keyAfter('task:t9', [saved])).toBe('task:t9')
    expect(keyAfter(null, [saved])).toBe(null)
  })

  test('APP-03 is one row, not two, when the service tells of it before the outbox does', () => {
    const both = remote(painted(waiting, other), [task('t1', 'Write to Bob')], 'outbox:1')
    expect(keysOf(both)).toEqual(['outbox:1', 'task:t9', 'task:t1'])
    const found = follow(both, [saved], 'outbox:1')
    expect(keysOf(found)).toEqual(['task:t1', 'task:t9'])
    // The service's answer has more details than the local row.
    expect(rowsOf(found.groups)[0]).toMatchObject({ row: { badge: 'To do' } })
    expect(keysOf(follow(both, [saved], 'task:t1'))).toEqual(['task:t9', 'task:t1'])
  })

  test('APP-05 says its newest state, and is gone when it is cancelled', () => {
    const sending = item({ state: 'sending' })
    expect(rowsOf(follow(painted(waiting), [sending]).groups)).toEqual([capturedRow(sending)])
    expect(follow(painted(waiting), []).groups).toEqual([])
    const untouched = painted(other)
    expect(follow(untouched, [saved])).toBe(untouched)
  })

  test('APP-05 can be written anew while nothing of it is on its way', () => {
    expect(isEditable(item())).toBe(true)
    for (const state of ['sending', 'checking', 'notFound', 'needsYou'] as const)
      expect(isEditable(item({ state })), state).toBe(false)
    expect(isEditable(item({ heldUntil: now }))).toBe(false)
  })

  test('APP-07 is a task only when it was a create, and was stored', () => {
    expect(storedRow(saved)).toMatchObject({ id: 't1', task: { priority: 'high' } })
    expect(storedRow(item({ state: 'saved', taskId: null }))).toBe(null)
    expect(storedRow(item({ kind: 'updateTask', state: 'saved', taskId: 't1' }))).toBe(null)
    expect(storedRow(item({ state: 'checking', taskId: 't1' }))).toBe(null)
  })
})

describe('what the page remembers of the outbox', () => {
  const found = (rowCache: ReturnType<typeof createRowCache>, query: string): string[] =>
    rowCache.search(query, null).map(({ key }) => key)

  test('APP-03 it is ranked among what was seen, and found in its scope only', () => {
    const rowCache = createRowCache(() => now)
    rowCache.see([task('t9', 'Write to Bobby and others'), task('t8', 'Write to Bob')])
    rowCache.keepOutbox([item()])
    expect(found(rowCache, 'write to bob')).toEqual(['outbox:1', 'task:t8', 'task:t9'])
    expect(rowCache.search('write', ['record'])).toEqual([])
    expect(rowCache.search('wirte to bob', ['task']).map(({ key }) => key)).toContain('outbox:1')
    expect(rowCache.explain('write', 'outbox:1')?.class).toBe('prefix')
  })

  test('APP-03 it is never twice: pending, then the task, also before anybody tells of that', () => {
    const rowCache = createRowCache(() => now)
    rowCache.keepOutbox([item()])
    rowCache.keepOutbox([saved])
    expect(found(rowCache, 'write to bob')).toEqual(['task:t1'])
    rowCache.see([{ ...task('t1', 'Write to Bob'), badge: 'Done' }])
    rowCache.keepOutbox([saved])
    expect(rowCache.search('write to bob', null)).toMatchObject([{ row: { badge: 'Done' } }])
  })

  test('APP-03 one that is cancelled, and one that was saved in an earlier run, are not found here', () => {
    const rowCache = createRowCache(() => now)
    for (const items of [[item()], [], [saved]]) rowCache.keepOutbox(items)
    expect(found(rowCache, 'write')).toEqual([])
  })

  test('APP-01 it stays when the main process starts anew, and goes with its person', () => {
    const rowCache = createRowCache(() => now)
    rowCache.keepOutbox([item()])
    rowCache.apply({ epoch: 2, upTo: 0, more: false, rows: [], gone: [] })
    expect(found(rowCache, 'write')).toEqual(['outbox:1'])
    rowCache.clear()
    expect(found(rowCache, 'write')).toEqual([])
  })
})

const row = {
  ...task('t', 'Renew'),
  seenAt: 0,
  task: { priority: 'low', dueDate: null },
  source: 'cached',
} as const
const groups: Group[] = [{ heading: 'Tasks', rows: [itemRow(row), itemRow({ ...row, id: 'u' })] }]
const statuses = [{ slug: 'done', name: 'Done', color: '#0f0', isComplete: true }] as TaskStatus[]
const error = { kind: 'offline', message: '' } as const
const change = (more: Partial<OutboxItem>) => outboxItem({ kind: 'updateTask', taskId: 't', error, ...more })

test('APP-06 a row shows what was written of its task, and that it is not sent yet', () => {
  const items = [
    change({ fields: { title: 'Renewal', status: 'done' } }),
    change({ fields: { priority: 'high' } }),
  ]
  const [shown, other] = withChanges(groups, items, statuses)[0]?.rows ?? []
  expect(shown).toMatchObject({
    key: 'task:t',
    title: 'Renewal',
    row: { task: { status: { name: 'Done', isComplete: true }, priority: 'high', dueDate: null } },
  })
  expect(other).toBe(groups[0]?.rows[1])
  expect([...changeMarks(items)]).toEqual([['task:t', 'Not sent yet']])
})

test('APP-06 a row shows how its task repeats before that is sent, also if it ends', () => {
  const recurrence = { rule: 'FREQ=DAILY', after: 'due' } as const
  const shownWith = (fields: OutboxItem['fields']): unknown =>
    withChanges(groups, [change({ fields })], statuses)[0]?.rows[0]
  expect(shownWith({ recurrence })).toMatchObject({ row: { task: { recurrence } } })
  expect(shownWith({ recurrence: null })).toMatchObject({ row: { task: { recurrence: null } } })
  const created = storedRow(item({ state: 'saved', taskId: 't2', fields: { ...fields, recurrence } }))
  expect(created?.task).toMatchObject({ recurrence })
})

test('APP-05 a row shows a saved change until the service has returned the row again', () => {
  const saved = change({ state: 'saved', settledAt: 5, fields: { priority: 'high' } })
  const priorityAt = (seenAt: number): unknown => {
    const [shown] = withChanges([{ heading: 'Tasks', rows: [itemRow({ ...row, seenAt })] }], [saved], [])
    return shown?.rows[0]
  }
  expect(priorityAt(4)).toMatchObject({ row: { task: { priority: 'high' } } })
  expect(priorityAt(6)).toMatchObject({ row: { task: { priority: 'low' } } })
})

test('APP-16 a deleted task has no row, and neither has its group if it was the last', () => {
  const deleted = (taskId: string) => change({ kind: 'archiveTask', taskId })
  expect(withChanges(groups, [deleted('t')], statuses)[0]?.rows.map(({ key }) => key)).toEqual(['task:u'])
  expect(withChanges(groups, [deleted('t'), deleted('u')], statuses)).toEqual([])
})

describe('records that are still in the outbox', () => {
  const record = (id: string, title: string) => rowWith({ kind: 'record', id, title, seenAt: now })
  const made = (changes: Partial<OutboxItem> = {}): OutboxItem =>
    item({
      kind: 'createRecord',
      title: 'Anna Schmidt',
      recordId: 'r1',
      objectSlug: 'people',
      fields: {},
      values: { name: 'Anna Schmidt' },
      ...changes,
    })
  const about = (kind: OutboxItem['kind'], changes: Partial<OutboxItem> = {}): OutboxItem =>
    made({ kind, fields: {}, ...changes })
  const titles = (items: OutboxItem[]) =>
    rowsOf(withChanges([{ heading: 'Records', rows: [itemRow(record('r1', 'Anna'))] }], items, [])).map(
      ({ title }) => title,
    )

  test('RCL-02 a new one is found among records at once, and becomes the record in its place', () => {
    const rowCache = createRowCache(() => now)
    rowCache.keepOutbox([made()])
    const [row] = rowCache.search('anna sch', ['record'])
    expect(row).toMatchObject({ type: 'captured', title: 'Anna Schmidt' })
    expect(rowCache.search('anna sch', ['task'])).toEqual([])
    const stored = made({ state: 'saved', settledAt: now + 5 })
    expect(keyAfter('outbox:1', [stored])).toBe('record:r1')
    expect(storedRow(stored)).toMatchObject({
      kind: 'record',
      id: 'r1',
      record: { objectTypeSlug: 'people' },
    })
    rowCache.keepOutbox([stored])
    expect(rowCache.search('anna sch', ['record']).map(({ key }) => key)).toEqual(['record:r1'])
  })

  test('RCL-02 it is edited in its form, with its id', () => {
    expect(openedAgain(made())).toEqual({
      kind: 'newRecord',
      start: {
        objectSlug: 'people',
        again: { id: 'r1', values: { name: 'Anna Schmidt' }, replaces: '1', error: null },
      },
    })
  })

  test('RCL-02 a row shows its new title, is gone once it is archived, and is back once that is undone', () => {
    expect(titles([about('updateRecord', { title: 'Anna Schulz' })])).toEqual(['Anna Schulz'])
    expect(titles([about('archiveRecord')])).toEqual([])
    expect(titles([about('archiveRecord'), about('restoreRecord', { id: '2' })])).toEqual(['Anna'])
    expect(changeMarks([about('updateRecord')]).get('record:r1')).toBe('Saving…')
    expect([
      ...removedKeys([about('archiveRecord'), item({ kind: 'archiveTask', taskId: 't1' })], now),
    ]).toEqual(['record:r1', 'task:t1'])
    // An answer from after the write says it itself.
    expect(removedKeys([about('archiveRecord', { state: 'saved', settledAt: now - 1 })], now).size).toBe(0)
  })

  test('RCL-02 both titles find a record until its new one is stored', () => {
    const rowCache = createRowCache(() => now)
    rowCache.see([record('r1', 'Anna Schmidt')])
    rowCache.keepOutbox([about('updateRecord', { title: 'Anna Schulz' })])
    for (const query of ['schmidt', 'schulz'])
      expect(rowCache.search(query, ['record']).map(({ key }) => key)).toEqual(['record:r1'])
  })
})

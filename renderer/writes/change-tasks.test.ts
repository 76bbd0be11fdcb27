import { expect, test, vi } from 'vitest'
import { rowWith } from '../../shared/search/row-testing.ts'
import type { ItemDetail } from '../../shared/ipc/launcher.ts'
import { taskWith } from '../../shared/fixtures-testing.ts'
import { changesFor, nextOf, type SeenTask, seenInRow, skipToNext } from './change-tasks.ts'

const task = (id: string, fields: SeenTask['fields']): SeenTask => ({ id, title: `Task ${id}`, fields })

test('APP-16 a change of several tasks leaves out those that have its values, and says what was there', () => {
  const tasks = [
    task('a', { status: 'todo', priority: 'high' }),
    task('b', { status: 'done', priority: 'high' }),
    task('c', { status: 'done', priority: 'low' }),
  ]
  expect(changesFor(tasks, { status: 'done', priority: 'high' })).toEqual([
    { id: 'a', title: 'Task a', change: { status: 'done' }, before: { status: 'todo' } },
    { id: 'c', title: 'Task c', change: { priority: 'high' }, before: { priority: 'low' } },
  ])
})

test('APP-16 a value that was not shown is written, without a previous value', () => {
  expect(changesFor([task('a', {})], { dueDate: null })).toEqual([
    { id: 'a', title: 'Task a', change: { dueDate: null }, before: {} },
  ])
})

test('APP-16 each task can get a value of its own', () => {
  const tasks = [task('a', { assignees: ['ada'] }), task('b', { assignees: ['ada', 'bob'] })]
  const withBob = ({ fields: { assignees = [] } }: SeenTask) => ({
    assignees: [...new Set([...assignees, 'bob'])],
  })
  expect(changesFor(tasks, withBob).map(({ id, change }) => [id, change.assignees])).toEqual([
    ['a', ['ada', 'bob']],
  ])
})

test('APP-16 a row knows the fields that it shows', () => {
  const status = { slug: 'todo', name: 'To do', color: '#000', isComplete: false }
  const row = rowWith({ kind: 'task', id: 't', title: 'Renew', task: { status, dueDate: null } })
  expect(seenInRow(row)).toEqual({ id: 't', title: 'Renew', fields: { status: 'todo', dueDate: null } })
})

test('LCH-02 a task moves to its next dates, its start at the same distance, and its rule counts on', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] })
  const at = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString()
  const next = (rule: string, more: SeenTask['fields'] = {}) =>
    nextOf(task('a', { recurrence: { rule, after: 'due' }, dueDate: at(18, 17), ...more }))
  expect(await next('FREQ=DAILY')).toEqual({ dueDate: at(19, 17) })
  expect(await next('FREQ=WEEKLY', { startDate: at(17, 9) })).toEqual({
    startDate: at(24, 9),
    dueDate: at(25, 17),
  })
  expect(await next('FREQ=DAILY;COUNT=3')).toEqual({
    dueDate: at(19, 17),
    recurrence: { rule: 'FREQ=DAILY;COUNT=2', after: 'due' },
  })
  expect(await next('FREQ=DAILY;COUNT=1')).toBeNull()
  expect(await nextOf(task('a', { dueDate: at(18, 17) }))).toBeNull()
  vi.useRealTimers()
})

test('LCH-02 a skipped task keeps the distance of its start, which its row does not show', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] })
  const at = (day: number): string => new Date(2026, 10, day, 17).toISOString()
  const recurrence = { rule: 'FREQ=WEEKLY', after: 'due' } as const
  const stored = { a: { ...taskWith({ id: 'a' }), startDate: at(17) }, b: null }
  const written: unknown[] = []
  const call = async (name: string, input: { id: keyof typeof stored; changes: unknown }) => {
    if (name === 'tasks.updateAll') written.push(input.changes)
    const value: Partial<ItemDetail> = { task: stored[input.id] }
    return { ok: true, value }
  }
  vi.stubGlobal('window', { launcher: { call } })
  await skipToNext(['a', 'b'].map((id) => task(id, { recurrence, dueDate: at(18) })))
  expect(written).toEqual([
    [
      {
        id: 'a',
        title: 'Task a',
        change: { startDate: at(24), dueDate: at(25) },
        before: { startDate: at(17), dueDate: at(18) },
      },
      // Not seen in full: its start stays.
      { id: 'b', title: 'Task b', change: { dueDate: at(25) }, before: { dueDate: at(18) } },
    ],
  ])
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

import { expect, test } from 'vitest'
import type { LauncherTask, TaskStatus } from '../../shared/api/launcher-tasks.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { withPending } from './brief-entries.ts'

const tasks = [
  { id: 'a', title: 'A', status: 'todo', dueDate: null },
  { id: 'b', title: 'B', status: 'todo', dueDate: null },
] as LauncherTask[]
const statuses = [
  { slug: 'todo', isComplete: false },
  { slug: 'done', isComplete: true },
] as TaskStatus[]
const change = (
  taskId: string,
  state: OutboxItem['state'],
  fields: OutboxItem['fields'],
  settledAt: number | null = null,
) => ({ id: 'e', kind: 'updateTask', taskId, state, fields, settledAt }) as OutboxItem
const shown = (...items: OutboxItem[]) =>
  withPending(tasks, items, statuses, 100).map(({ id, dueDate }) => [id, dueDate])

const due = '2026-11-21T22:59:59.999Z'

test('APP-04 a completed or moved task changes at once, and reverts if the write is undone or refused', () => {
  const both = [
    ['a', null],
    ['b', null],
  ]
  expect(shown()).toEqual(both)
  expect(shown(change('a', 'queued', { status: 'done' }))).toEqual([['b', null]])
  expect(shown(change('a', 'checking', { dueDate: due }))).toEqual([
    ['a', due],
    ['b', null],
  ])
  expect(
    shown(change('a', 'saved', { status: 'done' }, 99), change('a', 'needsYou', { dueDate: due })),
  ).toEqual(both)
  expect(shown(change('a', 'saved', { status: 'done' }, 101))).toEqual([['b', null]])
  expect(
    shown(change('a', 'saved', { status: 'done' }, 101), change('a', 'queued', { status: 'todo' })),
  ).toEqual(both)
})

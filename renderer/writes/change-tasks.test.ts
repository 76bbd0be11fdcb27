import { expect, test } from 'vitest'
import { rowWith } from '../../shared/search/row-testing.ts'
import { changesFor, type SeenTask, seenInRow } from './change-tasks.ts'

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

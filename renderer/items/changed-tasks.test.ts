import { expect, test } from 'vitest'
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { outboxItem } from '../writes/outbox-item.fake.ts'
import { changeMarks, withChanges } from './changed-tasks.ts'
import { type Group, itemRow } from './rows.ts'
import { rowWith } from '../../shared/search/row-testing.ts'

const row = rowWith({
  kind: 'task',
  id: 't',
  title: 'Renew',
  task: { priority: 'low', dueDate: null },
  source: 'cached',
})
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

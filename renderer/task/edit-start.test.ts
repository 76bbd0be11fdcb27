import { expect, test } from 'vitest'
import type { LauncherTaskDetail } from '../../shared/api/launcher-tasks.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { taskWith } from '../../shared/fixtures-testing.ts'
import { editStart, withoutPending } from './edit-start.ts'
import { patchFrom } from './values.ts'

const now = new Date(2026, 10, 21, 10)
const due = new Date(2026, 10, 23, 17).toISOString()
const task: LauncherTaskDetail = {
  ...taskWith({ dueDate: new Date(2026, 10, 22, 17).toISOString() }),
  linkedRecords: [{ id: 'r1', title: 'Acme', objectSlug: 'companies' }],
}
const waiting = [
  {
    id: 'w',
    fields: { title: 'Renewal', dueDate: due, linkedRecordIds: ['r1', 'r2'] },
    before: { title: 'Renew it', dueDate: task.dueDate },
  },
] as OutboxItem[]
const start = editStart(
  task,
  { sent: { status: 'done' }, waiting },
  (id) => (id === 'r2' ? 'Bolt' : undefined),
  now,
)

test('APP-06 a form shows what waits over the task, and sends it again in its place', () => {
  expect(start.shown).toMatchObject({
    title: 'Renewal',
    status: 'done',
    records: [
      { id: 'r1', title: 'Acme' },
      { id: 'r2', title: 'Bolt' },
    ],
  })
  expect(start.base).toMatchObject({ title: 'Renew', status: 'done', records: [{ id: 'r1', title: 'Acme' }] })
  // Previous values from the pending change, otherwise from the task.
  expect(start.seen).toEqual({ title: 'Renew it', dueDate: task.dueDate, linkedRecordIds: ['r1'] })
  expect(patchFrom(start.base, start.shown)).toEqual(waiting[0]?.fields)
  expect(patchFrom(start.base, start.base)).toBeNull()
})

test('APP-06 a change that was called off leaves the task as it is', () => {
  expect(withoutPending(start)).toMatchObject({
    shown: start.base,
    fields: start.baseFields,
    seen: {},
    replaces: [],
  })
})

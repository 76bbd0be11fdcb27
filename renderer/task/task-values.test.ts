import { describe, expect, test } from 'vitest'
import type { LauncherTaskDetail } from '../../shared/api/launcher-tasks.ts'
import { readDates } from '../capture/read-dates.ts'
import {
  createFrom,
  draftFrom,
  dueOf,
  emptyValues,
  formField,
  patchFrom,
  taskSchema,
  type TaskValues,
  valuesOf,
} from './task-values.ts'

const now = new Date(2026, 10, 21, 10, 0, 0)
const schema = taskSchema((text) => dueOf(text, now, readDates) !== null)
const problems = (values: Partial<TaskValues>): string[] => {
  const result = schema.safeParse({ ...emptyValues, title: 'x', ...values })
  return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'))
}
const stored: LauncherTaskDetail = {
  id: 't1',
  title: 'Renew',
  description: 'Numbers.',
  status: 'todo',
  priority: 'high',
  assignees: ['u1'],
  dueDate: '2026-11-27T17:00:00.000Z',
  timeLogged: 0,
  estimatedTime: 90,
  createdBy: 'u1',
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  linkedMeetingIds: ['m1'],
  fileCount: 0,
  linkedRecordCount: 1,
  timerState: null,
  webUrl: 'http://x/t1',
  sectionId: 's1',
  linkedRecords: [{ id: 'r1', title: 'Acme', objectSlug: 'companies' }],
  linkedMeetings: [{ id: 'm1', title: 'Weekly', startAt: '2026-11-23T09:00:00.000Z' }],
}
const before = valuesOf(stored, () => 'Ada', now)

describe('the task form’s values', () => {
  test.each([
    [{ title: '  ' }, ['title']],
    [{ title: 'a'.repeat(501) }, ['title']],
    [{ title: 'a'.repeat(500) }, []],
    [{ due: 'whenever' }, ['due']],
    [{ due: 'fri 5pm' }, []],
    [{ due: 'yesterday' }, []],
    [{ estimate: 'long' }, ['estimate']],
    [{ estimate: '1h 30m' }, []],
    [{ records: Array.from({ length: 11 }, (_, index) => ({ id: `r${index}`, title: 'r' })) }, ['records']],
    [{ assignees: Array.from({ length: 50 }, (_, index) => ({ id: `u${index}`, title: 'u' })) }, []],
  ] as const)('LCH-01 %o: what is refused is named', (values, fields) => {
    expect(problems(values as Partial<TaskValues>)).toEqual(fields)
  })

  test('LCH-01 a create holds only what was filled in', () => {
    expect(createFrom({ ...emptyValues, title: ' Buy milk ' }, null)).toEqual({ title: 'Buy milk' })
    expect(
      createFrom(
        {
          ...emptyValues,
          title: 'Buy',
          estimate: '1h',
          priority: 'low',
          records: [{ id: 'r1', title: 'Acme' }],
        },
        '2026-11-27T17:00:00.000Z',
      ),
    ).toEqual({
      title: 'Buy',
      estimatedTime: 60,
      priority: 'low',
      linkedRecordIds: ['r1'],
      dueDate: '2026-11-27T17:00:00.000Z',
    })
  })

  test('LCH-02 an edit sends only the fields that changed', () => {
    expect(patchFrom(before, before, stored.dueDate)).toBeNull()
    expect(patchFrom(before, { ...before, title: 'Renew Acme' }, stored.dueDate)).toEqual({
      title: 'Renew Acme',
    })
    expect(patchFrom(before, { ...before, status: 'done', estimate: '2h' }, stored.dueDate)).toEqual({
      status: 'done',
      estimatedTime: 120,
    })
  })

  test('LCH-02 what is emptied is cleared: null for one, [] for a list', () => {
    const after = {
      ...before,
      due: '',
      estimate: '',
      section: '',
      assignees: [],
      records: [],
      description: '',
    }
    expect(patchFrom(before, after, null)).toEqual({
      description: '',
      dueDate: null,
      estimatedTime: null,
      sectionId: null,
      assignees: [],
      linkedRecordIds: [],
    })
  })

  test('APP-05 a draft keeps values without a title, and gives them back', () => {
    const values: TaskValues = { ...emptyValues, description: 'half', estimate: '30m' }
    const draft = draftFrom(values, null)
    expect(draft).toEqual({ description: 'half', estimatedTime: 30 })
    expect(valuesOf(draft, () => undefined, now)).toEqual(values)
  })

  test('APP-06 a field of the service’s refusal is a field of the form', () => {
    expect(formField('dueDate')).toBe('due')
    expect(formField('linkedRecordIds.0')).toBe('records')
    expect(formField('somethingNew')).toBeNull()
  })
})

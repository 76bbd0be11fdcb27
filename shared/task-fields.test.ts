import { describe, expect, test } from 'vitest'
import type { TaskFields } from './api/launcher/tasks.ts'
import { isSame } from './task-fields.ts'

describe('one value of a field', () => {
  test.each<[keyof TaskFields, unknown, unknown, boolean]>([
    ['assignees', ['u2', 'u1'], ['u1', 'u2'], true],
    ['assignees', ['u2'], ['u1', 'u2'], false],
    ['assignees', ['u1', 'u1'], ['u1', 'u2'], false],
    ['dueDate', '2026-11-21T06:00:00+01:00', '2026-11-21T05:00:00.000Z', true],
    ['dueDate', null, '2026-11-21T05:00:00Z', false],
    ['startDate', '2026-11-21T06:00:00+01:00', '2026-11-21T05:00:00.000Z', true],
    ['parentTaskId', 't1', 't1', true],
    ['recurrence', { rule: 'FREQ=DAILY', after: 'due' }, { after: 'due', rule: 'FREQ=DAILY' }, true],
    ['recurrence', { rule: 'FREQ=DAILY', after: 'due' }, { rule: 'FREQ=DAILY', after: 'completion' }, false],
    ['recurrence', { rule: 'FREQ=DAILY', after: 'due' }, null, false],
    ['parentTaskId', 't1', null, false],
    ['description', '', null, true],
    ['description', ' a', 'a', false],
    ['title', ' Call Acme ', 'Call Acme', true],
  ])('APP-07 %s: %j and %j are the same: %s', (field, one, other, expected) => {
    expect(isSame(field, one, other)).toBe(expected)
  })
})

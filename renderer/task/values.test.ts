import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { launcherTaskCreate, type LauncherTaskDetail } from '../../shared/api/launcher/tasks.ts'
import { taskWith } from '../../shared/fixtures-testing.ts'
import { fieldsOf } from '../../shared/task-fields.ts'
import { parseDuration } from '../../shared/dates/format.ts'
import { dueAgain, noDue } from '../dates/due.ts'
import { noRepeat, repeatTyped } from '../dates/repeat-field.ts'
import { readDates } from '../../shared/dates/reader/read-dates.ts'
import {
  continued,
  createFrom,
  draftFrom,
  emptyValues,
  formField,
  overtaken,
  patchFrom,
  taskSchema,
  type TaskValues,
  valuesOf,
  editStart,
  withoutPending,
} from './values.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { forAll } from '../../shared/search/text-testing.ts'

const now = new Date(2026, 10, 21, 10, 0, 0)
const schema = taskSchema()
const friday = '2026-11-27T17:00:00.000Z'
const [acme, bolt] = [
  { id: 'r1', title: 'Acme' },
  { id: 'r2', title: 'Bolt' },
]
const problems = (values: Partial<TaskValues>): string[] => {
  const result = schema.safeParse({ ...emptyValues, title: 'x', ...values })
  return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'))
}
const stored: LauncherTaskDetail = {
  ...taskWith({
    description: 'Numbers.',
    priority: 'high',
    assignees: ['u1'],
    dueDate: friday,
    estimatedTime: 90,
    linkedMeetingIds: ['m1'],
  }),
  sectionId: 's1',
  linkedRecords: [{ ...acme, objectSlug: 'companies' }],
  linkedMeetings: [{ id: 'm1', title: 'Weekly', startAt: '2026-11-23T09:00:00.000Z' }],
}
const before = valuesOf(stored, () => 'Ada', now)

describe('the task form’s values', () => {
  test.each([
    [{ due: { text: 'whenever', instant: null } }, ['due']],
    [{ due: { text: 'fri 5pm', instant: friday } }, []],
    [{ due: { text: ' ', instant: null } }, []],
    [{ repeat: { text: 'now and then', id: null } }, ['repeat']],
    [{ repeat: { text: 'daily', id: 'FREQ=DAILY|due' } }, []],
  ] as const)('LCH-01 %o: what is refused is named', (values, fields) => {
    expect(problems(values as Partial<TaskValues>)).toEqual(fields)
  })

  test('LCH-01 text for which nothing was chosen is refused, each under its field', () => {
    const unchosen = { assignees: 'mir', records: '  ', meetings: 'x', parent: 'g' }
    expect(problems({ unchosen })).toEqual(['assignees', 'meetings', 'parent'])
  })

  test('LCH-01 a create holds only what was filled in', () => {
    expect(createFrom({ ...emptyValues, title: ' Buy milk ' })).toEqual({ title: 'Buy milk' })
    const typed = {
      title: 'Buy',
      estimate: '1h',
      priority: 'low',
      records: [acme],
      due: dueAgain(friday, now),
    } as const
    const sent = {
      title: 'Buy',
      estimatedTime: 60,
      priority: 'low',
      linkedRecordIds: ['r1'],
      dueDate: friday,
    }
    expect(createFrom({ ...emptyValues, ...typed, records: [acme] })).toEqual(sent)
  })

  test.each<[what: string, changes: Partial<TaskValues>, patch: object | null]>([
    ['nothing', {}, null],
    ['a title', { title: 'Renew Acme' }, { title: 'Renew Acme' }],
    ['two fields', { status: 'done', estimate: '2h' }, { status: 'done', estimatedTime: 120 }],
    [
      'null for what is emptied',
      { due: noDue, estimate: '', section: '' },
      { dueDate: null, estimatedTime: null, sectionId: null },
    ],
    [
      '[] for an emptied list',
      { assignees: [], records: [], description: '' },
      { assignees: [], linkedRecordIds: [], description: '' },
    ],
    [
      'not other words for the same',
      { title: ' Renew ', estimate: '90 min', due: { text: 'fri', instant: friday } },
      null,
    ],
    ['not a name that loads later', { assignees: [{ id: 'u1', title: 'A. Lovelace' }] }, null],
  ])('LCH-02 an edit sends only what changed: %s', (_what, changes, patch) => {
    expect(patchFrom(before, { ...before, ...changes })).toEqual(patch)
  })

  test('APP-05 every form comes back from its draft as it was typed', () => {
    const text = fc.string({ maxLength: 20 })
    const picks = fc.array(fc.record({ id: fc.string({ minLength: 1 }), title: text }), { maxLength: 3 })
    const forms = fc.record<TaskValues>({
      title: text,
      description: text,
      status: text,
      priority: fc.constantFrom('', 'low', 'high'),
      start: fc.record({ text, instant: fc.constant(null) }),
      due: fc.record({ text, instant: fc.constant(null) }),
      repeat: fc.record({ text, id: fc.constant(null) }),
      assignees: picks,
      estimate: text,
      records: picks,
      meetings: picks,
      parent: picks,
      section: text,
      unchosen: fc.record({ assignees: text, records: text, meetings: text, parent: text }),
    })
    forAll(100, forms, (values) => {
      const draft = draftFrom(emptyValues, values, null)
      expect(draft === null ? emptyValues : continued(emptyValues, draft, now)).toEqual(values)
    })
  })

  test('APP-05 a draft of an edit holds the changed fields only, and how they were', () => {
    const of = { title: 'Renew', fields: fieldsOf(stored) }
    const draft = draftFrom(before, { ...before, title: 'Renew Acme' }, of)
    expect(draft).toEqual({
      values: { title: 'Renew Acme' },
      of: { title: 'Renew', fields: { title: 'Renew' } },
    })
    // A name that loads later is not a change.
    const named = { ...before, assignees: [{ id: 'u1', title: 'A. Lovelace' }] }
    expect([draftFrom(before, named, of), draftFrom(emptyValues, emptyValues, null)]).toEqual([null, null])
    // Somebody else has changed the estimate and the title.
    const current = { ...before, estimate: '3h', title: 'Renewal' }
    expect(draft === null ? null : continued(current, draft, now)).toMatchObject({
      title: 'Renew Acme',
      estimate: '3h',
    })
    const theirs = fieldsOf({ ...stored, estimatedTime: 180, title: 'Renewal' })
    expect(draft === null ? null : overtaken(theirs, draft)).toEqual(['title'])
    expect(draft === null ? null : overtaken(fieldsOf(stored), draft)).toEqual([])
  })

  test('APP-05 a date of a draft is named anew: yesterday’s “tomorrow” is today', () => {
    const draft = draftFrom(
      emptyValues,
      {
        ...emptyValues,
        due: { text: 'tomorrow', instant: new Date(2026, 10, 22, 23, 59, 59, 999).toISOString() },
      },
      null,
    )
    const later = draft === null ? null : continued(emptyValues, draft, new Date(2026, 10, 22, 9))
    expect(later?.due.text).toBe('Today')
  })

  test('LCH-01 what the form accepts the service accepts, and what it refuses names the field of the service', () => {
    const values = fc.record({
      title: fc.oneof(
        fc.string(),
        fc.constantFrom('\u200b', ' \u200e\u0007 ', '\u200b.'),
        fc.integer({ min: 499, max: 502 }).map((length) => 'x'.repeat(length)),
      ),
      description: fc.constantFrom('', 'x', 'x'.repeat(100_000), 'x'.repeat(100_001)),
      estimate: fc.constantFrom('', '1h 30m', '525600', '525601', '0m', 'long'),
      records: fc
        .integer({ min: 0, max: 12 })
        .map((count) => Array.from({ length: count }, (_, index) => ({ id: `r${index}`, title: 'r' }))),
      assignees: fc
        .constantFrom(0, 50, 51)
        .map((count) => Array.from({ length: count }, (_, index) => ({ id: `u${index}`, title: 'u' }))),
    })
    forAll(200, values, (some) => {
      const whole = { ...emptyValues, ...some }
      const service = launcherTaskCreate.safeParse({
        title: whole.title,
        description: whole.description,
        estimatedTime: whole.estimate === '' ? undefined : (parseDuration(whole.estimate) ?? 0),
        linkedRecordIds: whole.records.map(({ id }) => id),
        assignees: whole.assignees.map(({ id }) => id),
      })
      const form = schema.safeParse(whole)
      const fieldsOf = (result: { error?: { issues: readonly { path: PropertyKey[] }[] } | undefined }) =>
        new Set((result.error?.issues ?? []).map(({ path }) => String(path[0])))
      expect(fieldsOf(form)).toEqual(new Set([...fieldsOf(service)].map((name) => formField(name))))
      if (form.success) expect(() => createFrom(whole)).not.toThrow()
    })
  })

  test('APP-06 a field of the service’s refusal is a field of the form', () => {
    expect(formField('dueDate')).toBe('due')
    expect(formField('startDate')).toBe('start')
    expect(formField('parentTaskId')).toBe('parent')
    expect(formField('recurrence.rule')).toBe('repeat')
    expect(formField('linkedRecordIds.0')).toBe('records')
    expect(formField('somethingNew')).toBeNull()
  })
})

const due = new Date(2026, 10, 23, 17).toISOString()
const task: LauncherTaskDetail = {
  ...taskWith({ dueDate: new Date(2026, 10, 22, 17).toISOString() }),
  linkedRecords: [{ ...acme, objectSlug: 'companies' }],
}
const fields = { title: 'Renewal', dueDate: due, linkedRecordIds: ['r1', 'r2'] }
const waiting = [{ id: 'w', fields, before: { title: 'Renew it', dueDate: task.dueDate } }] as OutboxItem[]
const start = editStart(
  task,
  { sent: { status: 'done' }, waiting },
  (id) => (id === 'r2' ? 'Bolt' : undefined),
  now,
)

test('APP-06 a form shows what waits over the task, and sends it again in its place', () => {
  expect(start.shown).toMatchObject({ title: 'Renewal', status: 'done', records: [acme, bolt] })
  expect(start.base).toMatchObject({ title: 'Renew', status: 'done', records: [acme] })
  // Previous values from the pending change, otherwise from the task.
  expect(start.seen).toEqual({ title: 'Renew it', dueDate: task.dueDate, linkedRecordIds: ['r1'] })
  expect(patchFrom(start.base, start.shown)).toEqual(waiting[0]?.fields)
  expect(patchFrom(start.base, start.base)).toBeNull()
})

test('LCH-02 a start without a time is the beginning of its day, and shows as that day', () => {
  const startDate = new Date(2026, 10, 23).toISOString()
  const shown = valuesOf({ startDate }, () => undefined, now)
  expect(shown.start.text).toBe('Mon, Nov 23')
  expect(createFrom({ ...shown, title: 'Dig' })).toMatchObject({ startDate })
  const timed = valuesOf({ startDate: due }, () => undefined, now)
  expect(createFrom({ ...timed, title: 'Dig' })).toMatchObject({ startDate: due })
  expect(patchFrom(shown, { ...shown, start: emptyValues.start })).toEqual({ startDate: null })
})

test('LCH-02 a repetition is shown in words, and set, changed and ended', () => {
  const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=MO', after: 'due' } as const
  const shown = valuesOf({ recurrence }, () => undefined, now)
  expect(shown.repeat).toEqual({ text: 'Every Monday', id: 'FREQ=WEEKLY;BYDAY=MO|due' })
  expect(createFrom({ ...shown, title: 'Dig' })).toEqual({ title: 'Dig', recurrence })
  const typed = (text: string) => repeatTyped(text, shown.repeat, now, readDates)
  expect(patchFrom(shown, { ...shown, repeat: typed('every monday') })).toBeNull()
  expect(patchFrom(shown, { ...shown, repeat: typed('every! 3 days') })).toEqual({
    recurrence: { rule: 'FREQ=DAILY;INTERVAL=3', after: 'completion' },
  })
  expect(patchFrom(shown, { ...shown, repeat: typed('') })).toEqual({ recurrence: null })
  // APP-11: a task of a service that does not say how it repeats.
  expect(createFrom({ ...emptyValues, title: 'Dig' })).toEqual({ title: 'Dig' })
})

test('LCH-02 the words of a rule that has none stand for it until they are changed', () => {
  const rule = 'FREQ=YEARLY;BYWEEKNO=20'
  const { repeat } = valuesOf({ recurrence: { rule, after: 'due' } }, () => undefined, now)
  const typed = (text: string) => repeatTyped(text, repeat, now, readDates)
  expect(typed(`Repeats (${rule})`)).toEqual({ text: `Repeats (${rule})`, id: `${rule}|due` })
  expect(typed(`Repeats (${rule}`).id).toBeNull()
})

test.each([
  ['every monday', 'FREQ=WEEKLY;BYDAY=MO|due'],
  ['every monday at 9', 'FREQ=WEEKLY;BYDAY=MO|due|09:00'],
  ['3 days after completion', 'FREQ=DAILY;INTERVAL=3|completion'],
  ['monthly on the 1st.', 'FREQ=MONTHLY;BYMONTHDAY=1|due'],
  ['every monday gym', null],
  ['every second tuesday', null],
  ['every monday, every year', null],
  ['monday', null],
])('LCH-01 “%s” in the field of repetition is %s', (text, id) => {
  expect(repeatTyped(text, noRepeat, now, readDates)).toEqual({ text, id })
})

test('LCH-01 a start after the due date is refused under its field; on the same day it is not', () => {
  const day = (date: number) => ({
    text: 'x',
    instant: new Date(2026, 10, date, 23, 59, 59, 999).toISOString(),
  })
  const refused = (start: number, end: number) =>
    taskSchema()
      .safeParse({ ...emptyValues, title: 'Dig', start: day(start), due: day(end) })
      .error?.issues.map(({ path }) => path[0])
  expect(refused(24, 23)).toEqual(['start'])
  expect(refused(23, 23)).toBeUndefined()
})

test('LCH-02 a parent is named as far as the person sees it, and set, changed and cleared', () => {
  const parentTask = { id: 'p', title: 'Garden' }
  const named = valuesOf({ parentTaskId: 'p', parentTask }, () => undefined, now)
  expect(named.parent).toEqual([parentTask])
  expect(valuesOf({ parentTaskId: 'q', parentTask }, () => 'House', now).parent).toEqual([
    { id: 'q', title: 'House' },
  ])
  const [unseen] = valuesOf({ parentTaskId: 'q', parentTask: null }, () => undefined, now).parent
  expect(unseen).toEqual({ id: 'q', title: 'A task that you cannot see' })
  expect(createFrom({ ...named, title: 'Dig' })).toEqual({ title: 'Dig', parentTaskId: 'p' })
  expect(patchFrom(named, { ...named, parent: [] })).toEqual({ parentTaskId: null })
  // APP-11: a task of a service that says neither.
  expect(
    patchFrom(
      valuesOf({}, () => undefined, now),
      valuesOf({}, () => undefined, now),
    ),
  ).toBeNull()
})

test('APP-06 a change that was called off leaves the task as it is', () => {
  const { base: shown, baseFields: fields } = start
  expect(withoutPending(start)).toMatchObject({ shown, fields, seen: {}, replaces: [] })
})

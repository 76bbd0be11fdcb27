import { describe, expect, test } from 'vitest'
import type { Brief } from '../../shared/api/launcher/search.ts'
import type { LauncherTask, TaskStatus } from '../../shared/api/launcher/tasks.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { entriesOf, type GroupId, rowsIn, withPending } from './brief-entries.ts'

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
  withPending(tasks, items, statuses, 100)
    .map(({ id, dueDate }) => (dueDate === null ? id : `${id} ${dueDate}`))
    .join(' ')

const due = '2026-11-21T22:59:59.999Z'

test('APP-04 a completed or moved task changes at once, and reverts if the write is undone or refused', () => {
  expect(shown()).toBe('a b')
  expect(shown(change('a', 'queued', { status: 'done' }))).toBe('b')
  expect(shown(change('a', 'checking', { dueDate: due }))).toBe(`a ${due} b`)
  const refused = change('a', 'needsYou', { dueDate: due })
  expect(shown(change('a', 'saved', { status: 'done' }, 99), refused)).toBe('a b')
  expect(shown(change('a', 'saved', { status: 'done' }, 101))).toBe('b')
  const reopened = change('a', 'queued', { status: 'todo' })
  expect(shown(change('a', 'saved', { status: 'done' }, 101), reopened)).toBe('a b')
})

describe('APP-04 what of the brief shows', () => {
  const now = new Date(2026, 10, 21, 10)
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
  const many = (count: number, name: string, dueDate: string | null) =>
    Array.from({ length: count }, (_, index) => ({ id: `${name}${index}`, priority: 'low', dueDate }))
  const meetings = [1, 40].map((hours) => ({
    id: `in ${hours} h`,
    title: 'Talk',
    startAt: at(hours),
    endAt: at(hours + 1),
  }))
  const shownOf = (tasks: object[], ...open: GroupId[]) =>
    entriesOf(
      {
        tasks,
        meetings,
        notifications: [{ id: 'note', title: 'Note' }],
        integrationIssues: [],
      } as unknown as Brief,
      now,
      new Set(open),
      rowsIn(560),
    )
  const keysOf = (tasks: object[], ...open: GroupId[]) =>
    shownOf(tasks, ...open).all.map(({ key }) => key.split(':')[1])

  test('APP-04 the meetings of today, tasks of today and overdue ones; the rest is folded', () => {
    const tasks = [...many(2, 'late', at(-1)), ...many(1, 'today', at(1)), ...many(3, 'later', at(90))]
    const keys = ['in 1 h', 'nextDays', 'today0', 'late0', 'late1', 'later', 'notifications']
    expect(keysOf(tasks)).toEqual(keys)
  })

  test('APP-04 an open group shows its items after its button, and its items know the button', () => {
    const tasks = many(2, 'undated', null)
    const keys = keysOf(tasks, 'noDate', 'notifications', 'nextDays')
    expect(keys.slice(0, 3)).toEqual(['in 1 h', 'nextDays', 'in 40 h'])
    expect(keys.slice(3)).toEqual(['noDate', 'undated0', 'undated1', 'notifications', 'note'])
    const { folds } = shownOf(tasks, 'noDate')
    expect([folds.get('task:undated1')?.fold, folds.get('notification:note')]).toEqual(['noDate', undefined])
  })

  test.each([
    [0, 18, [0, 11]],
    [8, 18, [8, 3]],
    [20, 18, [7, 4]],
  ])(
    'APP-04 of %i tasks of today and %i overdue a screen shows %j, and never hides a single one',
    (today, late, rows) => {
      const { tasks } = shownOf([...many(today, 'today', at(1)), ...many(late, 'late', at(-1))])
      expect([tasks.today.shown.length, tasks.overdue.shown.length]).toEqual(rows)
      const all = shownOf([...many(today, 'today', at(1)), ...many(late, 'late', at(-1))], 'today', 'overdue')
      expect([all.tasks.today.shown.length, all.tasks.overdue.shown.length]).toEqual([today, late])
    },
  )

  const meetingAt = (id: string, startAt: string, endAt: string, allDay = false) => ({
    id,
    title: id,
    startAt,
    endAt,
    allDay,
  })
  const daysFrom = (first: number, last: number) => [
    `2026-11-${20 + first}T00:00:00Z`,
    `2026-11-${20 + last + 1}T00:00:00Z`,
  ]
  const meetingsShown = (some: object[], ...open: GroupId[]) => {
    const brief = { tasks: [], meetings: some, notifications: [], integrationIssues: [] }
    return entriesOf(brief as unknown as Brief, now, new Set(open), rowsIn(560)).all.map(({ key }) =>
      key.slice(key.indexOf(':') + 1),
    )
  }
  const [today = '', tonight = ''] = daysFrom(1, 1)
  const [tomorrow = '', dayAfter = ''] = daysFrom(2, 3)

  test.each<[string, object[], GroupId[], string[]]>([
    ['that ended', [meetingAt('a', at(-3), at(-2))], ['nextDays'], []],
    ['of the whole day', [meetingAt('a', today, tonight, true)], [], ['a']],
    ['of days after today', [meetingAt('a', tomorrow, dayAfter, true)], ['nextDays'], ['nextDays', 'a']],
    ['in a week', [meetingAt('a', at(7 * 24), at(7 * 24 + 1))], ['nextDays'], ['nextDays', 'a']],
    ['in eight days', [meetingAt('a', at(8 * 24), at(8 * 24 + 1))], ['nextDays'], []],
    [
      'beyond three at once',
      [1, 2, 3, 4].map((id) => meetingAt(String(id), at(1), at(2))),
      [],
      ['1', '2', '3', 'atOnce'],
    ],
    [
      'beyond three at once, unfolded',
      [1, 2, 3, 4].map((id) => meetingAt(String(id), at(1), at(2))),
      ['atOnce'],
      ['1', '2', '3', 'atOnce', '4'],
    ],
    [
      'of a full day, after its first ones',
      [1, 2, 3, 4, 5].map((id) => meetingAt(String(id), at(24 + id), at(25 + id))),
      ['nextDays'],
      ['nextDays', 'day:1', '1', '2', '3'],
    ],
    [
      'of a full day that is unfolded, and the day after',
      [1, 2, 3, 4, 5, 30].map((id) => meetingAt(String(id), at(24 + id), at(25 + id))),
      ['nextDays', 'day:1'],
      ['nextDays', 'day:1', '1', '2', '3', '4', '5', '30'],
    ],
  ])('CAL-07 which entries the brief has for meetings %s', (_name, some, open, keys) => {
    expect(meetingsShown(some, ...open)).toEqual(keys)
  })
})

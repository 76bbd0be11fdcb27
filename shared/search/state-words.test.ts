import { describe, expect, test } from 'vitest'
import { indexOfRows, rowWith } from './row-testing.ts'
import { readState, type StateContext } from './state-words.ts'

/** A Wednesday morning. */
const now = new Date(2026, 10, 25, 10).getTime()
const hour = 3_600_000
const at = (hours: number): string => new Date(now + hours * hour).toISOString()
const todo = { slug: 'todo', name: 'To do', color: '', isComplete: false }
const review = { slug: 'review', name: 'In review', color: '', isComplete: false }
const done = { slug: 'done', name: 'Done', color: '', isComplete: true }
const context: StateContext = { now, firstDay: 1, me: 'ada', statuses: [todo, review, done] }

const task = (id: string, due: number | null, more: object = {}) =>
  rowWith({
    kind: 'task',
    id,
    title: `Invoice ${id}`,
    task: { status: todo, dueDate: due === null ? null : at(due), assignees: [], ...more },
  })
const wholeDay = { startAt: at(-10), endAt: at(14), allDay: true }
const rows = [
  task('late', -30),
  task('earlier', -2),
  task('evening', 8, { priority: 'high' }),
  task('next day', 26, { assignees: ['ada'] }),
  task('friday', 50, { status: review }),
  task('monday', 120),
  task('paid', -50, { status: done }),
  task('undated', null, { priority: 'low', assignees: ['bob'] }),
  rowWith({ kind: 'meeting', id: 'standup', title: 'Standup', meeting: { startAt: at(25), endAt: at(26) } }),
  rowWith({ kind: 'meeting', id: 'fair', title: 'Fair', meeting: wholeDay }),
  rowWith({ kind: 'record', id: 'acme', title: 'Acme' }),
]
const found = (query: string, among = rows): string[] =>
  indexOfRows(among, now).search(query, undefined, 20, readState(query, context))

describe('words of time and state', () => {
  test.each([
    ['overdue', ['earlier', 'late']],
    ['überfällig', ['earlier', 'late']],
    ['today', ['fair', 'earlier', 'evening']],
    ['heute', ['fair', 'earlier', 'evening']],
    ['tomorrow', ['standup', 'next day']],
    ['Morgen', ['standup', 'next day']],
    ['yesterday', ['late']],
    ['this week', ['fair', 'earlier', 'evening', 'standup', 'next day', 'late', 'friday']],
    ['next week', ['monday']],
    ['mine', ['next day']],
    ['my tasks', ['next day']],
    ['meine Aufgaben', ['next day']],
    ['done', ['paid']],
    ['erledigt', ['paid']],
    ['in review', ['friday']],
    ['high', ['evening']],
    ['niedrige Priorität', ['undated']],
    ['meetings tomorrow', ['standup']],
    ['tasks due tomorrow', ['next day']],
    ['morgen fällig', ['next day']],
    ['invoice overdue', ['earlier', 'late']],
    ['overdue late', ['late', 'earlier']],
    ['today high invoice', ['evening']],
    ['tomorrow nobody', []],
    ['overd', ['earlier', 'late']],
    ['this w', ['fair', 'earlier', 'evening', 'standup', 'next day', 'late', 'friday']],
  ])('APP-14 "%s" finds the tasks and meetings of that state: %o', (query, expected) => {
    expect(found(query).toSorted()).toEqual(expected.toSorted())
  })

  test('APP-14 a title that has the word stands above, and is not lost', () => {
    const titled = rowWith({ kind: 'record', id: 'titled', title: 'The overdue list' })
    expect(found('overdue', [...rows, titled])).toEqual(['titled', 'earlier', 'late'])
  })

  test.each(['invoice', 'tasks', 'meetings', 'due', 'over', ''])(
    'APP-14 "%s" alone asks for no state',
    (query) => {
      expect(readState(query, context)).toBe(null)
    },
  )

  test('APP-14 nobody is "me" before the workspace says who that is', () => {
    expect(readState('mine', { ...context, me: null })).toBe(null)
  })
})

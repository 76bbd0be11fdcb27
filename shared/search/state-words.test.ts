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

const members = [
  { id: 'lena', name: 'Lena Hof' },
  { id: 'lena2', name: 'Lena Hirsch' },
  { id: 'joerg', name: 'Jörg Müller' },
  { id: 'ada', name: 'Ada' },
  { id: 'adam', name: 'Adam Morgen' },
  { id: 'jo1', name: 'Jo Doe' },
  { id: 'jo2', name: 'Jo Doe' },
]
const sections = [
  { id: 'launch', name: 'Launch' },
  { id: 'spring', name: 'Launch of spring' },
  { id: 'foreign', name: 'Außendienst / Süd' },
]
const team: StateContext = { ...context, members, sections }
const filters = (query: string) => readState(query, team)?.list?.filters
const iso = (day: number, month = 10): string => new Date(2026, month, day).toISOString()
const after = (day: number): string => new Date(new Date(2026, 10, day).getTime() - 1).toISOString()

describe('lists of a team', () => {
  const open = { isComplete: false }
  test.each([
    ['@lena hof', { ...open, assignee: 'lena' }],
    ['@Lena hi', { ...open, assignee: 'lena2' }],
    ['@hof', { ...open, assignee: 'lena' }],
    ['@jörg', { ...open, assignee: 'joerg' }],
    ['@joerg mueller', { ...open, assignee: 'joerg' }],
    ['@jorg mull', { ...open, assignee: 'joerg' }],
    ['@müller', { ...open, assignee: 'joerg' }],
    ['@ada', { ...open, assignee: 'ada' }],
    ['@adam', { ...open, assignee: 'adam' }],
    ['@me', { ...open, assignee: 'me' }],
    ['@mir', { ...open, assignee: 'me' }],
    ['@none', { ...open, assignee: 'none' }],
    ['@niemand', { ...open, assignee: 'none' }],
    ['/launch', { ...open, sectionId: 'launch' }],
    ['/launch of s', { ...open, sectionId: 'spring' }],
    ['/aussend', { ...open, sectionId: 'foreign' }],
    ['/ohne', { ...open, sectionId: 'none' }],
    ['@hof /launch', { ...open, assignee: 'lena', sectionId: 'launch' }],
    ['@hof overdue', { ...open, assignee: 'lena', dueBefore: new Date(now).toISOString() }],
    ['überfällig @hof', { ...open, assignee: 'lena', dueBefore: new Date(now).toISOString() }],
    ['@hof today', { ...open, assignee: 'lena', dueAfter: after(25), dueBefore: iso(26) }],
    ['@müller morgen', { ...open, assignee: 'joerg', dueAfter: after(26), dueBefore: iso(27) }],
    ['@hof this week overdue', { ...open, assignee: 'lena', dueAfter: after(23), dueBefore: at(0) }],
    ['@hof in review high', { assignee: 'lena', status: 'review', priority: 'high' }],
    ['@hof dringend erledigt', { assignee: 'lena', priority: 'urgent', isComplete: true }],
    [
      '@hof next week /launch',
      { ...open, assignee: 'lena', sectionId: 'launch', dueAfter: after(30), dueBefore: iso(7, 11) },
    ],
  ])('APP-14 "%s" asks the service for %o', (query, expected) => {
    expect(filters(query)).toEqual(expected)
  })

  test.each([
    '@lena',
    '@lena h',
    '@jo doe',
    '@grace',
    '/nothing',
    'ada',
    'a/launch',
    '@ /',
    'hof@lena.test',
    '@',
  ])('APP-14 "%s" names nobody, several or nothing, and is searched as before', (query) => {
    expect(readState(query, team)).toBe(null)
  })

  test('APP-14 a word after a name is state before it is more of the name, unless it makes the name whole', () => {
    expect(filters('@adam morgen')).toEqual({ ...open, assignee: 'adam' })
    expect(filters('@adam overdue')?.dueBefore).toBe(at(0))
  })

  test('APP-14 words beside the names are kept, also of a mark that was not read', () => {
    expect(readState('call @grace acme @hof', team)?.rest.words).toEqual(['call', 'grace', 'acme'])
    expect(readState('@hof invoice tasks', team)?.rest.words).toEqual(['invoice', 'tasks'])
    expect(readState('@hof tasks', team)?.rest.words).toEqual([])
  })

  test('APP-14 cached rows are found by their assignees, and by no section', () => {
    const cached = [
      task('hers', -30, { assignees: ['lena'] }),
      task('shared', 8, { assignees: ['lena', 'ada'] }),
      task('paid', -30, { assignees: ['lena'], status: done }),
      task('free', 3),
    ]
    const search = (query: string): string[] =>
      indexOfRows(cached, now).search(query, undefined, 20, readState(query, team)).toSorted()
    expect(search('@hof')).toEqual(['hers', 'shared'])
    expect(search('@hof overdue')).toEqual(['hers'])
    expect(search('@hof @ada')).toEqual(['shared'])
    expect(search('@hof done')).toEqual(['paid'])
    expect(search('@none')).toEqual(['free'])
    expect(search('@hof /launch')).toEqual([])
  })

  test('APP-14 of what the service lists, the tasks with all other words and people belong to the list', () => {
    const fits = (query: string, title: string, assignees: string[]): boolean | undefined =>
      readState(query, team)?.list?.fits(
        { kind: 'task', task: { status: todo, assignees }, span: undefined },
        title,
      )
    expect(fits('/launch inv', 'Pay the invoice', [])).toBe(true)
    expect(fits('/launch inv', 'Pay the bill', [])).toBe(false)
    expect(fits('/launch @hof @ada', 'Plan', ['lena', 'ada'])).toBe(true)
    expect(fits('/launch @hof @ada', 'Plan', ['lena'])).toBe(false)
  })
})

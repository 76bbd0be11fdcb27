import { describe, expect, test } from 'vitest'
import type { Brief, BriefMeeting } from '../../shared/api/launcher/search.ts'
import type { LauncherTask } from '../../shared/api/launcher/tasks.ts'
import { taskWith } from '../../shared/fixtures-testing.ts'
import { inZone } from '../../shared/zone-testing.ts'
import { endOfDay } from '../../shared/dates/format.ts'
import {
  briefText,
  bucketsOf,
  changeOf,
  changesWords,
  isNothingDue,
  nothingDueWords,
  nowWords,
  withoutPastDays,
} from './brief-sections.ts'

const now = new Date(2026, 10, 21, 10, 0, 0)
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const task = (id: string, dueDate: string | null) => taskWith({ id, title: `Task ${id}`, dueDate })
const meeting = (id: string, from: number, to: number, allDay = false): BriefMeeting => ({
  id,
  title: `Meeting ${id}`,
  startAt: at(from),
  endAt: at(to),
  allDay,
})
const brief = (parts: Partial<Brief>): Brief => ({
  tasks: [],
  meetings: [],
  notifications: [],
  integrationIssues: [],
  ...parts,
})

describe('APP-04 the order of the brief', () => {
  const idsOf = (tasks: LauncherTask[]) =>
    Object.values(bucketsOf(tasks, now)).map((found) => found.map(({ id }) => id))

  test('APP-04 today, overdue, later, no date', () => {
    const tasks = [task('a', at(-5)), task('b', at(500)), task('c', at(3000)), task('d', null)]
    expect(idsOf(tasks)).toEqual([['b'], ['a'], ['c'], ['d']])
  })

  test('LCH-08 tasks that have not begun come after the others, in each bucket', () => {
    const wholeDay = endOfDay(now).toISOString()
    const from = (id: string, dueDate: string | null, startDate: string | null) => ({
      ...task(id, dueDate),
      startDate,
    })
    const tasks = [
      from('ahead', wholeDay, at(60)),
      from('begun', wholeDay, at(-60)),
      from('timed', at(500), null),
      from('far', at(9000), at(3000)),
      task('near', at(9500)),
      from('some day', null, at(3000)),
      task('any day', null),
    ]
    expect(idsOf(tasks)).toEqual([['begun', 'timed', 'ahead'], [], ['near', 'far'], ['any day', 'some day']])
  })

  const of = (id: string, priority: LauncherTask['priority'], dueDate: string) => ({
    ...task(id, dueDate),
    priority,
  })

  test('APP-04 overdue tasks are ordered by priority, then age; of today those of the whole day come first', () => {
    const wholeDay = endOfDay(now).toISOString()
    const tasks = [
      of('none', 'no_priority', at(-900)),
      of('high', 'high', at(-5)),
      of('older', 'high', at(-500)),
      of('urgent', 'urgent', at(-5)),
      of('medium', 'medium', at(-5)),
      task('late', at(500)),
      task('early', at(5)),
      of('low day', 'low', wholeDay),
      of('high day', 'high', wholeDay),
    ]
    expect(idsOf(tasks).slice(0, 2)).toEqual([
      ['high day', 'low day', 'early', 'late'],
      ['urgent', 'older', 'high', 'medium', 'none'],
    ])
  })

  test('APP-04 the header says what runs, what begins within the hour, and what comes later today', () => {
    const words = (from: number) => {
      const { when, what } = nowWords(meeting('m', from, from + 60), now)
      return `${when} ${what}`
    }
    expect([words(-15), words(25), words(90)]).toEqual([
      expect.stringMatching(/^Now: Meeting m, 0?9:45.* – 10:45/),
      expect.stringMatching(/^Next in 25 min: Meeting m, /),
      expect.stringMatching(/^Next: Meeting m, /),
    ])
  })

  test('APP-04 all-day meetings of yesterday are left out, also if they last longer in another time zone', () => {
    const day = 24 * 60
    const midnight = -10 * 60
    const meetings = [
      meeting('yesterday', midnight - day, midnight, true),
      meeting('until today', midnight - day, midnight + day, true),
      meeting('today', midnight, midnight + day, true),
      meeting('over', -60, -30),
    ]
    expect(withoutPastDays(meetings, now).map(({ id }) => id)).toEqual(['until today', 'today', 'over'])
    const fromNewYork = {
      ...meeting('a', 0, 0, true),
      startAt: '2026-11-20T05:00:00Z',
      endAt: '2026-11-21T05:00:00Z',
    }
    const inAuckland = (time: string) =>
      inZone('Pacific/Auckland', () => withoutPastDays([fromNewYork], new Date(time)).length)
    expect([inAuckland('2026-11-20T23:00:00'), inAuckland('2026-11-21T08:30:00')]).toEqual([1, 0])
  })

  test('APP-04 with nothing due the brief names the next meeting or task', () => {
    const tasks = [task('c', at(3000))]
    expect(isNothingDue(tasks, now)).toBe(true)
    expect(isNothingDue([...tasks, task('a', at(-5))], now)).toBe(false)
    expect(nothingDueWords(brief({ tasks }), now)).toContain('Task c')
    expect(nothingDueWords(brief({ tasks, meetings: [meeting('m', 30, 60)] }), now)).toContain('Meeting m')
    expect(nothingDueWords(brief({}), now)).toBe('Nothing due.')
  })

  test('APP-04 the copied text has every item, in the order of the view', () => {
    const text = briefText(
      brief({
        tasks: [task('a', at(-5)), task('b', at(5)), task('d', null)],
        meetings: [meeting('m', 30, 60), meeting('n', 3000, 3060)],
        notifications: [{ id: 'n', title: 'Grace mentioned you' }],
      }),
      now,
    )
    const found = text.split('\n').filter((line) => line !== '')
    expect(found.map((line) => line.replace(/^- .*((?:Meeting|Task) .).*$/, '- $1')).slice(1)).toEqual([
      '1 overdue · 1 today · 1 meeting',
      'Meetings',
      '- Meeting m',
      'Next days',
      '- Meeting n',
      'Today',
      '- Task b',
      'Overdue',
      '- Task a',
      'No date',
      '- Task d',
      'Notifications',
      '- Grace mentioned you',
    ])
  })
})

test('APP-04 the difference since the last brief is shown in the header and at each task', () => {
  const since = new Date(2026, 10, 20, 17, 40).getTime()
  const changes = { since, newTaskIds: ['a', 'b', 'c'], movedTaskIds: ['d', 'e'], goneCount: 0 }
  expect(changesWords(changes, now)).toMatch(/^Since yesterday (17:40|5:40.PM): 3 new, 2 moved$/)
  expect(changesWords({ ...changes, newTaskIds: [], movedTaskIds: [], goneCount: 1 }, now)).toContain(
    '1 done or gone',
  )
  expect(changesWords({ ...changes, newTaskIds: [], movedTaskIds: [] }, now)).toContain('nothing new')
  expect([
    changeOf('a', changes),
    changeOf('d', changes),
    changeOf('x', changes),
    changeOf('a', undefined),
  ]).toEqual(['brief.new', 'brief.moved', null, null])
})

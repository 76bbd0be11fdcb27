import { describe, expect, test } from 'vitest'
import {
  areDatesInOrder,
  changesNothing,
  datesAfter,
  distinct,
  dueRank,
  inBriefOrder,
  invalidTargets,
  linksWithSection,
  stopped,
} from './tasks.rules.ts'

describe('dates', () => {
  test.each([
    [null, null, true],
    [null, 5, true],
    [5, null, true],
    [4, 5, true],
    [5, 5, true],
    [6, 5, false],
  ])('LCH-01 TSK-03 a start of %s and a due date of %s are in order: %s', (startDate, dueDate, inOrder) => {
    expect(areDatesInOrder({ startDate, dueDate })).toBe(inOrder)
  })

  test.each([
    [{}, { startDate: 1, dueDate: 2 }],
    [{ startDate: null }, { startDate: null, dueDate: 2 }],
    [{ dueDate: null }, { startDate: 1, dueDate: null }],
    [
      { startDate: 3, dueDate: 4 },
      { startDate: 3, dueDate: 4 },
    ],
  ])('LCH-02 TSK-03 null clears a date, a date that is not sent stays: %j', (change, expected) => {
    expect(datesAfter({ startDate: 1, dueDate: 2 }, change)).toEqual(expected)
  })
})

describe('targets and links', () => {
  test('LCH-01 each id is kept once, where it was first named', () => {
    expect(distinct(['b', 'a', 'b', 'c', 'a'])).toEqual(['b', 'a', 'c'])
  })

  test('LCH-01 LCH-02 wrong targets are named by place; those that the task has stay', () => {
    expect(invalidTargets(['good', 'bad', 'held', 'worse'], new Set(['good']), ['held'])).toEqual([1, 3])
  })

  test.each([
    [['a', 'b', 'a'], null, ['a', 'b']],
    [['a', 'b'], 'section', ['a', 'b', 'section']],
    [['section', 'a'], 'section', ['section', 'a']],
  ])('LCH-02 the links %j with the record %s of a section are %j', (links, record, expected) => {
    expect(linksWithSection(links, record)).toEqual(expected)
  })
})

describe('changes', () => {
  const held = { title: 'Bread', assignees: ['ann', 'bob'], due: null }

  test.each([
    [{}, true],
    [{ title: 'Bread', due: null }, true],
    [{ title: undefined }, true],
    [{ assignees: ['ann', 'bob'] }, true],
    [{ assignees: ['bob', 'ann'] }, false],
    [{ title: 'Bread', due: 5 }, false],
    [{ unknown: 'Bread' }, false],
  ])('TSK-03 the change %j of a task changes nothing: %s', (change, nothing) => {
    expect(changesNothing(held, change)).toBe(nothing)
  })
})

describe('timers', () => {
  const running = { secondsLogged: 100, timer: { personId: 'ann', startedAt: 10_000 } }

  test.each([
    ['whole seconds are added', running, 72_999, { timer: null, secondsLogged: 162 }],
    ['a clock that was set back adds nothing', running, 4_000, { timer: null, secondsLogged: 100 }],
    ['without a timer nothing changes', { secondsLogged: 100, timer: null }, 72_999, {}],
  ])('TIM-01 when a timer stops, %s', (_title, task, at, expected) => {
    expect(stopped(task, at)).toEqual(expected)
  })
})

describe('the brief', () => {
  test('LCH-08 is by due date, undated last; then the latest change first, then by id', () => {
    const task = (id: string, dueDate: number | null, updatedAt: number) => ({ id, dueDate, updatedAt })
    const ordered = [
      task('e', 1, 1),
      task('d', 2, 9),
      task('c', 2, 8),
      task('a', 3, 5),
      task('b', 3, 5),
      task('f', 8_640_000_000_000_000, 9),
      task('g', null, 9),
      task('h', null, 1),
    ]
    expect(ordered.toReversed().toSorted(inBriefOrder)).toEqual(ordered)
    expect(ordered.toSorted(inBriefOrder)).toEqual(ordered)
  })

  test('LCH-08 an undated task ranks after the last possible date, a dated one by its date', () => {
    expect(dueRank(null)).toBeGreaterThan(8_640_000_000_000_000)
    expect(dueRank(0)).toBe(0)
  })
})

import { Sunrise } from 'lucide-react'
import { describe, expect, test } from 'vitest'
import { rowWith } from '../../shared/search/row-testing.ts'
import type { Marks } from '../state/store.ts'
import { extended, markedIn, targetsOf, toggled } from './selection.ts'
import { commandRow, itemRow, type PaletteRow } from '../items/rows.ts'

const task = (id: string): PaletteRow => itemRow(rowWith({ kind: 'task', id, title: id }))
const meeting = itemRow(rowWith({ kind: 'meeting', id: 'm', title: 'm' }))
const command = commandRow({ id: 'brief', title: 'Daily brief', icon: Sunrise })
const [a, b, c] = [task('a'), task('b'), task('c')]
const rows = [a, b, meeting, c, command]
const keys = (...some: PaletteRow[]): Marks => new Set(some.map(({ key }) => key))

/** Presses Shift+↓ for `+` and Shift+↑ for `-`, from this row. @returns the marked rows and the selected row, by title */
const press = (from: PaletteRow, presses: string): string => {
  let marks: Marks = new Set()
  let at: PaletteRow | null = from
  for (const one of presses) {
    const step = extended(marks, rows, at, one === '+' ? 1 : -1)
    marks = step.marks
    at = rows.find(({ key }) => key === step.key) ?? null
  }
  return `${markedIn(rows, marks)
    .map(({ title }) => title)
    .join(' ')} at ${at?.title}`
}

describe('APP-16 Shift with an arrow', () => {
  test.each<[string, PaletteRow, string, string]>([
    ['takes the selected row and the next', a, '+', 'a b at b'],
    ['skips rows that are not tasks', b, '+', 'b c at c'],
    ['takes back its last step', a, '++-', 'a b at b'],
    ['goes on in the other direction from where it began', b, '+--', 'a b at a'],
    ['stays at the last task', c, '++', 'c at c'],
    ['does not take a row that is not a task', command, '-', 'c at c'],
  ])('%s', (_what, from, presses, expected) => {
    expect(press(from, presses)).toBe(expected)
  })
})

test('APP-16 a click takes one task or leaves it, and nothing else', () => {
  expect(toggled(keys(a), c)).toEqual(keys(a, c))
  expect(toggled(keys(a, c), a)).toEqual(keys(c))
  expect(toggled(keys(a), meeting)).toEqual(keys(a))
})

test('APP-16 rows that arrive late are not marked, and marked rows that are gone do not count', () => {
  expect(markedIn([task('late'), c, a], keys(a, b, c)).map(({ title }) => title)).toEqual(['c', 'a'])
})

test('APP-16 an action changes the marked tasks, otherwise the selected one if it is a task', () => {
  const ids = (marked: readonly PaletteRow[], selected: PaletteRow | null) =>
    targetsOf(markedIn(marked, keys(...marked)), selected).map(({ id }) => id)
  expect(ids([a, c], b)).toEqual(['a', 'c'])
  expect(ids([], b)).toEqual(['b'])
  expect(ids([], meeting)).toEqual([])
})

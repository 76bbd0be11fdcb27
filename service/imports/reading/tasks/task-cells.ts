// The cells of a row of tasks by the meanings of their columns.
import { headerKey, type TaskConcept } from '../columns.ts'
import { isNoDate } from '../dates.ts'
import type { Row, Table } from '../table.ts'
import type { Cell } from './raw-task.ts'
import { suggestedTaskColumns, type TaskColumn } from './task-columns.ts'

/** A reader of rows by the meanings of their columns. */
export type Cells = {
  line: number
  /** Trimmed; empty where the column is missing. */
  text: (concept: TaskConcept) => string
  cell: (concept: TaskConcept) => Cell
  /** The filled cells of all columns of a meaning. */
  texts: (concept: TaskConcept) => string[]
  /** A column by its header, in small letters. */
  named: (key: string) => string
  /** The line of text above its group of rows. */
  group: string
  /** The line of the item that it is below. */
  above?: number
}

export function cellsOf(
  { names }: Pick<Table, 'names'>,
  columns: readonly TaskColumn[],
  clean: (text: string) => string,
) {
  const keys = new Map(names.map((name, index) => [headerKey(name), index] as const).toReversed())
  for (const { index, isLeftOut } of columns) if (isLeftOut) keys.delete(headerKey(names[index] ?? ''))
  const byConcept = Map.groupBy(columns, ({ concept }) => concept)
  const placesOf = (concept: TaskConcept) => byConcept.get(concept) ?? []
  return ({ line, cells, group = '' }: Row): Cells => {
    const at = (index: number | undefined): string => {
      const text = index === undefined ? '' : clean(cells[index] ?? '').trim()
      return isNoDate(text) ? '' : text
    }
    const cell = (concept: TaskConcept): Cell => {
      const places = placesOf(concept)
      const found = places.find(({ index }) => at(index) !== '') ?? places[0]
      return { text: at(found?.index), column: found?.name ?? '' }
    }
    return {
      line,
      cell,
      text: (concept) => cell(concept).text,
      texts: (concept) => placesOf(concept).flatMap(({ index }) => at(index) || []),
      named: (key) => at(keys.get(key)),
      group,
    }
  }
}

export const subitems = 'Subitems'
const isSubitems = (name: string | undefined): boolean =>
  name !== undefined && /^(?:subitems|unterelemente)$/i.test(name.trim())

/** monday.com writes the items below another one under a header of their own: `Subitems, Name, Owner`. */
export function nestedCells({ names }: Table, cellsIn: (row: Row) => Cells) {
  const hasSubitems = names.some(isSubitems)
  let below: ((row: Row) => Cells) | undefined
  let above = 0
  return (row: Row): Cells | 'header' => {
    if (!hasSubitems) return cellsIn(row)
    const [first = ''] = row.cells
    if (isSubitems(first)) {
      const own = { names: row.cells }
      below = cellsOf(own, suggestedTaskColumns(own, 'csv'), (text) => text)
      return 'header'
    }
    if (below && first.trim() === '') return { ...below(row), above }
    below = undefined
    above = row.line
    return cellsIn(row)
  }
}

export const rowName = (line: number): string => `row ${line}`

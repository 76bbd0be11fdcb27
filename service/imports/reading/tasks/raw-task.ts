// A task as a program describes it, before anything is looked up.
import type { ImportChoices } from '../../../../shared/api/launcher/imports.ts'
import type { Zone } from '../../../calendars/reading/times.ts'
import type { DayOrder } from '../dates.ts'
import type { Target } from '../plan.ts'

export type Cell = { text: string; column: string }

/** A task as a program describes it. */
export type RawTask = {
  line: number
  /** Other tasks name their parent by it. */
  id: string | null
  /** Another id by which they may name it. */
  alias?: string
  title: Cell
  /** Paragraphs of the description. */
  texts: readonly string[]
  start?: Cell | undefined
  due?: Cell | undefined
  /** The time of a date says nothing: `in zone` finds its day on the clock of `zone`, `as written` takes the one that is written. */
  wholeDay?: 'in zone' | 'as written' | undefined
  zone?: string | undefined
  language?: string | undefined
  /** A rule or words by which it repeats. */
  repeat?: string | undefined
  priority?: Cell | undefined
  status?: string | undefined
  /** Its status has a name that says more than that it is open or done. */
  isNamedStatus?: boolean
  isDone: boolean
  parent?: Cell | undefined
  assignees: readonly Cell[]
  section?: string | undefined
  labels?: string | undefined
}

/** A task of a file that has no columns. Its line is looked up by its id. */
export type JsonTask = Omit<RawTask, 'line'> & { id: string }

export type TaskContext = {
  target: Target
  zone: Zone
  /** How the days of a column are written. */
  orderIn: (column: string) => DayOrder | undefined
  badCells?: ImportChoices['badCells']
}

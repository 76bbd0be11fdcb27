// The source of a run's drafts, one batch after the other.
import type { ImportChoices, ImportLook } from '../../shared/api/imports.ts'
import type { Outcome } from '../base/operator-error.ts'
import type { LeftOutRow, Place } from './stored-import.ts'
import { cellsAt, lookAt } from './reading/look.ts'
import { comparePlaces, inOrder, type Placed } from './placed.ts'
import type { ImportFault, Plan, Target } from './reading/plan.ts'

export type PlanRequest = {
  importId: string
  bytes: Uint8Array
  target: Target
  choices: ImportChoices
  /** An IANA zone. */
  zone: string
}

export type LookRequest = Omit<PlanRequest, 'importId'>
export type Looked = Outcome<{ look: ImportLook; total: number; repeating: number }>

/** A service's imports, for routes and pages. */
export type ImportRunner = {
  /** Plans the import of a file. */
  look: (request: LookRequest) => Promise<Looked>
  /** Something was started in a workspace. */
  wake: (workspaceId: string) => void
}

/** A plan without its drafts. */
export type PlanHead = Omit<Plan, 'drafts'>

export type PlanSource = {
  head: PlanHead
  /** How many drafts there are. */
  total: number
  /** How many drafts stand up to a place. */
  before: (place: Place | null) => number
  /** The drafts after a place, in their order. */
  next: (after: Place | null, count: number) => readonly Placed[]
  /** Rows of which the plan stores nothing. */
  leftOut: () => readonly LeftOutRow[]
  /** Rows with their cells, where the file has columns. */
  withCells: (rows: readonly LeftOutRow[]) => readonly LeftOutRow[]
}

/** The plan of a file by what a person has decided. */
export const planOf = (
  { bytes, target, choices, zone }: LookRequest,
  purpose: 'look' | 'run',
): Outcome<Plan> => lookAt(bytes, { target, choices, zone, isRun: purpose === 'run' })

/** The first draft behind a place. */
function indexAfter(placed: readonly Placed[], place: Place | null): number {
  let [from, to] = [0, placed.length]
  while (place !== null && from < to) {
    const middle = (from + to) >> 1
    const at = placed[middle]
    if (at !== undefined && comparePlaces(at.place, place) <= 0) from = middle + 1
    else to = middle
  }
  return from
}

const reasonsOf = (faults: readonly ImportFault[]): NonNullable<LeftOutRow['reasons']> =>
  faults.flatMap(({ column, code, params }) =>
    code === undefined ? [] : [{ column, code, ...(params && { params }) }],
  )

const joined = (faults: readonly ImportFault[]): string =>
  faults.map(({ column, why }) => (column === '' ? why : `${column}: ${why}`)).join('; ')

/** @param request of the plan */
export function sourceOf(
  { importId, bytes, target }: Omit<PlanRequest, 'choices' | 'zone'>,
  { drafts, ...head }: Plan,
): PlanSource {
  const placed = inOrder(importId, drafts)
  const withCells = (rows: readonly LeftOutRow[]): readonly LeftOutRow[] => {
    if (head.delimiter === null || rows.length === 0) return rows
    const cells = cellsAt(bytes, target, new Set(rows.map(({ line }) => line)))
    return rows.map((row) => ({ ...row, ...(cells.has(row.line) && { cells: cells.get(row.line) ?? [] }) }))
  }
  return {
    head,
    total: placed.length,
    before: (place) => indexAfter(placed, place),
    next: (after, count) => {
      const from = indexAfter(placed, after)
      return placed.slice(from, from + count)
    },
    leftOut: () => {
      if (head.leftOut === 0) return []
      const stored = new Set(drafts.map(({ line }) => line))
      const faults = head.faults.filter(({ line }) => !stored.has(line))
      const byLine = Map.groupBy(faults, ({ line }) => line)
      return withCells(
        [...byLine].map(([line, of]) => ({
          line,
          text: of[0]?.text ?? '',
          why: joined(of),
          reasons: reasonsOf(of),
        })),
      )
    },
    withCells,
  }
}

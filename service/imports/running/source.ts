// The source of a run's drafts, one batch after the other.
import type { ImportChoices, ImportLook } from '../../../shared/api/launcher/imports.ts'
import type { Outcome } from '../../base/operator-error.ts'
import type { LeftOutRow, Place } from '../stored-import.ts'
import { cellsAt, lookAt } from '../reading/look.ts'
import type { ImportFault, Plan, Target, Draft } from '../reading/plan.ts'
import { namedUuid } from '../../base/ids.ts'

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

// The order in which the drafts of a plan are written. A place says where a draft stands in it and holds when the same file is
// planned again, so that an import goes on behind the last one that was stored (IMP-04).

/** A draft and its place; a task with the ids that it and the task above it get. */
export type Placed<T extends Draft = Draft> = { draft: T; place: Place; id: string; parentId: string | null }

/** Negative where the first comes before the second. */
const comparePlaces = (a: Place, b: Place): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** How many tasks stand above a task. A loop ends where it closes. */
function depthsOf(drafts: readonly Draft[]): (index: number) => number {
  const depths = new Map<number, number>()
  return (index) => {
    const path = new Set<number>()
    let at: number | null = index
    while (at !== null && !depths.has(at) && !path.has(at)) {
      path.add(at)
      const draft: Draft | undefined = drafts[at]
      at = draft?.is === 'task' ? draft.parent : null
    }
    let depth = at === null ? -1 : (depths.get(at) ?? 0)
    for (const one of [...path].toReversed()) depths.set(one, (depth += 1))
    return depths.get(index) ?? 0
  }
}

/** Companies come before the people who name them, and tasks before those below them. */
function inOrder(importId: string, drafts: readonly Draft[]): Placed[] {
  const depthOf = depthsOf(drafts)
  const onLine = new Map<string, number>()
  const placed = drafts.map((draft, index): Placed => {
    const line = `${draft.line} ${draft.is === 'task' ? 'task' : draft.object.type.id}`
    const nth = onLine.get(line) ?? 0
    onLine.set(line, nth + 1)
    const rank = draft.is === 'task' ? depthOf(index) : draft.byTitle ? 0 : 1
    const id = draft.is === 'task' ? namedUuid('import', importId, String(draft.line), String(nth)) : ''
    return { draft, place: [rank, draft.line, nth], id, parentId: null }
  })
  return placed
    .map((one) => {
      const parent = one.draft.is === 'task' && one.draft.parent !== null ? placed[one.draft.parent] : null
      return parent ? { ...one, parentId: parent.id } : one
    })
    .toSorted((a, b) => comparePlaces(a.place, b.place))
}

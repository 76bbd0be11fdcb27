// Where a run takes its drafts from: a plan in this process, or one that a thread holds.
import type { ImportChoices } from '../../shared/api/imports.ts'
import type { Outcome } from '../operator/error.ts'
import { decode } from './decode.ts'
import { knownColumns } from './formats.ts'
import type { LeftOutRow, Place } from './imports.store.ts'
import { lookAt } from './look.ts'
import { comparePlaces, inOrder, type Placed } from './placed.ts'
import type { ImportFault, Plan, Target } from './plan.ts'
import { readTable } from './table.ts'

export type PlanRequest = {
  importId: string
  bytes: Uint8Array
  target: Target
  choices: ImportChoices
  /** An IANA zone. */
  zone: string
}

/** A plan without its drafts. */
export type PlanHead = Omit<Plan, 'drafts'>

export type PlanSource = {
  head: PlanHead
  /** How many drafts there are. */
  total: number
  /** How many drafts stand up to a place. */
  before: (place: Place | null) => Promise<number>
  /** The drafts after a place, in their order. */
  next: (after: Place | null, count: number) => Promise<readonly Placed[]>
  /** Rows of which the plan stores nothing. */
  leftOut: () => Promise<readonly LeftOutRow[]>
  /** Rows with their cells, where the file has columns. */
  withCells: (rows: readonly LeftOutRow[]) => Promise<readonly LeftOutRow[]>
  close: () => void
}

/** The plan of a file by what a person has decided. */
export const planOf = ({ bytes, target, choices, zone }: Omit<PlanRequest, 'importId'>): Outcome<Plan> =>
  lookAt(bytes, { target, object: choices.object, key: choices.key ?? undefined, zone })

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

/** The cells of a file by line; nothing for files without columns. */
function cellsOf(bytes: Uint8Array, delimiter: string | null): Map<number, readonly string[]> {
  const decoded = delimiter === null ? undefined : decode(bytes)
  const table = decoded?.ok ? readTable(decoded.value.text, knownColumns) : undefined
  return new Map(table?.ok ? table.value.rows.map(({ line, cells }) => [line, cells] as const) : [])
}

const joined = (faults: readonly ImportFault[]): string =>
  faults.map(({ column, why }) => (column === '' ? why : `${column}: ${why}`)).join('; ')

/** @param bytes of the file that was planned */
export function sourceOf(importId: string, bytes: Uint8Array, { drafts, ...head }: Plan): PlanSource {
  const placed = inOrder(importId, drafts)
  let cells: ReturnType<typeof cellsOf> | undefined
  const cellsAt = () => (cells ??= cellsOf(bytes, head.delimiter))
  return {
    head,
    total: placed.length,
    before: async (place) => indexAfter(placed, place),
    next: async (after, count) => {
      const from = indexAfter(placed, after)
      return placed.slice(from, from + count)
    },
    leftOut: async () => {
      if (head.leftOut === 0) return []
      const stored = new Set(drafts.map(({ line }) => line))
      const byLine = Map.groupBy(
        head.faults.filter(({ line }) => !stored.has(line)),
        ({ line }) => line,
      )
      return [...byLine].map(([line, faults]) => ({
        line,
        text: faults[0]?.text ?? '',
        why: joined(faults),
        ...(cellsAt().has(line) && { cells: cellsAt().get(line) ?? [] }),
      }))
    },
    withCells: async (rows) =>
      rows.map((row) => ({
        ...row,
        ...(cellsAt().has(row.line) && { cells: cellsAt().get(row.line) ?? [] }),
      })),
    close: () => {},
  }
}

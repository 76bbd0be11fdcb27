// An import as its person sees it.
import type { Import } from '../../shared/api/imports.ts'
import { iso } from '../iso-time.ts'
import { undoUntil } from './import-write.ts'
import type { LeftOutRow, StoredImport } from './imports.store.ts'

const hasEnded = ({ state }: StoredImport): boolean => state !== 'looked' && state !== 'running'

const resultOf = (stored: StoredImport): Import['result'] => {
  if (!hasEnded(stored)) return null
  const { first, count } = stored.faults ?? { first: [], count: 0 }
  return {
    ...stored.counts,
    faults: [...first],
    ...(count > first.length && { moreFaults: count - first.length }),
  }
}

const undoOf = (stored: StoredImport, at: number): Import['undo'] => {
  const { created, updated, alsoCreated } = stored.counts
  const written = created + updated + Object.values(alsoCreated).reduce((sum, count) => sum + count, 0)
  const until = undoUntil(stored)
  if (!hasEnded(stored) || written === 0 || until < at) return null
  return { until: iso(until), undone: stored.undone, spared: stored.spared }
}

/** @param at epoch milliseconds */
export function presentImport(stored: StoredImport, at: number): Import {
  const { id, name, object, state, problem, look, choices, done, total, rate } = stored
  const isRunning = state === 'running' && done > 0
  const left = isRunning && rate !== null && rate > 0 ? Math.ceil((total - done) / rate) : null
  return {
    id,
    name,
    createdAt: iso(stored.createdAt),
    object,
    state,
    problem,
    ...(problem !== null && stored.faults?.problem && { problemReason: stored.faults.problem }),
    look,
    choices,
    progress: { rows: done, total, rowsPerSecond: isRunning ? rate : null, secondsLeft: left },
    result: resultOf(stored),
    undo: undoOf(stored, at),
  }
}

/** Numbers and phone numbers as they are; else a spreadsheet would run what begins like a formula (OWASP, CSV injection). */
const asText = (cell: string): string => (/^[=@\t\r]|^[+-](?![\d\s.,()/-]*$)/.test(cell) ? `'${cell}` : cell)
const cellOf = (text: string): string => {
  const safe = asText(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The rows that were left out, with the reason before their cells, as a spreadsheet opens them. */
export function leftOutCsv(rows: readonly LeftOutRow[], header: readonly string[] | null): string {
  const lines = [
    ['Line', 'Reason', ...(header ?? ['Text'])],
    ...rows.map(({ line, why, text, cells }) => [String(line), why, ...(cells ?? [text])]),
  ]
  return `\uFEFF${lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`
}

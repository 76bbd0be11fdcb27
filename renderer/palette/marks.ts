// Several selected tasks (APP-16). The selected row is where the arrow keys are; actions change the marked rows. Marks are keys,
// so rows that arrive late change nothing.
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { mark, type Marks, select, usePaletteStore } from '../state/store.ts'
import { type SeenTask, seenInRow } from '../writes/change-tasks.ts'
import type { PaletteRow } from '../items/rows.ts'

type TaskRow = Extract<PaletteRow, { type: 'item' }>

/** Only stored tasks can be marked. */
const isMarkable = (row: PaletteRow | null | undefined): row is TaskRow =>
  row?.type === 'item' && row.row.kind === 'task'

export const toggled = (marks: Marks, row: PaletteRow): Marks => {
  if (!isMarkable(row)) return marks
  const after = new Set(marks)
  if (!after.delete(row.key)) after.add(row.key)
  return after
}

/**
 * Extends the marks from the selected row to the next task, or takes back the last step. Rows that are not tasks are skipped.
 * @returns the marks, and the key of the row to select
 */
export const extended = (
  marks: Marks,
  rows: readonly PaletteRow[],
  from: PaletteRow | null,
  by: 1 | -1,
): { marks: Marks; key: string | null } => {
  const inOrder = by > 0 ? rows : rows.toReversed()
  const to = inOrder.slice(inOrder.findIndex((row) => row === from) + 1).find(isMarkable)
  const after = new Set(marks)
  if (isMarkable(from) && to !== undefined && after.has(from.key) && after.has(to.key)) after.delete(from.key)
  else for (const row of [from, to]) if (isMarkable(row)) after.add(row.key)
  return { marks: after, key: to?.key ?? from?.key ?? null }
}

/** The marked rows, in the order of the list. */
export const markedIn = (rows: readonly PaletteRow[], marks: Marks): readonly TaskRow[] =>
  marks.size === 0 ? [] : rows.filter(isMarkable).filter(({ key }) => marks.has(key))

/** The tasks that an action changes: the marked ones, otherwise the selected one. */
export const targetsOf = (marked: readonly TaskRow[], selected: PaletteRow | null): readonly SeenTask[] =>
  (marked.length > 0 ? marked : isMarkable(selected) ? [selected] : []).map(({ row }) => seenInRow(row))

/** @param rows must keep their identity while they are unchanged */
export function useMarks(rows: readonly PaletteRow[], selected: PaletteRow | null) {
  const marks = usePaletteStore((state) => state.marks)
  const selectedKey = usePaletteStore((state) => state.selectedKey)
  /** Place of the selected row. Once it is gone, for example deleted, the row in its place is selected. */
  const place = useRef<number | null>(null)
  useLayoutEffect(() => {
    const at = rows.findIndex(({ key }) => key === selectedKey)
    if (at !== -1 || selectedKey === null) place.current = at === -1 ? null : at
    else if (place.current !== null) select(rows[Math.min(place.current, rows.length - 1)]?.key ?? null)
  }, [rows, selectedKey])
  const marked = useMemo(() => markedIn(rows, marks), [marks, rows])
  return {
    marked,
    targets: useMemo(() => targetsOf(marked, selected), [marked, selected]),
    extend: useCallback(
      (by: 1 | -1): void => {
        const after = extended(marks, rows, selected, by)
        mark(after.marks)
        select(after.key)
      },
      [marks, rows, selected],
    ),
  }
}

/** Mod+click. */
export const toggleMark = (row: PaletteRow): void => mark(toggled(usePaletteStore.getState().marks, row))

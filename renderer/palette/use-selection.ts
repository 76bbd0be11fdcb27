// The selected row, Enter before the rows arrive, and several marked tasks.
import { useMemo } from 'react'
import { usePaletteStore } from '../state/store.ts'
import { type EnterAction, type Sight, useEnterIntent } from './enter-intent.ts'
import { useMarks } from './marks.ts'
import type { PaletteRow } from '../items/rows.ts'
import type { useFoundRows } from './use-found-rows.ts'

export function useSelection(
  {
    typed,
    rows,
    isAnswered,
    remotePending,
  }: Pick<ReturnType<typeof useFoundRows>, 'typed' | 'rows' | 'isAnswered' | 'remotePending'>,
  run: (action: EnterAction, row: PaletteRow) => void,
) {
  const selectedKey = usePaletteStore((state) => state.selectedKey)
  const sight = useMemo<Sight>(
    () => ({ typed, rows, selectedKey, answered: isAnswered, pending: remotePending }),
    [isAnswered, remotePending, rows, selectedKey, typed],
  )
  const { index, isWaiting, step } = useEnterIntent(sight, run)
  const selected = rows[index] ?? null
  return { index, selected, isWaiting, step, ...useMarks(rows, selected) }
}

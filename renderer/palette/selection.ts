// The selected row: which row a key acts on while rows are still loading, and several marked tasks. Enter waits for the answer to
// its query; arrow keys count in the rows that are still to come. `nextIntent` is pure; its hook performs the effects (APP-03).
// Actions change the marked rows (APP-16). Marks are keys, so rows that arrive late change nothing.
import { useCallback, useEffect, useState, useLayoutEffect, useMemo, useRef } from 'react'
import { on } from '../state/bridge.ts'
import { select, mark, type Marks, usePaletteStore } from '../state/store.ts'
import { type Asked, sameAsked } from './search-results.ts'
import { isOffer, type PaletteRow } from '../items/rows.ts'
import { type SeenTask, seenInRow } from '../writes/change-tasks.ts'
import type { useFoundRows } from './use-found-rows.ts'

/** The action of Enter or Mod+Enter. */
export type EnterAction = 'open' | 'openInBrowser'

export interface Intent {
  /** An Enter pressed before the answer to its query arrived. `place` is the index that the arrow keys had reached. */
  waiting: { asked: Asked; action: EnterAction; place: number | null } | null
  /**
   * The index that arrow keys reached before the rows of this query arrived. It counts in the new rows. As in `Array.at`, -1 is
   * the last row.
   */
  ahead: number | null
}

/** The screen at the time of a key press. */
export interface ScreenState {
  typed: Asked
  rows: readonly PaletteRow[]
  /** Null selects the first row. */
  selectedKey: string | null
  /** Whether the rows answer the typed query rather than an older one. */
  answered: boolean
  /** Whether the service may still add rows. */
  pending: boolean
}

export type IntentEvent =
  | { type: 'typed' }
  /** Infinity moves to the last row, -Infinity to the first. */
  | { type: 'moved'; by: number }
  | { type: 'entered'; action: EnterAction }
  | { type: 'escaped' }
  /** The rows or the query on the screen have changed. */
  | { type: 'painted' }

export type IntentEffect =
  | { type: 'select'; key: string | null }
  | { type: 'run'; action: EnterAction; row: PaletteRow }

export interface IntentStep {
  intent: Intent
  effects: readonly IntentEffect[]
}

export const noIntent: Intent = { waiting: null, ahead: null }

/** Clamps an index to `count` rows; 0 without rows. */
const within = (count: number, place: number): number =>
  Math.max(0, Math.min(place < 0 ? count + place : place, count - 1))

/** The index that an arrow key reaches while the number of rows is unknown. */
const moved = (place: number, by: number): number => {
  if (!Number.isFinite(by)) return by > 0 ? -1 : 0
  return place < 0 ? Math.min(-1, place + by) : Math.max(0, place + by)
}

/** The index of the selected row; 0 if there is none. */
export const placeOf = ({ ahead }: Intent, { rows, selectedKey }: ScreenState): number =>
  within(
    rows.length,
    ahead ??
      Math.max(
        0,
        rows.findIndex((row) => row.key === selectedKey),
      ),
  )

/** Whether the service may still bring this row: the index is past the end, or it counts from the end. */
const mayCome = (place: number, { rows, pending }: ScreenState): boolean =>
  pending && (place < 0 || place >= rows.length)

/** The row that Enter runs. Null while it may still arrive, undefined if it will not. */
const meantRow = (place: number | null, sight: ScreenState): PaletteRow | null | undefined => {
  const { rows, pending } = sight
  if (place !== null && mayCome(place, sight)) return null
  const meant = place === null ? rows.find((one) => !isOffer(one)) : rows[within(rows.length, place)]
  if (meant === undefined && pending) return null
  return meant !== undefined && isOffer(meant) ? undefined : meant
}

const endWait = (intent: Intent, sight: ScreenState): IntentStep => {
  const { waiting } = intent
  const none = { intent, effects: [] }
  if (waiting === null) return none
  const over = { ...intent, waiting: null }
  if (!sameAsked(waiting.asked, sight.typed)) return { intent: over, effects: [] }
  if (!sight.answered) return none
  const row = meantRow(waiting.place, sight)
  if (row === null) return none
  return {
    intent: over,
    effects: row === undefined ? [] : [{ type: 'run', action: waiting.action, row }],
  }
}

const catchUp = (intent: Intent, sight: ScreenState): IntentStep => {
  const { ahead } = intent
  const { answered, rows } = sight
  if (!answered || ahead === null || mayCome(ahead, sight)) return { intent, effects: [] }
  const key = rows[within(rows.length, ahead)]?.key ?? null
  return { intent: { ...intent, ahead: null }, effects: [{ type: 'select', key }] }
}

export function nextIntent(intent: Intent, event: IntentEvent, sight: ScreenState): IntentStep {
  const { rows, answered, pending, typed } = sight
  switch (event.type) {
    case 'typed':
      return { intent: noIntent, effects: [] }
    case 'escaped':
      return { intent: { ...intent, waiting: null }, effects: [] }
    case 'moved': {
      const to = moved(intent.ahead ?? placeOf(intent, sight), event.by)
      if (!answered || intent.ahead !== null) return { intent: { ...intent, ahead: to }, effects: [] }
      return { intent, effects: [{ type: 'select', key: rows[within(rows.length, to)]?.key ?? null }] }
    }
    case 'entered': {
      const row = rows[placeOf(intent, sight)]
      if (answered && row !== undefined)
        return { intent, effects: [{ type: 'run', action: event.action, row }] }
      return pending
        ? {
            intent: { ...intent, waiting: { asked: typed, action: event.action, place: intent.ahead } },
            effects: [],
          }
        : { intent, effects: [] }
    }
    case 'painted': {
      const reached = catchUp(intent, sight)
      const ended = endWait(reached.intent, sight)
      return { intent: ended.intent, effects: [...reached.effects, ...ended.effects] }
    }
  }
}

/** @param sight must keep its identity while its content is unchanged */
function useEnterIntent(sight: ScreenState, run: (action: EnterAction, row: PaletteRow) => void) {
  const [intent, setIntent] = useState(noIntent)
  const step = useCallback(
    (event: IntentEvent): void => {
      const { intent: next, effects } = nextIntent(intent, event, sight)
      // React may render once more for a state that is the same.
      if (next !== intent) setIntent(next)
      for (const effect of effects)
        if (effect.type === 'select') select(effect.key)
        else run(effect.action, effect.row)
    },
    [intent, run, sight],
  )
  // oxlint-disable-next-line react/set-state-in-effect -- the rows that a key waits for come from outside
  useEffect(() => step({ type: 'painted' }), [step])

  return { index: placeOf(intent, sight), isWaiting: intent.waiting !== null, step }
}

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
function useMarks(rows: readonly PaletteRow[], selected: PaletteRow | null) {
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

/** What others change moves rows of an empty query: the first one, which is selected without being chosen, stays selected. */
function useLiveSelection(rows: readonly PaletteRow[]): void {
  const first = useRef<string | null>(null)
  useLayoutEffect(() => {
    first.current = rows[0]?.key ?? null
  })
  useEffect(
    () =>
      on('data.changed', (what) => {
        const { shown, query, selectedKey } = usePaletteStore.getState()
        if (typeof what === 'object' && shown && query === '' && selectedKey === null) select(first.current)
      }),
    [],
  )
}

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
  const sight = useMemo<ScreenState>(
    () => ({ typed, rows, selectedKey, answered: isAnswered, pending: remotePending }),
    [isAnswered, remotePending, rows, selectedKey, typed],
  )
  const { index, isWaiting, step } = useEnterIntent(sight, run)
  const selected = rows[index] ?? null
  useLiveSelection(rows)
  return { index, selected, isWaiting, step, ...useMarks(rows, selected) }
}

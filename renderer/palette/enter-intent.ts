// Decides which row a key acts on while rows are still loading. Enter waits for the answer to its query. Arrow keys count in
// the rows that are still to come. `nextIntent` is pure; the hook performs its effects (APP-03).
import { useCallback, useEffect, useState } from 'react'
import { select } from '../state/store.ts'
import { type Asked, sameAsked } from './search-results.ts'
import { isOffer, type PaletteRow } from '../items/rows.ts'

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
export interface Sight {
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
export const placeOf = ({ ahead }: Intent, { rows, selectedKey }: Sight): number =>
  within(
    rows.length,
    ahead ??
      Math.max(
        0,
        rows.findIndex((row) => row.key === selectedKey),
      ),
  )

/** Whether the service may still bring this row: the index is past the end, or it counts from the end. */
const mayCome = (place: number, { rows, pending }: Sight): boolean =>
  pending && (place < 0 || place >= rows.length)

/** The row that Enter runs. Null while it may still arrive, undefined if it will not. */
const meantRow = (place: number | null, sight: Sight): PaletteRow | null | undefined => {
  const { rows, pending } = sight
  if (place !== null && mayCome(place, sight)) return null
  const meant = place === null ? rows.find((one) => !isOffer(one)) : rows[within(rows.length, place)]
  if (meant === undefined && pending) return null
  return meant !== undefined && isOffer(meant) ? undefined : meant
}

const endWait = (intent: Intent, sight: Sight): IntentStep => {
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

const catchUp = (intent: Intent, sight: Sight): IntentStep => {
  const { ahead } = intent
  const { answered, rows } = sight
  if (!answered || ahead === null || mayCome(ahead, sight)) return { intent, effects: [] }
  const key = rows[within(rows.length, ahead)]?.key ?? null
  return { intent: { ...intent, ahead: null }, effects: [{ type: 'select', key }] }
}

export function nextIntent(intent: Intent, event: IntentEvent, sight: Sight): IntentStep {
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
export function useEnterIntent(sight: Sight, run: (action: EnterAction, row: PaletteRow) => void) {
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

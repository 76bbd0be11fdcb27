// Which row a key acts on while rows are still coming: the Enter that waits for the answer of its query, and the arrows
// that run ahead of the rows they count in. `nextIntent` is pure; the hook performs its effects (APP-03).
import { useCallback, useEffect, useState } from 'react'
import { select } from '../../app/palette-store.ts'
import { type Asked, sameAsked } from '../search/search-results.ts'
import { isOffer, type PaletteRow } from './rows.ts'

/** What Enter, or Mod+Enter, does with the row. */
export type EnterAction = 'open' | 'openInBrowser'

export interface Intent {
  /** Enter that was pressed before the answer for this query was there; `place` is the row the arrows had reached. */
  waiting: { asked: Asked; action: EnterAction; place: number | null } | null
  /**
   * Where arrows went before the rows of this query were there: they count in those rows, not in the old. As in
   * `Array.at`, -1 is the last row.
   */
  ahead: number | null
}

/** What is on the screen when a key is pressed. */
export interface Sight {
  typed: Asked
  rows: readonly PaletteRow[]
  /** Null is the first row. */
  selectedKey: string | null
  /** The rows answer what is typed, and not an older query. */
  answered: boolean
  /** The service may still bring rows. */
  pending: boolean
}

export type IntentEvent =
  | { type: 'typed' }
  /** Infinity is the last row, -Infinity the first. */
  | { type: 'moved'; by: number }
  | { type: 'entered'; action: EnterAction }
  | { type: 'escaped' }
  /** What is on the screen is another now. */
  | { type: 'painted' }

export type IntentEffect =
  | { type: 'select'; key: string | null }
  | { type: 'run'; action: EnterAction; row: PaletteRow }

export interface IntentStep {
  intent: Intent
  effects: readonly IntentEffect[]
}

export const noIntent: Intent = { waiting: null, ahead: null }

/** The place in so many rows; 0 where there are none. */
const within = (count: number, place: number): number =>
  Math.max(0, Math.min(place < 0 ? count + place : place, count - 1))

/** Where an arrow leads when nobody knows yet how many rows there are. */
const moved = (place: number, by: number): number => {
  if (!Number.isFinite(by)) return by > 0 ? -1 : 0
  return place < 0 ? Math.min(-1, place + by) : Math.max(0, place + by)
}

/** The place of the chosen row; 0 where there is none. */
export const placeOf = ({ ahead }: Intent, { rows, selectedKey }: Sight): number =>
  within(
    rows.length,
    ahead ??
      Math.max(
        0,
        rows.findIndex((row) => row.key === selectedKey),
      ),
  )

/** The service may still bring the row of this place: there are fewer, or it is counted from the last. */
const mayCome = (place: number, { rows, pending }: Sight): boolean =>
  pending && (place < 0 || place >= rows.length)

/** The row that was meant, once it is sure; null while it may still come, undefined when it will not. */
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

/** @param sight the same object as long as it says the same. */
export function useEnterIntent(sight: Sight, run: (action: EnterAction, row: PaletteRow) => void) {
  const [intent, setIntent] = useState(noIntent)
  const step = useCallback(
    (event: IntentEvent): void => {
      const { intent: next, effects } = nextIntent(intent, event, sight)
      setIntent(next)
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

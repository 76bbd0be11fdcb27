// Which row a key acts on while rows are still coming: the Enter that waits for the answer of its query, and the arrows
// that run ahead of the rows they count in. Pure; use-aim.ts performs the effects (APP-03).
import { type Asked, sameAsked } from '../search/found.ts'
import { isOffer, type PaletteRow } from './rows.ts'

/** What Enter, or Mod+Enter, does with the row. */
export type Aimed = 'open' | 'openInBrowser'

export interface Aim {
  /** Enter that was pressed before the answer for this query was there; `place` is the row the arrows had reached. */
  waiting: { asked: Asked; action: Aimed; place: number | null } | null
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

export type AimEvent =
  | { type: 'typed' }
  /** Infinity is the last row, -Infinity the first. */
  | { type: 'moved'; by: number }
  | { type: 'entered'; action: Aimed }
  | { type: 'escaped' }
  /** What is on the screen is another now. */
  | { type: 'painted' }

export type AimEffect =
  | { type: 'select'; key: string | null }
  | { type: 'run'; action: Aimed; row: PaletteRow }

export interface AimStep {
  aim: Aim
  effects: readonly AimEffect[]
}

export const restingAim: Aim = { waiting: null, ahead: null }

/** The place in so many rows; 0 where there are none. */
const within = (count: number, place: number): number =>
  Math.max(0, Math.min(place < 0 ? count + place : place, count - 1))

/** Where an arrow leads when nobody knows yet how many rows there are. */
const moved = (place: number, by: number): number => {
  if (!Number.isFinite(by)) return by > 0 ? -1 : 0
  return place < 0 ? Math.min(-1, place + by) : Math.max(0, place + by)
}

/** The place of the chosen row; 0 where there is none. */
export const placeOf = ({ ahead }: Aim, { rows, selectedKey }: Sight): number =>
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

const endWait = (aim: Aim, sight: Sight): AimStep => {
  const { waiting } = aim
  const none = { aim, effects: [] }
  if (waiting === null) return none
  const over = { ...aim, waiting: null }
  if (!sameAsked(waiting.asked, sight.typed)) return { aim: over, effects: [] }
  if (!sight.answered) return none
  const row = meantRow(waiting.place, sight)
  if (row === null) return none
  return {
    aim: over,
    effects: row === undefined ? [] : [{ type: 'run', action: waiting.action, row }],
  }
}

const catchUp = (aim: Aim, sight: Sight): AimStep => {
  const { ahead } = aim
  const { answered, rows } = sight
  if (!answered || ahead === null || mayCome(ahead, sight)) return { aim, effects: [] }
  const key = rows[within(rows.length, ahead)]?.key ?? null
  return { aim: { ...aim, ahead: null }, effects: [{ type: 'select', key }] }
}

export function nextAim(aim: Aim, event: AimEvent, sight: Sight): AimStep {
  const { rows, answered, pending, typed } = sight
  switch (event.type) {
    case 'typed':
      return { aim: restingAim, effects: [] }
    case 'escaped':
      return { aim: { ...aim, waiting: null }, effects: [] }
    case 'moved': {
      const to = moved(aim.ahead ?? placeOf(aim, sight), event.by)
      if (!answered || aim.ahead !== null) return { aim: { ...aim, ahead: to }, effects: [] }
      return { aim, effects: [{ type: 'select', key: rows[within(rows.length, to)]?.key ?? null }] }
    }
    case 'entered': {
      const row = rows[placeOf(aim, sight)]
      if (answered && row !== undefined) return { aim, effects: [{ type: 'run', action: event.action, row }] }
      return pending
        ? { aim: { ...aim, waiting: { asked: typed, action: event.action, place: aim.ahead } }, effects: [] }
        : { aim, effects: [] }
    }
    case 'painted': {
      const reached = catchUp(aim, sight)
      const ended = endWait(reached.aim, sight)
      return { aim: ended.aim, effects: [...reached.effects, ...ended.effects] }
    }
  }
}

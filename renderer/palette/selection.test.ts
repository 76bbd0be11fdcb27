import { describe, expect, test } from 'vitest'
import {
  type Intent,
  type IntentEffect,
  type IntentEvent,
  nextIntent,
  placeOf,
  noIntent,
  type ScreenState,
} from './selection.ts'
import { createRow, type PaletteRow, widenRow } from '../items/rows.ts'

const row = (id: string): PaletteRow => ({ type: 'draft', key: id, title: id, of: id })
const typed = { query: 'acme', scope: null }
const [a, b, c] = [row('a'), row('b'), row('c')]

/** All rows of this query are painted. */
const whole: ScreenState = { typed, rows: [a, b, c], selectedKey: null, answered: true, pending: false }
/** The painted rows belong to an older query. */
const stale: ScreenState = { ...whole, rows: [row('old')], answered: false, pending: true }
/** The cached rows are painted; the service may add more. */
const local: ScreenState = { ...whole, rows: [a], pending: true }
const bare: ScreenState = { ...whole, rows: [], pending: true }
const inVain: ScreenState = { ...whole, rows: [createRow('acme')] }

const enter: IntentEvent = { type: 'entered', action: 'open' }
const enterMod: IntentEvent = { type: 'entered', action: 'openInBrowser' }
const down: IntentEvent = { type: 'moved', by: 1 }
const up: IntentEvent = { type: 'moved', by: -1 }
const last: IntentEvent = { type: 'moved', by: Infinity }
const first: IntentEvent = { type: 'moved', by: -Infinity }
const painted: IntentEvent = { type: 'painted' }
const escape: IntentEvent = { type: 'escaped' }
const open = (on: PaletteRow): IntentEffect => ({ type: 'run', action: 'open', row: on })
const openOutside = (on: PaletteRow): IntentEffect => ({ type: 'run', action: 'openInBrowser', row: on })
const choose = (key: string): IntentEffect => ({ type: 'select', key })

/** Events while this is on the screen. */
const on = (sight: ScreenState, ...events: readonly IntentEvent[]) =>
  events.map((event) => [event, sight] as const)
/** Keys pressed before the rows of this query are painted. */
const early = (...events: readonly IntentEvent[]) => on(stale, ...events)

/** Plays events, each with the screen at its time, and returns the effects. */
const play = (
  ...steps: readonly (readonly [IntentEvent, ScreenState])[]
): { intent: Intent; effects: IntentEffect[] } => {
  let intent = noIntent
  const effects: IntentEffect[] = []
  for (const [event, sight] of steps) {
    const next = nextIntent(intent, event, sight)
    intent = next.intent
    effects.push(...next.effects)
  }
  return { intent, effects }
}

const table: readonly [
  what: string,
  steps: readonly (readonly [IntentEvent, ScreenState])[],
  effects: readonly IntentEffect[],
  isWaiting?: boolean,
][] = [
  ['Enter runs the chosen row', [[enter, { ...whole, selectedKey: 'b' }]], [open(b)]],
  ['Enter runs the first row where none is chosen', [[enter, whole]], [open(a)]],
  ['Enter on a local row does not wait for the service', [[enter, local]], [open(a)]],
  ['Mod+Enter opens in the browser', [[enterMod, whole]], [openOutside(a)]],
  ['Enter never runs a row of an older query', [[enter, stale]], [], true],
  ['Enter waits where nothing local matches', [[enter, bare]], [], true],
  ['Enter on nothing, and nothing to come, does nothing', [[enter, { ...bare, pending: false }]], []],
  ['the Enter that waited runs the first row that comes', [...early(enter), [painted, local]], [open(a)]],
  ['it runs once', [...on(bare, enter), ...on(local, painted), ...on(whole, painted)], [open(a)]],
  ['waiting in vain creates nothing', [...on(bare, enter), ...on(inVain, painted)], []],
  ['Enter on the row that creates is an Enter of its own', [[enter, inVain]], [open(createRow('acme'))]],
  [
    'Enter for one query runs nothing of another',
    [...early(enter), [painted, { ...whole, typed: { query: 'acme c', scope: null } }]],
    [],
  ],
  [
    'nor of another scope',
    [...early(enter), [painted, { ...whole, typed: { query: 'acme', scope: 'tasks' } }]],
    [],
  ],
  ['typing on ends the wait', [...early(enter, { type: 'typed' }), [painted, whole]], []],
  ['Esc ends the wait', [...early(enter, escape), [painted, whole]], []],

  ['arrows choose among the rows of the query', [[down, whole]], [choose('b')]],
  ['they do not wrap at the end', [[{ type: 'moved', by: 9 }, whole]], [choose('c')]],
  ['arrows before the rows count in the rows', [...early(down, down), [painted, whole]], [choose('c')]],
  ['beyond the local rows they wait for the service', [...early(down, down), [painted, local]], []],
  [
    'and choose when it has answered',
    [...early(down, down), [painted, local], [painted, whole]],
    [choose('c')],
  ],
  [
    'an arrow while the row of the ones before is still to come goes on from there',
    [...early(down), [painted, local], [down, local], [painted, whole]],
    [choose('c')],
  ],
  ['the last row, then the first', [...early(last, first, enter), [painted, whole]], [choose('a'), open(a)]],
  ['the last but one', [...early(last, up), [painted, whole]], [choose('b')]],
  ['no row is the last while more may come', [...early(last, enter), [painted, local]], [], true],
  ['after the last there is none', [...early(last, down, enter), [painted, whole]], [choose('c'), open(c)]],
  [
    'Enter after arrows runs the row that they reached',
    [...early(down, enter), [painted, whole]],
    [choose('b'), open(b)],
  ],
  [
    'an arrow after Enter changes nothing of what Enter meant',
    [...early(enter, down), [painted, whole]],
    [choose('b'), open(a)],
  ],
  [
    'an Enter that waited in vain does not leave its scope',
    [...early(enter), [painted, { ...whole, rows: [widenRow('acme')] }]],
    [],
  ],
]

describe('what a key acts on while rows are still coming', () => {
  test.each(table)('APP-03 %s', (_what, steps, effects, isWaiting = false) => {
    const end = play(...steps)
    expect(end.effects).toEqual(effects)
    expect(end.intent.waiting !== null).toBe(isWaiting)
  })

  test('APP-03 the place of the chosen row is always one that is there', () => {
    expect(placeOf(noIntent, { ...whole, selectedKey: 'c' })).toBe(2)
    expect(placeOf(noIntent, { ...whole, selectedKey: 'gone' })).toBe(0)
    expect(placeOf({ ...noIntent, ahead: 7 }, whole)).toBe(2)
    expect(placeOf({ ...noIntent, ahead: 7 }, bare)).toBe(0)
  })
})

// State machine of the window: loading, hidden or visible, and its view. Pure; window.ts performs the effects. Toggling
// depends on focus, not visibility: a visible window without the focus is brought to the front.
import type { View } from '../../shared/ipc/launcher.ts'

export type State = {
  page: 'loading' | 'ready'
  shown: { view: View; summon: number; focused: boolean } | null
  /** View requested while the page is loading. */
  wanted: View | null
  /** Incremented by each summon. */
  summon: number
  /** Before this time a blur does not hide the window. Epoch milliseconds. */
  blurArmedAt: number
  /** Time of the last hotkey press, to detect key repeat. */
  lastPressAt: number
  quitting: boolean
}

export type Event =
  | { type: 'pageReady' }
  | { type: 'pageGone' }
  /** A hotkey. Shows its view, or hides the window if that view has the focus. */
  | { type: 'pressed'; view: View }
  /** No key repeat arrived after that press. */
  | { type: 'repeatTimePassed'; pressedAt: number; summon: number }
  /** The command line, the tray, a notification, a link. */
  | { type: 'toggleAsked' }
  | { type: 'showAsked'; view: View }
  /** From the page. `summon` may be out of date. */
  | { type: 'hideAsked'; summon: number }
  | { type: 'focused' }
  /** `held` while a form contains text or a sign-in is pending. */
  | { type: 'blurred'; held: boolean }
  | { type: 'closeAsked' }
  | { type: 'quitAsked' }

export type Effect =
  | { type: 'show'; view: View; summon: number }
  | { type: 'hide' }
  /** Send `repeatTimePassed` after `ms`. */
  | { type: 'awaitRepeat'; ms: number; pressedAt: number; summon: number }
  | { type: 'recreatePage' }
  | { type: 'letClose' }
  | { type: 'preventClose' }

export type Step = { state: State; effects: readonly Effect[] }

export const start: State = {
  page: 'loading',
  shown: null,
  wanted: null,
  summon: 0,
  blurArmedAt: 0,
  lastPressAt: Number.NEGATIVE_INFINITY,
  quitting: false,
}

/** Window managers may move the focus while a window is being shown. */
const blurArmedAfterMs = 150
/**
 * X11 repeats a held key about every 40 ms. The first repeat comes after 660 ms and looks like a new press, so hiding waits
 * for a possible second repeat. Showing never waits.
 */
const repeatMs = 60

const stay = (state: State): Step => ({ state, effects: [] })

const show = (state: State, view: View, now: number): Step => {
  if (state.quitting) return stay(state)
  if (state.page === 'loading') return stay({ ...state, wanted: view })
  const summon = state.summon + 1
  return {
    state: {
      ...state,
      summon,
      wanted: null,
      shown: { view, summon, focused: true },
      blurArmedAt: now + blurArmedAfterMs,
    },
    effects: [{ type: 'show', view, summon }],
  }
}

const hide = (state: State): Step =>
  state.shown === null
    ? stay({ ...state, wanted: null })
    : { state: { ...state, shown: null, wanted: null }, effects: [{ type: 'hide' }] }

/** @param now epoch milliseconds. */
export const next = (state: State, event: Event, now: number): Step => {
  switch (event.type) {
    case 'pageReady': {
      if (state.page === 'ready') return stay(state)
      const ready: State = { ...state, page: 'ready' }
      return ready.wanted === null ? stay(ready) : show(ready, ready.wanted, now)
    }
    case 'pageGone':
      return state.quitting
        ? stay(state)
        : {
            state: { ...state, page: 'loading', shown: null, wanted: state.shown?.view ?? state.wanted },
            effects: [{ type: 'recreatePage' }],
          }
    case 'pressed': {
      const pressed = { ...state, lastPressAt: now }
      if (now - state.lastPressAt < repeatMs) return stay(pressed)
      if (state.shown?.focused !== true || state.shown.view !== event.view)
        return show(pressed, event.view, now)
      const { summon } = state.shown
      return { state: pressed, effects: [{ type: 'awaitRepeat', ms: repeatMs, pressedAt: now, summon }] }
    }
    case 'repeatTimePassed':
      return !state.quitting && state.lastPressAt === event.pressedAt && state.shown?.summon === event.summon
        ? hide(state)
        : stay(state)
    case 'toggleAsked':
      return state.shown?.focused === true ? hide(state) : show(state, 'palette', now)
    case 'showAsked':
      return show(state, event.view, now)
    case 'hideAsked':
      return state.shown?.summon === event.summon ? hide(state) : stay(state)
    case 'focused':
      return state.shown === null || state.shown.focused
        ? stay(state)
        : stay({ ...state, shown: { ...state.shown, focused: true }, blurArmedAt: now + blurArmedAfterMs })
    case 'blurred': {
      if (state.shown === null) return stay(state)
      if (event.held || now < state.blurArmedAt)
        return stay({ ...state, shown: { ...state.shown, focused: false } })
      return hide(state)
    }
    case 'closeAsked':
      return state.quitting
        ? { state, effects: [{ type: 'letClose' }] }
        : {
            state: { ...state, shown: null, wanted: null },
            effects: [{ type: 'preventClose' }, { type: 'hide' }],
          }
    case 'quitAsked':
      return stay({ ...state, quitting: true })
  }
}

// The window's life: loading, hidden or visible, and which view it shows. Pure; window.ts performs the effects. Toggling
// goes by focus, not by visibility: a window that is seen but not focused is wanted in front.
import type { View } from '../../shared/ipc/launcher.ts'

export type State = {
  page: 'loading' | 'ready'
  shown: { view: View; summon: number; focused: boolean } | null
  /** Presses during start-up and while a dead page is made again. */
  wanted: View | null
  /** Grows with each summon. */
  summon: number
  /** Blur hides from this time on, epoch milliseconds. */
  blurArmedAt: number
  /** The last press of a hotkey: a key that is held down repeats it. */
  lastPressAt: number
  quitting: boolean
}

export type Event =
  | { type: 'pageReady' }
  | { type: 'pageGone' }
  /** A hotkey: shows its view, or hides when that view has the focus. */
  | { type: 'pressed'; view: View }
  /** The time in which a held key would have repeated that press is over. */
  | { type: 'repeatTimePassed'; pressedAt: number; summon: number }
  /** The command line, the tray, a notification, a link. */
  | { type: 'toggleAsked' }
  | { type: 'showAsked'; view: View }
  /** From the page, which may not know yet that it was summoned again. */
  | { type: 'hideAsked'; summon: number }
  | { type: 'focused' }
  /** `held` while a form holds text, or while a sign-in takes the focus by itself; native dialogs are not opened here. */
  | { type: 'blurred'; held: boolean }
  | { type: 'closeAsked' }
  | { type: 'quitAsked' }

export type Effect =
  | { type: 'show'; view: View; summon: number }
  | { type: 'hide' }
  /** Sends `repeatTimePassed` after that time. */
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

/** A window manager may move the focus about while a window comes up. */
const blurArmedAfterMs = 150
/**
 * X11 repeats a held key about every 40 ms, and nobody presses that fast. The first repeat comes after 660 ms and looks like
 * a press of its own: only the next repeat tells them apart, so hiding waits for one. Showing never waits.
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

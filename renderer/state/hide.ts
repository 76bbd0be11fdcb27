// Hides the window, or leaves a screen. The call names its summon, so that it does not hide a later one.
import { call, reasonOf } from './bridge.ts'
import { goBack, tell, usePaletteStore } from './store.ts'
import { errorWords } from '../ui/error-words.ts'

/** Call in the event handler. The returned function hides only what was visible at that time. */
export const hideLater = (): (() => void) => {
  const { summon } = usePaletteStore.getState()
  return () =>
    void call('view.hide', { summon }).catch((error: unknown) =>
      tell(errorWords(reasonOf(error)).text, 'danger'),
    )
}

export const hideNow = (): void => hideLater()()

/**
 * Leaves the screen: back to the one it was opened from, or out of the window. Call in the event handler. The returned
 * function leaves only the screen of that time.
 */
export const leaveLater = (): (() => void) => {
  const { screens } = usePaletteStore.getState()
  const hide = hideLater()
  return () => {
    if (usePaletteStore.getState().screens === screens && !goBack()) hide()
  }
}

export const leave = (): void => leaveLater()()

// Hides the window. The call names its summon, so that it does not hide a later one.
import { call, reasonOf } from './bridge.ts'
import { tell, usePaletteStore } from './palette-store.ts'
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

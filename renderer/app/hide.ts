// Gets the window out of the way. Names the summon that it belongs to: one that comes meanwhile is not hidden by it.
import { call, reasonOf } from './bridge.ts'
import { tell, usePaletteStore } from './palette-store.ts'
import { errorWords } from '../ui/error-words.ts'

/** Call at the person's key or click: `hide` is for what is shown now, however long the work before it takes. */
export const hideLater = (): (() => void) => {
  const { summon } = usePaletteStore.getState()
  return () =>
    void call('view.hide', { summon }).catch((error: unknown) =>
      tell(errorWords(reasonOf(error)).text, 'danger'),
    )
}

export const hideNow = (): void => hideLater()()

import { type RefObject, useLayoutEffect } from 'react'
import { usePaletteStore } from '../state/store.ts'

/**
 * Focuses `place` before the window or the view is painted, so that it receives the first key.
 * @param first selector of the control inside `place` to focus instead.
 * @param isThere false while the target is not rendered yet.
 */
export function useSummonFocus(place: RefObject<HTMLElement | null>, first?: string, isThere = true): void {
  useLayoutEffect(() => {
    const focus = (): void => {
      if (!isThere || document.querySelector('dialog[open]') !== null) return
      const field = first === undefined ? place.current : place.current?.querySelector<HTMLElement>(first)
      field?.focus()
    }
    focus()
    // Summoning the same view renders nothing, so the store triggers the focus.
    return usePaletteStore.subscribe(({ summon, shown }, before) => {
      if (summon !== before.summon || shown !== before.shown) focus()
    })
  }, [first, isThere, place])
}

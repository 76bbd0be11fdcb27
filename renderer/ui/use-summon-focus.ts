import { type RefObject, useLayoutEffect } from 'react'
import { usePaletteStore } from '../app/palette-store.ts'

/**
 * Focus before the frame that shows the window, or the view, is painted: the first key belongs to this place.
 * @param first the control inside of `place` that takes it; without it `place` does.
 * @param isThere false while what takes the focus is not drawn yet.
 */
export function useSummonFocus(place: RefObject<HTMLElement | null>, first?: string, isThere = true): void {
  useLayoutEffect(() => {
    const focus = (): void => {
      if (!isThere || document.querySelector('dialog[open]') !== null) return
      const field = first === undefined ? place.current : place.current?.querySelector<HTMLElement>(first)
      field?.focus()
    }
    focus()
    // A summon of what stands here already paints nothing anew.
    return usePaletteStore.subscribe(({ summon, shown }, before) => {
      if (summon !== before.summon || shown !== before.shown) focus()
    })
  }, [first, isThere, place])
}

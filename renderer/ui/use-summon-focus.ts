import { type RefObject, useLayoutEffect } from 'react'
import { usePaletteStore } from '../palette-store.ts'

/** Focus before the frame that shows the window is painted: the first key belongs to this field. */
export function useSummonFocus(field: RefObject<HTMLElement | null>): void {
  const summon = usePaletteStore((state) => state.summon)
  const shown = usePaletteStore((state) => state.shown)
  useLayoutEffect(() => {
    if (document.querySelector('dialog[open]') === null) field.current?.focus()
  }, [field, summon, shown])
}

// The size of the window for what a view shows. The main process knows the sizes.
import { useEffect } from 'react'
import type { WindowSize } from '../../shared/ipc/launcher.ts'
import { call } from '../state/bridge.ts'
import { usePaletteStore } from '../state/store.ts'

/** A resize that fails leaves a window that is too small, which scrolls. */
const resize = (size: WindowSize): void => {
  const { summon, shown } = usePaletteStore.getState()
  if (shown) call('view.resize', { summon, size }).catch(() => undefined)
}

/** Sizes the window while the caller is mounted. The view after it has the full size again. */
export function useWindowSize(size: WindowSize): void {
  const summon = usePaletteStore((state) => state.summon)
  const isShown = usePaletteStore((state) => state.shown)
  useEffect(() => {
    if (isShown) resize(size)
  }, [isShown, size, summon])
  useEffect(() => () => resize('full'), [])
}

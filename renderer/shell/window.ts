// The window as a view sees it: its size, the focus at a summon, and the time while it is visible.
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
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

/** The window stays while its person looks for something elsewhere, or drags a file here. */
export function useHeldWindow(): void {
  const summon = usePaletteStore((state) => state.summon)
  useEffect(() => {
    const hold = (held: boolean): void => void call('view.hold', { held }).catch(() => undefined)
    hold(true)
    return () => hold(false)
  }, [summon])
}

const halfMinute = 30_000

/**
 * The current time, updated every 30 s (or at the given interval) while the window is visible, and at each summon. It is
 * rounded down to the interval, so that two summons in a row do not render twice.
 */
export function useNow(everyMilliseconds = halfMinute): Date {
  const read = (time: number): number => (everyMilliseconds < halfMinute ? time : time - (time % halfMinute))
  const [ticked, setTicked] = useState(Date.now)
  const summoned = usePaletteStore((state) => read(state.summonedAt))
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    // Subscribed without a render, because visibility does not change the output.
    const follow = ({ shown }: { shown: boolean }): void => {
      clearInterval(timer)
      timer = shown ? setInterval(() => setTicked(Date.now()), everyMilliseconds) : undefined
    }
    follow(usePaletteStore.getState())
    const stop = usePaletteStore.subscribe((state, before) => {
      if (state.shown !== before.shown) follow(state)
    })
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [everyMilliseconds])
  const latest = Math.max(read(ticked), summoned)
  return useMemo(() => new Date(latest), [latest])
}

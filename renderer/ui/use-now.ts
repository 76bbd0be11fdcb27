import { useEffect, useMemo, useState } from 'react'
import { usePaletteStore } from '../palette-store.ts'

/**
 * The time, read again each half minute, or as often as it is asked for, while the window is up; and at each summon. It is
 * the beginning of that half minute, so that a summon soon after the last one paints what stands already.
 */
export function useNow(everyMilliseconds = 30_000): Date {
  const [ticked, setTicked] = useState(() => beginningOf(Date.now(), everyMilliseconds))
  const summoned = usePaletteStore((state) => beginningOf(state.summonedAt, everyMilliseconds))
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    // Told by the store, not by a render: whether the window is up is not what is seen.
    const follow = ({ shown }: { shown: boolean }): void => {
      clearInterval(timer)
      timer = shown
        ? setInterval(() => setTicked(beginningOf(Date.now(), everyMilliseconds)), everyMilliseconds)
        : undefined
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
  const latest = Math.max(ticked, summoned)
  return useMemo(() => new Date(latest), [latest])
}

const beginningOf = (time: number, length: number): number => time - (time % length)

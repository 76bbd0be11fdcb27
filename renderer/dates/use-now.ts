import { useEffect, useMemo, useState } from 'react'
import { usePaletteStore } from '../state/store.ts'

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

import { useEffect, useMemo, useState } from 'react'
import { usePaletteStore } from '../../app/palette-store.ts'

const halfMinute = 30_000

/**
 * The time, read again each half minute, or as often as it is asked for, while the window is up; and at each summon. A half
 * minute is known by its beginning, so that a summon soon after the last one paints what stands already.
 */
export function useNow(everyMilliseconds = halfMinute): Date {
  const read = (time: number): number => (everyMilliseconds < halfMinute ? time : time - (time % halfMinute))
  const [ticked, setTicked] = useState(Date.now)
  const summoned = usePaletteStore((state) => read(state.summonedAt))
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    // Told by the store, not by a render: whether the window is up is not what is seen.
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

import { useEffect, useMemo, useState } from 'react'
import { usePaletteStore } from '../palette-store.ts'

/** The time, read again each half minute, or as often as it is asked for, while the window is up; and at each summon. */
export function useNow(everyMilliseconds = 30_000): Date {
  const shown = usePaletteStore((state) => state.shown)
  const summonedAt = usePaletteStore((state) => state.summonedAt)
  const [ticked, setTicked] = useState(() => Date.now())
  useEffect(() => {
    if (!shown) return
    const timer = setInterval(() => setTicked(Date.now()), everyMilliseconds)
    return () => clearInterval(timer)
  }, [everyMilliseconds, shown])
  const latest = Math.max(ticked, summonedAt)
  return useMemo(() => new Date(latest), [latest])
}

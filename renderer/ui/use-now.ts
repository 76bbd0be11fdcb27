import { useEffect, useMemo, useState } from 'react'
import { usePaletteStore } from '../palette-store.ts'

/** The time, read again each half minute while the window is up, and at each summon. */
export function useNow(): Date {
  const shown = usePaletteStore((state) => state.shown)
  const summonedAt = usePaletteStore((state) => state.summonedAt)
  const [ticked, setTicked] = useState(() => Date.now())
  useEffect(() => {
    if (!shown) return
    const timer = setInterval(() => setTicked(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [shown])
  const latest = Math.max(ticked, summonedAt)
  return useMemo(() => new Date(latest), [latest])
}

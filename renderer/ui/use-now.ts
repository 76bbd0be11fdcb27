import { useEffect, useState } from 'react'
import { usePaletteStore } from '../palette-store.ts'

/** The time, again each half minute while the window is up, and at each summon. */
export function useNow(): Date {
  const shown = usePaletteStore((state) => state.shown)
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!shown) return
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [shown])
  return now
}

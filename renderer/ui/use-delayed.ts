import { useEffect, useState } from 'react'

/** True once `condition` has held for that long: a wait that is short is not shown at all. */
export function useDelayed(condition: boolean, milliseconds: number): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setHeld(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setHeld(false)
    }
  }, [condition, milliseconds])
  return condition && held
}

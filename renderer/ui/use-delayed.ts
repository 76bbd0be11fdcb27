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

/** Whether `value` has stayed the same for that many milliseconds. */
export function useSettled(value: unknown, milliseconds: number): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds, value])
  return settled === value
}

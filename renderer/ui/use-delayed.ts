import { useEffect, useState } from 'react'

/** True after `condition` has been true for the delay, so that short waits are not shown. */
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

/** Whether `value` has not changed for that many milliseconds. */
export function useSettled(value: unknown, milliseconds: number): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds, value])
  return settled === value
}

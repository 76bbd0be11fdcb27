import { useEffect, useState } from 'react'

/** True after `condition` has been true for the delay, so that short waits are not shown. */
export function useDelayed(condition: boolean, milliseconds: number): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setIsLong(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [condition, milliseconds])
  return condition && isLong
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

import { useEffect, useState } from 'react'

/** Whether `value` has been the same for so many milliseconds. */
export function useSettled(value: unknown, milliseconds: number): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds, value])
  return settled === value
}

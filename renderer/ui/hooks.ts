// Hooks of views: delays, and motion of lists.
import { useEffect, useState, type RefObject, useLayoutEffect, useRef } from 'react'

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

const motionMilliseconds = 140
/** More rows than a window shows. */
const mostRows = 40
const rowSelector = '[data-moves]'

/**
 * Shows how a list changed: rows slide to their new place, and a new row fades in. Only transform and opacity are animated, so
 * keys are never delayed. Nothing moves if the user asked for reduced motion.
 * @param rows changes whenever the rows change
 * @param isOn false clears the known places, so that the next rows appear without motion. Measuring forces a layout, which a
 *   keystroke has no time for.
 */
export function useListMotion(list: RefObject<HTMLElement | null>, rows: unknown, isOn: boolean): void {
  const places = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const before = places.current
    places.current = new Map()
    if (!isOn || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const shown = [...(list.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])].slice(0, mostRows)
    places.current = new Map(shown.map((row) => [row.id, row.offsetTop]))
    if (before.size === 0) return
    for (const row of shown) {
      const from = before.get(row.id)
      const by = (from ?? 0) - row.offsetTop
      const timing = { duration: motionMilliseconds, easing: 'cubic-bezier(0.2, 0, 0, 1)' }
      if (from === undefined) row.animate({ opacity: [0, 1] }, timing)
      else if (by !== 0) row.animate({ transform: [`translateY(${by}px)`, 'none'] }, timing)
    }
  }, [isOn, list, rows])
}

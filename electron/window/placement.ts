// Position of the window: on the display under the cursor, slightly above the middle of its work area. Computed at each
// summon. Pure.

export type Area = { x: number; y: number; width: number; height: number }

export type Display = { bounds: Area; workArea: Area }
type Point = { x: number; y: number }

/** Size of the window in device-independent pixels, unless the display is smaller. */
export const windowSize = { width: 760, height: 540 } as const

/** Share of the free height above the window. */
const shareAbove = 0.28

/** @param workArea may have negative coordinates. @returns whole pixels inside it. */
const placeIn = (workArea: Area): Area => {
  const width = Math.max(1, Math.min(windowSize.width, Math.floor(workArea.width)))
  const height = Math.max(1, Math.min(windowSize.height, Math.floor(workArea.height)))
  return {
    x: Math.round(workArea.x + (workArea.width - width) / 2),
    y: Math.round(workArea.y + (workArea.height - height) * shareAbove),
    width,
    height,
  }
}

/** Distance from a point to an area, 0 inside. */
const distance = ({ x, y }: Point, area: Area): number =>
  Math.hypot(
    Math.max(area.x - x, 0, x - (area.x + area.width - 1)),
    Math.max(area.y - y, 0, y - (area.y + area.height - 1)),
  )

/**
 * @param cursor may lie outside all displays; the nearest display is used.
 * @returns null while there is no display, for example while a dock is unplugged.
 */
export const placePalette = (displays: readonly Display[], cursor: Point): Area | null => {
  const usable = displays.filter(({ workArea }) => workArea.width >= 1 && workArea.height >= 1)
  const [first, ...others] = usable
  if (first === undefined) return null
  const nearest = others.reduce(
    (best, one) => (distance(cursor, one.bounds) < distance(cursor, best.bounds) ? one : best),
    first,
  )
  return placeIn(nearest.workArea)
}

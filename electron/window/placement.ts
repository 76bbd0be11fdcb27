// Where the window comes up: on the display under the cursor, a little above its middle, inside what is not taken by
// bars. Recomputed at each summon, never remembered. Pure.

export type Area = { x: number; y: number; width: number; height: number }

export type Display = { bounds: Area; workArea: Area }
type Point = { x: number; y: number }

/** The one size of the window, in device-independent pixels; smaller only where a display is smaller. */
export const windowSize = { width: 760, height: 540 } as const

/** Share of the free height that stays above the window: the eye rests above the middle. */
const shareAbove = 0.28

/** @param workArea of the display, which may lie at negative coordinates. @returns whole pixels inside it. */
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

/** How far a point is from an area; 0 inside it. */
const distance = ({ x, y }: Point, area: Area): number =>
  Math.hypot(
    Math.max(area.x - x, 0, x - (area.x + area.width - 1)),
    Math.max(area.y - y, 0, y - (area.y + area.height - 1)),
  )

/**
 * @param cursor may lie between two displays, or on one that was just unplugged: the nearest is taken.
 * @returns null while there is no display at all, as for a moment when a dock is pulled out.
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

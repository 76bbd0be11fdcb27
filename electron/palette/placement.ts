// Where the window comes up: on the display under the cursor, a little above its middle, inside what is not taken by
// bars. Recomputed at each summon, never remembered. Pure.

export type Area = { x: number; y: number; width: number; height: number }

/** The one size of the window, in device-independent pixels; smaller only where a display is smaller. */
export const windowSize = { width: 760, height: 540 } as const

/** Share of the free height that stays above the window: the eye rests above the middle. */
const shareAbove = 0.28

/** @param workArea of the display, which may lie at negative coordinates. @returns whole pixels inside it. */
export const placePalette = (workArea: Area): Area => {
  const width = Math.max(1, Math.min(windowSize.width, Math.floor(workArea.width)))
  const height = Math.max(1, Math.min(windowSize.height, Math.floor(workArea.height)))
  return {
    x: Math.round(workArea.x + (workArea.width - width) / 2),
    y: Math.round(workArea.y + (workArea.height - height) * shareAbove),
    width,
    height,
  }
}

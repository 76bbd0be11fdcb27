// Position of the window: on the display under the cursor, slightly above the middle of its work area. Computed at each
// summon. Its size is the one that the user gave it, or a smaller one of the view. Pure.
import type { View, WindowSize } from '../../shared/ipc/launcher.ts'
import { smallestWindow } from '../../shared/ipc/settings.ts'

export type Area = { x: number; y: number; width: number; height: number }

export type Display = { bounds: Area; workArea: Area }
type Point = { x: number; y: number }
type Size = { width: number; height: number }

/** Share of the free height above the window. */
const shareAbove = 0.28

const captureWidth = 760
const captureHeight = { closed: 200, open: 440 } as const
/** The head and the foot of the palette. */
const fieldHeight = 96

/** `reserved` is the largest height of the view: the window grows downwards, and its upper edge stays. */
export const sizeOf = (name: WindowSize, full: Size): Size & { reserved: number } => {
  switch (name) {
    case 'full':
      return { ...full, reserved: full.height }
    case 'field':
      return { width: full.width, height: fieldHeight, reserved: full.height }
    case 'capture':
      return { width: captureWidth, height: captureHeight.closed, reserved: captureHeight.open }
    case 'captureOpen':
      return { width: captureWidth, height: captureHeight.open, reserved: captureHeight.open }
  }
}

/** The size with which a view is summoned. @param compact whether the palette starts as its search field alone */
export const firstSize = (view: View, compact: boolean): WindowSize =>
  view === 'capture' ? 'capture' : view === 'palette' && compact ? 'field' : 'full'

/** @param workArea may have negative coordinates. @returns whole pixels inside it. */
const placeIn = (workArea: Area, size: Size & { reserved?: number }): Area => {
  const width = Math.max(1, Math.min(size.width, Math.floor(workArea.width)))
  const height = Math.max(1, Math.min(size.height, Math.floor(workArea.height)))
  const reserved = Math.min(Math.max(height, size.reserved ?? 0), workArea.height)
  return {
    x: Math.round(workArea.x + (workArea.width - width) / 2),
    y: Math.round(workArea.y + (workArea.height - reserved) * shareAbove),
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
 * @param size in device-independent pixels; clamped to the work area.
 * @returns null while there is no display, for example while a dock is unplugged.
 */
export const placePalette = (
  displays: readonly Display[],
  cursor: Point,
  size: Size & { reserved?: number },
): Area | null => {
  const usable = displays.filter(({ workArea }) => workArea.width >= 1 && workArea.height >= 1)
  const [first, ...others] = usable
  if (first === undefined) return null
  const nearest = others.reduce(
    (best, one) => (distance(cursor, one.bounds) < distance(cursor, best.bounds) ? one : best),
    first,
  )
  return placeIn(nearest.workArea, size)
}

/** Scaled displays round a size by a pixel or two. A larger difference is the user's. */
const roundingPixels = 8

const isNear = (one: Size, other: Size): boolean =>
  Math.max(Math.abs(one.width - other.width), Math.abs(one.height - other.height)) <= roundingPixels

/**
 * Just after a change of size, X11 can still report the size of capture, with or without the minimum of the palette. So a person
 * cannot give the palette one of these.
 */
const captureSizes: readonly Size[] = Object.values(captureHeight).flatMap((height) => [
  { width: captureWidth, height },
  { width: captureWidth, height: Math.max(height, smallestWindow.height) },
])

/** The size that the user gave the window, or null. @param placed the bounds of the last summon @param found the bounds now */
export const resizedTo = (placed: Area | null, found: Area): Size | null =>
  placed === null || [placed, ...captureSizes].some((one) => isNear(one, found))
    ? null
    : {
        width: Math.max(smallestWindow.width, Math.round(found.width)),
        height: Math.max(smallestWindow.height, Math.round(found.height)),
      }

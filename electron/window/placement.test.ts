import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Area, type Display, firstSize, placePalette, resizedTo, sizeOf } from './placement.ts'

const size = { width: 920, height: 560 }
const display = (area: Area, bars: Partial<Area> = {}): Display => ({
  bounds: area,
  workArea: { ...area, ...bars },
})
const middle = ({ x, y, width, height }: Area) => ({ x: x + width / 2, y: y + height / 2 })
const isInside = (inner: Area, outer: Area): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

describe('on one display', () => {
  test.each([
    ['an ordinary one', { x: 0, y: 0, width: 1920, height: 1080 }, { x: 500, y: 146 }],
    ['one to the left', { x: -2560, y: -300, width: 2560, height: 1440 }, { x: -1740, y: -54 }],
    ['one with a bar above', { x: 0, y: 38, width: 1512, height: 944 }, { x: 296, y: 146 }],
  ])('APP-02 %s: the window is centred, a little above the middle', (_name, area, expected) => {
    expect(placePalette([display(area)], middle(area), size)).toEqual({ ...expected, ...size })
  })

  test('APP-02 a fractional size does not break the window', () => {
    const odd = { x: 0.5, y: 0.25, width: 700.9, height: 400.1 }
    expect(placePalette([display(odd)], { x: 3, y: 3 }, size)).toEqual({
      x: 1,
      y: 0,
      width: 700,
      height: 400,
    })
  })
})

describe('on several', () => {
  const laptop = display({ x: 0, y: 0, width: 1440, height: 900 }, { y: 25, height: 875 })
  const above = display({ x: -240, y: -1080, width: 1920, height: 1080 })
  const upright = display({ x: 1440, y: -500, width: 1080, height: 1920 })
  const all = [laptop, above, upright]
  const on = (cursor: { x: number; y: number }, displays = all) => {
    const placed = placePalette(displays, cursor, size)
    return displays.findIndex(({ workArea }) => placed !== null && isInside(placed, workArea))
  }

  test.each([
    ['on the laptop', { x: 700, y: 450 }, 0],
    ['on the last line of the one above', { x: 700, y: -1 }, 1],
    ['on the first line of the laptop, under its menu bar', { x: 700, y: 0 }, 0],
    ['on the upright one', { x: 2000, y: 1400 }, 2],
    ['in the corner that no display covers, below the laptop', { x: 100, y: 1200 }, 0],
    ['in the corner that no display covers, above the upright one', { x: 2400, y: -900 }, 2],
    ['far outside, after a display was unplugged', { x: 9_000, y: 9_000 }, 2],
    ['where Wayland says it is, always', { x: 0, y: 0 }, 0],
  ])('APP-02 with the cursor %s', (_name, cursor, expected) => {
    expect(on(cursor)).toBe(expected)
  })

  test('APP-02 a display without an area is ignored', () => {
    const going = display({ x: 0, y: 0, width: 0, height: 0 })
    expect(on({ x: 0, y: 0 }, [going, upright])).toBe(1)
    expect(placePalette([going], { x: 0, y: 0 }, size)).toBeNull()
    expect(placePalette([], { x: 0, y: 0 }, size)).toBeNull()
  })
})

test('APP-02 in every arrangement the window is whole pixels inside one work area', () => {
  const coordinate = fc.integer({ min: -20_000, max: 20_000 })
  const length = fc.integer({ min: 1, max: 10_000 })
  const anyDisplay = fc
    .record({ x: coordinate, y: coordinate, width: length, height: length })
    .map((area) => display(area))
  fc.assert(
    fc.property(fc.array(anyDisplay, { minLength: 1, maxLength: 4 }), coordinate, coordinate, (all, x, y) => {
      const placed = placePalette(all, { x, y }, size)
      expect(placed).not.toBeNull()
      if (placed === null) return
      expect(Object.values(placed).every(Number.isInteger)).toBe(true)
      expect(all.some(({ workArea }) => isInside(placed, workArea))).toBe(true)
    }),
  )
})

describe('the size that the user gave the window', () => {
  const placed = { x: 10, y: 10, ...size }
  test.each([
    ['is the one at which it hides', { width: 1100, height: 700 }, { width: 1100, height: 700 }],
    ['is not a rounded size of a scaled display', { width: 919, height: 561 }, null],
    ['has a minimum', { width: 300, height: 100 }, { width: 480, height: 320 }],
    ['is not that of capture, which X11 still reports', { width: 760, height: 200 }, null],
    ['is not that of capture under the minimum of the palette', { width: 760, height: 320 }, null],
    ['is not that of capture with its list', { width: 760, height: 440 }, null],
  ])('APP-02 %s', (_name, found, expected) => {
    expect(resizedTo(placed, { ...placed, ...found })).toEqual(expected)
  })

  test('APP-02 is not the one that a small display left it', () => {
    const onSmall = placePalette([display({ x: 0, y: 0, width: 800, height: 500 })], { x: 0, y: 0 }, size)
    expect(onSmall === null ? null : resizedTo(onSmall, onSmall)).toBeNull()
  })
})

describe('the smaller sizes', () => {
  const screen = [display({ x: 0, y: 0, width: 1920, height: 1080 })]
  const at = { x: 5, y: 5 }

  test.each([
    ['capture', 'captureOpen'],
    ['field', 'full'],
  ] as const)('APP-02 from %s to %s the window grows downwards, and stays where it is', (small, large) => {
    const [before, after] = [small, large].map((name) => placePalette(screen, at, sizeOf(name, size)))
    expect({ ...before, height: after?.height }).toEqual(after)
    expect(before?.height).toBeLessThan(after?.height ?? 0)
  })

  test('APP-02 a small display holds the window that grew', () => {
    const low = [display({ x: 0, y: 0, width: 700, height: 300 })]
    expect(placePalette(low, at, sizeOf('captureOpen', size))).toEqual({
      x: 0,
      y: 0,
      width: 700,
      height: 300,
    })
  })

  test.each([
    ['capture', false, 'capture'],
    ['palette', false, 'full'],
    ['palette', true, 'field'],
    ['brief', true, 'full'],
  ] as const)('APP-02 %s (compact: %s) is summoned as %s', (view, compact, expected) => {
    expect(firstSize(view, compact)).toBe(expected)
  })
})

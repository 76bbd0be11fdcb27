import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placePalette, windowSize } from './placement.ts'

test.each([
  ['an ordinary display', { x: 0, y: 0, width: 1920, height: 1080 }, { x: 580, y: 151 }],
  ['a display to the left', { x: -2560, y: -300, width: 2560, height: 1440 }, { x: -1660, y: -48 }],
  ['a display with a bar above', { x: 0, y: 38, width: 1512, height: 944 }, { x: 376, y: 151 }],
])('APP-02 on %s the window is centred, a little above the middle', (_name, area, expected) => {
  expect(placePalette(area)).toEqual({ ...expected, ...windowSize })
})

test('APP-02 on any display the window is inside the work area, in whole pixels', () => {
  const coordinate = fc.integer({ min: -20_000, max: 20_000 })
  const length = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(coordinate, coordinate, length, length, (x, y, width, height) => {
      const placed = placePalette({ x, y, width, height })
      expect(Object.values(placed).every(Number.isInteger)).toBe(true)
      expect(placed.x >= x && placed.y >= y).toBe(true)
      expect(placed.x + placed.width <= x + width && placed.y + placed.height <= y + height).toBe(true)
    }),
  )
})

test('APP-02 a display of fractional size does not break the window', () => {
  expect(placePalette({ x: 0.5, y: 0.25, width: 700.9, height: 400.1 })).toEqual({
    x: 1,
    y: 0,
    width: 700,
    height: 400,
  })
})

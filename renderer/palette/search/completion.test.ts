import { expect, test } from 'vitest'
import { completionOf } from './completion.ts'

test.each([
  ['mer', 'Meridian Dairy', 'idian Dairy'],
  ['MERIDIAN d', 'Meridian Dairy', 'airy'],
  ['meridian dairy', 'Meridian Dairy', ''],
  ['dairy', 'Meridian Dairy', ''],
  ['', 'Meridian Dairy', ''],
  [' ', ' x', ''],
  ['x'.repeat(61), 'x'.repeat(80), ''],
])('APP-03 “%s” is completed to “%s” by “%s”', (query, title, rest) => {
  expect(completionOf(query, title)).toBe(rest)
})

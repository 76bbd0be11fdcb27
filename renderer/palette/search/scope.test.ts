import { expect, test } from 'vitest'
import { completionOf, searchedIn } from './scope.ts'

test('LCH-06 a search is for the words without the space around them, and for no more than the service takes', () => {
  expect(searchedIn('  acme renewal ')).toBe('acme renewal')
  expect(searchedIn(` ${'a'.repeat(200)} and more`)).toBe('a'.repeat(200))
  // Not inside of a character.
  expect(searchedIn(`${'a'.repeat(199)}🎹`)).toBe('a'.repeat(199))
})

test.each([
  ['mer', 'Meridian Dairy', 'idian Dairy'],
  ['MERIDIAN d', 'Meridian Dairy', 'airy'],
  ['meridian dairy', 'Meridian Dairy', ''],
  [' ', ' x', ''],
  ['x'.repeat(61), 'x'.repeat(80), ''],
])('APP-03 “%s” is completed to “%s” by “%s”', (query, title, rest) => {
  expect(completionOf(query, title)).toBe(rest)
})

import { describe, expect, test } from 'vitest'
import { allowsWrite, entityTag, matches } from './entity-tag.ts'

test('GEN-12 a version’s tag is strong', () => {
  expect(entityTag(7)).toBe('"7"')
})

describe('If-Match and If-None-Match', () => {
  test.each([
    ['"7"', 7, true],
    ['"6"', 7, false],
    ['*', 7, true],
    [' * ', 7, true],
    ['*', undefined, false],
    ['"7"', undefined, false],
    ['"5", "7"', 7, true],
    ['"5","7"', 7, true],
    [', "7" ,', 7, true],
    ['"7,8", "9"', 7, false],
    ['W/"7"', 7, true],
    ['W/"5", W/"7"', 7, true],
    ['w/"7"', 7, false],
    ['7', 7, false],
    ['"7', 7, false],
    ['"77"', 7, false],
    ['', 7, false],
  ] as const)('GEN-12 %j names version %s: %s', (header, version, isNamed) => {
    expect(matches(header, version)).toBe(isNamed)
  })

  test('GEN-12 a header of a thousand tags is read in a moment', () => {
    const header = Array.from({ length: 1000 }, (_, index) => `"${index}"`).join(', ')
    expect(matches(header, 999)).toBe(true)
    expect(matches(`${'"'.repeat(8000)}`, 1)).toBe(false)
  })
})

test.each([
  [undefined, undefined, 3, true],
  ['"3"', undefined, 3, true],
  ['"2"', undefined, 3, false],
  ['W/"3"', undefined, 3, true],
  ['W/"2"', undefined, 3, false],
  [undefined, 'W/"3"', 3, false],
  ['*', undefined, undefined, false],
  [undefined, '*', 3, false],
  [undefined, '*', undefined, true],
  [undefined, '"2"', 3, true],
  ['"3"', '"3"', 3, false],
] as const)(
  'GEN-12 a write with If-Match %s and If-None-Match %s of version %s',
  (ifMatch, ifNoneMatch, version, may) => {
    expect(allowsWrite({ ifMatch, ifNoneMatch }, version)).toBe(may)
  },
)

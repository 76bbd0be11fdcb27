import { expect, test } from 'vitest'
import { prefixedId } from './ids.ts'

test('WHK-04 ids sort in the order in which they were made, also within one millisecond', () => {
  const ids = Array.from({ length: 1000 }, () => prefixedId('evt'))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(1000)
  expect(ids.every((id) => /^evt_[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toBe(true)
})

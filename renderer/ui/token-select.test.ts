import { expect, test } from 'vitest'
import { offeredOf } from './token-select.tsx'

const people = Array.from({ length: 30 }, (_, at) => ({ id: `p${at}`, title: `Person ${at}` }))

test('LCH-01 suggestions continue after the selected ones', () => {
  const picked = offeredOf(people, [], 50)
  expect(picked).toEqual(people.slice(0, picked.length))
  expect(offeredOf(people, picked, 50)).toEqual(people.slice(picked.length, 2 * picked.length))
  expect(offeredOf(people, people, 50)).toEqual([])
  // A list that is full.
  expect(offeredOf(people, people.slice(0, 10), 10)).toEqual([])
})

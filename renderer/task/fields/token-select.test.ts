import { expect, test } from 'vitest'
import { offeredOf } from './token-select.tsx'

const people = Array.from({ length: 30 }, (_, at) => ({ id: `p${at}`, title: `Person ${at}` }))

test('LCH-01 whoever stands behind those that are chosen already is offered', () => {
  const picked = offeredOf(people, [], 50)
  expect(picked).toEqual(people.slice(0, picked.length))
  expect(offeredOf(people, picked, 50)).toEqual(people.slice(picked.length, 2 * picked.length))
  expect(offeredOf(people, people, 50)).toEqual([])
})

test('LCH-01 a list field that is full offers nobody', () => {
  expect(offeredOf(people, people.slice(0, 10), 10)).toEqual([])
})

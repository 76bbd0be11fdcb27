import { expect, test } from 'vitest'
import { searchedIn } from './searched.ts'

test('LCH-06 a search is for the words without the space around them, and for no more than the service takes', () => {
  expect(searchedIn('  acme renewal ')).toBe('acme renewal')
  expect(searchedIn(` ${'a'.repeat(200)} and more`)).toBe('a'.repeat(200))
  expect(searchedIn(`${'a'.repeat(199)} and more`)).toBe('a'.repeat(199))
})

test('LCH-06 a search never ends inside of a character', () => {
  expect(searchedIn(`${'a'.repeat(199)}🎹`)).toBe('a'.repeat(199))
  expect(searchedIn(`${'a'.repeat(198)}🎹 and more`)).toBe(`${'a'.repeat(198)}🎹`)
})

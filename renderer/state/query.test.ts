import { expect, test } from 'vitest'
import { completionOf, isAsTyped, nameCompletionOf, readTyped, searchedIn, wholeOf } from './query.ts'

test('LCH-06 a search is for the words without the space around them, and for no more than the service takes', () => {
  expect(searchedIn('  acme renewal ')).toBe('acme renewal')
  expect(searchedIn(` ${'a'.repeat(200)} and more`)).toBe('a'.repeat(200))
  // Not inside of a character.
  expect(searchedIn(`${'a'.repeat(199)}🎹`)).toBe('a'.repeat(199))
})

test.each([
  // The typed keys, and the text that is searched everywhere besides the scope.
  [['t'], 't', null, undefined],
  [['t '], '', 'tasks', undefined],
  [['t ', 's', 'sh'], 'sh', 'tasks', 't sh'],
  [['T  shirts'], 'shirts', 'tasks', 'T  shirts'],
  [['o ', 'ring'], 'ring', 'objects', 'o ring'],
  [['R ', '& D'], 'R & D', null, undefined],
  [['t ', '@lena'], '@lena', 'tasks', 't @lena'],
  [['r ', 'ann', ''], '', 'records', undefined],
  [['>', 'help'], 'help', 'commands', undefined],
] as const)(
  'APP-03 of %j the scope is typed, and so is a title that begins with its letter',
  (texts, query, scope, whole) => {
    const typed = texts.reduce(
      (before, text) => readTyped(text, before),
      readTyped('', { scope: null, prefix: '' }),
    )
    expect([typed.query, typed.scope, wholeOf(typed)]).toEqual([query, scope, whole])
  },
)

test('APP-03 in a chosen scope its letter is not searched', () => {
  expect(wholeOf(readTyped('shirts', { scope: 'tasks', prefix: '' }))).toBeUndefined()
})

test.each([
  ['t sh', 'T shirts', true],
  ['R & D', 'Plan R and D', true],
  ['r ann', 'Ann R.', false],
  ['r ann', 'Cedar Ann', false],
])('APP-03 whether “%s” goes on as “%s”: %s', (whole, title, isSo) => {
  expect(isAsTyped(whole, title)).toBe(isSo)
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

test.each([
  ['@le', 'na Hof'],
  ['overdue @Lena h', 'of'],
  ['@lena hof', ''],
  ['@lena hof overdue', ''],
  ['@jör', 'g'],
  ['/la', 'unch'],
  ['/le', ''],
  ['@', ''],
  ['mail@le', ''],
  ['le', ''],
])('APP-14 Tab completes the name in "%s" with "%s"', (query, rest) => {
  const members = [{ name: 'Lena Hof' }, { name: 'Lena Hirsch' }, { name: 'Jörg' }]
  expect(nameCompletionOf(query, { members, sections: [{ name: 'Launch' }] })).toBe(rest)
})

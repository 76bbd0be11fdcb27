import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeatedName } from './json-names.ts'

test.each([
  ['{"a":1,"a":2}', ['a']],
  ['{"a":1,"b":{"c":[0,{"d":1,"d":1}]}}', ['b', 'c', 1, 'd']],
  ['[{"a":1},{"a":1,"b":2,"a":3}]', [1, 'a']],
  [String.raw`{"a":1,"\u0061":2}`, ['a']],
  [String.raw`{"a\"":"x\\","a\"":1}`, ['a"']],
  ['{ "a" : 1 , "b":"a", "a" : [] }', ['a']],
] as const)('REC-04 %s supplies a name twice', (text, path) => {
  expect(repeatedName(text)).toEqual(path)
})

test.each([
  '{}',
  '[]',
  '"a"',
  '1',
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
  String.raw`{"a":"\"b\":1,\"b\":2","b":"{\"a\":1"}`,
  '{"a":["a","a"],"A":"a"}',
])('REC-04 %s supplies each name once', (text) => {
  expect(repeatedName(text)).toBeUndefined()
})

test('REC-04 what JSON.stringify makes has no name twice, and the same members again are found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (document) => {
      const text = JSON.stringify(document, null, 1)
      expect(repeatedName(text)).toBeUndefined()
      const [first] = Object.keys(JSON.parse(text) as object)
      if (first !== undefined)
        expect(repeatedName(`{${text.slice(1, -1)},${text.slice(1, -1)}}`)).toEqual([first])
    }),
  )
})

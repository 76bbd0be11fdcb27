import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lossOf } from './validation.ts'

test.each([
  ['{"a":1,"a":2}', ['a']],
  ['{"a":1,"b":{"c":[0,{"d":1,"d":1}]}}', ['b', 'c', 1, 'd']],
  ['[{"a":1},{"a":1,"b":2,"a":3}]', [1, 'a']],
  [String.raw`{"a":1,"\u0061":2}`, ['a']],
  [String.raw`{"a\"":"x\\","a\"":1}`, ['a"']],
  ['{ "a" : 1 , "b":"a", "a" : [] }', ['a']],
] as const)('REC-04 %s supplies a name twice', (text, path) => {
  expect(lossOf(text, 'some large')).toEqual({ of: 'name', path })
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
  expect(lossOf(text, 'some large')).toBeUndefined()
})

test('REC-04 what JSON.stringify makes has no name twice, and the same members again are found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (document) => {
      const text = JSON.stringify(document, null, 1)
      expect(lossOf(text, 'some large')).toBeUndefined()
      const [first] = Object.keys(JSON.parse(text) as object)
      if (first !== undefined)
        expect(lossOf(`{${text.slice(1, -1)},${text.slice(1, -1)}}`, 'all small')).toEqual({
          of: 'name',
          path: [first],
        })
    }),
  )
})

test.each([
  ['{"a":[1,{"id":12345678901234567890}]}', ['a', 1, 'id']],
  ['9007199254740993', []],
  ['{"a": -9007199254740993 }', ['a']],
  ['[0,9007199254740993]', [1]],
  [`[${'9'.repeat(400)}]`, [0]],
] as const)('GEN-01 %s holds an integer that a double does not', (text, path) => {
  expect(lossOf(text, 'some large')).toEqual({ of: 'digits', path })
})

test.each([
  '{"a":9007199254740992,"b":-9007199254740994,"c":12345678901234567168}',
  // As JavaScript writes 2 ** 64 and what is near it.
  '[18446744073709552000,100000000000000000000,-1234567890123456800]',
  '[0.12345678901234567890,1.2345678901234567890e-7,12345678901234567890.0,12345678901234567890e0]',
  '{"12345678901234567890":"12345678901234567890"}',
])('GEN-01 %s holds no integer that a double does not', (text) => {
  expect(lossOf(text, 'some large')).toBeUndefined()
})

test('GEN-01 a number that JSON.stringify wrote is never refused, and the integer beside a large one is', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(lossOf(JSON.stringify([number]), 'some large')).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 54n, max: 2n ** 100n }), (integer) => {
      const odd = integer * 4n + 1n
      expect(lossOf(`[${odd}]`, 'some large')).toEqual({ of: 'digits', path: [0] })
    }),
  )
})

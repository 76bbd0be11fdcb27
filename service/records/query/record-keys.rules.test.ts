import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareKeys, equalBy, foldedText, lastKey, recordKeys, sortKey } from './record-keys.rules.ts'

const number = fc.double({ noNaN: true }).map((value) => value + 0)

test('GEN-12 keys of numbers are in the order of the numbers', () => {
  fc.assert(
    fc.property(number, number, (a, b) => {
      expect(Math.sign(compareKeys(sortKey(a) ?? '', sortKey(b) ?? ''))).toBe(Math.sign(a - b) || 0)
    }),
  )
})

test('GEN-12 keys are compared by code points, as both engines do', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})

test('GEN-12 nothing comes after the last key', () => {
  const characters = fc.array(
    fc.oneof(fc.constant('\u{10ffff}'), fc.string({ unit: 'binary', maxLength: 2 })),
  )
  fc.assert(
    fc.property(characters, (some) => {
      const key = sortKey(some.join('')) ?? ''
      expect(compareKeys(key, lastKey)).toBeLessThan(0)
      expect(compareKeys(`x${key}`, `x${lastKey}`)).toBeLessThan(0)
    }),
    { examples: [[['\u{10ffff}x']], [Array<string>(200).fill('\u{10ffff}')]] },
  )
})

test('GEN-12 instants and days are in the order of time', () => {
  const day = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, day, (a, b) => {
      const [left, right] = [sortKey(a.toISOString()) ?? '', sortKey(b.toISOString()) ?? '']
      expect(Math.sign(compareKeys(left, right))).toBe(Math.sign(a.getTime() - b.getTime()))
    }),
  )
})

test.each([
  ['Éclair  Works', 'eclair works'],
  ['x'.repeat(300), 'x'.repeat(100)],
  [`${'x'.repeat(99)}\u{1f600}`, 'x'.repeat(99)],
  ['   ', null],
  ['\u0301', ' '],
  ['\u200b', null],
  [true, '1'],
  [null, null],
  [undefined, null],
  [{ city: 'Lyon' }, null],
])('GEN-12 the key of %j is %j', (value, key) => {
  expect(sortKey(value)).toBe(key)
})

test('GEN-12 a list has a key for each of its values, a document has none', () => {
  const values = { tags: ['a', 'b', 'a'], place: { city: 'Lyon' }, size: 1 }
  const keys = recordKeys({ objectId: 'o', title: 'T', values, updatedAt: 0 })
  expect(keys.map(({ fieldId, key }) => `${fieldId}=${key}`).toSorted()).toEqual([
    'size=bff0000000000000',
    'tags=a',
    'tags=b',
    'title:o=t',
    'updated_at:o=1970-01-01t00:00:00.000z',
  ])
})

test.each([
  ['email', 'Ada@Acme.test', 'ada@acme.TEST', true],
  ['email', 'ada@acme.test', 'adä@acme.test', false],
  ['text', 'Zoe\u0308', 'Zo\u00eb', true],
  ['text', 'Zoë', 'Zoe', false],
  ['text', 'O’Neill', "O'Neill", true],
  ['long_text', 'O`Neill', 'O´Neill', true],
  ['text', 'O’Neill', "o'neill", false],
  ['text', '“A\u00a0B”', '"A B"', true],
  ['text', 'A\u2011B', 'A-B', true],
  ['text', ' A  B\u200b', 'A B', true],
  ['text', 'A\u2013B', 'A-B', false],
  ['url', 'https://a.test/’', "https://a.test/'", false],
] as const)(
  'GEN-12 the %s values %j and %j are equal as people read them: %j',
  (kind, one, other, areEqual) => {
    expect(equalBy(kind, one) === equalBy(kind, other)).toBe(areEqual)
    if (areEqual) expect(sortKey(one)).toBe(sortKey(other))
  },
)

test.each([
  ['Patrick O’Neill', "o'nei"],
  ["Patrick O'Neill", 'o’nei'],
  ['A\u00a0B', 'a b'],
  ['ZOE\u0308', 'zoë'],
  ['A\u2011B', 'a-b'],
])('GEN-12 %j contains %j as people read it', (text, part) => {
  expect(foldedText(text)).toContain(foldedText(part))
})

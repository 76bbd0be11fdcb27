import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareKeys, lastKey, recordKeys, sortKey } from './record-keys.rules.ts'

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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

const position = fc.tuple(
  fc.integer(),
  fc.string({ unit: 'binary', maxLength: 60 }).filter((id) => id.isWellFormed()),
)

test('GEN-06 a cursor comes back as its position, for its own list and filters only', () => {
  fc.assert(
    fc.property(position, fc.string(), fc.string(), (at, kind, filters) => {
      const cursor = encodeCursor(kind, filters, at)
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(decodeCursor(kind, filters, cursor)).toEqual(at)
      expect(decodeCursor(`${kind}x`, filters, cursor)).toBeNull()
      expect(decodeCursor(kind, `${filters}x`, cursor)).toBeNull()
    }),
  )
})

test.each([1.5, 1e19, 1e300, -1e300])('GEN-06 a cursor at %d is none: no list has such a place', (at) => {
  expect(decodeCursor('list', '', encodeCursor('list', '', [at, 'id']))).toBeNull()
})

test('GEN-06 no other text is a cursor', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 2000 }), fc.base64String()), (text) => {
      expect(decodeCursor('list', '', text)).toBeNull()
    }),
  )
})

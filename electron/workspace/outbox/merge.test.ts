import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { merge, rebase } from './merge.ts'

const fields = fc.record(
  {
    title: fc.constantFrom('a', 'b', 'c'),
    priority: fc.constantFrom('low' as const, 'high' as const),
    estimatedTime: fc.constantFrom(null, 1, 2),
  },
  { requiredKeys: ['title', 'priority', 'estimatedTime'] },
)

describe('merging', () => {
  test('APP-06 only fields that both changed are conflicts, and current values are not written', () => {
    fc.assert(
      fc.property(fields, fields, fields, (before, mine, theirs) => {
        const { remaining, overlapping } = merge(mine, before, theirs)
        for (const field of ['title', 'priority', 'estimatedTime'] as const) {
          const isTheirs = theirs[field] !== before[field]
          const isWritten = Object.hasOwn(remaining, field)
          expect(isWritten).toBe(mine[field] !== theirs[field])
          expect(overlapping.includes(field)).toBe(isTheirs && isWritten)
        }
      }),
    )
  })

  test('APP-11 a field that the service does not return is never a conflict', () => {
    expect(merge({ sectionId: 's' }, { sectionId: 'was' }, { title: 'c' })).toEqual({
      remaining: { sectionId: 's' },
      overlapping: [],
    })
  })

  test('APP-07 a second change from the same form state includes the first', () => {
    const first = { change: { title: 'b' }, before: { title: 'a' } }
    expect(rebase({ title: 'a', priority: 'low' }, first)).toEqual({ title: 'b', priority: 'low' })
    expect(rebase({ title: 'x' }, first)).toEqual({ title: 'x' })
  })
})

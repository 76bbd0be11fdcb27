import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TaskFields } from '../../shared/api/launcher-tasks.ts'
import { isSame, merge, rebase } from './merge.ts'

describe('one value of a field', () => {
  test.each<[keyof TaskFields, unknown, unknown, boolean]>([
    ['assignees', ['u2', 'u1'], ['u1', 'u2'], true],
    ['assignees', ['u2'], ['u1', 'u2'], false],
    ['assignees', [], [], true],
    ['dueDate', '2026-11-21T06:00:00+01:00', '2026-11-21T05:00:00.000Z', true],
    ['dueDate', null, '2026-11-21T05:00:00Z', false],
    ['dueDate', null, null, true],
    ['description', '', null, true],
    ['description', ' a', 'a', false],
    ['estimatedTime', 30, 31, false],
    ['title', ' Call Acme ', 'Call Acme', true],
    ['sectionId', null, 's', false],
  ])('APP-07 %s: %j and %j are the same: %s', (field, one, other, expected) => {
    expect(isSame(field, one, other)).toBe(expected)
  })
})

const fields = fc.record(
  {
    title: fc.constantFrom('a', 'b', 'c'),
    priority: fc.constantFrom('low' as const, 'high' as const),
    estimatedTime: fc.constantFrom(null, 1, 2),
  },
  { requiredKeys: ['title', 'priority', 'estimatedTime'] },
)

describe('merging', () => {
  test('APP-06 nothing overlaps that nobody else changed, and nothing is written that is there', () => {
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

  test('APP-06 what was not seen, or is not shown, is written over', () => {
    expect(merge({ title: 'b', sectionId: 's' }, { sectionId: null }, { title: 'c' })).toEqual({
      remaining: { title: 'b', sectionId: 's' },
      overlapping: [],
    })
  })

  test('APP-07 a second change that was made from the same look knows the first', () => {
    const first = { change: { title: 'b' }, before: { title: 'a' } }
    expect(rebase({ title: 'a', priority: 'low' }, first)).toEqual({ title: 'b', priority: 'low' })
    expect(rebase({ title: 'x' }, first)).toEqual({ title: 'x' })
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  areDatesInOrder,
  datesAfter,
  distinct,
  inBriefOrder,
  invalidTargets,
  linksWithSection,
} from './tasks.rules.ts'

const day = fc.option(fc.integer({ min: 0, max: 4 }), { nil: null })

describe('dates', () => {
  test.each([
    [null, null, true],
    [1, null, true],
    [null, 1, true],
    [1, 1, true],
    [1, 2, true],
    [2, 1, false],
  ])('TSK-03 start %s and due %s are in order: %s', (startDate, dueDate, expected) => {
    expect(areDatesInOrder({ startDate, dueDate })).toBe(expected)
  })

  test('TSK-03 a change of one date keeps the other, null clears', () => {
    const stored = { startDate: 1, dueDate: 2 }
    expect(datesAfter(stored, {})).toEqual(stored)
    expect(datesAfter(stored, { startDate: 5 })).toEqual({ startDate: 5, dueDate: 2 })
    expect(datesAfter(stored, { dueDate: null })).toEqual({ startDate: 1, dueDate: null })
    expect(datesAfter(stored, { startDate: 0, dueDate: 0 })).toEqual({ startDate: 0, dueDate: 0 })
  })
})

describe('lists', () => {
  const ids = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd'), { maxLength: 8 })

  test('LCH-02 links keep their order and end with the section’s record, unless it was named', () => {
    fc.assert(
      fc.property(ids, fc.option(fc.constantFrom<string>('a', 'z')), (list, sectionRecord) => {
        const links = linksWithSection(list, sectionRecord)
        expect(links.slice(0, distinct(list).length)).toEqual(distinct(list))
        if (sectionRecord !== null) expect(links).toContain(sectionRecord)
        expect(links.length - distinct(list).length).toBe(
          sectionRecord === null || list.includes(sectionRecord) ? 0 : 1,
        )
      }),
    )
  })

  test('LCH-01 what is neither allowed nor held already is pointed at by its place', () => {
    expect(invalidTargets(['a', 'b', 'c', 'b'], new Set(['a']), ['c'])).toEqual([1, 3])
    expect(invalidTargets([], new Set(), [])).toEqual([])
  })
})

describe('brief', () => {
  test('LCH-08 the order is total: due first, undated last, then the latest change', () => {
    const task = fc.record({ id: fc.uuid(), dueDate: day, updatedAt: fc.integer({ min: 0, max: 3 }) })
    fc.assert(
      fc.property(fc.uniqueArray(task, { selector: (each) => each.id, maxLength: 12 }), (tasks) => {
        const ordered = tasks.toSorted(inBriefOrder)
        expect(tasks.toReversed().toSorted(inBriefOrder)).toEqual(ordered)
        for (const [index, next] of ordered.slice(1).entries()) {
          const before = ordered[index]
          if (!before) continue
          if (before.dueDate === null) expect(next.dueDate).toBe(null)
          else expect(next.dueDate ?? Infinity).toBeGreaterThanOrEqual(before.dueDate)
          if (before.dueDate === next.dueDate) expect(next.updatedAt).toBeLessThanOrEqual(before.updatedAt)
        }
      }),
    )
  })
})

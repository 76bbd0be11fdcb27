import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { durationWords } from '../../ui/dates/dates.ts'
import { parseDuration } from './duration.ts'

describe('LCH-01 estimates', () => {
  test.each([
    ['30m', 30],
    ['1h 30m', 90],
    ['1h30m', 90],
    ['1h30', 90],
    ['1.5h', 90],
    ['1,5 h', 90],
    ['90', 90],
    ['2 hours', 120],
    ['45 minutes', 45],
    ['45 Minuten', 45],
    ['2 Std.', 120],
    ['1 Stunde 30 Min.', 90],
    ['', null],
    ['soon', null],
    ['0m', null],
    ['30m 30m', null],
    ['30m 1h', null],
    ['-5m', null],
    ['1h 30m later', null],
    ['525600', 525_600],
    ['525601', null],
  ] as const)('LCH-01 “%s” is %s minutes', (text, minutes) => {
    expect(parseDuration(text)).toBe(minutes)
  })

  test('LCH-01 every estimate reads back as it is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 525_600 }), (minutes) => {
        expect(parseDuration(durationWords(minutes))).toBe(minutes)
      }),
    )
  })
})

import { describe, expect, test } from 'vitest'
import { localeIn } from '../../shared/language.ts'
import { dateHabitsOf } from './habits.ts'

describe('APP-05 regional calendar rules', () => {
  test.each([
    ['en-US', { firstDay: 7, weekend: [6, 7], dayFirst: false }],
    ['de-DE', { firstDay: 1, weekend: [6, 7], dayFirst: true }],
    ['ar-EG', { firstDay: 6, weekend: [5, 6], dayFirst: true }],
    // English with the region.
    [localeIn('en', 'EG'), { firstDay: 6, weekend: [5, 6], dayFirst: true }],
    [localeIn('en', 'HU'), { firstDay: 1, weekend: [6, 7], dayFirst: false }],
    ['not a locale', { firstDay: 1, weekend: [6, 7], dayFirst: true }],
  ])('APP-05 %s', (locale, habits) => {
    expect(dateHabitsOf(locale)).toEqual(habits)
  })
})

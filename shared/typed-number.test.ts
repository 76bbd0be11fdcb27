import { describe, expect, test } from 'vitest'
import { numberText, parseNumber } from './typed-number.ts'

describe('typed numbers', () => {
  test.each([
    ['en-GB', '1234.5', 1234.5],
    ['en-GB', '1,234.50', 1234.5],
    ['en-GB', '-7', -7],
    ['en-GB', '.5', 0.5],
    ['en-GB', '1,23', null],
    ['en-GB', 'seven', null],
    ['en-GB', '1.2.3', null],
    ['de-DE', '1234,5', 1234.5],
    ['de-DE', '1.234,50', 1234.5],
    ['de-DE', '1.234', 1234],
    ['de-DE', '1.5', 1.5],
    ['de-CH', '1’234.50', 1234.5],
    ['fr-FR', '1 234,5', 1234.5],
  ])('FLD-03 in %s “%s” is %s', (locale, text, number) => {
    expect(parseNumber(text, locale)).toBe(number)
  })

  test.each(['en-GB', 'de-DE', 'de-CH', 'fr-FR'])(
    'FLD-03 in %s a number is read as it is shown',
    (locale) => {
      for (const number of [0, -3, 1234567.891, 0.0001])
        expect(parseNumber(numberText(number, locale), locale)).toBe(number)
    },
  )
})

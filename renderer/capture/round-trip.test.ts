import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type Language, localeIn, speak } from '../../shared/language.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import { inZone } from '../../shared/zone-testing.ts'
import { momentIn } from '../dates/due.ts'
import { dateTimeWords, endOfDay } from '../../shared/dates/format.ts'
import { readDates } from '../../shared/dates/reader/read-dates.ts'

const catalogues = { en, de }
const speakAs = (language: Language, region: string): void =>
  speak(language, catalogues[language], localeIn(language, region))
afterEach(() => speak('en', en, new Intl.DateTimeFormat().resolvedOptions().locale))

// Regions with 12-hour and 24-hour clocks, dots and colons in times, and days before and after months.
const regions =
  'AE AG AR AT AU BB BE BR BW CA CH CL CM CN CO CY CZ DE DK DZ EE EG ES FI FR GB GH GR HK HR HU ID IE IL IN IR IS IT JM JP KE KR KZ LI LK LT LU MA MT MX MY NG NL NO NP NZ PE PH PK PL PT RO RS RU SA SE SG SI SK TH TR TW UA US UZ VE VN ZA'.split(
    ' ',
  )
const now = new Date(2026, 10, 18, 10)
const due = fc
  .tuple(fc.integer({ min: -1, max: 500 }), fc.option(fc.integer({ min: 0, max: 1_439 })))
  .map(([days, minutes]) =>
    minutes === null ? endOfDay(new Date(2026, 10, 18 + days)) : new Date(2026, 10, 18 + days, 0, minutes),
  )

describe.each(['en', 'de'] as const)('what a form shows, in %s', (language) => {
  test.each(regions)('APP-05 is read again as what it was, as dates are written in %s', (region) => {
    inZone('Europe/Berlin', () => {
      speakAs(language, region)
      fc.assert(
        fc.property(due, (instant) => {
          const words = dateTimeWords(instant, now)
          expect([words, readDates(words, now, 'take').map((hit) => hit.due)]).toEqual([words, [instant]])
          expect([words, momentIn(words, now, readDates)]).toEqual([words, instant])
        }),
        // Every month, with and without a year, and times in each notation.
        {
          numRuns: 30,
          examples: [
            [new Date(2026, 10, 27, 5, 5)],
            ...Array.from({ length: 14 }, (_, month): [Date] => [new Date(2026, 10 + month, 27, 12, 30)]),
            [endOfDay(new Date(2027, 0, 15))],
            [new Date(2026, 10, 27, 9, 5)],
          ],
        },
      )
    })
  })
})

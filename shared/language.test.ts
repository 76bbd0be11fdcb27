import { afterEach, expect, test, vi } from 'vitest'
import { isDayFirst, listOf, localeIn, numberWords, say, speak } from './language.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'

afterEach(() => {
  vi.restoreAllMocks()
  speak('en', en, 'en-GB')
})

test('a platform formatter is created once per language', () => {
  const makers = [vi.spyOn(Intl, 'PluralRules'), vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'ListFormat')]
  speak('en', en, 'en-GB')
  const sayAll = (): string =>
    [1, 2, 1_000]
      .map((rows) => [
        say('palette.count', { rows }),
        say('date.daysLate', { days: rows }),
        say('date.minutesAgo', { minutes: rows }),
        numberWords(rows, { minimumFractionDigits: 1 }),
        listOf(['Title', 'Due']),
      ])
      .join()
  const english = sayAll()
  const once = makers.map((maker) => maker.mock.calls.length)
  expect(once[0]).toBe(1)
  expect(once[2]).toBe(1)
  sayAll()
  expect(makers.map((maker) => maker.mock.calls.length)).toEqual(once)
  speak('de', de, 'de-DE')
  expect(sayAll()).not.toBe(english)
  expect(makers[0]?.mock.calls.length).toBe(2)
})

const hourCycle = (locale: string): string | undefined =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle

const regions =
  'AE AF AL AM AR AT AU AZ BA BD BE BG BO BR BY CA CH CL CM CN CO CR CY CZ DE DK DO DZ EC EE EG ES ET FI FR GB GE GH GR GT HK HR HU ID IE IL IN IQ IR IS IT JM JO JP KE KR KW KZ LB LK LT LU LV MA MD MK MM MT MX MY MZ NG NL NO NP NZ PA PE PH PK PL PR PT RO RS RU SA SE SG SI SK TH TN TR TW UA US UY UZ VE VN ZA'.split(
    ' ',
  )

test.each(regions)(
  'APP-09 English in %s has the clock and the order of day and month of that region',
  (region) => {
    const theirs = `${new Intl.Locale(`und-${region}`).maximize().language}-${region}`
    const locale = localeIn('en', region)
    expect(new Intl.Locale(locale).language).toBe('en')
    expect([isDayFirst(locale), hourCycle(locale)]).toEqual([isDayFirst(theirs), hourCycle(theirs)])
  },
)

test.each([...regions, 'PY', 'ZZ', '419'])('APP-09 German in %s uses the standard format', (region) => {
  const locale = localeIn('de', region)
  expect(locale).toBe(`de-${region}`)
  expect([isDayFirst(locale), hourCycle(locale)]).toEqual([true, 'h23'])
})

// Regions for which the platform has no data.
test.each(['PY', '419', 'ZZ'])('APP-09 English in %s is a valid locale', (region) => {
  expect(() => new Intl.DateTimeFormat(localeIn('en', region)).format()).not.toThrow()
})

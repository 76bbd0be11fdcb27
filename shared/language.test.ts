import { expect, test } from 'vitest'
import { bareUrl, isDayFirst, localeIn } from './language.ts'

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
  // Also in regions for which the platform has no data.
  expect(() => hourCycle(localeIn('en', region))).not.toThrow()
})

test.each([
  ['https://www.quarrytravel.example', 'quarrytravel.example'],
  ['http://acme.example/team/', 'acme.example/team'],
  ['Room 4, see https://acme.example', 'Room 4, see https://acme.example'],
])('APP-03 a row shows %s as %s', (text, shown) => {
  expect(bareUrl(text)).toBe(shown)
})

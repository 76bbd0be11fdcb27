import { expect, test } from 'vitest'
import { speaksOf } from './spoken-language.ts'

test.each([
  ['system', ['de-DE', 'en-US'], 'de-DE', 'de', 'de-DE'],
  ['system', ['en-GB'], 'en-GB', 'en', 'en-GB'],
  // Whose first language is not spoken here gets the next, and keeps the formats of the region.
  ['system', ['fr-FR', 'de-CH'], 'fr-CH', 'de', 'de-CH'],
  ['system', ['ja-JP'], 'ja-JP', 'en', 'en-JP'],
  ['de', ['en-US'], 'en-US', 'de', 'de-US'],
  ['en', ['de-AT'], 'de-AT', 'en', 'en-AT'],
  ['system', ['de'], '', 'de', 'de'],
  ['system', ['C', 'de_AT.UTF-8'], 'C', 'de', 'de-AT'],
  ['system', [], '', 'en', 'en'],
] as const)(
  'APP-09 %s with %o and formats of %s speaks %s as in %s',
  (choice, preferred, system, language, locale) => {
    expect(speaksOf(choice, { preferred, system })).toEqual({ language, locale })
  },
)

test.each([
  ['pt-BR', { day: true, clock: 'h23' }],
  ['es-MX', { day: true, clock: 'h12' }],
  ['ru-RU', { day: true, clock: 'h23' }],
  ['hu-HU', { day: false, clock: 'h23' }],
  // Some desktops name the language that is spoken here, with a region where few speak it.
  ['en-BR', { day: true, clock: 'h23' }],
] as const)(
  'APP-09 on a desktop in %s English is spoken with the dates of that place',
  (tag, { day, clock }) => {
    const { language, locale } = speaksOf('system', { preferred: [tag], system: tag })
    expect(language).toBe('en')
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric' })
    const order = format.formatToParts().map(({ type }) => type)
    expect(order.indexOf('day') < order.indexOf('month')).toBe(day)
    expect(format.resolvedOptions().hourCycle).toBe(clock)
  },
)

import { expect, test } from 'vitest'
import { speaksOf } from './spoken-language.ts'

test.each([
  ['system', ['de-DE', 'en-US'], 'de-DE', 'de', 'de-DE'],
  ['system', ['en-GB'], 'en-GB', 'en', 'en-GB'],
  // The first supported language is used, with the formats of the region.
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

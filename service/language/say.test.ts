import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inLanguage, languageNow, languageOf, localeNow, say, sayParts, type Language } from './say.ts'

test.each<[what: string, header: string | undefined, language: Language]>([
  ['German of a country, then English', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['English, then German', 'en-US,en;q=0.9,de;q=0.8', 'en'],
  ['German last in the list, but liked best', 'en;q=0.5,de', 'de'],
  ['French, then German', 'fr-FR,fr;q=0.9,de;q=0.5', 'de'],
  ['capital letters', 'DE', 'de'],
  ['German not at all', 'de;q=0', 'en'],
  ['German not at all, and anything else', 'de;q=0, *', 'en'],
  ['French alone', 'fr', 'en'],
  ['a language that begins like German', 'den', 'en'],
  ['anything', '*', 'en'],
  ['nothing', '', 'en'],
  ['no header', undefined, 'en'],
  ['rubbish', ';;q=,=de;,', 'en'],
])('OAU-03 AUT-12 the language of a browser that likes %s', (_what, header, language) =>
  expect(languageOf(header)).toBe(language),
)

test('OAU-03 AUT-12 two requests at the same time keep their own languages', async () => {
  const seen: string[] = []
  const request = async () => {
    for (let step = 0; step < 3; step += 1) {
      seen.push(
        `${languageNow()} ${localeNow()} ${say('site.home')} ${say('site.signedInAs', { name: 'Ada' })}`,
      )
      await turn()
    }
  }
  await Promise.all([inLanguage('de', request), inLanguage('en', request)])
  const german = 'de de-DE Start Angemeldet als Ada'
  const english = 'en en-GB Home Signed in as Ada'
  expect(seen).toEqual([german, english, german, english, german, english])
  expect(languageNow()).toBe('en')
})

test('OAU-03 markup stands where the language puts it, and is not made text', () => {
  const name = { markup: 'Ada' }
  const german = inLanguage('de', () => sayParts('consent.title', { asker: name }))
  expect(german).toEqual([name, ' den Zugriff erlauben'])
  expect(sayParts('consent.title', { asker: name })).toEqual(['Allow ', name])
})

// Message catalogues: same keys and arguments in each language, valid ICU, no unused keys.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type Catalogue,
  inSentence,
  listOf,
  type MessageKey,
  say,
  sayParts,
  speak,
} from '../../shared/language.ts'
import {
  argumentsOf,
  isGermanTypography,
  isSaidAsWritten,
  unsaidIn,
} from '../../shared/messages/catalogue-testing.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'

const catalogues: Readonly<Record<'en' | 'de', Catalogue>> = { en, de }
const keys = Object.keys(en) as MessageKey[]
const here = new Intl.DateTimeFormat().resolvedOptions().locale
afterEach(() => speak('en', en, here))

const sources = import.meta.glob<string>(
  ['../../{electron,renderer,shared}/**/*.{ts,tsx}', '!../../**/*.test.ts', '!../../shared/messages/**'],
  { query: '?raw', import: 'default', eager: true },
)

describe('the catalogues', () => {
  test('have the same keys', () => {
    expect(Object.keys(de).toSorted()).toEqual(keys.toSorted())
  })

  test.each(keys)('%s has the same arguments in each language', (key) => {
    const [english, german] = [argumentsOf(en[key]), argumentsOf(de[key])]
    expect(Object.fromEntries(german)).toEqual(Object.fromEntries(english))
    for (const text of [en[key], de[key]]) expect(isSaidAsWritten(text), text).toBe(true)
  })

  test('every message is used', () => {
    expect(unsaidIn(Object.values(sources).join('\n'), keys)).toEqual([])
  })

  test('views contain no literal text', () => {
    const written = Object.entries(sources)
      .filter(([path]) => path.endsWith('.tsx'))
      .flatMap(([path, code]) =>
        [
          ...code.matchAll(/>([^<>{}=]*[A-Za-z]{2}[^<>{}=]*)<\/(?!code)/g),
          ...code.matchAll(
            /\s(?:aria-label|alt|hint|idle|label|name|placeholder|question|title)="([^"]*[A-Z ][^"]*)"/g,
          ),
        ].map(([, words]) => `${path}: ${words}`),
      )
    expect(written).toEqual([])
  })

  test('German typography is correct', () => {
    // Examples are typed input.
    const faulty = keys.filter((key) => !key.endsWith('.example') && !isGermanTypography(de[key]))
    expect(faulty).toEqual([])
  })
})

describe('saying', () => {
  const values = (text: string) =>
    fc.record(
      Object.fromEntries(
        [...argumentsOf(text)].map(([name, kind]) => [
          name,
          kind === 'number' ? fc.oneof(fc.nat(), fc.double()) : fc.string({ unit: 'binary' }),
        ]),
      ),
    )

  test.each(['en', 'de'] as const)('never throws, and keeps every text argument: %s', (language) => {
    speak(language, catalogues[language], `${language}-DE`)
    for (const key of keys) {
      const texts = [...argumentsOf(en[key])].filter(([, kind]) => kind === 'text').map(([name]) => name)
      fc.assert(
        fc.property(values(en[key]), (given) => {
          const said = (say as (key: MessageKey, values: unknown) => string)(key, given)
          expect(said).toBeTypeOf('string')
          for (const name of texts) expect(said).toContain(given[name])
        }),
        { numRuns: 10 },
      )
    }
  })

  test('numbers, regions and lists follow the language', () => {
    const counts = () => [0, 1, 1_200].map((rows) => say('palette.count', { rows }))
    expect(counts()).toEqual(['No results', '1 result', '1,200 results'])
    speak('de', de, 'de-DE')
    expect(counts()).toEqual(['Keine Ergebnisse', '1 Ergebnis', '1.200 Ergebnisse'])
    expect(listOf(['Titel', 'Fällig', 'Status'])).toBe('Titel, Fällig und Status')
    expect(inSentence('People')).toBe('People')
    speak('en', en, 'en-US')
    expect(['People', 'NDAs', 'Äpfel'].map(inSentence)).toEqual(['people', 'NDAs', 'äpfel'])
    expect(listOf(['Title', 'Due'])).toBe('Title, Due')
  })

  test('elements keep the word order of the language', () => {
    const strong = { element: 'strong' }
    expect(sayParts('palette.noMatchIn', { query: strong, scope: 'tasks' })).toEqual([
      'No match for ',
      strong,
      ' in tasks',
    ])
  })
})

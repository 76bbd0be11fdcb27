import { afterEach, expect, test, vi } from 'vitest'
import { listOf, numberWords, say, speak } from './language.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'

afterEach(() => {
  vi.restoreAllMocks()
  speak('en', en, 'en-GB')
})

test('a formatter of the platform is made once a language, however many messages and rows ask for it', () => {
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

// Words of the pages in a browser, in the language of the request that they answer. All else (the API, `svc`, the log) is outside
// such a request, and in English.
import { AsyncLocalStorage } from 'node:async_hooks'
import { parseAccept } from 'hono/utils/accept'
import { IntlMessageFormat } from 'intl-messageformat'
import type { ArgumentsOf, GivenOf, PlainKeyOf } from '../../shared/messages/icu-arguments.ts'
import { de } from './de.ts'
import { en } from './en.ts'

type Messages = typeof en
export type MessageKey = keyof Messages
/** BCP 47 language subtags. */
export type Language = 'en' | 'de'

/** Keys of messages without arguments. */
export type PlainKey = PlainKeyOf<Messages>

const catalogues: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, de }
const locales = { en: 'en-GB', de: 'de-DE' } as const
const spoken = new AsyncLocalStorage<Language>()

export const languageNow = (): Language => spoken.getStore() ?? 'en'

/** BCP 47 locale of dates and numbers. */
export const localeNow = (): (typeof locales)[Language] => locales[languageNow()]

/** The language that a browser likes best, of those that the pages have. @param header `Accept-Language` */
export const languageOf = (header: string | undefined): Language => {
  const liked = parseAccept(header ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase().split('-', 1)[0])
  return liked.find((tag) => tag === 'en' || tag === 'de') ?? 'en'
}

/** Runs `work`, and all that it waits for, in a language. */
export const inLanguage = <T>(language: Language, work: () => T): T => spoken.run(language, work)

/** `work` in the language of here, whoever runs it later. Outside a page it is `work` itself, which costs nothing. */
export const keepingLanguage = <Given extends unknown[], T>(
  work: (...given: Given) => T,
): ((...given: Given) => T) => {
  const language = spoken.getStore()
  return language === undefined ? work : (...given) => spoken.run(language, () => work(...given))
}

// Parsing a message takes longer than formatting it.
const formats = new Map<string, IntlMessageFormat>()

const formatOf = (key: MessageKey, text: string): IntlMessageFormat => {
  const name = `${languageNow()} ${key}`
  const known = formats.get(name)
  if (known !== undefined) return known
  const made = new IntlMessageFormat(text, localeNow(), undefined, { ignoreTag: true })
  formats.set(name, made)
  return made
}

/** A message in the language of the request. */
export const say = <K extends MessageKey>(key: K, ...[values]: GivenOf<Messages[K]>): string => {
  const text = catalogues[languageNow()][key]
  return text.includes('{') ? String(formatOf(key, text).format(values)) : text
}

/** Like `say`, for values that are markup. Returns the parts in order. */
export const sayParts = <K extends MessageKey, T>(
  key: K,
  values: { [Name in keyof ArgumentsOf<Messages[K]>]: ArgumentsOf<Messages[K]>[Name] | T },
): (string | T)[] => {
  const text = catalogues[languageNow()][key]
  const said = formatOf(key, text).format<T>(values as Record<string, string | number | T>)
  return Array.isArray(said) ? said : [said]
}

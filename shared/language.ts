// The messages of this process: `say` looks up a key and formats it with ICU. The language is global state of the process,
// like the time zone.
import { type Formatters, IntlMessageFormat } from 'intl-messageformat'
import { en } from './messages/en.ts'
import type { ArgumentsOf, GivenOf, PlainKeyOf } from './messages/icu-arguments.ts'

export type Messages = typeof en
export type MessageKey = keyof Messages
export type Catalogue = Readonly<Record<MessageKey, string>>

/** Keys of messages without arguments. */
export type PlainKey = PlainKeyOf<Messages>

/** BCP 47 language subtags. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

let catalogue: Catalogue = en
let language: Language = 'en'
/** BCP 47 locale: the language with the person's region. */
let locale = new Intl.DateTimeFormat().resolvedOptions().locale
// Parsed messages and platform formatters are expensive and therefore cached.
const messageCache = new Map<MessageKey, IntlMessageFormat>()
const formatterCache = new Map<string, unknown>()

/** Caches formatters by their arguments until the language changes. */
const cachedFormatter = <T>(kind: string, options: unknown, make: () => T): T => {
  const key = kind + JSON.stringify(options)
  if (!formatterCache.has(key)) formatterCache.set(key, make())
  return formatterCache.get(key) as T
}

const formatters: Formatters = {
  getNumberFormat: (locales, options) =>
    cachedFormatter('number', options, () => new Intl.NumberFormat(locales, options)),
  getDateTimeFormat: (locales, options) =>
    cachedFormatter('date', options, () => new Intl.DateTimeFormat(locales, options)),
  getPluralRules: (locales, options) =>
    cachedFormatter('plural', options, () => new Intl.PluralRules(locales, options)),
}

/** Sets the language and locale of this process. */
export const speak = (spoken: Language, messages: Catalogue, place: string): void => {
  language = spoken
  catalogue = messages
  locale = place
  messageCache.clear()
  formatterCache.clear()
}

export const languageNow = (): Language => language

/** The current locale, a BCP 47 tag. */
export const localeNow = (): string => locale

const formatOf = (key: MessageKey, text: string): IntlMessageFormat => {
  const known = messageCache.get(key)
  if (known !== undefined) return known
  const format = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true, formatters })
  messageCache.set(key, format)
  return format
}

/** Returns a message in the language of this process. */
export const say = <K extends MessageKey>(key: K, ...[values]: GivenOf<Messages[K]>): string => {
  const text = catalogue[key]
  // Fast path: most messages are plain text, and some are used on each keystroke.
  return text.includes('{') ? String(formatOf(key, text).format(values)) : text
}

/** Like `say`, for values that are not text, such as React elements. Returns the parts in order. */
export const sayParts = <K extends MessageKey, T>(
  key: K,
  values: { [Name in keyof ArgumentsOf<Messages[K]>]: ArgumentsOf<Messages[K]>[Name] | T },
): (string | T)[] => {
  const said = formatOf(key, catalogue[key]).format<T>(values as Record<string, string | number | T>)
  return Array.isArray(said) ? said : [said]
}

/** A noun of the workspace inside a sentence. German nouns and words like "NDAs" keep their capital. */
export const inSentence = (noun: string): string =>
  language === 'de'
    ? noun
    : noun.replace(/(?<!\p{L})\p{Lu}\p{Ll}+(?!\p{L})/gu, (word) => word.toLocaleLowerCase(locale))

/** A web address without scheme, `www.` and final slash; any other text as it is. */
export const bareUrl = (text: string): string =>
  /^https?:\/\/\S+$/i.test(text) ? text.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '') : text

/** Formats a list: "Title, Due, Section". */
export const listOf = (things: readonly string[]): string =>
  cachedFormatter('list', null, () => new Intl.ListFormat(locale, { type: 'unit', style: 'short' })).format(
    things,
  )

/** Formats a number in the current locale. */
export const numberWords = (value: number, options: Intl.NumberFormatOptions): string =>
  cachedFormatter('number', options, () => new Intl.NumberFormat(locale, options)).format(value)

/** Whether 3/4 is the third of April. @param locale BCP 47. */
export const isDayFirst = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' })
    .formatToParts()
    .find(({ type }) => type === 'day' || type === 'month')?.type === 'day'

/** "h12", "h23". */
const clockIn = (locale: string): string | undefined =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle

/** Fallback for regions without locale data. */
const usual = 'en-150'

/**
 * The locale for a language in a region. German is formatted the same everywhere. For English, CLDR falls back to the United
 * States if it has no English of the region, so this picks an English locale with the same clock and date order instead.
 * @param region ISO 3166 or UN M.49.
 */
export function localeIn(language: Language, region: string): string {
  const own = `${language}-${region}`
  if (language !== 'en') return own
  const most = new Intl.Locale(`und-${region}`).maximize().language
  const [theirs = usual] = Intl.DateTimeFormat.supportedLocalesOf(`${most}-${region}`)
  const clock = clockIn(theirs) ?? 'h23'
  if (isDayFirst(own) === isDayFirst(theirs) && clockIn(own) === clock) return own
  return `en-${isDayFirst(theirs) ? '001' : 'US'}-u-hc-${clock}-rg-${region.toLowerCase()}zzzz`
}

// The language of this process, and every word in it: `say` finds a message by its key and formats it by ICU. Like the
// time zone it is one fact for the whole process, so it is not handed from function to function.
import { type Formatters, IntlMessageFormat } from 'intl-messageformat'
import { en } from './messages/en.ts'
import type { ArgumentsOf } from './messages/icu-arguments.ts'

export type Messages = typeof en
export type MessageKey = keyof Messages
export type Catalogue = Readonly<Record<MessageKey, string>>

/** Keys of messages that ask for nothing: these may be chosen by a table. */
export type PlainKey = {
  [K in MessageKey]: keyof ArgumentsOf<Messages[K]> extends never ? K : never
}[MessageKey]

type Given<K extends MessageKey> = keyof ArgumentsOf<Messages[K]> extends never
  ? []
  : [values: ArgumentsOf<Messages[K]>]

/** As BCP 47 names them. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

let catalogue: Catalogue = en
let language: Language = 'en'
/** BCP 47, of the language and the person's region. */
let locale = new Intl.DateTimeFormat().resolvedOptions().locale
// Parsing costs more than formatting, and a formatter of the platform more than what it formats.
const parsed = new Map<MessageKey, IntlMessageFormat>()
const made = new Map<string, unknown>()

/** The same one for the same way of writing, as long as the language stays. */
const kept = <T>(kind: string, options: unknown, make: () => T): T => {
  const key = kind + JSON.stringify(options)
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as T
}

const formatters: Formatters = {
  getNumberFormat: (locales, options) =>
    kept('number', options, () => new Intl.NumberFormat(locales, options)),
  getDateTimeFormat: (locales, options) =>
    kept('date', options, () => new Intl.DateTimeFormat(locales, options)),
  getPluralRules: (locales, options) => kept('plural', options, () => new Intl.PluralRules(locales, options)),
}

/** From now on everything is said in this language, with the dates and numbers of this place. */
export const speak = (spoken: Language, messages: Catalogue, place: string): void => {
  language = spoken
  catalogue = messages
  locale = place
  parsed.clear()
  made.clear()
}

export const languageNow = (): Language => language

/** How dates and numbers are written here: a BCP 47 tag. */
export const localeNow = (): string => locale

const formatOf = (key: MessageKey, text: string): IntlMessageFormat => {
  const known = parsed.get(key)
  if (known !== undefined) return known
  const format = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true, formatters })
  parsed.set(key, format)
  return format
}

/** A message in the language of this process. */
export const say = <K extends MessageKey>(key: K, ...[values]: Given<K>): string => {
  const text = catalogue[key]
  // Most messages are plain text, and some are said at each keystroke.
  return text.includes('{') ? String(formatOf(key, text).format(values)) : text
}

/** The same with values that are no text, such as elements: the pieces in the order of the language. */
export const sayParts = <K extends MessageKey, T>(
  key: K,
  values: { [Name in keyof ArgumentsOf<Messages[K]>]: ArgumentsOf<Messages[K]>[Name] | T },
): (string | T)[] => {
  const said = formatOf(key, catalogue[key]).format<T>(values as Record<string, string | number | T>)
  return Array.isArray(said) ? said : [said]
}

/** A noun that the workspace names, inside a sentence: German nouns keep their capital, and so do words like "NDAs". */
export const inSentence = (noun: string): string =>
  language === 'de'
    ? noun
    : noun.replace(/(?<!\p{L})\p{Lu}\p{Ll}+(?!\p{L})/gu, (word) => word.toLocaleLowerCase(locale))

/** Several things beside one another, in the order given: "Title, Due, Section". */
export const listOf = (things: readonly string[]): string =>
  kept('list', null, () => new Intl.ListFormat(locale, { type: 'unit', style: 'short' })).format(things)

/** A number as it is written here. */
export const numberWords = (value: number, options: Intl.NumberFormatOptions): string =>
  kept('number', options, () => new Intl.NumberFormat(locale, options)).format(value)

/** Whether 3/4 is the third of April there. @param locale BCP 47. */
export const isDayFirst = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' })
    .formatToParts()
    .find(({ type }) => type === 'day' || type === 'month')?.type === 'day'

/** "h12", "h23". */
const clockIn = (locale: string): string | undefined =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle

/** How most of the world writes, for a region that the platform knows nothing of. */
const usual = 'en-150'

/**
 * A BCP 47 tag for the words of that language in that region. German is written in one way everywhere. English is spoken to
 * people of all languages: where CLDR has no English of their region it falls back to that of the United States, and so
 * the tag names an English that writes as they do.
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

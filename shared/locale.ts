// Locales whose words are of one language, and whose clock, week and order of day and month are those of a region. Pure.
import type { Language } from './language.ts'

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

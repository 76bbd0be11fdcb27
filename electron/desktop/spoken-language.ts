// Chooses language and locale. The language is the chosen one, or the first supported language of the desktop. The region is
// always the desktop's, because it decides the format of dates and the first day of the week.
import type { App } from 'electron'
import { type Language, languages, localeIn, speak } from '../../shared/language.ts'
import type { Settings, SettingsView } from '../../shared/ipc/settings.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'

const parse = (tag: string): Intl.Locale | null => {
  try {
    // Some desktops report `de_DE.UTF-8`.
    return new Intl.Locale(tag.replace(/[.@].*$/, '').replaceAll('_', '-'))
  } catch {
    return null
  }
}

const spokenIn = (tag: string): Language | undefined =>
  languages.find((language) => language === parse(tag)?.language)

/** @param preferred the desktop's languages, best first. @param system its locale for formats. Both are BCP 47. */
export const speaksOf = (
  choice: Settings['language'],
  { preferred, system }: { preferred: readonly string[]; system: string },
): SettingsView['speaks'] => {
  const language =
    choice === 'system' ? (preferred.map(spokenIn).find((spoken) => spoken !== undefined) ?? 'en') : choice
  const region = [system, ...preferred].map((tag) => parse(tag)?.region).find((one) => one !== undefined)
  return { language, locale: region === undefined ? language : localeIn(language, region) }
}

const catalogues = { en, de }

/** Keeps the language of the main process in step with the settings. */
export const createSpeech = (
  desktop: Pick<App, 'getPreferredSystemLanguages' | 'getLocale' | 'getSystemLocale'>,
) => {
  const of = ({ language }: Settings): SettingsView['speaks'] =>
    speaksOf(language, {
      preferred: [...desktop.getPreferredSystemLanguages(), desktop.getLocale()],
      system: desktop.getSystemLocale(),
    })
  return {
    of,
    follow: (settings: Settings): void => {
      const { language, locale } = of(settings)
      speak(language, catalogues[language], locale)
    },
  }
}

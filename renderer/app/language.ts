// Sets the language of the page from the settings. Loads only the catalogue that is needed.
import { useEffect, useState } from 'react'
import { type Catalogue, type Language, say, speak } from '../../shared/language.ts'
import { en } from '../../shared/messages/en.ts'
import { clearNotice } from '../state/store.ts'
import { useSettings } from '../state/queries.ts'

const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('../../shared/messages/de.ts')).de,
}

/** The current locale, or null while its catalogue is loading. Used as a React key, it re-renders every text. */
export function useLanguage(): string | null {
  const { language, locale } = useSettings().data?.speaks ?? {}
  const [spoken, setSpoken] = useState<string | null>(null)
  useEffect(() => {
    if (language === undefined || locale === undefined) return
    let isCurrent = true
    const take = (words: Language, messages: Catalogue): void => {
      if (!isCurrent) return
      speak(words, messages, locale)
      document.documentElement.lang = words
      document.title = say('app.name')
      clearNotice()
      setSpoken(locale)
    }
    catalogues[language]().then(
      (messages) => take(language, messages),
      // Fall back to English.
      () => take('en', en),
    )
    return () => {
      isCurrent = false
    }
  }, [language, locale])
  return spoken
}

// What the page speaks: as the settings say, from the first frame on. Only the chosen catalogue is loaded.
import { useEffect, useState } from 'react'
import { type Catalogue, type Language, say, speak } from '../../shared/language.ts'
import { en } from '../../shared/messages/en.ts'
import { hush } from './palette-store.ts'
import { useSettings } from './queries.ts'

const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('../../shared/messages/de.ts')).de,
}

/** The locale that is spoken, null while its words are on their way. A tree that is keyed by it is said anew. */
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
      hush()
      setSpoken(locale)
    }
    catalogues[language]().then(
      (messages) => take(language, messages),
      // Better in English than not at all.
      () => take('en', en),
    )
    return () => {
      isCurrent = false
    }
  }, [language, locale])
  return spoken
}

import type { actions as english } from '../en/actions.ts'
import type { Translated } from '../translated.ts'

export const actions: Translated<typeof english> = {
  'actions.open': 'Öffnen',
  'actions.change': 'Ändern',
  'actions.copy': 'Kopieren',
  'actions.suggestions': 'Vorschläge',

  'contact.email': 'E-Mail',
  'contact.copyEmail': 'E-Mail-Adresse kopieren',
  'contact.copyPhone': 'Telefonnummer kopieren',
  'contact.copied': '{value} kopiert',
  'contact.noEmail': '„{title}“ hat keine E-Mail-Adresse',
  'contact.noPhone': '„{title}“ hat keine Telefonnummer',
}

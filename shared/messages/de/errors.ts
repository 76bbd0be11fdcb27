import type { errors as english } from '../en/errors.ts'
import type { Translated } from '../translated.ts'

export const errors: Translated<typeof english> = {
  'error.signedOut': 'Melde dich erneut an – dein Text bleibt erhalten',
  'error.forbidden': 'Das darfst du nicht öffnen',
  'error.forbidden.right': 'Das darfst du nicht öffnen: {right} fehlt',
  'error.notFound': 'Gelöscht oder verschoben',
  'error.conflict': 'Jemand anderes hat das geändert, seit du es geöffnet hast',
  'error.locked':
    'Arbeitsbereich gesperrt: Er hat mehr Mitglieder, als sein Tarif erlaubt. Gespeicherte Ergebnisse bleiben lesbar.',
  'error.busy': 'Zu viele Anfragen. Neuer Versuch in {seconds, number} s.',
  'error.busy.saved':
    'Zu viele Anfragen. Neuer Versuch in {seconds, number} s; gespeicherte Ergebnisse werden angezeigt.',
  'error.busy.spoken': 'Zu viele Anfragen. Bald ein neuer Versuch.',
  'error.offline': 'Offline',
  'error.offline.saved': 'Offline – gespeicherte Ergebnisse',
  'error.unavailable': 'Der Dienst hat nicht geantwortet',
  'error.unavailable.saved': 'Der Dienst hat nicht geantwortet – gespeicherte Ergebnisse',
  'error.unconfirmed': 'Vielleicht gespeichert – wird geprüft …',
  'error.cancelled': 'Abgebrochen',
  'error.internal': 'Im Launcher ist etwas schiefgegangen ({id}). Dein Text bleibt erhalten.',
  'error.noAnswer': 'Der Launcher hat nicht geantwortet.',
}

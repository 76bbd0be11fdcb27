import type { notifications as english } from '../en/notifications.ts'
import type { Translated } from '../translated.ts'

export const notifications: Translated<typeof english> = {
  'noted.assigned': '{actor} hat dir „{subject}“ zugewiesen',
  'noted.several.assigned': '{actor} hat dir {count, plural, one {# Aufgabe} other {# Aufgaben}} zugewiesen',
  'noted.changed': '{actor} hat „{subject}“ geändert',
  'noted.several.changed':
    '{actor} hat {count, plural, one {# deiner Aufgaben} other {# deiner Aufgaben}} geändert',
  'noted.done': '{actor} hat „{subject}“ erledigt',
  'noted.several.done':
    '{actor} hat {count, plural, one {# deiner Aufgaben} other {# deiner Aufgaben}} erledigt',
  'noted.status': '{actor} hat den Status von „{subject}“ geändert',
  'noted.several.status':
    '{actor} hat den Status von {count, plural, one {# deiner Aufgaben} other {# deiner Aufgaben}} geändert',
  'noted.section': '{actor} hat „{subject}“ in einen anderen Abschnitt verschoben',
  'noted.several.section':
    '{actor} hat {count, plural, one {# deiner Aufgaben} other {# deiner Aufgaben}} in einen anderen Abschnitt verschoben',
  'noted.due': '{actor} hat die Fälligkeit von „{subject}“ geändert',
  'noted.several.due':
    '{actor} hat die Fälligkeit von {count, plural, one {# deiner Aufgaben} other {# deiner Aufgaben}} geändert',
  'noted.archived': '{actor} hat „{subject}“ gelöscht',
  'noted.several.archived':
    '{actor} hat {count, plural, one {# deiner Aufgaben} other {# deiner Aufgaben}} gelöscht',
  'noted.commented': '{actor} hat „{subject}“ kommentiert',
  'noted.several.commented':
    '{actor} hat {count, plural, one {# deiner Aufgaben} other {# deiner Aufgaben}} kommentiert',
  'noted.mentioned': '{actor} hat dich bei „{subject}“ erwähnt',
  'noted.several.mentioned':
    '{actor} hat dich bei {count, plural, one {# Eintrag} other {# Einträgen}} erwähnt',
  'noted.isDue': '„{subject}“ ist fällig',
  'noted.several.isDue': '{count, plural, one {# Aufgabe ist fällig} other {# Aufgaben sind fällig}}',
  'noted.calendar': 'Der Kalender „{subject}“ kann nicht gelesen werden',
  'noted.several.calendar':
    '{count, plural, one {# Kalender kann nicht gelesen werden} other {# Kalender können nicht gelesen werden}}',
  'noted.imported': '„{subject}“ wurde importiert',
  'noted.several.imported': '{count, plural, one {# Import ist beendet} other {# Importe sind beendet}}',
  'noted.importFailed': '„{subject}“ konnte nicht importiert werden',
  'noted.why.calendar_unreachable': 'Er ist nicht erreichbar.',
  'noted.why.not_a_calendar': 'Seine Adresse führt zu etwas anderem.',
  'noted.why.calendar_too_large': 'Er ist zu groß zum Lesen.',
  'noted.why.unsafe_url': 'Seine Adresse ist nicht erlaubt.',
  'noted.why.address_needed': 'Seine Adresse muss neu eingegeben werden.',
  'noted.import.created': '{count, number} angelegt',
  'noted.import.changed': '{count, number} geändert',
  'noted.import.unchanged': '{count, number} unverändert',
  'noted.import.leftOut': '{count, number} ausgelassen',

  'notifications.count': '{count, plural, one {# Mitteilung} other {# Mitteilungen}}',
  'notifications.new': '{count, plural, one {# neue Mitteilung} other {# neue Mitteilungen}}',
  'notifications.markRead': 'Als gelesen markieren',
  'notifications.readAll': 'Alle als gelesen',
  'notifications.selectOne': 'Wähle zuerst eine Mitteilung aus',
  'notifications.unsupported':
    'Dieser Dienst kann Mitteilungen von hier aus nicht als gelesen markieren. Dafür braucht er eine neuere Version.',
  'notifications.notAllowed':
    'Nicht als gelesen markiert: Deiner Anmeldung fehlt die Berechtigung. Klappe „Mitteilungen“ auf und wähle „Im Browser erlauben“.',
}

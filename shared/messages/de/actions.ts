import type { actions as english } from '../en/actions.ts'
import type { Translated } from '../translated.ts'

export const actions: Translated<typeof english> = {
  'actions.more': '{title} …',
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

  'taskAction.due': 'Fällig',
  'taskAction.status': 'Status',
  'taskAction.priority': 'Priorität',
  'taskAction.assign': 'Zuweisen',
  'taskAction.link': 'Datensatz verknüpfen',
  'taskAction.snooze': 'Verschieben',
  'taskAction.delete': 'Aufgabe löschen',
  'taskAction.deleteSeveral': '{count, number} Aufgaben löschen',
  'taskAction.noTask': 'Wähle zuerst eine Aufgabe',
  'taskAction.snooze.hint': 'Verschieben auf: mo, morgen 9:00 …',
  'taskAction.status.hint': 'Neuer Status …',
  'taskAction.priority.hint': 'Neue Priorität …',
  'taskAction.assign.hint': 'Zuweisen an … (Umschalt+Enter für mehrere)',
  'taskAction.none': 'Kein Treffer',
  'taskAction.looking': 'Wird gesucht …',

  'due.laterToday': 'Heute später',
  'due.monday': 'Montag',
  'due.inAWeek': 'In einer Woche',
  'due.pick': 'Datum auswählen …',

  'assign.to': 'Zuweisen an {names}',
  'assign.nobody': 'Niemand',
  'link.already': '„{record}“ ist schon verknüpft.',
  'link.unknown': 'Die Verknüpfungen dieser Aufgabe sind nicht bekannt. Öffne die Aufgabe, um sie zu ändern.',

  'said.task': '„{title}“',
  'said.tasks': '{count, plural, one {# Aufgabe} other {# Aufgaben}}',
  'said.due': 'Fällig {when}: {what}',
  'said.noDue': 'Ohne Fälligkeit: {what}',
  'said.status': '{status}: {what}',
  'said.priority': 'Priorität {priority}: {what}',
  'said.assigned': 'Zugewiesen an {names}: {what}',
  'said.unassigned': 'Niemandem zugewiesen: {what}',
  'said.linked': '„{record}“ verknüpft mit {what}',
}

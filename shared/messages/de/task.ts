import type { task as english } from '../en/task.ts'
import type { Translated } from '../translated.ts'

export const task: Translated<typeof english> = {
  'form.continued': 'Aus deinem Entwurf fortgesetzt',
  'form.startOver': 'Von vorn beginnen',
  'form.default': 'Standard',
  'form.noSection': 'Kein Abschnitt',
  'form.addPeople': 'Personen hinzufügen …',
  'form.you': 'du · {email}',
  'form.findRecord': 'Datensatz finden …',
  'form.findMeeting': 'Besprechung finden …',
  'form.suggestions': 'Vorschläge',
  'form.remove': '{name} entfernen',
  'form.estimateHint': '1h 30m',
  'form.dueHint': 'Fr. 17 Uhr, morgen, 12. Dez. …',
  'form.dueIn': '{when} · in {days, plural, one {# Tag} other {# Tagen}}',
  'form.dueAgo': '{when} · vor {days, plural, one {# Tag} other {# Tagen}}',
  'form.changedMeanwhile':
    'Jemand hat diese Aufgabe geändert, seit du begonnen hast: {fields}. Beim Speichern wählst du, was gilt.',
  'form.waiting': '{state}: {fields}',
  'form.cancelChange': 'Änderung abbrechen',
  'form.actions': 'Aktionen für Felder',
  'form.assignMe': 'Mir zuweisen',
  'form.dueToday': 'Heute fällig',
  'form.dueTomorrow': 'Morgen fällig',
  'form.dueNextWeek': 'Nächste Woche fällig',
  'form.noDueDate': 'Keine Fälligkeit',

  'problem.title': 'Bitte gib einen Titel ein.',
  'problem.longTitle': 'Höchstens {most, number} Zeichen: Der Rest gehört in die Beschreibung.',
  'problem.longDescription': 'Höchstens {most, number} Zeichen.',
  'problem.due': 'Darin steht kein Datum: Versuche „Fr. 17 Uhr“.',
  'problem.estimate': 'Eine Dauer wie „1h 30m“.',
  'problem.people': 'Höchstens {most, number} Personen.',
  'problem.records': 'Höchstens {most, number} Datensätze.',
  'problem.meetings': 'Höchstens {most, number} Besprechungen.',

  'calendar.pick': 'Datum wählen',
  'calendar.previous': 'Voriger Monat',
  'calendar.next': 'Nächster Monat',
  'calendar.today': 'Heute',
  'calendar.noDate': 'Kein Datum',
}

import type { detail as english } from '../../en/palette/detail.ts'
import type { Translated } from '../../translated.ts'

export const detail: Translated<typeof english> = {
  'detail.pane': 'Details',
  'detail.task': 'Aufgabe',
  'detail.meeting': 'Besprechung',
  'detail.command': 'Befehl',
  'detail.time': 'Zeit',
  'detail.location': 'Ort',
  'detail.attendees': 'Teilnehmende',
  'detail.people': '{count, plural, one {# Person} other {# Personen}}',
  'detail.answer': 'Deine Antwort',
  'detail.state': 'Stand',
  'detail.organizer': 'Organisiert',
  'detail.noAnswer': 'Keine Antwort',
  'detail.you': '{name} (du)',
  'detail.allPeople': 'Alle {count, number} anzeigen',
  'detail.morePeople': '{count, plural, one {und # weitere Person} other {und # weitere Personen}}',
  'detail.tasks': 'Aufgaben',
  'detail.subtasks': 'Teilaufgaben',
  'detail.completeSubtask': '„{title}“ erledigen',
  'detail.reopenSubtask': '„{title}“ wieder öffnen',
  'detail.copy': '{label} kopieren: {value}',
  'detail.mail': 'An {value} schreiben',
  'detail.call': '{value} anrufen',
  'detail.open': '{value} öffnen',
}

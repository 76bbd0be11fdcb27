import type { detail as english } from '../en/detail.ts'
import type { Translated } from '../translated.ts'

export const detail: Translated<typeof english> = {
  'detail.pane': 'Details',
  'detail.task': 'Aufgabe',
  'detail.meeting': 'Besprechung',
  'detail.command': 'Befehl',
  'detail.time': 'Zeit',
  'detail.location': 'Ort',
  'detail.attendees': 'Teilnehmende',
  'detail.people': '{count, plural, one {# Person} other {# Personen}}',
  'detail.copy': '{label} kopieren: {value}',
  'detail.mail': 'An {value} schreiben',
  'detail.call': '{value} anrufen',
  'detail.open': '{value} öffnen',
}

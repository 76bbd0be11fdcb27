import type { why as english } from '../../en/palette/why.ts'
import type { Translated } from '../../translated.ts'

export const why: Translated<typeof english> = {
  'why.exact': 'Der Titel ist „{query}“',
  'why.prefix': 'Der Titel beginnt mit „{query}“',
  'why.wordPrefix': 'Wörter des Titels beginnen mit „{query}“',
  'why.state': 'Zeit oder Status ist „{query}“',
  'why.other': '„{query}“ steht im Titel oder ist sein Kürzel',
  'why.subsequence': '„{query}“ mit ausgelassenen Buchstaben',
  'why.typo': 'Passt zu „{query}“ mit einem Tippfehler',
  'why.detail': '„{query}“ steht in den Angaben der Zeile',
  'why.fit': 'Ganze Wörter, wie getippt',
  'why.share': 'Anteil am Titel',
  'why.near': 'Zeitlicher Abstand',
  'why.openedBefore': 'Schon geöffnet',
  'why.opened': '{times, plural, one {Einmal geöffnet} other {#-mal geöffnet}}, zuletzt {age}',
  'why.chosen': 'Für diesen Text {times, plural, one {einmal} other {#-mal}} gewählt',
  'why.pinned': 'Von dir angeheftet',
  'why.score': 'Punkte',
  'why.place': 'Zeile {at, number} von {of, number} in ihrer Gruppe.',
  'why.placeLate':
    'Zeile {at, number} von {of, number} in ihrer Gruppe. Sie kam, als die Zeilen darüber schon zu sehen waren, und späte Zeilen verschieben keine anderen.',
  'why.live': 'Gerade geprüft',
  'why.kept': 'Gespeicherte Kopie, {age} geprüft',
  'why.pasted': 'Du hast den Link oder die Kennung davon eingefügt.',
  'why.named': 'Du hast den Namen getippt.',
  'why.serviceFound': 'Vom Dienst gefunden. Es steht unter den Zeilen, deren gespeicherter Titel passt.',
  'why.unfinished': 'Du hast es begonnen, und es ist noch nicht gespeichert.',
  'why.nextMeeting': 'Es ist deine nächste Besprechung.',
  'why.due': 'Es ist heute fällig oder überfällig.',
  'why.recent': 'Du hast es angeheftet oder geöffnet, oder der Dienst führt es als zuletzt verwendet.',
  'why.always': 'Es wird immer angezeigt.',
}

import type { why as english } from '../en/why.ts'
import type { Translated } from '../translated.ts'

export const why: Translated<typeof english> = {
  'why.exact': 'Der Titel ist „{query}“',
  'why.prefix': 'Der Titel beginnt mit „{query}“',
  'why.wordPrefix': 'Wörter des Titels beginnen mit „{query}“',
  'why.state': 'Zeit oder Status ist „{query}“',
  'why.other': '„{query}“ steht im Titel oder ist sein Kürzel',
  'why.subsequence': '„{query}“ mit ausgelassenen Buchstaben',
  'why.typo': '„{query}“ bis auf einen Tippfehler',
  'why.detail': '„{query}“ steht in der Zeile neben dem Titel',
  'why.share': 'Wie viel des Titels das ist',
  'why.near': 'Wie nah es am Jetzt liegt',
  'why.openedBefore': 'Schon geöffnet',
  'why.opened': '{times, plural, one {Einmal geöffnet} other {#-mal geöffnet}}, zuletzt {age}',
  'why.chosen': 'Für diesen Text {times, plural, one {einmal} other {#-mal}} gewählt',
  'why.pinned': 'Von dir angeheftet',
  'why.score': 'Punkte',
  'why.place': 'Zeile {at, number} von {of, number} in ihrer Gruppe.',
  'why.placeLate':
    'Zeile {at, number} von {of, number} in ihrer Gruppe. Sie kam, als die Zeilen darüber schon zu sehen waren, und eine späte Zeile verschiebt nichts.',
  'why.live': 'Gerade geprüft',
  'why.kept': 'Gespeicherte Kopie, {age} geprüft',
  'why.pasted': 'Du hast den Link oder die Kennung davon eingefügt.',
  'why.named': 'Was du getippt hast, benennt es.',
  'why.serviceFound':
    'Der Dienst hat es gefunden. Die hier gemerkten Titel sagen nicht, warum; deshalb steht es unter ihnen.',
  'why.unfinished': 'Du hast es begonnen, und es ist noch nicht gespeichert.',
  'why.nextMeeting': 'Es ist deine nächste Besprechung.',
  'why.due': 'Es ist heute fällig oder überfällig.',
  'why.recent':
    'Du hast es angeheftet oder geöffnet, oder der Dienst nennt es bei dem, was du zuletzt verwendet hast.',
  'why.always': 'Es ist immer da.',
}

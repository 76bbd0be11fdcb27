import type { comments as english } from '../../en/writes/comments.ts'
import type { Translated } from '../../translated.ts'

export const comments: Translated<typeof english> = {
  'comments.region': 'Kommentare',
  'comments.write': 'Kommentar schreiben',
  'comments.send': 'Kommentieren',
  'comments.earlier': 'Frühere Kommentare anzeigen',
  'comments.loading': 'Kommentare werden geladen …',
  'comments.none': 'Noch keine Kommentare.',
  'comments.saved': 'Gespeicherte Kommentare. Die neuesten fehlen vielleicht.',
  'comments.notKept':
    'Kommentare erscheinen, sobald es eine Verbindung gibt. Was du schreibst, wird dann gesendet.',
  'comments.retry': 'Erneut versuchen',
  'comments.edited': 'bearbeitet',
  'comments.unknownPerson': 'Ehemaliges Mitglied',
  'comments.edit': 'Bearbeiten',
  'comments.editText': 'Kommentar bearbeiten',
  'comments.save': 'Speichern',
  'comments.delete': 'Löschen',
  'comments.discard': 'Verwerfen',
  'comments.people': 'Personen zum Erwähnen',
  'comments.peopleFound': '{count, plural, one {# Person zum Erwähnen} other {# Personen zum Erwähnen}}',
  'comments.tooLong': 'Ein Kommentar hat höchstens {count, number} Zeichen. Dieser hat {length, number}.',
  'comments.unsupported': 'Dieser Dienst hat keine Kommentare. Dafür braucht er eine neuere Version.',
  'comments.noItem': 'Wähle zuerst eine Aufgabe oder einen Datensatz',
  'comments.draft': 'Kommentar, noch nicht gesendet',
  'comments.said': 'Kommentar zu „{title}“',
  'comments.saidDeleted': 'Kommentar gelöscht: „{title}“',
  'comments.copyText': 'Text kopieren',
  'comments.copied': 'Text kopiert',
  'write.commentGone': 'Diesen Kommentar gibt es nicht mehr, oder du siehst nicht mehr, wozu er gehört.',
  'write.noCommentsOnTask':
    'Diese Aufgabe ist archiviert, oder du siehst sie nicht mehr. Dein Text bleibt erhalten: Kopiere ihn, bevor du ihn verwirfst.',
  'write.noCommentsOnRecord':
    'Dieser Datensatz ist archiviert, oder du siehst ihn nicht mehr. Dein Text bleibt erhalten: Kopiere ihn, bevor du ihn verwirfst.',
  'write.commentSentMeanwhile': 'Das ist schon gesendet. Bearbeite unten den Kommentar.',
  'write.commentInDoubt':
    'Dieser Kommentar wurde vielleicht gespeichert. Sobald das geklärt ist, kannst du ihn bearbeiten. Dein Text bleibt erhalten.',
  'write.need.mention': 'Jemand, den er erwähnt, darf das nicht sehen. Bearbeite ihn ohne diese Person.',
  'write.need.editWindow':
    'Ein Kommentar lässt sich 15 Minuten lang ändern. Kopiere deinen Text und schreibe ihn als neuen Kommentar.',
  'write.need.deleteComment': 'Diesen Kommentar darfst du nicht löschen.',
  'write.commentSaved': 'Kommentar gespeichert',
  'write.commentDeleted': 'Kommentar gelöscht',
  'write.commentNotFound': 'Nicht gefunden – noch einmal kommentieren?',
  'undo.deletingComment': 'Der Kommentar zu „{title}“ wird gelöscht',
  'undo.commentKept': 'Kommentar behalten: „{title}“',
  'outbox.comment': 'Kommentar',
  'outbox.commentChange': 'Änderung eines Kommentars',
  'outbox.commentDeletion': 'Löschung eines Kommentars',
  'outbox.commentAgain': 'Noch einmal kommentieren',
}

import type { writes as english } from '../../en/writes/writes.ts'
import type { Translated } from '../../translated.ts'

export const writes: Translated<typeof english> = {
  'request.noAnswer': 'Der Arbeitsbereich antwortet nicht. Gespeicherte Ergebnisse werden angezeigt.',
  'request.maybeSaved': 'Das wurde vielleicht gespeichert.',
  'request.notUnderstood': 'Der Arbeitsbereich hat unerwartet geantwortet.',
  'request.notAccepted': 'Der Arbeitsbereich nimmt das nicht an.',
  'request.mayNot': 'Das darfst du nicht.',
  'request.gone': 'Gelöscht oder verschoben.',
  'request.changed': 'Jemand anderes hat das geändert.',
  'request.locked': 'Der Arbeitsbereich ist gesperrt: Er hat mehr Mitglieder, als sein Tarif erlaubt.',
  'request.pause': 'Zu viele Anfragen. Versuche es später noch einmal.',
  'request.refused': 'Der Arbeitsbereich hat das abgelehnt ({status}).',
  'request.replaced': 'Durch eine neuere Anfrage ersetzt.',
  'request.unreachable': 'Der Arbeitsbereich ist nicht erreichbar.',
  'request.cannotOpen': 'Das darfst du nicht öffnen.',

  'write.checking': 'Vielleicht gespeichert. Wird geprüft …',
  'write.noNewTasks': 'Der Arbeitsbereich nimmt hier keine neuen Aufgaben an.',
  'write.taskGone': 'Diese Aufgabe gibt es nicht mehr.',
  'write.whichOfOne': 'Es gibt eine Aufgabe mit diesem Titel. Ist es diese?',
  'write.whichOfSeveral':
    '{count, plural, one {Gerade wurde # Aufgabe mit diesem Titel angelegt. Ist es diese?} other {Gerade wurden # Aufgaben mit diesem Titel angelegt. Welche ist es?}}',
  'write.overlap': 'Jemand anderes hat dieselben Felder geändert.',
  'write.sentMeanwhile': 'Das ist schon gesendet. Öffne die Aufgabe, um sie zu bearbeiten.',
  'write.inDoubt':
    'Diese Aufgabe wurde vielleicht gespeichert. Sobald das geklärt ist, kannst du sie bearbeiten. Dein Text bleibt erhalten.',
  'write.busyTask': 'Andere ändern diese Aufgabe gerade.',
  'write.cannotDelete':
    'Aufgaben dieses Arbeitsbereichs kann man von hier aus nicht löschen. Öffne die Aufgabe, um sie zu löschen.',
  'write.recordSentMeanwhile': 'Das ist schon gesendet. Öffne den Datensatz, um ihn zu bearbeiten.',
  'write.recordInDoubt':
    'Dieser Datensatz wurde vielleicht gespeichert. Sobald das geklärt ist, kannst du ihn bearbeiten. Dein Text bleibt erhalten.',
  'write.noNewRecords': 'Der Arbeitsbereich nimmt hier keine neuen Datensätze an.',
  'write.recordGone': 'Diesen Datensatz gibt es nicht mehr, oder er ist archiviert.',
  'write.busyRecord': 'Andere ändern diesen Datensatz gerade.',
  'write.cannotArchive':
    'Datensätze dieses Arbeitsbereichs lassen sich von hier nicht archivieren. Öffne den Datensatz, um ihn zu archivieren.',
  'write.idTaken':
    'Der Arbeitsbereich hat einen anderen Datensatz mit der Kennung von diesem. Lege ihn aus seinem Text neu an.',
}

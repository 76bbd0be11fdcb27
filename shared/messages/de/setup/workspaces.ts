import type { workspaces as english } from '../../en/setup/workspaces.ts'
import type { Translated } from '../../translated.ts'

export const workspaces: Translated<typeof english> = {
  'local.title': 'Lokaler Arbeitsbereich',
  'local.name': 'Dein Name',
  'local.renamed': 'Dein Name wurde geändert.',
  'local.about':
    'Alles liegt in einem Ordner auf diesem Computer. Eine Sicherung enthält alles bis auf den Schlüssel deiner Kalenderadressen: Auf einem anderen Computer fragt jeder Kalender erneut nach seiner Adresse.',
  'local.backUp': 'Sichern …',
  'local.restore': 'Wiederherstellen …',
  'local.move': 'Auf einen Server umziehen …',
  'local.openFolder': 'Ordner öffnen',
  'local.backupFile': 'Sicherung',
  'local.exportFile': 'Export',
  'local.backingUp': 'Wird gesichert …{count, plural, =0 {} one { # Zeile} other { # Zeilen}}',
  'local.reading': 'Sicherung wird gelesen …{count, plural, =0 {} one { # Zeile} other { # Zeilen}}',
  'local.exporting': 'Datei wird geschrieben …{count, plural, =0 {} one { # Zeile} other { # Zeilen}}',
  'local.backedUp': 'Die Sicherung ist fertig: {file}',
  'local.notWritten': 'Die Datei konnte nicht geschrieben werden. Wähle einen anderen Ort.',
  'local.notBackup': 'Diese Datei lässt sich nicht als Sicherung lesen. Nichts wurde geändert.',
  'local.notLocalBackup': 'Diese Sicherung enthält keinen lokalen Arbeitsbereich. Nichts wurde geändert.',
  'local.newerBackup':
    'Diese Sicherung stammt von einer neueren Version. Aktualisiere zuerst Svc Launcher. Nichts wurde geändert.',
  'local.openElsewhere':
    'Ein anderes Programm hat den Arbeitsbereich geöffnet. Schließe es und versuche es erneut. Nichts wurde geändert.',
  'local.notRestored': 'Die Sicherung konnte nicht wiederhergestellt werden. Nichts wurde geändert.',
  'local.restore.title': 'Sicherung vom {date} wiederherstellen?',
  'local.restore.text':
    'Sie enthält den Arbeitsbereich von {name}. Dein jetziger Arbeitsbereich wird daneben als {file} aufbewahrt.',
  'local.restore.confirm': 'Wiederherstellen',
  'local.restoring': 'Wird wiederhergestellt …',
  'local.restored': 'Die Sicherung ist wiederhergestellt. Der vorige Arbeitsbereich liegt in {file}',
  'local.move.title': 'Auf einen Server umziehen',
  'local.move.written': 'Der Arbeitsbereich wurde in {file} geschrieben. Er bleibt auch auf diesem Computer.',
  'local.move.copy': 'Kopiere diese Datei auf den Server, oder schicke sie an die Person, die ihn betreibt.',
  'local.move.import':
    'Auf dem Server übernehmen diese Befehle sie als neuen Arbeitsbereich und geben dir ein Passwort. Setze deinen eigenen Kurznamen und deine E-Mail-Adresse ein.',
  'local.move.copyCommands': 'Befehle kopieren',
  'local.move.copied': 'Kopiert',
  'local.move.signIn':
    'Wähle danach hier „Arbeitsbereich wechseln …“ und melde dich an der Adresse des Servers an.',
  'local.move.note':
    'Kalender fragen erneut nach ihren Adressen. Was du hier ab jetzt änderst, steht nicht in der Datei.',
  'switch.title': 'Arbeitsbereich wechseln',
  'switch.here': 'auf diesem Computer',
  'switch.detail': '{person} · {address}',
  'switch.waiting': '{count, plural, one {# Änderung wartet} other {# Änderungen warten}} in {workspace}',
  'switch.elsewhere': 'Bei einem anderen Arbeitsbereich anmelden …',
  'switch.button': 'Arbeitsbereich wechseln …',
  'switch.open': '{workspace} öffnen ({person})',
}

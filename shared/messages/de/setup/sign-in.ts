import type { signIn as english } from '../../en/setup/sign-in.ts'
import type { Translated } from '../../translated.ts'

export const signIn: Translated<typeof english> = {
  'signIn.again': 'Erneut anmelden',
  'signIn.ended': 'Deine Sitzung ist abgelaufen. Melde dich erneut an; dein Text bleibt erhalten.',
  'signIn.greeting': 'Deine Aufgaben, Datensätze und Besprechungen, nur einen Tastendruck entfernt.',
  'signIn.useLocal': 'Lokalen Arbeitsbereich verwenden',
  'signIn.wasIn': 'Du warst bei {workspace} als {name} angemeldet.',
  'signIn.aboutLocal': 'Ein lokaler Arbeitsbereich liegt nur auf diesem Computer und braucht kein Konto.',
  'signIn.asks': 'Erlaube den Zugriff in deinem Browser. Danach geht es automatisch weiter.',
  'signIn.openAgain': 'Erneut öffnen',
  'signIn.address': 'Adresse des Arbeitsbereichs',
  'signIn.address.example': 'workspace.example.com',
  'signIn.address.hint':
    'Nimm sie aus einem Link zu deinem Arbeitsbereich, zum Beispiel deiner Einladung: den Teil vor dem ersten einzelnen Schrägstrich.',
  'signIn.address.missing': 'Gib die Adresse deines Arbeitsbereichs ein.',
  'signIn.local': 'Lokaler Arbeitsbereich',
  'signIn.name': 'Dein Name',
  'signIn.name.missing': 'Gib deinen Namen ein.',
  'signIn.demo': 'Demodaten anlegen',
  'signIn.demo.hint': 'Beispiele für Personen, Unternehmen, Aufgaben und Besprechungen.',
  'signIn.create': 'Anlegen',
  'signIn.creating': 'Wird angelegt …',
  'signIn.openLocal': 'Deinen lokalen Arbeitsbereich öffnen ({name})',
  'signIn.opening': 'Wird geöffnet …',
  'signOut.title': 'Von {workspace} abmelden?',
  'signOut.text': 'Gespeicherte Kopien werden von diesem Computer entfernt.',
  'signOut.local': 'Der Arbeitsbereich und alles darin bleiben auf diesem Computer.',
  'signOut.waiting':
    '{count, plural, one {# Änderung ist noch nicht gesendet. Sie bleibt} other {# Änderungen sind noch nicht gesendet. Sie bleiben}} auf diesem Computer, bis du dich wieder anmeldest.',
  'signIn.hotkey.taken':
    '{hotkey} wird von einem anderen Programm verwendet. Wähle nach der Anmeldung in den Einstellungen ein anderes Kürzel.',
  'signIn.hotkey.unavailable':
    'Dieser Desktop unterstützt keine globalen Tastenkürzel. Lege in seinen Tastatureinstellungen eine Taste auf {toggle}.',
  'signIn.hotkey.works': '{hotkey} funktioniert. Damit öffnest du den Launcher von überall.',
  'signIn.hotkey.unconfirmed':
    'Dein Desktop hat {hotkey} noch nicht bestätigt. Drücke es jetzt, um es zu testen.',
  'signIn.hotkey.try':
    '{hotkey} öffnet den Launcher von überall. Probiere es aus: einmal drücken blendet ihn aus, noch einmal zeigt ihn wieder.',
}

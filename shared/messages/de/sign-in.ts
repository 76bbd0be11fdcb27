import type { signIn as english } from '../en/sign-in.ts'
import type { Translated } from '../translated.ts'

export const signIn: Translated<typeof english> = {
  'signIn.again': 'Erneut anmelden',
  'signIn.ended': 'Deine Sitzung ist abgelaufen – melde dich erneut an, dein Text bleibt erhalten.',
  'signIn.withdrawn': 'Der Zugriff wurde entzogen – melde dich erneut an, dein Text bleibt erhalten.',
  'signIn.greeting': 'Deine Aufgaben, Datensätze und Besprechungen, nur einen Tastendruck entfernt.',
  'signIn.useLocal': 'Lokalen Arbeitsbereich verwenden',
  'signIn.wasIn': 'Du warst bei {workspace} als {name} angemeldet.',
  'signIn.aboutLocal': 'Ein lokaler Arbeitsbereich liegt nur auf diesem Computer und braucht kein Konto.',
  'signIn.continue': 'Weiter im Browser',
  'signIn.asks':
    'Er fragt, ob der Launcher {address} verwenden darf. Dieses Fenster macht danach von selbst weiter.',
  'signIn.address': 'Adresse des Arbeitsbereichs',
  'signIn.address.example': 'workspace.example.com',
  'signIn.address.missing': 'Wo ist dein Arbeitsbereich?',
  'signIn.local': 'Lokaler Arbeitsbereich',
  'signIn.name': 'Dein Name',
  'signIn.name.missing': 'Bitte gib deinen Namen ein.',
  'signIn.email': 'E-Mail',
  'signIn.email.missing': 'Bitte gib eine E-Mail-Adresse ein.',
  'signIn.demo': 'Demodaten anlegen',
  'signIn.demo.hint': 'Eine kleine Firma, in der du dich umsehen kannst.',
  'signIn.create': 'Anlegen',
  'signIn.creating': 'Wird angelegt …',
  'signIn.hotkey.taken':
    '{hotkey} gehört einem anderen Programm. Wähle nach der Anmeldung in den Einstellungen ein anderes Kürzel.',
  'signIn.hotkey.unavailable':
    'Dieser Desktop gibt Programmen keine globalen Tastenkürzel: Lege in seinen Tastatureinstellungen eines auf {toggle}.',
  'signIn.hotkey.works': '{hotkey} funktioniert. Damit holst du den Launcher von überall hervor.',
  'signIn.hotkey.unconfirmed':
    '{hotkey} ist von deinem Desktop noch nicht bestätigt: Drücke es jetzt, um es auszuprobieren.',
  'signIn.hotkey.try':
    '{hotkey} holt den Launcher von überall hervor. Probiere es aus: Er verschwindet und kommt wieder.',
}

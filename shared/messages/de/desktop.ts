import type { desktop as english } from '../en/desktop.ts'
import type { Translated } from '../translated.ts'

export const desktop: Translated<typeof english> = {
  'tray.open': 'Öffnen',
  'tray.capture': 'Aufgabe erfassen',
  'tray.brief': 'Tagesüberblick',
  'tray.quit': 'Beenden',
  'tray.briefReady': 'Svc Launcher – dein Tagesüberblick ist fertig',

  'notice.title': 'Dein Tagesüberblick',
  'notice.nothing': 'Heute ist nichts fällig.',
  'notice.unread': 'Was heute fällig ist, deine Besprechungen und was neu ist.',
  'notice.stuck': 'Noch nicht gespeichert',
  'notice.stuckWrite': '„{title}“ braucht dich. Dein Text bleibt erhalten.',
  'notice.overdue': '{count, number} überfällig',
  'notice.dueToday': '{count, number} heute fällig',
  'notice.meetings': '{count, plural, one {# Besprechung} other {# Besprechungen}}',
  'notice.unreadCount': '{count, number} ungelesen',
  'notice.new': '{count, number} neu seit deinem letzten Überblick',

  'browserPage.done': 'Zurück zu Svc Launcher',
  'browserPage.done.text': 'Du kannst diesen Tab schließen und zu Svc Launcher zurückkehren.',
  'browserPage.wrong': 'Hier gibt es nichts zu sehen',
  'browserPage.wrong.text': 'Diese Adresse gehört zu einer Anmeldung von Svc Launcher.',

  'main.signOutFirst': 'Melde dich zuerst ab.',
  'main.signInAgain': 'Melde dich erneut an. Dein Text bleibt erhalten.',
  'main.browserNotOpened': 'Dein Browser konnte nicht geöffnet werden.',
  'main.browserNotOpened.again': 'Dein Browser konnte nicht geöffnet werden. Bitte versuche es noch einmal.',
  'main.unsafeMeeting': 'Die Adresse dieser Besprechung zu öffnen ist nicht sicher.',
  'main.noMeetingAddress': 'Diese Besprechung hat keine Adresse zum Teilnehmen.',
  'main.foreignAddress':
    'Diese Adresse gehört nicht zu deinem Arbeitsbereich und wurde deshalb nicht geöffnet.',
  'main.notHere': 'Das ist nicht mehr hier. Suche noch einmal danach.',
  'main.internal': 'Etwas ist schiefgegangen. Wenn es so bleibt, nenne uns diese Nummer: {id}',
  'main.unusable': 'Das kann nicht verwendet werden.',
  'main.diskFull': 'Das kann nicht gespeichert werden: Der Datenträger ist voll oder schreibgeschützt.',
  'main.keyringRefuses': 'Der Schlüsselbund nimmt keinen neuen Schlüssel an. Es wurde nichts geändert.',
  'main.localStarting': 'Der lokale Arbeitsbereich startet gerade. Versuche es gleich noch einmal.',
  'main.settingsNotKept':
    'Die Einstellungen können nicht gespeichert werden: Der Datenträger ist voll oder schreibgeschützt.',
  'main.settingsSetAside':
    'Die Einstellungen waren nicht lesbar und beginnen neu. Die alte Datei bleibt als {file} erhalten.',
  'main.settingsReset':
    'Diese Einstellungen waren nicht lesbar und beginnen neu: {names}. Die anderen bleiben.',
  'main.settingsUnread': 'Die Einstellungen waren nicht lesbar; es gelten die Vorgaben.',
  'main.hotkeyTaken': '{hotkey} gehört einem anderen Programm oder kann kein Tastenkürzel sein.',
  'main.hotkeyUnavailable':
    'Dieser Desktop gibt Programmen keine globalen Tastenkürzel. Lege in seinen Tastatureinstellungen eines auf svc-launcher --toggle.',
  'main.hotkeyTwice': '{hotkey} ist schon das Tastenkürzel der anderen Aktion.',

  'address.invalid': 'Das ist keine Adresse. Sie sieht aus wie acme.example.com.',
  'address.notHttps': 'Die Adresse eines Arbeitsbereichs beginnt mit https://.',
  'address.credentials':
    'Lass Name und Passwort aus der Adresse weg: Danach wirst du in deinem Browser gefragt.',
  'address.notEncrypted': 'Diese Adresse ist nicht verschlüsselt. Verwende https://.',

  'signInError.notService': '{host} antwortet, aber nicht als Arbeitsbereich. Prüfe die Adresse.',
  'signInError.otherIssuer':
    '{host} antwortet im Namen eines anderen Dienstes. Zu deiner Sicherheit endet die Anmeldung hier.',
  'signInError.unreachable': '{host} ist nicht erreichbar. Prüfe die Adresse und deine Verbindung.',
  'signInError.slow': '{host} braucht zu lange für eine Antwort. Versuche es gleich noch einmal.',
  'signInError.cut': 'Die Verbindung zu {host} ist abgebrochen. Prüfe die Adresse und deine Verbindung.',
  'signInError.noPkce': '{host} bietet die geschützte Anmeldung nicht an, die der Launcher braucht (PKCE).',
  'signInError.cancelled': 'Die Anmeldung wurde abgebrochen.',
  'signInError.notPending': 'Der Browser ist noch nicht geöffnet. Versuche es gleich noch einmal.',
  'signInError.late': 'Die Anmeldung wurde nicht rechtzeitig abgeschlossen.',
  'signInError.refused': 'Die Anmeldung wurde im Browser nicht erlaubt.',
  'signInError.missing': 'Die Anmeldung hat nicht alles erlaubt, was der Launcher braucht: {rights}.',
  'signInError.internal': 'Die Anmeldung hat nicht funktioniert ({id}).',
}

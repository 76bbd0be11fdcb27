import type { desktop as english } from '../en/desktop.ts'
import type { Translated } from '../translated.ts'

export const desktop: Translated<typeof english> = {
  'tray.open': 'Öffnen',
  'tray.capture': 'Aufgabe erfassen',
  'tray.brief': 'Tagesüberblick',
  'tray.quit': 'Beenden',
  'tray.notSaved': 'Svc Launcher – eine Änderung wurde nicht gespeichert',
  'tray.briefReady': 'Svc Launcher – dein Tagesüberblick ist fertig',
  'tray.meetingStarts': 'Svc Launcher – eine Besprechung beginnt',
  'tray.meeting': '{time} {title}',
  'tray.unread': 'Svc Launcher – {count, plural, one {# Mitteilung} other {# Mitteilungen}}',

  'notice.openBrief': 'Überblick öffnen',
  'notice.title': 'Dein Tagesüberblick',
  'notice.unread': 'Sieh nach, was heute fällig ist, welche Besprechungen anstehen und was neu ist.',
  'notice.meeting': 'Besprechung',
  'notice.meetingIn': '{times} · in {minutes, plural, one {# Minute} other {# Minuten}}',
  'notice.meetingNow': '{times} · jetzt',
  'notice.stuck': 'Noch nicht gespeichert',
  'notice.stuckWrite': '„{title}“ braucht dich. Dein Text bleibt erhalten.',

  'browserPage.done': 'Zurück zu Svc Launcher',
  'browserPage.done.text': 'Du kannst diesen Tab schließen und zu Svc Launcher zurückkehren.',
  'browserPage.wrong': 'Anmeldeanfrage abgelehnt',
  'browserPage.wrong.text':
    'Svc Launcher verwendet diese Adresse zur Anmeldung. Du kannst diesen Tab schließen.',

  'main.signOutFirst': 'Melde dich zuerst ab.',
  'main.unknownWorkspace': 'Der Launcher kennt diesen Arbeitsbereich nicht mehr. Melde dich bei ihm an.',
  'main.signInAgain': 'Melde dich erneut an. Dein Text bleibt erhalten.',
  'main.browserNotOpened': 'Dein Browser konnte nicht geöffnet werden.',
  'main.browserNotOpened.again': 'Dein Browser konnte nicht geöffnet werden. Versuche es noch einmal.',
  'main.unsafeMeeting': 'Die Adresse dieser Besprechung zu öffnen ist nicht sicher.',
  'main.contactNotOpened': 'Kein Programm auf diesem Rechner öffnet {value}.',
  'main.noMeetingAddress': 'Diese Besprechung hat keine Adresse zum Teilnehmen.',
  'main.foreignAddress':
    'Diese Adresse gehört nicht zu deinem Arbeitsbereich und wurde deshalb nicht geöffnet.',
  'main.notHere': 'Diesen Eintrag gibt es nicht mehr. Suche noch einmal danach.',
  'main.internal': 'Etwas ist schiefgegangen. Nenne diese Nummer, wenn du es meldest: {id}',
  'main.unusable': 'Diese Eingabe ist nicht gültig.',
  'main.diskFull': 'Das konnte nicht gespeichert werden. Der Datenträger ist voll oder schreibgeschützt.',
  'main.keyringRefuses': 'Der Schlüsselbund nimmt keinen neuen Schlüssel an. Es wurde nichts geändert.',
  'main.localStarting': 'Der lokale Arbeitsbereich startet gerade. Versuche es gleich noch einmal.',
  'main.settingsNotKept':
    'Die Einstellungen konnten nicht gespeichert werden. Der Datenträger ist voll oder schreibgeschützt.',
  'main.settingsSetAside':
    'Die Einstellungen waren nicht lesbar und wurden zurückgesetzt. Die alte Datei bleibt als {file} erhalten.',
  'main.settingsReset': 'Diese Einstellungen waren ungültig und wurden zurückgesetzt: {names}.',
  'main.settingsUnread': 'Die Einstellungen waren nicht lesbar. Es gelten die Vorgaben.',
  'main.hotkeyTaken': '{hotkey} wird von einem anderen Programm verwendet oder kann kein Tastenkürzel sein.',
  'main.hotkeyUnavailable':
    'Dieser Desktop unterstützt keine globalen Tastenkürzel. Lege in seinen Tastatureinstellungen eines auf svc-launcher --toggle.',
  'main.hotkeyTwice': '{hotkey} ist schon das Tastenkürzel einer anderen Aktion.',

  'further.otherAccount':
    'Im Browser wurde jemand anderes oder ein anderer Arbeitsbereich gewählt. Melde dich dort als {name} bei {workspace} an.',
  'calendars.unsupported': 'Dieser Dienst hat keine Kalender. Dafür braucht er eine neuere Version.',
  'records.unsupported':
    'Dieser Dienst kann von hier keine Datensätze anlegen oder ändern. Dafür braucht er eine neuere Version.',
  'records.mayNotWrite': 'Mit deiner Rolle kannst du diese Datensätze nicht anlegen oder ändern.',
  'openedFile.notACalendar': '„{name}“ ist keine Kalenderdatei.',
  'openedFile.notATable': '„{name}“ ist weder eine Tabelle (.csv) noch eine Visitenkarte (.vcf).',
  'openedFile.largeCalendar': '„{name}“ ist größer als 20 MB.',
  'openedFile.unreadable': '„{name}“ kann nicht gelesen werden.',
  'openedFile.gone': 'Die Datei ist nicht mehr geöffnet. Öffne sie noch einmal.',

  'address.invalid': 'Das ist keine Adresse (erwartet: acme.example.com).',
  'address.notHttps': 'Die Adresse eines Arbeitsbereichs beginnt mit https://.',
  'address.credentials': 'Lass Name und Passwort weg. Du gibst sie in deinem Browser ein.',
  'address.notEncrypted': 'Diese Adresse ist nicht verschlüsselt. Verwende https://.',

  'signInError.notService': '{host} antwortet, aber nicht als Arbeitsbereich. Prüfe die Adresse.',
  'signInError.otherIssuer': '{host} gibt sich als ein anderer Dienst aus. Die Anmeldung wurde abgebrochen.',
  'signInError.unreachable': '{host} ist nicht erreichbar. Prüfe die Adresse und deine Verbindung.',
  'signInError.slow': '{host} braucht zu lange für eine Antwort. Versuche es gleich noch einmal.',
  'signInError.cut': 'Die Verbindung zu {host} wurde unterbrochen. Prüfe die Adresse und deine Verbindung.',
  'signInError.noPkce': '{host} unterstützt die sichere Anmeldung nicht, die der Launcher braucht (PKCE).',
  'signInError.cancelled': 'Die Anmeldung wurde abgebrochen.',
  'signInError.notPending': 'Der Browser ist noch nicht geöffnet. Versuche es gleich noch einmal.',
  'signInError.late': 'Die Anmeldung wurde nicht rechtzeitig abgeschlossen.',
  'signInError.refused': 'Die Anmeldung wurde im Browser nicht erlaubt.',
  'signInError.missing':
    'Die Anmeldung hat nicht alle Rechte erteilt, die der Launcher braucht. Es fehlen: {rights}.',
  'signInError.internal': 'Die Anmeldung ist fehlgeschlagen ({id}).',
}

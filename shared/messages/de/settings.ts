import type { settings as english } from '../en/settings.ts'
import type { Translated } from '../translated.ts'

export const settings: Translated<typeof english> = {
  'settings.version': 'Version {version}',
  'settings.general': 'Allgemein',
  'settings.language': 'Sprache',
  'settings.theme': 'Darstellung',
  'settings.likeSystem': 'Wie das System',
  'settings.light': 'Hell',
  'settings.dark': 'Dunkel',
  'settings.keys': 'Tasten im Fenster',
  'keys.unusable': 'Eine Taste ist reserviert oder doppelt belegt.',
  'settings.launchAtLogin': 'Beim Anmelden starten',
  'settings.brief': 'Tagesüberblick',
  'settings.briefTime': 'Uhrzeit des Überblicks',
  'settings.briefDays': 'Tage des Überblicks',
  'settings.timeLike': 'Gib eine Uhrzeit wie 08:30 ein.',
  'settings.hotkeys': 'Globale Tastenkürzel',
  'settings.showPalette': 'Palette zeigen',
  'settings.capture': 'Aufgabe erfassen',
  'settings.window': 'Fenstergröße',
  'settings.desktopKeys':
    'Wenn dein Desktop Tastenkürzel nicht weitergibt, lege Tasten auf {toggle} und {capture} in seinen Tastatureinstellungen.',
  'settings.account': 'Konto',
  'settings.workspace': 'Arbeitsbereich',
  'settings.workspaceHere': '{workspace} · auf diesem Computer',
  'settings.workspaceAt': '{workspace} · {address}',
  'settings.kept': 'Änderungen werden automatisch gespeichert',
  'settings.hotkey.active': 'Aktiv',
  'settings.hotkey.unconfirmed': 'Noch nicht bestätigt. Drücke es jetzt, um es zu testen.',
  'settings.hotkey.taken': 'Von einem anderen Programm verwendet. Nimm ein anderes auf.',
  'settings.hotkey.unavailable':
    'Dieser Desktop unterstützt keine globalen Tastenkürzel. Lege eine Taste auf den Befehl unten.',
  'settings.hotkey.takenNow': '{hotkey} wird von einem anderen Programm verwendet. Nichts wurde geändert.',
  'settings.hotkey.press': 'Drücke die neuen Tasten … (Esc bricht ab)',
  'settings.hotkey.change': 'Ändern',
  'settings.hotkey.changeNamed': 'Tastenkürzel ändern: {name}',
  'settings.hotkey.noKey': 'Diese Taste kann nicht Teil eines Tastenkürzels sein.',
  'settings.hotkey.plain':
    'Nimm Strg oder Alt dazu. Eine Taste allein würde in allen anderen Programmen nicht mehr funktionieren.',
  'settings.hotkey.plainMac':
    'Nimm ⌃, ⌥ oder ⌘ dazu. Eine Taste allein würde in allen anderen Programmen nicht mehr funktionieren.',
  'settings.hotkey.systemMenu': 'Alt+Leertaste öffnet in Windows das Fenstermenü. Wähle andere Tasten.',
}

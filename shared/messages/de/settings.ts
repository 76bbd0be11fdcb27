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
  'settings.launchAtLogin': 'Beim Anmelden starten',
  'settings.brief': 'Tagesüberblick',
  'settings.briefTime': 'Uhrzeit des Überblicks',
  'settings.briefDays': 'Tage des Überblicks',
  'settings.timeLike': 'Eine Uhrzeit wie 08:30.',
  'settings.hotkeys': 'Globale Tastenkürzel',
  'settings.showPalette': 'Palette zeigen',
  'settings.capture': 'Aufgabe erfassen',
  'settings.desktopKeys':
    'Wo der Desktop Tastenkürzel für sich behält, lege {toggle} und {capture} in dessen Tastatureinstellungen fest.',
  'settings.account': 'Konto',
  'settings.workspace': 'Arbeitsbereich',
  'settings.workspaceHere': '{workspace} · auf diesem Computer',
  'settings.workspaceAt': '{workspace} · {address}',
  'settings.noKeyring':
    'Kein Schlüsselbund schützt die Anmeldung auf diesem Computer: Sie gilt, bis der Launcher beendet wird.',
  'settings.kept': 'Änderungen werden sofort übernommen',
  'settings.hotkey.active': 'Aktiv',
  'settings.hotkey.unconfirmed': 'Noch nicht bestätigt – drücke es jetzt zum Ausprobieren',
  'settings.hotkey.taken': 'Von einem anderen Programm belegt – nimm ein anderes auf',
  'settings.hotkey.takenNow': '{hotkey} ist von einem anderen Programm belegt; nichts wurde geändert.',
  'settings.hotkey.press': 'Drücke die neuen Tasten … (Esc bricht ab)',
  'settings.hotkey.change': 'Ändern',
  'settings.hotkey.changeNamed': 'Tastenkürzel ändern: {name}',
  'settings.hotkey.noKey': 'Diese Taste kann nicht Teil eines Tastenkürzels sein.',
  'settings.hotkey.plain':
    'Nimm Strg, Alt oder ⌘ dazu: Eine Taste allein würde jedem anderen Programm fehlen.',
  'settings.hotkey.systemMenu': 'Alt+Leertaste ist das Systemmenü von Windows.',
}

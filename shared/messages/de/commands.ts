import type { commands as english } from '../en/commands.ts'
import type { Translated } from '../translated.ts'

// The English words find them too: many who work in German know programs by these.
export const commands: Translated<typeof english> = {
  'command.newTask': 'Neue Aufgabe',
  'command.newTask.also': 'anlegen erstellen hinzufügen todo new task create add',
  'command.capture': 'Aufgabe erfassen',
  'command.capture.also': 'schnell notieren capture quick add',
  'command.brief': 'Tagesüberblick',
  'command.brief.also': 'heute morgen agenda daily brief today',
  'command.browse': 'Durchsehen …',
  'command.browse.also': 'objekte datensätze liste browse objects records list',
  'command.outbox': 'Postausgang',
  'command.outbox.also': 'ungesendet warteschlange outbox unsent queue pending',
  'command.settings': 'Einstellungen',
  'command.settings.also':
    'voreinstellungen tastenkürzel sprache darstellung konto settings preferences language theme account',
  'command.keys': 'Tastenkürzel',
  'command.keys.also': 'hilfe tastatur keyboard shortcuts help',
  'command.signOut': 'Abmelden',
  'command.signOut.also': 'ausloggen konto sign out log out account',
  'command.searchTasks': 'Aufgaben suchen',
  'command.searchTasks.also': 'nur finden search tasks only scope find',
  'command.searchRecords': 'Datensätze suchen',
  'command.searchRecords.also': 'nur finden search records only scope find',
  'command.searchMeetings': 'Besprechungen suchen',
  'command.searchMeetings.also': 'nur finden termine search meetings only scope find',
  'command.actions': 'Aktionen',
  'command.actions.also': 'was möglich ist menü actions menu',
  'command.join': 'An der nächsten Besprechung teilnehmen',
  'command.join.also': 'beitreten anruf video join call meeting',
  'command.undo': 'Letzte Änderung rückgängig machen',
  'command.undo.also': 'zurücknehmen undo revert take back',
  'command.refresh': 'Aktualisieren',
  'command.refresh.also': 'neu laden refresh reload sync',
  'command.quit': 'Svc Launcher beenden',
  'command.quit.also': 'schließen stoppen quit exit close stop',
}

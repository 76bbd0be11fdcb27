// The frame around each page, forms and lists, and the pages that refuse.
export const site = {
  'site.skip': 'Zum Inhalt springen',
  'site.purpose.home': 'um deinen Arbeitsbereich zu öffnen',
  'site.purpose.settings': 'um die Einstellungen für Entwickler zu öffnen',
  'site.workspace': 'Arbeitsbereich',
  'site.home': 'Start',
  'site.signedInAs': 'Angemeldet als {name}',
  'site.signOut': 'Abmelden',
  'site.zone': 'Zeiten gelten in {zone}.',
  'site.noWorkspace': 'Du gehörst noch zu keinem Arbeitsbereich. Bitte seinen Inhaber um eine Einladung.',
  'site.chooseWorkspace': 'Wähle einen Arbeitsbereich.',
  'site.notDone': 'Nicht ausgeführt',
  'site.notDone.page': 'Nicht ausgeführt: {title}',
  'site.notChanged': 'Nichts wurde geändert.',
  'site.backToPage': 'Zurück zur Seite',
  'site.openAgain': 'Die Seite noch einmal öffnen',
  'site.nextPage': 'Nächste Seite',
  'site.up': 'Nach oben',
  'site.down': 'Nach unten',
  'site.once.hint': 'Drücke Tab, um es auszuwählen, und kopiere es mit Strg+C oder ⌘C.',
  'site.once.copy': 'Kopieren',
  'site.once.copied': 'Kopiert.',
  'site.once.done': 'Fertig',
  'site.byCode':
    'Svc Launcher hat diese Seite ohne Passwort geöffnet. Darum zeigt sie keine Geheimnisse und ändert kein Passwort, keine Rolle und kein Mitglied. Nimm dafür den Befehl `svc` auf diesem Computer.',
  'site.absent': 'Hier ist nichts',
  'site.absent.text': 'Das wurde gelöscht oder verschoben, oder du darfst es nicht sehen.',
  'site.locked': 'Der Arbeitsbereich ist gesperrt',
  'site.locked.text':
    'Er hat mehr Mitglieder, als erlaubt sind. Inhaber und Admins können Mitglieder entfernen; der Betreiber kann die Grenze anheben.',
  'site.forbidden': 'Nicht erlaubt',
  'site.forbidden.text': 'Deine Rolle in diesem Arbeitsbereich erlaubt das nicht. Nichts wurde geändert.',
  'site.badForm': 'Dieses Formular ist nicht verwendbar',
  'site.badForm.text':
    'Es kam nicht von einer Seite dieses Dienstes, oder es ist zu groß. Nichts wurde geändert.',
  'site.signedOutMeanwhile':
    'Deine Anmeldung ist abgelaufen, und nichts wurde geändert. Melde dich an und fülle das Formular noch einmal aus.',
  'site.tooManyForms': 'Zu viele Formulare',
  'site.tooManyForms.text':
    'Du hast mehr als {limit, number} Formulare in einer Minute gesendet. Dieses wurde nicht gelesen, und nichts wurde geändert. Warte {seconds, number} s und sende es noch einmal.',
  'site.staleForm': 'Dieses Formular ist zu alt',
  'site.staleForm.text': 'Es stammt von einer früheren Anmeldung. Nichts wurde geändert.',
  'site.sentAlready': 'Dieses Formular wurde schon gesendet',
  'site.sentAlready.text':
    'Es wurde einmal ausgeführt. Was dabei zu sehen war, wird nicht noch einmal gezeigt.',
}

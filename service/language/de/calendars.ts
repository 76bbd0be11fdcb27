// Calendars, why one is not read, and the addresses that are not asked.
export const calendars = {
  'calendar.lead': 'Die Besprechungen dieser Kalender stehen in deinem Tagesüberblick. Höchstens {most}.',
  'calendar.none': 'Es gibt noch keine Kalender.',
  'calendar.caption': 'Kalender, älteste zuerst',
  'calendar.calendar': 'Kalender',
  'calendar.visibility': 'Was andere Mitglieder von seinen Besprechungen sehen',
  'calendar.visibility.hint':
    'Mitglieder, die zu einer Besprechung eingeladen sind, sehen sie in jedem Fall.',
  'calendar.visibility.short': 'Andere sehen',
  'calendar.visibility.busy': 'Dass du beschäftigt bist',
  'calendar.visibility.details': 'Einzelheiten, außer von privaten',
  'calendar.visibility.private': 'Nichts',
  'calendar.visibility.choose': 'Wähle, was andere Mitglieder sehen.',
  'calendar.from': 'Von',
  'calendar.file': 'Eine Datei',
  'calendar.file.once': 'Eine Datei, einmal gelesen',
  'calendar.file.readOnce': 'Eine Datei wird einmal gelesen',
  'calendar.lastRead': 'Zuletzt gelesen',
  'calendar.lastRead.never': 'Nie',
  'calendar.nextRead': 'Nächstes Lesen',
  'calendar.nextRead.never': 'Nicht geplant',
  'calendar.meetings': 'Besprechungen',
  'calendar.meetings.window': '{count, number}, von vor 35 Tagen bis in 400 Tagen',
  'calendar.state': 'Zustand',
  'calendar.state.unread': 'Noch nicht gelesen',
  'calendar.state.read': 'Gelesen',
  'calendar.state.since': 'Seit {time}. Seine Besprechungen bleiben.',
  'calendar.skipped': 'Ausgelassen:',
  'calendar.skipped.one': '{count, number} × {reason}',
  'calendar.skipped.example': '{count, number} × {reason} („{example}“)',
  'calendar.skipped.start': 'Der Beginn kann nicht gelesen werden.',
  'calendar.skipped.zone': 'Die Zeitzone ist nicht bekannt.',
  'calendar.skipped.rule': 'Die Regel der Wiederholung kann nicht gelesen werden.',
  'calendar.skipped.tooMany': 'Der Termin wiederholt sich zu oft: Höchstens die ersten 2.000 werden gezeigt.',
  'calendar.skipped.line': 'Eine Zeile kann nicht gelesen werden.',
  'calendar.readNow': 'Jetzt lesen',
  'calendar.remove': 'Diesen Kalender entfernen',
  'calendar.remove.text':
    'Seine Besprechungen verschwinden, und mit ihnen die Verknüpfungen von Aufgaben, außer ein anderer Kalender hat sie auch.',
  'calendar.absent': 'Diesen Kalender gibt es nicht.',

  'calendar.add': 'Kalender über seine Adresse hinzufügen',
  'calendar.add.button': 'Kalender hinzufügen',
  'calendar.addFile': 'Datei hinzufügen',
  'calendar.addFile.button': 'Datei hinzufügen',
  'calendar.addFile.text': 'Der Text einer .ics-Datei',
  'calendar.addFile.hint':
    'Öffne die Datei in einem Texteditor und kopiere alles, höchstens 2 MB. Sie wird einmal gelesen. Größere Dateien nimmt svc calendar add.',
  'calendar.addFile.missing': 'Füge den Text einer Datei ein.',
  'calendar.addFile.tooLarge': 'Füge höchstens 2 MB ein. Für größere Dateien gibt es `svc calendar add`.',
  'calendar.name': 'Name (freiwillig)',
  'calendar.name.hint': 'Ohne Angabe bekommt er den Namen, der im Kalender steht.',
  'calendar.name.none': 'Kalender',
  'calendar.zone': 'Zeitzone für Zeiten, die keine nennen',
  'calendar.zone.missing': 'Gib eine Zeitzone ein.',
  'calendar.zone.unknown': 'Nimm eine Zeitzone wie Europe/Berlin.',
  'calendar.address': 'Adresse',
  'calendar.address.hint':
    'Sie beginnt mit https oder webcal. Google nennt sie „Privatadresse“; in Outlook und iCloud hat sie ein veröffentlichter Kalender.',
  'calendar.address.again':
    'Gib die Adresse noch einmal ein. Sie ist geheim und wird darum nicht ausgefüllt.',
  'calendar.address.missing': 'Gib eine Adresse ein.',
  'calendar.newAddress': 'Neue Adresse',
  'calendar.newAddress.button': 'Diese Adresse verwenden',

  'calendar.mine': 'Deine Adressen',
  'calendar.mine.text':
    'Kalender kennen dich als {email}. Nenne weitere Adressen, unter denen du eingeladen wirst, eine pro Zeile.',
  'calendar.mine.textOnly': 'Nenne die Adressen, unter denen du eingeladen wirst, eine pro Zeile.',
  'calendar.mine.further': 'Weitere Adressen',
  'calendar.mine.most': 'Höchstens {most}.',
  'calendar.mine.button': 'Adressen speichern',
  'calendar.mine.tooLong': 'Nimm weniger Adressen.',
  'calendar.mine.tooMany': 'Nimm höchstens {most} Adressen.',
  'calendar.mine.invalid': 'Nimm Adressen wie ada@example.com, eine pro Zeile.',
  'calendar.mine.taken': '{email} gehört einem anderen Mitglied.',

  'calendar.feed': 'Deine Aufgaben in einem Kalenderprogramm',
  'calendar.feed.text':
    'Unter einer geheimen Adresse lesen Google Kalender, Outlook oder Apple Kalender deine offenen Aufgaben, die eine Frist haben, und deine Besprechungen, mit denen sie verknüpft sind. Wer die Adresse hat, kann das lesen.',
  'calendar.feed.made': 'Es gibt eine Adresse vom {time}. Eine neue beendet sie.',
  'calendar.feed.make': 'Adresse erstellen',
  'calendar.feed.makeNew': 'Neue Adresse erstellen',
  'calendar.feed.end': 'Adresse beenden',
  'calendar.feed.end.about': '(deine Aufgaben)',
  'calendar.feed.end.button': 'Diese Adresse beenden',
  'calendar.feed.end.text': 'Kalenderprogramme, die sie verwenden, bekommen deine Aufgaben nicht mehr.',
  'calendar.feed.once': 'Kopiere die Adresse deiner Aufgaben',
  'calendar.feed.once.text':
    'Abonniere diese Adresse in deinem Kalenderprogramm. Sie wird nicht noch einmal gezeigt.',
  'calendar.feed.absent': 'Diese Adresse gibt es nicht.',

  'calendar.refused.known': 'Diesen Kalender hast du schon: {name}.',
  'calendar.refused.tooMany': 'Du kannst höchstens {most} Kalender haben. Entferne zuerst einen.',
  'calendar.refused.fileAddress':
    'Eine Datei hat keine Adresse. Füge die Adresse als eigenen Kalender hinzu.',

  'calendar.problem.calendar_unreachable': 'Er ist nicht erreichbar.',
  'calendar.problem.not_a_calendar': 'Seine Adresse führt zu etwas anderem.',
  'calendar.problem.calendar_too_large': 'Er ist zu groß zum Lesen.',
  'calendar.problem.unsafe_url': 'Seine Adresse ist nicht erlaubt.',
  'calendar.problem.address_needed': 'Seine Adresse fehlt. Gib sie noch einmal ein.',
  'calendar.fault.notAFile':
    'Das ist keine Kalenderdatei. Exportiere den Kalender als Datei, die auf .ics endet, und füge die hinzu.',
  'calendar.fault.notAFeed':
    'Das ist keine Kalenderdatei. Nimm die Adresse, die auf .ics endet, oder die Privatadresse oder veröffentlichte Adresse des Kalenders.',
  'calendar.fault.cutOffFile':
    'Der Kalender ist abgeschnitten: Die letzten Zeilen fehlen. Speichere die Datei noch einmal.',
  'calendar.fault.cutOffFeed':
    'Der Kalender ist abgeschnitten: Die letzten Zeilen fehlen. Vielleicht ist er später wieder vollständig.',
  'calendar.fault.tooLarge':
    'Der Kalender hat mehr als 20 MB oder 20.000 Termine, oder ihn zu lesen dauert länger als 30 Sekunden.',
  'calendar.fault.tooLarge.bytes': 'Der Kalender ist größer als 20 MB.',
  'calendar.fault.service': 'Der Dienst konnte diesen Kalender nicht lesen. Er versucht es noch einmal.',
  'calendar.fault.unchanged':
    'Der Server des Kalenders hat auf die erste Anfrage geantwortet, dass sich nichts geändert hat.',
  'calendar.fault.401':
    'Der Server des Kalenders hat mit 401 geantwortet. Er verlangt ein Passwort. Nimm die Privatadresse des Kalenders, die ohne Passwort geht.',
  'calendar.fault.403':
    'Der Server des Kalenders hat mit 403 geantwortet. Er lehnt die Anfrage ab. Erstelle die Adresse in den Einstellungen des Kalenders neu.',
  'calendar.fault.404':
    'Der Server des Kalenders hat mit 404 geantwortet. Unter dieser Adresse ist nichts. Kopiere sie noch einmal aus den Einstellungen des Kalenders.',
  'calendar.fault.410':
    'Der Server des Kalenders hat mit 410 geantwortet. Diese Adresse gibt es nicht mehr. Kopiere die neue aus den Einstellungen des Kalenders.',
  'calendar.fault.status':
    'Der Server des Kalenders hat mit {status} geantwortet. Vielleicht geht es später wieder.',
  'calendar.fault.redirectsNowhere': 'Der Server des Kalenders leitet ins Leere weiter.',
  'calendar.fault.redirectsAgain': 'Der Server des Kalenders leitet immer wieder weiter.',
  'calendar.fault.late': 'Innerhalb von {seconds} Sekunden kam keine vollständige Antwort.',
  'calendar.fault.noHost': 'Einen Server dieses Namens gibt es nicht. Prüfe die Adresse.',
  'calendar.fault.noLookup':
    'Der Name des Servers lässt sich nicht nachschlagen. Prüfe die Verbindung zum Netz.',
  'calendar.fault.noAnswer': 'Unter dieser Adresse antwortet nichts. Prüfe Server und Port.',
  'calendar.fault.noNetwork': 'Der Server antwortet nicht. Prüfe die Verbindung zum Netz.',
  'calendar.fault.ended':
    'Der Server hat die Verbindung mitten in der Antwort beendet. Vielleicht geht es später wieder.',
  'calendar.fault.notWeb': 'Der Server antwortet nicht wie ein Webserver. Prüfe die Adresse und ihren Port.',
  'calendar.fault.certificateExpired':
    'Das Zertifikat des Servers ist abgelaufen. Sein Betreiber muss es erneuern.',
  'calendar.fault.certificateName':
    'Das Zertifikat des Servers gilt für einen anderen Namen. Prüfe die Adresse.',
  'calendar.fault.certificateUnknown':
    'Das Zertifikat des Servers ist von keiner Stelle unterschrieben, der hier vertraut wird.',
  'calendar.fault.noHttps':
    'Der Server spricht kein https. Nimm http://, wenn er in deinem eigenen Netz steht.',
  'calendar.fault.unreachable': 'Der Server des Kalenders ist nicht erreichbar: {reason}',
}

import type { importReasons as english } from '../../en/setup/import-reasons.ts'
import type { Translated } from '../../translated.ts'

export const importReasons: Translated<typeof english> = {
  'import.why.not_email': 'keine E-Mail-Adresse',
  'import.why.not_phone': 'keine Telefonnummer',
  'import.why.not_web_address': 'keine Webadresse',
  'import.why.not_date': 'kein Datum',
  'import.why.not_number': 'keine Zahl',
  'import.why.not_yes_or_no': 'weder Ja noch Nein',
  'import.why.not_choice': 'steht nicht zur Auswahl',
  'import.why.not_member': 'kein Mitglied des Arbeitsbereichs',
  'import.why.not_value': 'passt nicht in das Feld „{field}“',
  'import.why.not_rating': 'keine ganze Zahl von 1 bis {maximum, number}',
  'import.why.many_decimals': 'mehr als vier Nachkommastellen',
  'import.why.many_digits': 'mehr Ziffern, als gespeichert werden können',
  'import.why.long_text': 'länger als {most, number} Zeichen',
  'import.why.long_value': 'zu lang für das Feld „{field}“',
  'import.why.large_json': 'größer als 32 kB',
  'import.why.other_currency': 'ein Betrag in {currency}, das Feld ist in {own}',
  'import.why.many_records': 'ein Feld fasst höchstens 100 Datensätze',
  'import.why.no_reference': 'diesen Datensatz gibt es nicht, und er kann nicht angelegt werden',
  'import.why.date_in_text': 'kein Datum; es steht in der Beschreibung',
  'import.why.priority_in_text': 'keine Priorität; sie steht in der Beschreibung',
  'import.why.parent_missing':
    'diese Aufgabe ist nicht in der Datei; die Zeile wird eine Aufgabe ohne übergeordnete',
  'import.why.parent_itself':
    'die Aufgabe nennt sich selbst als übergeordnete; sie wird eine Aufgabe ohne übergeordnete',
  'import.why.parent_below':
    'die übergeordnete Aufgabe steht unter ihr; sie wird eine Aufgabe ohne übergeordnete',

  'import.why.many_cells': 'die Zeile hat {cells, number} Zellen, die Kopfzeile hat {columns, number}',
  'import.why.no_name': 'kein Name',
  'import.why.no_title': 'kein Wert für „{field}“',
  'import.why.no_company': 'ein Unternehmen braucht einen Namen',
  'import.why.no_task_title': 'eine Aufgabe braucht einen Titel',
  'import.why.required': 'das Feld „{field}“ ist ein Pflichtfeld',
  'import.why.long_description': 'die Beschreibung hat mehr als {most, number} Zeichen',
  'import.why.card_line': 'keine Zeile einer Visitenkarte',
  'import.why.card_group': 'eine Gruppe von Kontakten, keine Person',
  'import.why.earlier_row': 'wie in einer früheren Zeile dieser Datei, deren Datensatz sie geändert hat',
  'import.why.several_records': 'mehrere Datensätze haben diesen Wert; der älteste wurde aktualisiert',
  'import.why.earlier_refused': 'die Zeile davor mit demselben Schlüssel wurde abgelehnt',
  'import.why.row_refused': 'der Dienst lehnt die Zeile ab: {message}',

  'import.why.same_columns':
    'Zeile {line, number}: Die Spalte „{column}“ kommt mehrmals vor. Die erste ausgefüllte zählt.',
  'import.why.text_below': 'Text oder Summen unter den Zeilen, ab Zeile {line, number}, werden ausgelassen.',
  'import.why.unfilled_field':
    'Zeile {line, number}: Keine Spalte füllt das Feld „{field}“, das jede Zeile braucht.',
  'import.why.several_values':
    '{count, plural, one {# Zeile hat} other {# Zeilen haben}} mehrere Werte für „{field}“. Der erste wird gespeichert.',
  'import.why.date_order':
    'Spalte „{column}“: {example} kann mit dem Tag oder mit dem Monat beginnen. Gelesen wird zuerst der {way, select, day {Tag} other {Monat}}{hint, select, columns {, weil andere Spalten der Datei so geschrieben sind} semicolons {, weil Semikolons die Zellen trennen} headers {, weil die Kopfzeile deutsch ist} program {, weil Dateien dieses Programms so geschrieben sind} cells {, wie in den meisten Zellen} other {}}.',
  'import.why.decimal_mark':
    'Spalte „{column}“: {example} kann ein Dezimalkomma oder einen Dezimalpunkt haben. Gelesen wird {way, select, comma {ein Dezimalkomma} other {ein Dezimalpunkt}}{hint, select, columns {, weil andere Spalten der Datei so geschrieben sind} semicolons {, weil Semikolons die Zellen trennen} headers {, weil die Kopfzeile deutsch ist} program {, weil Dateien dieses Programms so geschrieben sind} cells {, wie in den meisten Zellen} other {}}.',
  'import.why.other_things':
    'Spalte „{column}“: Die Datei scheint anderes als `{object}` zu enthalten. Wähle das Objekt, das die Zeilen bekommt.',
  'import.why.no_column': 'Keine Spalte passt zu einem Feld von `{object}`. Die Spalten sind {columns}.',

  'import.why.empty': 'Die Datei ist leer.',
  'import.why.no_rows': 'Es gibt nichts zu importieren: Die Datei hat keine Zeilen.',
  'import.why.too_large': 'Die Datei ist größer als 128 MiB. Teile sie auf.',
  'import.why.too_many_rows':
    'Die Datei hat mehr Zeilen, als auf einmal gelesen werden können. Teile sie in mehrere Dateien auf.',
  'import.why.not_text':
    'Das ist {kind, select, png {ein Bild (PNG)} jpeg {ein Bild (JPEG)} gif {ein Bild (GIF)} webp {ein Bild (WebP)} pdf {ein PDF} zip {ein ZIP-Archiv oder eine Excel-Datei} empty_zip {ein leeres ZIP-Archiv} gzip {ein GZIP-Archiv} rar {ein RAR-Archiv} seven_zip {ein 7-Zip-Archiv} ole {eine alte Datei von Excel oder Outlook} pst {eine Datendatei von Outlook (PST)} sqlite {eine Datenbank (SQLite)} other {eine Binärdatei}}, kein Text. Exportiere sie als CSV, vCard oder JSON.',
  'import.why.open_quote': 'Zeile {line, number}: Ein Anführungszeichen wird geöffnet und nicht geschlossen.',
  'import.why.open_quote_in':
    'Zeile {line, number}, Spalte „{column}“: Ein Anführungszeichen wird geöffnet und nicht geschlossen.',
  'import.why.bad_row': 'Zeile {line, number}: Die Zeile kann nicht gelesen werden ({problem}).',
  'import.why.bad_json': 'Das JSON ist beschädigt oder abgeschnitten.',
  'import.why.bad_json_at':
    'Das JSON ist in Zeile {line, number}, Spalte {column, number} beschädigt oder abgeschnitten.',
  'import.why.unknown_json':
    'Dieses JSON ist kein Export von Trello, Asana, Google Tasks oder Microsoft To Do.',
  'import.why.calendar':
    'Das ist ein Kalender. Füge ihn als solchen hinzu: „Kalender hinzufügen …“ im Launcher, `svc calendar add --file` anderswo.',
  'import.why.holds_people': 'Die Datei enthält Personen, keine Aufgaben.',
  'import.why.holds_tasks': 'Die Datei enthält Aufgaben. Importiere sie als Aufgaben.',
  'import.why.no_object':
    'Die Datei enthält {kind, select, companies {Unternehmen} people {Personen} other {Aufgaben}}, und der Arbeitsbereich hat kein Objekt `{slug}`. Vorhanden sind: {objects}.',
  'import.why.no_titles': 'Keine Spalte enthält die Titel von Aufgaben. Die Spalten sind {columns}.',

  'import.why.unknown_object': 'Das Objekt `{object}` gibt es nicht. Vorhanden sind: {objects}.',
  'import.why.no_primary': 'Das Objekt `{object}` hat kein Hauptfeld, das ein Name füllen könnte.',
  'import.why.unknown_zone': 'Die Zeitzone `{zone}` gibt es nicht.',
  'import.why.key_of_tasks': 'Aufgaben haben kein Feld, nach dem sie sich zuordnen lassen.',
  'import.why.unknown_key': '`{object}` hat kein Feld `{field}`. Vorhanden sind: {fields}.',
  'import.why.bad_key': 'Nach `{field}`, einem Feld vom Typ {type}, lassen sich Datensätze nicht zuordnen.',
  'import.why.unknown_column':
    'Die Spalte {column, number} gibt es nicht. Die Datei hat {count, number}, gezählt ab 0.',
  'import.why.unknown_field': '`{object}` hat kein Feld `{field}`.',
  'import.why.same_fields': 'Mehrere Felder heißen `{field}`. Benenne eines um.',
  'import.why.read_only': 'In das Feld `{field}` lässt sich nicht schreiben.',
  'import.why.fill_and_make':
    'Die Spalte „{column}“ kann nicht `{field}` füllen und zugleich ein neues Feld anlegen.',
  'import.why.field_exists': '`{object}` hat schon ein Feld „{field}“, vom Typ {type}.',
  'import.why.field_of_tasks': 'Aufgaben haben keine eigenen Felder. Ein Import kann keines anlegen.',
  'import.why.unknown_task_field': 'Aufgaben haben kein Feld `{field}`.',
  'import.why.fixed_columns': 'Die Spalten von {program} haben feste Ziele. Sie lassen sich nur auslassen.',

  'import.why.no_import': 'Diesen Import gibt es nicht.',
  'import.why.started': 'Dieser Import wurde begonnen. Was aus der Datei wird, lässt sich nicht mehr ändern.',
  'import.why.ended': 'Dieser Import ist beendet. Wähle die Datei noch einmal, um sie erneut zu importieren.',
  'import.why.not_started': 'Abbrechen lässt sich nur ein Import, der begonnen hat.',
  'import.why.not_imported': 'Es wurde noch nichts importiert.',
  'import.why.running': 'Der Import läuft. Brich ihn ab, bevor du ihn rückgängig machst.',
  'import.why.undo_over': 'Ein Import lässt sich 7 Tage lang rückgängig machen, und die sind vorbei.',
  'import.why.not_waiting': 'Verwerfen lässt sich nur eine Datei, die nicht importiert wurde.',
  'import.why.fields_of_owners': 'Felder legen nur Inhaber und Admins an.',
  'import.why.records_of_owners':
    'Mitglieder importieren Aufgaben. Datensätze importieren nur Inhaber und Admins.',
  'import.why.scope': 'Dem Zugriff fehlt das Recht records:write.',

  'import.why.not_a_member': 'Wer importiert, ist kein Mitglied des Arbeitsbereichs mehr.',
  'import.why.locked': 'Der Arbeitsbereich hat mehr Mitglieder als erlaubt und ist gesperrt.',
  'import.why.file_gone': 'Die Datei ist nicht mehr da. Importiere sie noch einmal.',
  'import.why.object_gone': 'Das Objekt `{object}` ist nicht mehr da. Importiere die Datei noch einmal.',
  'import.why.field_gone':
    'Ein Feld von `{object}`, das die Datei füllt, ist nicht mehr da. Importiere die Datei noch einmal.',
  'import.why.fields_changing':
    'Die Felder des Arbeitsbereichs werden gerade geändert. Beginne den Import noch einmal.',
  'import.why.database': 'Der Dienst meldet: {message}',
  'import.why.service':
    'Im Dienst ist ein Fehler aufgetreten. Sein Protokoll nennt die Ursache. Beginne den Import noch einmal.',
}

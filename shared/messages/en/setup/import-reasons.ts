// The reasons of an import by their code: faults, notes and refusals. The service says them in English, too.
export const importReasons = {
  // Faults of a cell.
  'import.why.not_email': 'not an email address',
  'import.why.not_phone': 'not a telephone number',
  'import.why.not_web_address': 'not a web address',
  'import.why.not_date': 'not a date',
  'import.why.not_number': 'not a number',
  'import.why.not_yes_or_no': 'not yes or no',
  'import.why.not_choice': 'not one of the choices',
  'import.why.not_member': 'not a member of the workspace',
  'import.why.not_value': 'not a value of {field}',
  'import.why.not_rating': 'not a whole number from 1 to {maximum, number}',
  'import.why.many_decimals': 'more than four decimals',
  'import.why.many_digits': 'more digits than can be stored',
  'import.why.long_text': 'longer than {most, number} characters',
  'import.why.long_value': 'longer than a value of {field}',
  'import.why.large_json': 'larger than 32 kB',
  'import.why.other_currency': 'an amount in {currency}, and the field is in {own}',
  'import.why.many_records': 'a field holds 100 records at most',
  'import.why.no_reference': 'there is no such record, and it cannot be created',
  'import.why.date_in_text': 'not a date; it is kept in the description',
  'import.why.priority_in_text': 'not a priority; it is kept in the description',
  'import.why.parent_missing': 'no such task in the file; the task is kept without a parent',
  'import.why.parent_itself': 'the task names itself as its parent; it is kept without a parent',
  'import.why.parent_below': 'its parent is below it; the task is kept without a parent',

  // Faults of a row.
  'import.why.many_cells': 'the row has {cells, number} cells, and the header has {columns, number}',
  'import.why.no_name': 'no name',
  'import.why.no_title': 'no value for “{field}”',
  'import.why.no_company': 'a company needs a name',
  'import.why.no_task_title': 'a task needs a title',
  'import.why.required': 'the field “{field}” is required',
  'import.why.long_description': 'the description has more than {most, number} characters',
  'import.why.card_line': 'not a line of a card',
  'import.why.card_group': 'a group of contacts, not a person',
  'import.why.earlier_row': 'the same as in an earlier row of this file, which it changed',
  'import.why.several_records': 'several records have this value; the oldest was updated',
  'import.why.earlier_refused': 'the row before it with the same key was refused',
  'import.why.row_refused': '{message}',

  // Notes of a file.
  'import.why.same_columns':
    'Line {line, number}: the column “{column}” appears more than once. The first that is filled is used.',
  'import.why.text_below':
    'The text or the totals under the rows, from line {line, number} on, are left out.',
  'import.why.unfilled_field':
    'Line {line, number}: no column fills the field “{field}”, which every row needs.',
  'import.why.several_values':
    '{count, plural, one {# row has} other {# rows have}} several values for “{field}”. The first is stored.',
  'import.why.date_order':
    'Column “{column}”: {example} fits with the day first and with the month first. It is read with the {way, select, day {day} other {month}} first{hint, select, columns {, because other columns of the file are written so} semicolons {, because semicolons separate the cells} headers {, because the headers are German} program {, because files of this program are written so} cells {, as in most cells} other {}}.',
  'import.why.decimal_mark':
    'Column “{column}”: {example} fits with a decimal comma and with a decimal point. It is read with a decimal {way, select, comma {comma} other {point}}{hint, select, columns {, because other columns of the file are written so} semicolons {, because semicolons separate the cells} headers {, because the headers are German} program {, because files of this program are written so} cells {, as in most cells} other {}}.',
  'import.why.other_things':
    'Column “{column}”: the file seems to hold other things than `{object}`. Choose the object that gets them.',
  'import.why.no_column': 'No column fits a field of `{object}`. The columns are {columns}.',

  // Refusals of a file.
  'import.why.empty': 'The file is empty.',
  'import.why.no_rows': 'There is nothing to import: the file has no rows.',
  'import.why.too_large': 'The file is larger than 128 MiB. Split it.',
  'import.why.too_many_rows':
    'The file has more rows than can be read at once. Divide it into several files.',
  'import.why.not_text':
    'This is {kind, select, png {a picture (PNG)} jpeg {a picture (JPEG)} gif {a picture (GIF)} webp {a picture (WebP)} pdf {a PDF} zip {a zip archive or an Excel workbook} empty_zip {an empty zip archive} gzip {a gzip archive} rar {a RAR archive} seven_zip {a 7-Zip archive} ole {an old Excel or Outlook file} pst {an Outlook data file (PST)} sqlite {an SQLite database} other {a file of bytes}}, not text. Export it as CSV, vCard or JSON.',
  'import.why.open_quote': 'Line {line, number}: a quotation mark is opened and not closed.',
  'import.why.open_quote_in':
    'Line {line, number}, column “{column}”: a quotation mark is opened and not closed.',
  'import.why.bad_row': 'Line {line, number}: the row cannot be read ({problem}).',
  'import.why.bad_json': 'The JSON is broken or cut off.',
  'import.why.bad_json_at': 'The JSON is broken or cut off at line {line, number}, column {column, number}.',
  'import.why.unknown_json': 'This JSON is not an export of Trello, Asana, Google Tasks or Microsoft To Do.',
  'import.why.calendar':
    'This is a calendar. Add it as one: “Add calendar…” in the launcher, `svc calendar add --file` elsewhere.',
  'import.why.holds_people': 'The file holds people, not tasks.',
  'import.why.holds_tasks': 'The file holds tasks. Import it as `tasks`.',
  'import.why.no_object':
    'The file holds {kind, select, companies {companies} people {people} other {tasks}}, and the workspace has no object `{slug}`. Name one with --object. There are: {objects}.',
  'import.why.no_titles': 'No column holds the titles of tasks. The columns are {columns}.',

  // Refusals of a choice.
  'import.why.unknown_object': 'There is no object `{object}`. There are: {objects}.',
  'import.why.no_primary': 'The object `{object}` has no primary field, which a name could fill.',
  'import.why.unknown_zone': 'There is no time zone `{zone}`.',
  'import.why.key_of_tasks': 'Tasks have no field by which they are matched. Leave --key out.',
  'import.why.unknown_key': '`{object}` has no field `{field}`. There are: {fields}.',
  'import.why.bad_key': 'Records cannot be matched by `{field}`, a field of the type {type}.',
  'import.why.unknown_column': 'There is no column {column, number}. The file has {count, number}, from 0.',
  'import.why.unknown_field': '`{object}` has no field `{field}`.',
  'import.why.same_fields': 'Several fields are called `{field}`. Use the id of one.',
  'import.why.read_only': 'The field `{field}` cannot be written.',
  'import.why.fill_and_make': 'Column “{column}” cannot fill `{field}` and make a field.',
  'import.why.field_exists': '`{object}` already has a field “{field}”, of the type {type}.',
  'import.why.field_of_tasks': 'Tasks have no fields of their own. An import cannot make one.',
  'import.why.unknown_task_field': 'Tasks have no field `{field}`.',
  'import.why.fixed_columns': 'The columns of {program} have their places. They can only be left out.',

  // Refusals of a step.
  'import.why.no_import': 'There is no such import.',
  'import.why.started': 'This import was started. What it becomes can no longer be changed.',
  'import.why.ended': 'This import has ended. Bring the file again to import it once more.',
  'import.why.not_started': 'Only an import that was started can be cancelled.',
  'import.why.not_imported': 'Nothing was imported yet.',
  'import.why.running': 'The import is running. Cancel it before you undo it.',
  'import.why.undo_over': 'An import can be undone for 7 days, and they are over.',
  'import.why.not_waiting': 'Only a file that was not imported can be dropped.',
  'import.why.fields_of_owners': 'Only owners and admins make fields.',
  'import.why.records_of_owners': 'Members import tasks. Only owners and admins import records.',
  'import.why.scope': 'The token lacks records:write.',

  // Failures of a run.
  'import.why.not_a_member': 'The person who imports is not a member of the workspace.',
  'import.why.locked': 'The workspace has more members than its limit and is locked.',
  'import.why.file_gone': 'The file is no longer there. Import it again.',
  'import.why.object_gone': 'The object `{object}` is no longer there. Import the file again.',
  'import.why.field_gone':
    'A field of `{object}` that the file fills is no longer there. Import the file again.',
  'import.why.fields_changing': 'The fields of the workspace are being changed. Start the import again.',
  'import.why.database': '{message}',
  'import.why.service': 'The service failed. Its log has the cause. Start the import again.',
} as const

import { afterEach, expect, test } from 'vitest'
import { englishOf, type ReasonCode } from '../../shared/api/import-reasons.ts'
import type { ImportChoices, ImportLook } from '../../shared/api/launcher/imports.ts'
import type { ImportSeen } from '../../shared/ipc/launcher.ts'
import { speak } from '../../shared/language.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import { importReasons } from '../../shared/messages/en/setup/import-reasons.ts'
import { importNews } from '../app/import-news.ts'
import {
  alsoWords,
  countOf,
  exampleWords,
  faultWords,
  fieldName,
  fileWords,
  paceWords,
  reasonWords,
  resultWords,
  separatorIn,
  separatorName,
  stateWords,
  statusWords,
  whyWords,
} from './import-words.ts'

afterEach(() => speak('en', en, 'en-GB'))

const object = (slug: string, singularName: string, pluralName: string) => ({
  id: slug,
  name: pluralName,
  singularName,
  pluralName,
  slug,
  icon: null,
  color: null,
  description: null,
})
const objects = [object('people', 'Person', 'People'), object('companies', 'Company', 'Companies')]

const fault = { line: 2, column: 'Email', text: 'x', why: 'not an email address' }
const look: ImportLook = {
  format: 'google-contacts',
  encoding: 'utf-8',
  bom: false,
  delimiter: ',',
  object: 'people',
  key: null,
  rows: 1_214,
  leftOut: 0,
  columns: [],
  goesTo: [],
  mapping: [],
  ignored: [],
  questions: [],
  sample: [],
  faultsByKind: [],
  faults: [],
  notes: [],
}

test.each<[Partial<ImportLook>, string]>([
  [{}, 'Google Contacts, 1,214 people, UTF-8, cells separated by “,”'],
  [
    { format: 'csv', rows: 1, encoding: 'windows-1252', delimiter: '\t' },
    'Table, 1 person, Windows-1252, cells separated by tabs',
  ],
  [
    { format: 'todoist', object: 'tasks', rows: 3, bom: true, delimiter: ';' },
    'Todoist, 3 tasks, UTF-8, with a byte order mark, cells separated by “;”',
  ],
  [{ format: 'vcard', delimiter: null, rows: 2 }, 'vCard, 2 people, UTF-8'],
  [{ format: 'a-newer-one', object: 'deals', rows: 2, delimiter: null }, 'a-newer-one, 2 deals, UTF-8'],
])('IMP-01 %j is said as %j', (part, words) => {
  speak('en', en, 'en-GB')
  expect(fileWords({ ...look, ...part }, objects)).toBe(words)
})

test.each<[Partial<ImportLook>, string, string]>([
  [{}, '1,214 people to import', '1.214 People zu importieren'],
  [
    { leftOut: 4, faults: [fault], moreFaults: 11 },
    '1,210 people to import, 4 left out, 12 faults',
    '1.210 People zu importieren, 4 ausgelassen und 12 Fehler',
  ],
])('IMP-01 the counts of %j are said', (part, english, german) => {
  speak('en', en, 'en-GB')
  expect(statusWords({ ...look, ...part }, objects)).toBe(english)
  speak('de', de, 'de-DE')
  expect(statusWords({ ...look, ...part }, objects)).toBe(german)
})

const result = { created: 2, updated: 0, unchanged: 0, leftOut: 0, alsoCreated: {}, faults: [] }

test('IMP-04 the result says what became of the rows, and what else was made', () => {
  speak('en', en, 'en-GB')
  expect(resultWords(result)).toBe('2 new')
  expect(resultWords({ ...result, updated: 3, unchanged: 4, leftOut: 1_000 })).toBe(
    '2 new, 3 updated, 4 unchanged, 1,000 left out',
  )
  expect(alsoWords(result, objects)).toBeNull()
  expect(alsoWords({ ...result, alsoCreated: { companies: 1, people: 0 } }, objects)).toBe(
    'Also new, because rows name them: 1 company',
  )
})

test.each<[number | null, number | null, string]>([
  [null, null, ''],
  [812.4, null, '812 rows a second'],
  [812.4, 12, '812 rows a second, about 12 s left'],
  [8, 600, '8 rows a second, about 10 min left'],
])('IMP-04 a pace of %j rows a second with %j s left is said as %j', (rowsPerSecond, secondsLeft, words) => {
  expect(paceWords({ rows: 1, total: 2, rowsPerSecond, secondsLeft })).toBe(words)
})

const seen = (state: ImportSeen['state']): ImportSeen => ({
  id: 'imp_1',
  name: 'contacts.csv',
  createdAt: '2026-11-28T08:00:00.000Z',
  object: 'people',
  state,
  problem: null,
  look: null,
  choices: {},
  progress: { rows: 0, total: 2, rowsPerSecond: null, secondsLeft: null },
  result,
  undo: null,
})

test.each<[ImportSeen['state'], string, string | null]>([
  ['looked', 'not imported yet', null],
  ['running', 'is being imported', null],
  ['done', '2 rows imported', 'Imported 2 rows of contacts.csv'],
  ['cancelled', 'cancelled, 2 rows imported', null],
  ['failed', 'stopped', 'The import of contacts.csv stopped. “Import…” shows why.'],
  ['undoing', 'is being undone', null],
  ['undone', 'undone', 'The import of contacts.csv was undone'],
])('IMP-04 an import that is %s is listed as %j and announced as %j', (state, listed, announced) => {
  expect(stateWords(seen(state))).toBe(listed)
  expect(importNews(seen(state))?.text ?? null).toBe(announced)
})

test('IMP-01 companies without a person are counted apart', () => {
  speak('en', en, 'en-GB')
  const mixed = { ...look, rows: 4, leftOut: 1, elsewhere: { companies: 1 } }
  expect(statusWords(mixed, objects)).toBe('2 people, 1 company to import, 1 left out')
  expect(fileWords(mixed, objects)).toContain('3 people, 1 company, UTF-8')
  expect(statusWords({ ...mixed, rows: 1, leftOut: 0 }, objects)).toBe('1 company to import')
})

test.each<[(string | null)[], ImportChoices['listSeparator'], string, string]>([
  [[null], undefined, '', 'nichts: jede Zelle ist ein Wert'],
  [[null, ','], undefined, ',', '„,“'],
  [['\n'], undefined, 'line', 'ein Zeilenumbruch'],
  [[' ::: '], undefined, ' ::: ', '„:::“'],
  [[','], '|', '|', '„|“'],
])('IMP-03 lists separated by %j, or as chosen by %j, are shown so', (found, listSeparator, value, name) => {
  speak('de', de, 'de-DE')
  const lists = found.map((separator) => ({ column: 'Tags', separator }))
  const shown = separatorIn({ ...look, lists }, listSeparator === undefined ? {} : { listSeparator })
  expect([shown, separatorName(shown)]).toEqual([value, name])
})

test('IMP-01 the fields of tasks are named in the language of the launcher, and others as the workspace calls them', () => {
  const goesTo = [{ field: 'title', name: 'Title', required: true }]
  speak('de', de, 'de-DE')
  const names = (object: string) =>
    ['title', 'parent', 'x'].map((slug) => fieldName({ object, goesTo }, slug))
  expect(names('tasks')).toEqual(['Titel', 'Übergeordnete Aufgabe', 'x'])
  expect(names('people')).toEqual(['Title', 'parent', 'x'])
})

const service = Object.values(
  import.meta.glob<string>(
    ['../../service/imports/**/*.ts', '../../service/cli/import.ts', '!../../**/*.test.ts'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  ),
).join('\n')

const codes = Object.keys(importReasons).map((key) => key.slice('import.why.'.length) as ReasonCode)

/** Values for the arguments of a sentence. */
const paramsOf = (code: ReasonCode): Record<string, string | number> =>
  Object.fromEntries(
    [...importReasons[`import.why.${code}`].matchAll(/\{(\w+)(?:, (\w+))?[,}]/g)].map(
      ([, name = '', kind]) => [name, kind === 'number' || kind === 'plural' ? 1_234 : name],
    ),
  )

test.each(codes)('IMP-01 the reason %s is said by the service, in English and in German', (code) => {
  // The compiler refuses any that is not here.
  expect(service).toContain(`'${code}'`)
  const params = paramsOf(code)
  const said = englishOf({ code, ...(Object.keys(params).length > 0 && { params }) })
  speak('en', en, 'en-GB')
  expect(whyWords({ code, params }, 'unknown')).toBe(said)
  speak('de', de, 'de-DE')
  const german = whyWords({ code, params }, 'unknown')
  expect(['unknown', said]).not.toContain(german)
})

test('IMP-01 the sentence of the service stays where it has no code, or a newer one, or other values', () => {
  speak('de', de, 'de-DE')
  expect(whyWords({}, 'not a date')).toBe('not a date')
  expect(whyWords({ code: 'of_tomorrow' }, 'too modern')).toBe('too modern')
  expect(whyWords({ code: 'required', params: { name: 'Stage' } }, 'the field is required')).toBe(
    'the field is required',
  )
  expect(faultWords({ ...fault, code: 'not_email' })).toBe('„x“: keine E-Mail-Adresse')
  const refused = { kind: 'invalidInput' as const, message: 'The file is empty.', fields: [] }
  expect(reasonWords({ ...refused, reason: { code: 'empty' } })).toBe('Die Datei ist leer.')
  expect(reasonWords(refused)).toBe('The file is empty.')
})

test('IMP-01 an example of a fault quotes its cell, and names only the line where the cell is empty', () => {
  expect(exampleWords({ line: 4, text: 'later' })).toBe('line 4: “later”')
  expect(exampleWords({ line: 9, text: '' })).toBe('line 9')
  speak('de', de, 'de-DE')
  expect(exampleWords({ line: 9, text: '' })).toBe('Zeile 9')
})

test('IMP-01 things are counted by their own names', () => {
  expect(countOf('companies', 1, objects)).toBe('1 company')
  expect(countOf('tasks', 1, objects)).toBe('1 task')
})

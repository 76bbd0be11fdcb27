import { afterEach, expect, test } from 'vitest'
import type { ImportLook } from '../../shared/api/launcher/imports.ts'
import { speak } from '../../shared/language.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import { previewOf, valueText, withChoice, withColumn } from './preview.ts'

afterEach(() => speak('en', en, 'en-GB'))

const column = (name: string, field: string | null, ...examples: string[]) => ({ name, field, examples })
const look: ImportLook = {
  format: 'google-contacts',
  encoding: 'utf-8',
  bom: false,
  delimiter: ',',
  object: 'people',
  key: null,
  rows: 2,
  leftOut: 0,
  columns: [
    column('First', 'name', 'Mira'),
    column('Last', 'name', 'Brandt'),
    column('Email', 'email', 'mira@harbour.test'),
    column('Shoe size', null, '38'),
    column('Fax', null),
  ],
  goesTo: [
    { field: 'name', name: 'Name', required: true },
    { field: 'email', name: 'Email address', required: false },
    { field: 'source', name: 'Source', required: false },
  ],
  mapping: [],
  ignored: [],
  questions: [],
  sample: [
    { line: 2, name: 'Mira Brandt', email: 'mira@harbour.test', source: 'Google' },
    { line: 5, name: 'Ines Falk', object: 'companies' },
  ],
  faultsByKind: [],
  faults: [
    { line: 5, column: 'Email', text: 'no address', why: 'not an email address' },
    { line: 5, column: '', text: '', why: 'too many cells' },
    { line: 9, column: 'Email', text: 'later', why: 'not an email address' },
  ],
  notes: [],
}

test('IMP-01 the preview has the columns of the file with their fields, then what no column holds; empty ones are counted', () => {
  const { columns, emptyCount } = previewOf(look)
  expect(columns.map(({ index, name, field, joins }) => [index, name, field, joins])).toEqual([
    [0, 'First', 'name', null],
    [1, 'Last', 'name', 'First'],
    [2, 'Email', 'email', null],
    [3, 'Shoe size', null, null],
    [null, 'Source', 'source', null],
  ])
  expect(emptyCount).toBe(1)
})

test('IMP-01 a column that fills nothing shows what it holds, each value once', () => {
  const { columns } = previewOf({ ...look, columns: [column('Shoe size', null, '38', '44', '38')] })
  expect(columns[0]?.examples).toBe('38, 44')
})

test('IMP-01 its rows are as they would be stored, with the faults beside their cells', () => {
  const { rows } = previewOf(look)
  expect(rows.map(({ line, cells }) => [line, cells.map(({ text }) => text)])).toEqual([
    [2, ['Mira Brandt', '', 'mira@harbour.test', '', 'Google']],
    [5, ['Ines Falk', '', '', '', '']],
  ])
  expect(rows[0]?.faults).toEqual([])
  expect(rows[1]?.faults).toEqual([look.faults[1]])
  expect(rows[1]?.cells.map(({ faults }) => faults)).toEqual([[], [], [look.faults[0]], [], []])
})

test('IMP-05 a task that repeats says how, in a column of its own where the file has its words in another', () => {
  const tasks = { ...look, object: 'tasks', columns: [column('DATE', 'due', 'jeden Montag')], faults: [] }
  const shown = () =>
    previewOf({ ...tasks, sample: [{ line: 2, repeat: { rule: 'FREQ=WEEKLY;BYDAY=MO', after: 'due' } }] })
  const textOf = ({ columns, rows }: ReturnType<typeof shown>) => [
    columns.map(({ name }) => name),
    rows.map(({ cells }) => cells.map(({ text }) => text)),
  ]
  expect(textOf(shown())).toEqual([['DATE', 'Repeats'], [['', 'Every Monday']]])
  speak('de', de, 'de-DE')
  expect(textOf(shown())).toEqual([['DATE', 'Wiederholung'], [['', 'Jeden Montag']]])
})

test('IMP-03 a column that was just sent elsewhere shows that before the service has looked again', () => {
  const chosen = [
    { column: 1, field: null },
    { column: 3, field: null, create: { name: 'Shoes', type: 'number' as const } },
    { column: 4, field: 'email' },
  ]
  const { columns, emptyCount } = previewOf(look, chosen)
  expect(columns.map(({ name, field, isNew, joins }) => [name, field, isNew, joins])).toEqual([
    ['First', 'name', false, null],
    ['Last', null, false, null],
    ['Email', 'email', false, null],
    ['Shoe size', 'Shoes', true, null],
    ['Fax', 'email', false, 'Email'],
    ['Source', 'source', false, null],
  ])
  expect(emptyCount).toBe(0)
})

test('IMP-03 a column of a program with its own places tells where it goes, what it helps with, and where it was', () => {
  const todoist: ImportLook = {
    ...look,
    object: 'tasks',
    goesTo: [],
    ignored: ['AUTHOR', 'DATE'],
    sample: [],
    columns: [
      column('TYPE', null, 'task'),
      column('CONTENT', 'title', 'Paint'),
      column('AUTHOR', null, 'Ada'),
      { ...column('DATE', null, 'today'), suggested: 'due' },
    ],
  }
  expect(
    previewOf(todoist).columns.map(({ name, field, suggested, isHelper }) => [
      name,
      field,
      suggested,
      isHelper,
    ]),
  ).toEqual([
    ['TYPE', null, null, true],
    ['CONTENT', 'title', 'title', false],
    ['AUTHOR', null, null, false],
    ['DATE', null, 'due', false],
  ])
})

test('IMP-01 a file without columns shows the fields that it fills', () => {
  const { columns, rows } = previewOf({ ...look, columns: [] })
  expect(columns.map(({ index, name }) => [index, name])).toEqual([
    [null, 'Name'],
    [null, 'Email address'],
    [null, 'Source'],
  ])
  expect(rows[0]?.cells.map(({ text }) => text)).toEqual(['Mira Brandt', 'mira@harbour.test', 'Google'])
})

test('IMP-01 of two columns of one name the first has the faults', () => {
  const twice = { ...look, columns: [column('Email', 'email', 'a'), column('Email', 'source', 'b')] }
  const { rows } = previewOf(twice)
  expect(rows[1]?.cells.map(({ faults }) => faults.length)).toEqual([1, 0, 0])
})

test('IMP-01 names of stored values are shown where they are known', () => {
  const { rows } = previewOf(look, undefined, (field, value) =>
    field === 'source' && value === 'Google' ? 'Google Contacts' : undefined,
  )
  expect(rows[0]?.cells.at(-1)?.text).toBe('Google Contacts')
})

test.each<[unknown, string, string]>([
  ['Mira', 'Mira', 'Mira'],
  ['', '', ''],
  [null, '', ''],
  [undefined, '', ''],
  [true, 'Yes', 'Ja'],
  [false, 'No', 'Nein'],
  [1234.5, '1,234.5', '1.234,5'],
  [['a', 'b'], 'a; b', 'a; b'],
  [{ city: 'Kiel', street: null }, 'Kiel', 'Kiel'],
  // The month is named, so that 3/4 can be told from 4/3.
  ['2027-04-03', '3 Apr 2027', '03.04.2027'],
  ['2027-13-45', '2027-13-45', '2027-13-45'],
  ['2027-04-03 or later', '2027-04-03 or later', '2027-04-03 or later'],
])('IMP-01 the stored value %j is shown as %j', (value, english, german) => {
  speak('en', en, 'en-GB')
  expect(valueText(value)).toBe(english)
  speak('de', de, 'de-DE')
  expect(valueText(value)).toBe(german)
})

test('IMP-03 a column goes to one place, the last that was chosen', () => {
  const first = withColumn(undefined, { column: 2, field: 'email' })
  const both = withColumn(first, { column: 3, field: null })
  expect(withColumn(both, { column: 2, field: 'name' })).toEqual([
    { column: 3, field: null },
    { column: 2, field: 'name' },
  ])
})

test.each<[string, Parameters<typeof withChoice>, ReturnType<typeof withChoice>]>([
  ['the first', [null, { key: 'email' }], { key: 'email' }],
  ['one beside another', [{ key: 'email' }, { decimal: 'comma' }], { key: 'email', decimal: 'comma' }],
  ['a later one', [{ decimal: 'comma' }, { decimal: 'point' }], { decimal: 'point' }],
  [
    'another object, which forgets the columns and the key',
    [{ key: 'email', columns: [], decimal: 'comma' }, { object: 'tasks' }],
    { object: 'tasks', decimal: 'comma' },
  ],
])('IMP-03 choices that wait: %s', (_what, [waiting, change], expected) => {
  expect(withChoice(waiting, change)).toEqual(expected)
})

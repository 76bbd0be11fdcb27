// Tables of any object, and looks that a person steers: invented deals of invented companies (IMP-01, IMP-03).
import { describe, expect, test } from 'vitest'
import type { ImportChoices } from '../../../shared/api/launcher/imports.ts'
import { dealsTarget, faultsOf, linesOf, looked, planned, refusedWith } from '../imports-testing.ts'
import { localEmail } from '../../access/people.store.ts'
import { cellsAt } from './look.ts'

const target = dealsTarget

/** Each column's target. */
const goes = (header: string, choices: ImportChoices = {}) =>
  looked(linesOf(header, header.replaceAll(/[^,;]+/g, 'x')), { target, ...choices }).columns.map(
    ({ field }) => field,
  )

test.each<[name: string, header: string, fields: (string | null)[]]>([
  ['by their names', 'Name,Close date,met at,VALUE', ['name', 'close_date', 'met', 'value']],
  ['by their slugs', 'name,close_date,seats', ['name', 'close_date', 'seats']],
  [
    'by other English words, with the name of the object',
    'Deal Name,Deal Stage,Amount,Deal owner,Expected Close Date,Associated Company,Color',
    ['name', 'stage', 'value', 'owner', 'close_date', 'company', null],
  ],
  [
    'by German words',
    'Titel;Phase;Betrag;Abschlussdatum;Besitzer;Firma;Bewertung;Aktiv;Quelle;Notizen',
    ['name', 'stage', 'value', 'close_date', 'owner', 'company', 'rating', 'active', 'source', 'notes'],
  ],
  [
    'behind the part of an export',
    'Deal - Title,Deal - Value,Deal - Organization,Deal - Contact person,Deal - Stage',
    ['name', 'value', 'company', 'contacts', 'stage'],
  ],
  ['once: the field itself before another word for it', 'Deal,Amount,Value', ['name', null, 'value']],
])('IMP-01 columns of any object are found %s', (_name, header, fields) => {
  expect(goes(header)).toEqual(fields)
})

test('IMP-01 the object is the one whose fields are called like the columns, or the one that is chosen', () => {
  const objectOf = (header: string, choices: ImportChoices = {}) =>
    looked(linesOf(header, 'x,1,2'), { target, ...choices }).object
  expect(objectOf('Name,Stage,Value')).toBe('deals')
  expect(objectOf('Name,Email,Phone')).toBe('people')
  expect(objectOf('Title,Status,Owner')).toBe('tasks')
  expect(objectOf('Title,Status,Owner,Value,Close date')).toBe('deals')
  expect(objectOf('Opportunity Name,Account Name,Stage')).toBe('deals')
  expect(objectOf('Account Name,Phone,Account Owner')).toBe('companies')
  expect(objectOf('Name,Email,Phone', { object: 'companies' })).toBe('companies')
})

test('IMP-03 values of every kind', () => {
  const look = looked(
    linesOf(
      'Name,Value,Seats,Stage,Source,Tags,Close date,Met at,Company,Contacts,Owner,Team,Rating,Active',
      'Pier,"€ 1.234,50",12,PROPOSAL,trade_fair,"Customer, Hot lead",11/27/2026,2026-11-27 10:00,Quay,Ida Roe; Bo Lind,Mira Brandt,"noah@harbour.test, Mira Brandt",4,yes',
      'Dock,(1 200.00),7%,won,Web,"North, east",2026-11-28,2026-11-27T10:00Z,,,usr_2,,5,nein',
      'Raft,12e,5-,Lost,Fax,"Customer, Cold",soon,later,,,Lena Hof (Deactivated User),,9,perhaps',
    ),
    { target },
  )
  expect(look.sample).toEqual([
    {
      line: 2,
      name: 'Pier',
      value: 1234.5,
      seats: 12,
      stage: 'Proposal',
      source: 'Trade fair',
      tags: ['Customer', 'Hot lead'],
      close_date: '2026-11-27',
      met: '2026-11-27T09:00:00.000Z',
      company: 'Quay',
      contacts: 'Ida Roe; Bo Lind',
      owner: 'Mira Brandt',
      team: ['Noah Berg', 'Mira Brandt'],
      rating: 4,
      active: true,
    },
    {
      line: 3,
      name: 'Dock',
      value: -1200,
      seats: 7,
      stage: 'Won',
      source: 'Web',
      tags: ['North, east'],
      close_date: '2026-11-28',
      met: '2026-11-27T10:00:00.000Z',
      owner: 'Noah Berg',
      rating: 5,
      active: false,
    },
    { line: 4, name: 'Raft', tags: ['Customer'] },
  ])
  expect(faultsOf(look)).toEqual([
    '4 Value: 12e',
    '4 Seats: 5-',
    '4 Stage: Lost',
    '4 Source: Fax',
    '4 Tags: Cold',
    '4 Close date: soon',
    '4 Met at: later',
    '4 Owner: Lena Hof (Deactivated User)',
    '4 Rating: 9',
    '4 Active: perhaps',
  ])
})

describe('IMP-03 days and numbers that fit both ways', () => {
  type Case = [
    name: string,
    lines: string[],
    choices: ImportChoices,
    values: unknown[],
    questions: string[],
    note: RegExp | null,
  ]
  const dates = (...days: readonly string[]) => ['Name,Close date', ...days.map((day) => `x,${day}`)]
  const values = (...numbers: readonly string[]) => ['Name,Value', ...numbers.map((one) => `x,"${one}"`)]
  test.each<Case>([
    ['a later value tells', dates('3/4/2027', '3/14/2027'), {}, ['2027-03-04', '2027-03-14'], [], null],
    [
      'a value that fits one way only is read so',
      dates('3/14/2027', '14/3/2027', '3/15/2027', '3/4/2027'),
      {},
      ['2027-03-14', '2027-03-14', '2027-03-15', '2027-03-04'],
      ['dateOrder Close date 3/4/2027'],
      /month first, as in most cells\.$/,
    ],
    [
      'nothing tells',
      dates('3/4/2027', '5/5/2027'),
      {},
      ['2027-03-04', '2027-05-05'],
      ['dateOrder Close date 3/4/2027'],
      /^Column “Close date”: 3\/4\/2027 fits .* It is read with the month first\.$/,
    ],
    ['a person tells', dates('3/4/2027'), { dateOrder: 'day first' }, ['2027-04-03'], [], null],
    ['days with dots', dates('3.4.2027'), {}, ['2027-04-03'], [], null],
    [
      'another column tells, though it fills nothing',
      ['Name,Close date,Signed', 'x,3/4/2027,20/1/2027'],
      {},
      ['2027-04-03'],
      [],
      /day first, because other columns/,
    ],
    ['semicolons tell', ['Name;Close date', 'x;3/4/2027'], {}, ['2027-04-03'], [], /because semicolons/],
    ['German headers tell', ['Titel,Abschluss', 'x,3/4/2027'], {}, ['2027-04-03'], [], /headers are German/],
    ['a later number tells', values('1,234', '0,5'), {}, [1.234, 0.5], [], null],
    ['each number by itself', values('1.234,50', '1,234.50'), {}, [1234.5, 1234.5], [], null],
    [
      'no number tells',
      values('1.234', '12'),
      {},
      [1.234, 12],
      ['decimal Value 1.234'],
      /with a decimal point\.$/,
    ],
    ['a person tells of numbers', values('1.234'), { decimal: 'comma' }, [1234], [], null],
    ['semicolons tell of numbers', ['Name;Value', 'x;1.234'], {}, [1234], [], /decimal comma, because/],
    [
      'a program of the United States tells',
      ['Name,Account Name,Annual Revenue', 'x,y,"1,234"'],
      { columns: [{ column: 2, field: 'value' }] },
      [1234],
      [],
      /files of this program are written so/,
    ],
  ])('%s', (_name, lines, choices, expected, questions, note) => {
    const look = looked(linesOf(...lines), { target, object: 'deals', ...choices })
    expect(look.sample.map(({ close_date: day, value }) => day ?? value)).toEqual(expected)
    expect(look.questions.map(({ about, column, example }) => `${about} ${column} ${example}`)).toEqual(
      questions,
    )
    expect(look.notes).toEqual(note === null ? [] : [expect.stringMatching(note)])
  })

  test('questions of tasks are answered the same way', () => {
    const file = linesOf('Task,Due', 'Paint,3/4/2027')
    expect(looked(file)).toMatchObject({
      questions: [{ about: 'dateOrder', column: 'Due' }],
      sample: [{ due: '2027-03-04T22:59:59.999Z' }],
    })
    expect(looked(file, { dateOrder: 'day first' })).toMatchObject({
      questions: [],
      sample: [{ due: '2027-04-03T21:59:59.999Z' }],
    })
  })
})

test.each<[name: string, cell: string, choices: ImportChoices, tags: string[], faults: string[]]>([
  ['commas', 'Customer, Hot lead', {}, ['Customer', 'Hot lead'], []],
  ['semicolons, with a comma in a name', 'Customer;North, east', {}, ['Customer', 'North, east'], []],
  ['bars', 'Customer|HOT_LEAD', {}, ['Customer', 'Hot lead'], []],
  ['three colons', 'Customer ::: Hot lead', {}, ['Customer', 'Hot lead'], []],
  ['lines', 'Customer\nHot lead', {}, ['Customer', 'Hot lead'], []],
  ['the mark that finds names', 'Hot lead | Customer | a;b', {}, ['Hot lead', 'Customer'], ['a;b']],
  [
    'the mark that a person names',
    'Customer;Hot lead|x',
    { listSeparator: ';' },
    ['Customer'],
    ['Hot lead|x'],
  ],
])('IMP-03 lists are separated by %s', (_name, cell, choices, tags, faults) => {
  const look = looked(linesOf('Name,Tags', `x,"${cell}"`), { target, object: 'deals', ...choices })
  expect(look.sample).toEqual([{ line: 2, name: 'x', tags }])
  expect(look.faults.map(({ text }) => text)).toEqual(faults)
})

test.each<[string, ImportChoices, string | null]>([
  ['Customer, Hot lead', {}, ','],
  ['Customer\nHot lead', {}, '\n'],
  ['Customer', {}, null],
  ['Customer', { listSeparator: 'line' }, '\n'],
])('IMP-03 the look says what separates the values of %j with %j', (cell, choices, separator) => {
  const look = looked(linesOf('Name,Tags,Stage', `x,"${cell}",Won`), { target, object: 'deals', ...choices })
  expect(look.lists).toEqual([{ column: 'Tags', separator }])
  expect(looked(linesOf('Name,Stage', 'x,Won'), { target, object: 'deals' })).not.toHaveProperty('lists')
})

test.each([
  ['', {}],
  [', by a separator that a person has chosen', { listSeparator: ',' as const }],
])('IMP-03 several names with the addresses of their pages are several records%s', (_how, chosen) => {
  const page = (name: string) => `${name} (https://www.notion.so/${name}-0123456789abcdef?pvs=21)`
  const file = linesOf('Name,Stage,Contacts', `x,Won,"${page('Ida')}, ${page('Bo')}"`)
  expect(looked(file, { target, object: 'deals', ...chosen }).sample).toMatchObject([{ contacts: 'Ida; Bo' }])
})

test('IMP-01 rows that go into another object are counted', () => {
  const file = linesOf('Name,Email,Company', 'Ada,a@b.test,Möwe', ',,Harbour Works', ',,')
  expect(looked(file)).toMatchObject({ rows: 2, leftOut: 0, elsewhere: { companies: 1 } })
  expect(looked(linesOf('Name,Email', 'Ada,a@b.test'))).not.toHaveProperty('elsewhere')
})

describe('IMP-03 columns go where a person sends them', () => {
  const file = linesOf('Given,Vorname,Kind,Value,Ref', 'van,Ida,Big,12,A-1', 'Roe,Bo,small,x,A-2')
  const sent = (columns: NonNullable<ImportChoices['columns']>, more: ImportChoices = {}) =>
    looked(file, { target, object: 'deals', columns, ...more })

  test('several make one field, one is left out', () => {
    const look = sent([
      { column: 0, field: 'name' },
      { column: 1, field: 'name' },
      { column: 2, field: 'notes' },
      { column: 3, field: null },
      { column: 4, field: 'notes' },
    ])
    expect(look.sample).toEqual([
      { line: 2, name: 'van Ida', notes: 'Big\nA-1' },
      { line: 3, name: 'Roe Bo', notes: 'small\nA-2' },
    ])
    expect(look.ignored).toEqual(['Value'])
    expect(look.mapping).toEqual([
      { columns: ['Given', 'Vorname'], field: 'name' },
      { columns: ['Kind', 'Ref'], field: 'notes' },
    ])
  })

  test('a column that goes where it was suggested keeps its meaning', () => {
    const people = 'Last Name,First Name,E-mail\nRoe,Ida,ida@roe.test'
    const columns = ['name', 'name', 'email'].map((field, column) => ({ column, field }))
    expect(looked(people, { columns }).sample).toEqual(looked(people).sample)
    const onlyLast = [{ column: 1, field: null }]
    expect(looked(people, { columns: onlyLast }).sample).toMatchObject([{ name: 'Roe' }])
  })

  test('new fields are made, with the choices of their values, and can be the key', () => {
    const columns = [
      { column: 1, field: 'name' },
      { column: 2, field: null, create: { name: 'Größe', type: 'select' as const } },
      { column: 4, field: null, create: { name: 'Ref', type: 'text' as const } },
    ]
    const look = sent(columns, { key: 'ref' })
    expect(look).toMatchObject({
      key: 'ref',
      sample: [
        { name: 'Ida', grosse: 'Big', ref: 'A-1' },
        { name: 'Bo', grosse: 'small', ref: 'A-2' },
      ],
    })
    expect(look.columns.map(({ field, isNew }) => [field, isNew])).toEqual([
      [null, undefined],
      ['name', undefined],
      ['grosse', true],
      ['value', undefined],
      ['ref', true],
    ])
    expect(look.goesTo).toContainEqual({ field: 'ref', name: 'Ref', required: false })
    const { newFields } = planned(file, { target, object: 'deals', columns })
    expect(newFields).toMatchObject([
      { slug: 'grosse', kind: 'select', options: { choices: [{ name: 'Big' }, { name: 'small' }] } },
      { slug: 'ref', kind: 'text', options: null },
    ])
  })

  test.each<[name: string, columns: ImportChoices['columns'], sentence: RegExp]>([
    ['a column', [{ column: 9, field: 'name' }], /^There is no column 9\. The file has 5, from 0\.$/],
    ['a field', [{ column: 0, field: 'nome' }], /^`deals` has no field `nome`\.$/],
    [
      'a name for a new field, of another type',
      [{ column: 0, field: null, create: { name: 'VALUE', type: 'text' } }],
      /^`deals` already has a field “Value”, of the type currency\.$/,
    ],
  ])('%s that does not fit is named', (_name, columns, sentence) => {
    expect(refusedWith(file, { target, object: 'deals', columns })).toMatch(sentence)
  })

  test('tasks: a chosen column comes before the suggested one, titles are joined, and nothing is made', () => {
    const tasks = linesOf('Title,Area,Due,Wanted', 'Paint,Hall,2027-01-01,2027-02-03')
    const columns = [
      { column: 1, field: 'title' },
      { column: 3, field: 'due' },
    ]
    expect(looked(tasks, { columns })).toMatchObject({
      sample: [{ title: 'Paint Hall', due: '2027-02-03T22:59:59.999Z' }],
      ignored: ['Due'],
    })
    expect(looked(tasks, { columns: [{ column: 2, field: null }] }).sample[0]).not.toHaveProperty('due')
    expect(
      refusedWith(tasks, { columns: [{ column: 1, field: null, create: { name: 'Area', type: 'text' } }] }),
    ).toMatch(/^Tasks have no fields of their own/)
  })
})

test('IMP-03 choices that a field does not have are left out and listed, or made', () => {
  const file = linesOf('Name,Stage,Tags', 'a,In talks,Customer; Cold', 'b,in_talks,COLD')
  const options = { target, object: 'deals' }
  expect(looked(file, options).sample).toEqual([
    { line: 2, name: 'a', tags: ['Customer'] },
    { line: 3, name: 'b' },
  ])
  const { newChoices } = planned(file, { ...options, newChoices: 'create' })
  expect(newChoices.map(({ field, choices }) => [field.slug, choices.map(({ name }) => name)])).toEqual([
    ['stage', ['In talks']],
    ['tags', ['Cold']],
  ])
  expect(looked(file, { ...options, newChoices: 'create' })).toMatchObject({
    faults: [],
    sample: [
      { stage: 'In talks', tags: ['Customer', 'Cold'] },
      { stage: 'In talks', tags: ['Cold'] },
    ],
  })
})

test.each<[name: string, file: string, options: ImportChoices, sample: object[]]>([
  [
    'a record',
    linesOf('Name,Value', 'a,bad', 'b,2'),
    { object: 'deals' },
    [{ line: 3, name: 'b', value: 2 }],
  ],
  [
    'a task, and those below it are kept',
    linesOf('ID,Title,Due,Parent', '1,Paint,bad,', '2,Sand,,1'),
    { object: 'tasks' },
    [{ line: 3, title: 'Sand', priority: 'no_priority', status: 'todo' }],
  ],
  [
    'a person, but not for an address beside a good one',
    linesOf('Name,Email,Email 2', 'Ada,bad,a@b.test', 'Bo,bad,'),
    { object: 'people' },
    [{ line: 2, name: 'Ada', email: 'a@b.test' }],
  ],
])('IMP-03 a bad cell costs its row where a person wants it: %s', (_name, file, options, sample) => {
  const look = looked(file, { target, ...options, badCells: 'leave out the row' })
  expect(look.sample).toEqual(sample)
  expect(look).toMatchObject({ rows: 2, leftOut: 1 })
  expect(look.faults.length).toBeGreaterThan(0)
  expect(looked(file, { target, ...options }).leftOut).toBe(0)
})

test('IMP-01 a look shows the columns with their first values, what they can fill, and the faults by kind', () => {
  const long = 'y'.repeat(150)
  const look = looked(linesOf('Name,Value,Depth', `a,bad,${long}`, 'b,worse,', 'c,3,1', 'd,4,2', ',5,3'), {
    target,
    object: 'deals',
    key: 'name',
  })
  expect(look.key).toBe('name')
  expect(look.columns).toEqual([
    { name: 'Name', field: 'name', examples: ['a', 'b', 'c'] },
    { name: 'Value', field: 'value', examples: ['bad', 'worse', '3'] },
    { name: 'Depth', field: null, newType: 'text', examples: [`${'y'.repeat(100)}…`, '1', '2'] },
  ])
  expect(look.goesTo.slice(0, 2)).toEqual([
    { field: 'name', name: 'Name', required: true },
    { field: 'value', name: 'Value', required: false },
  ])
  expect(look.faultsByKind).toEqual([
    { why: 'not a number', code: 'not_number', column: 'Value', count: 2 },
    { why: 'no value for “Name”', code: 'no_title', params: { field: 'Name' }, column: 'Name', count: 1 },
  ])
})

test.each([
  ['number', ['1.234,5', '12', '-3']],
  ['text', ['01234', '99999']],
  ['date', ['2027-03-01', '3. März 2027']],
  ['email', ['a@b.test', 'c@d.test']],
  ['url', ['https://a.test/x', 'www.b.test']],
  ['phone', ['+49 30 555', '(030) 555-01']],
  ['checkbox', ['ja', 'no']],
  ['long_text', ['"one\ntwo"', 'x']],
  ['select', ['red', 'blue', 'red', 'red', 'blue', 'red']],
  ['text', ['red', 'blue']],
  ['text', ['', '']],
])('IMP-03 a new field for a column would be %s', (type, values) => {
  const rows = values.map((value) => (value.includes(',') ? `x,"${value}"` : `x,${value}`))
  const look = looked(linesOf('Name,Other', ...rows), { target, object: 'deals' })
  expect(look.columns[1]).toMatchObject({ field: null, newType: type })
})

test('IMP-01 a file that fits nothing is shown, so that a person can choose', () => {
  const file = 'a,b\n1,2'
  expect(looked(file, { unfit: 'show' })).toMatchObject({
    object: 'people',
    rows: 1,
    leftOut: 1,
    mapping: [],
    notes: [
      'No column fits a field of `people`. The columns are “a”, “b”.',
      'Line 1: no column fills the field “Name”, which every row needs.',
    ],
  })
  const columns = [{ column: 1, field: 'name' }]
  expect(looked(file, { columns }).sample).toEqual([{ line: 2, name: '2' }])
  const withoutPeople = { ...target, objects: target.objects.slice(2) }
  expect(refusedWith(file, { target: withoutPeople })).toMatch(/has no object `people`/)
  expect(looked(file, { target: withoutPeople, unfit: 'show' }).object).toBe('deals')
})

test('IMP-01 rows that seem to be deals or tickets are said to be so, unless a person has chosen', () => {
  const file = linesOf('Deal Name,Associated Company', 'Pier,Quay')
  const notesOf = (options: object) => looked(file, options).notes
  const note =
    'Column “Deal Name”: the file seems to hold other things than `people`. Choose the object that gets them.'
  expect(notesOf({})).toEqual([note])
  expect(notesOf({ object: 'people' })).toEqual([])
  expect(notesOf({ target })).toEqual([])
})

test('IMP-01 a required field without a column is named with the line of the header', () => {
  const [people, companies, deals] = target.objects
  if (!people || !companies || !deals) throw new Error('There are no objects.')
  const fields = deals.fields.map((field) => ({
    ...field,
    required: field.slug === 'stage' || field.primary,
  }))
  const look = looked(linesOf('', 'Name,Value', 'a,1'), {
    target: { ...target, objects: [people, companies, { ...deals, fields }] },
  })
  expect(look.notes).toEqual(['Line 2: no column fills the field “Stage”, which every row needs.'])
  const params = { field: 'Stage' }
  expect(look.noteReasons).toEqual([{ code: 'unfilled_field', params: { line: 2, ...params } }])
  expect(look.faultsByKind).toEqual([
    { why: 'the field “Stage” is required', code: 'required', params, column: '', count: 1 },
  ])
})

test('IMP-03 rows that were left out have their cells by line', () => {
  const bytes = Buffer.from(linesOf('Report,,', 'Name,Value,Stage', 'a,"1', '2",Won', 'b,2'))
  expect(cellsAt(bytes, target, new Set([3, 5]))).toEqual(
    new Map([
      [3, ['a', '1\n2', 'Won']],
      [5, ['b', '2', '']],
    ]),
  )
})

test('IMP-01 the sample names the owner of a local workspace, who has no address', () => {
  const members = [{ id: 'usr_9', name: 'Ida Roe', email: localEmail }]
  const local = { target: { ...target, members } }
  expect(looked(linesOf('Task,Assignee', 'Paint,Ida Roe'), local).sample).toMatchObject([
    { assignee: 'Ida Roe' },
  ])
  expect(looked(linesOf('Name,Value,Owner', 'Pier,1,Ida Roe'), local).sample).toMatchObject([
    { owner: 'Ida Roe' },
  ])
})

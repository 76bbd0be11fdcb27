// Files that are not what they seem: read where possible, else refused in one sentence (IMP-01).
import { expect, test } from 'vitest'
import { dealsTarget, faultsOf, linesOf, looked, planned, refusedWith } from '../imports-testing.ts'
import { readNumber } from './numbers.ts'

const contacts = 'Name,Email,Notes'

const utf16 = (text: string, mark: boolean, swap: boolean): Buffer => {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le')
  return swap ? bytes.swap16() : bytes
}
const german = linesOf('Name\tE-Mail', 'Grüße GmbH, Jörg\tj@gruss.test')

test.each<[name: string, file: Uint8Array, encoding: string, bom: boolean]>([
  ['UTF-8', Buffer.from(german), 'utf-8', false],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${german}`), 'utf-8', true],
  ['UTF-16 LE', utf16(german, true, false), 'utf-16le', true],
  ['UTF-16 BE', utf16(german, true, true), 'utf-16be', true],
  ['UTF-16 LE without a mark', utf16(german, false, false), 'utf-16le', false],
  ['UTF-16 BE without a mark', utf16(german, false, true), 'utf-16be', false],
  ['windows-1252', Buffer.from(german, 'latin1'), 'windows-1252', false],
])('IMP-01 a file in %s', (_name, file, encoding, bom) => {
  const look = looked(file)
  expect(look).toMatchObject({ encoding, bom, delimiter: '\t', rows: 1 })
  expect(look.sample).toEqual([{ line: 2, name: 'Grüße GmbH, Jörg', email: 'j@gruss.test' }])
})

test('IMP-01 windows-1252 has its own quotation marks and the euro', () => {
  const bytes = Buffer.from(`${contacts}\nAda,,\x80 \x96 \x84x\x93`, 'latin1')
  expect(looked(bytes).sample).toEqual([{ line: 2, name: 'Ada', notes: '€ – „x“' }])
})

test('IMP-01 lines of windows-1252 among those of UTF-8, where files were joined', () => {
  const lines = [`${contacts}\nJörg,,\n`, Buffer.from('Käthe,,Größe\n', 'latin1'), 'Đặng,,']
  const look = looked(Buffer.concat(lines.map((line) => Buffer.from(line))))
  expect(look).toMatchObject({ encoding: 'utf-8' })
  expect(look.sample.map(({ name, notes }) => [name, notes])).toEqual([
    ['Jörg', undefined],
    ['Käthe', 'Größe'],
    ['Đặng', undefined],
  ])
})

test.each([',', ';', '\t', '|'])('IMP-01 cells separated by %j, with the others in them', (mark) => {
  const others = [',', ';', '|'].filter((one) => one !== mark).join(' ')
  const file = linesOf(['Email', 'Name', 'Notes'].join(mark), ['a@b.test', 'Ada', others].join(mark))
  const look = looked(file)
  expect([look.delimiter, look.sample]).toEqual([
    mark,
    [{ line: 2, name: 'Ada', email: 'a@b.test', notes: others }],
  ])
})

test('IMP-01 a first line sep= names the separator', () => {
  expect(looked(linesOf('sep=;', 'Name;Email', 'Ada;a@b.test')).sample).toEqual([
    { line: 3, name: 'Ada', email: 'a@b.test' },
  ])
})

test.each<[name: string, file: string | Uint8Array, sentence: RegExp]>([
  ['an empty file', '', /^The file is empty\.$/],
  ['a file of blanks', ' \n\n', /^The file is empty\.$/],
  [
    'a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 1]),
    /^This is a picture \(PNG\), not text\./,
  ],
  ['a workbook', Buffer.from('PK\u0003\u0004…'), /^This is a zip archive or an Excel workbook, not text\./],
  ['bytes', Buffer.from([1, 2, 0, 255, 0, 0, 0, 7]), /not text/],
  ['a calendar', 'BEGIN:VCALENDAR\r\n', /^This is a calendar\. .*svc calendar add/],
  ['JSON of another kind', '{"a": 1}', /not an export of Trello, Asana/],
  ['JSON that holds nothing', '[]', /not an export of Trello, Asana/],
  ['JSON that is cut off', '{"cards": [\n', /^The JSON is broken or cut off/],
  [
    'a table without a known column',
    'a,b\n1,2',
    /^No column fits a field of `people`\. The columns are “a”, “b”\.$/,
  ],
  ['a text', 'Lorem ipsum dolor\nsit amet', /^No column fits a field of `people`/],
  [
    'a quotation mark without an end in the first line',
    '"Name,Email\nAda,',
    /^Line 1: a quotation mark is opened and not closed\.$/,
  ],
  [
    'a quotation mark without an end',
    linesOf(contacts, 'Ada,a@b.test,', 'Bo,b@b.test,"never', 'Cy,,'),
    /^Line 3, column “Notes”: a quotation mark is opened and not closed\.$/,
  ],
  [
    'a quotation mark that swallows rows',
    linesOf(contacts, 'Ada,a@b.test,"cut', 'Bo,"b@b.test",', 'Cy,,"x"'),
    /^Line 2, column “Notes”: a quotation mark/,
  ],
])('IMP-01 %s is refused in one sentence', (_name, file, sentence) => {
  expect(refusedWith(file)).toMatch(sentence)
})

test('IMP-01 mixed ends of lines, and lines inside of quotation marks, are counted', () => {
  const file = `${contacts}\r\nAda,a@b.test,"one\r\ntwo\nthree"\nBo,bad,\r\n\nCy,c@b.test,\rDi,worse,`
  const look = looked(file)
  expect(look.sample.map(({ line, name, notes }) => [line, name, notes])).toEqual([
    [2, 'Ada', 'one\ntwo\nthree'],
    [5, 'Bo', undefined],
    [7, 'Cy', undefined],
    [8, 'Di', undefined],
  ])
  expect(faultsOf(look)).toEqual(['5 Email: bad', '8 Email: worse'])
})

test('IMP-01 blanks around quotation marks do not count', () => {
  expect(looked('"Name" ; "Email"\n"Bo ""B"" Li" ; "b@b.test"').sample).toEqual([
    { line: 2, name: 'Bo "B" Li', email: 'b@b.test' },
  ])
})

test('IMP-01 a formula that keeps a number a text is that text', () => {
  const file = linesOf('Name;Phone', 'Ada;"=""030 123456"""', 'Bo;="0301"')
  expect(looked(file).sample).toEqual([
    { line: 2, name: 'Ada', phone: '030 123456' },
    { line: 3, name: 'Bo', phone: '0301' },
  ])
})

test.each<[name: string, last: string[], stored: number, line: number | null]>([
  ['a sum', ['Summe;2.722,56 €;'], 2, 4],
  ['a total below a blank row, with a footer', [';;', 'Total:;€ 3,00;2', '', 'Copyright by us'], 2, 5],
  ['a sum and what is below it', ['Gesamtsumme;3;2', ';;'], 2, 4],
  ['a count', ['Anzahl: 2;;'], 2, 4],
  ['a count in words', ['2 Datensätze;;'], 2, 4],
  ['a name of one cell', ['Totalschaden 3;;'], 3, null],
  ['a company called so', ['Total;3;Web'], 3, null],
  ['blanks that hold no amount', [`Total;+${' '.repeat(300_000)}x;`], 3, null],
  ['a sum above other rows', ['Summe;3;', 'Raft;4;Web'], 4, null],
])('IMP-01 totals at the end are not rows: %s', (_name, last, stored, line) => {
  const look = looked(linesOf('Name;Value;Source', 'Pier;1;Web', 'Dock;2;', ...last), {
    target: dealsTarget,
    object: 'deals',
  })
  expect([look.rows, look.sample.length]).toEqual([stored, stored])
  expect(look.noteReasons?.map(({ code, params }) => [code, params?.['line']])).toEqual(
    line === null ? [] : [['text_below', line]],
  )
})

test('IMP-01 a header that comes again, where files were joined, is not a row', () => {
  const look = looked(linesOf(contacts, 'Ada,,', 'Bo,,', contacts, 'Name,b@x.test,'))
  expect(look.sample.map(({ line, name }) => [line, name])).toEqual([
    [2, 'Ada'],
    [3, 'Bo'],
    [5, 'Name'],
  ])
})

test('IMP-01 quotation marks in the middle of a cell are text', () => {
  expect(looked(linesOf(contacts, 'Ada,,5" pipe', '"Bo ""B"" Li",,"""So"" she', 'said"')).sample).toEqual([
    { line: 2, name: 'Ada', notes: '5" pipe' },
    { line: 3, name: 'Bo "B" Li', notes: '"So" she\nsaid' },
  ])
})

test('IMP-01 a cell of 2 MiB costs that cell, and is not repeated in the list', () => {
  const look = looked(linesOf(contacts, `Ada,a@b.test,${'x'.repeat(2 * 1024 * 1024)}`))
  expect(look.sample).toEqual([{ line: 2, name: 'Ada', email: 'a@b.test' }])
  expect(look.faults).toMatchObject([{ line: 2, column: 'Notes' }])
  expect(JSON.stringify(look).length).toBeLessThan(2_000)
})

test('IMP-01 long cells that look like the beginning of an address, a date or a list are judged at once', () => {
  const long = [`<${'@'.repeat(500_000)}`, `a${' '.repeat(500_000)}b`, `${'1 '.repeat(250_000)}x`]
  const began = performance.now()
  for (const cell of long) {
    const look = looked(
      linesOf('Name,Email,Phone,Company,Job title', `Ada,${[cell, cell, cell, cell].join(',')}`),
    )
    expect(look.sample[0]).toMatchObject({ name: 'Ada' })
    looked(linesOf('TYPE,CONTENT,PRIORITY,INDENT,DATE,RESPONSIBLE', `task,${cell},1,1,${cell},${cell}`))
    looked(linesOf('Name,Value,Stage,Tags,Close date,Owner,Rating', `x${`,${cell}`.repeat(6)}`), {
      target: dealsTarget,
      newChoices: 'create',
    })
  }
  expect(performance.now() - began).toBeLessThan(30_000)
})

test('IMP-01 a column that appears twice is named, and the first that is filled is used', () => {
  const look = looked(linesOf('Name,Email,Email', 'Ada,,a@b.test', 'Bo,b@b.test,c@b.test'))
  expect(look.notes).toEqual([
    expect.stringMatching(/^Line 1: the column “Email” appears more than once\./),
    '1 row has several values for “Email”. The first is stored.',
  ])
  expect(look.sample.map(({ email }) => email)).toEqual(['a@b.test', 'b@b.test'])
})

test('IMP-01 a row with more cells than columns is left out and listed, one with fewer is read', () => {
  const look = looked(linesOf(contacts, 'Ada,a@b.test', 'Bo,b@b.test,hello, Bo', 'Cy,,,'))
  expect(look.sample.map(({ name }) => name)).toEqual(['Ada', 'Cy'])
  expect(look).toMatchObject({
    rows: 3,
    leftOut: 1,
    faults: [{ line: 3, column: '', why: expect.stringMatching(/4 cells/) }],
  })
})

test('IMP-01 a thousand columns and many faults', () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `Column ${index}`)
  const wide = linesOf([...names, 'Name'].join(','), [...names.map(String), 'Ada'].join(','))
  expect(looked(wide)).toMatchObject({ rows: 1, sample: [{ name: 'Ada' }] })
  const many = linesOf(contacts, ...Array.from({ length: 1_200 }, (_, index) => `P${index},bad,`))
  expect(looked(many)).toMatchObject({ rows: 1_200, leftOut: 0, moreFaults: 200 })
  expect(planned(many).drafts).toHaveLength(1_200)
})

test('IMP-01 an object, a key or a zone that is not there is named with those that are', () => {
  const file = linesOf(contacts, 'Ada,,')
  expect(refusedWith(file, { object: 'deals' })).toBe(
    'There is no object `deals`. There are: `people`, `companies`, `tasks`.',
  )
  expect(refusedWith(file, { key: 'mail' })).toMatch(
    /^`people` has no field `mail`\. There are: name, email,/,
  )
  expect(refusedWith(file, { key: 'company' })).toMatch(/cannot be matched by `company`/)
  expect(refusedWith(file, { zone: 'Europe/Nowhere' })).toMatch(/no time zone/)
  expect(refusedWith(linesOf('Task,Due', 'x,'), { key: 'title' })).toMatch(/Tasks have no field/)
})

/** The result of a cell of the field `value`, which is in EUR, or of the number `seats`. */
const cellOf = (column: 'Value' | 'Seats', cell: string) => {
  const look = looked(linesOf(`Name;${column}`, `x;${cell}`), { target: dealsTarget, object: 'deals' })
  return look.faults[0]?.why ?? look.sample[0]?.[column.toLowerCase()]
}

test.each<[cell: string, amount: unknown]>([
  ['USD 1.234,50', 'an amount in USD, and the field is in EUR'],
  ['£ 99', 'an amount in GBP, and the field is in EUR'],
  ['(99 CHF)', 'an amount in CHF, and the field is in EUR'],
  ['US$ 9', 'an amount in USD, and the field is in EUR'],
  ['9 kr.', 'an amount in kr., and the field is in EUR'],
  ['€ 9 USD', 'an amount in USD, and the field is in EUR'],
  ['50%', 'not a number'],
  ['12 kg', 'not a number'],
  ['12 KM', 'not a number'],
  ['1€50', 'not a number'],
  ['1.234,50 €', 1234.5],
  ['EUR 9', 9],
  ['9 eur', 9],
  ['9 Euro', 9],
  ['-€9', -9],
  ['(1.234,50 €)', -1234.5],
  ['1 234,50', 1234.5],
  ["1'234,50", 1234.5],
  ['9,-- €', 9],
])('IMP-03 an amount in EUR: %s', (cell, amount) => {
  expect(cellOf('Value', cell)).toEqual(amount)
})

test('IMP-03 an amount with the signs of its own currency', () => {
  const own = (code: string, cell: string) => readNumber(cell, ',', { kind: 'currency', code })
  for (const [code, cell] of [
    ['SEK', '9 kr'],
    ['DKK', 'kr. 9'],
    ['PLN', '9 zł'],
    ['CHF', 'Fr. 9.-'],
    ['CAD', '$9'],
    ['CAD', 'CA$9'],
    ['CNY', '¥9'],
    ['HUF', '9 Ft'],
    ['BAM', '9 KM'],
  ] as const)
    expect(own(code, cell), cell).toEqual({ ok: true, value: 9 })
  expect(own('CAD', 'US$9')).toEqual({
    ok: false,
    why: { code: 'other_currency', params: { currency: 'USD', own: 'CAD' } },
  })
})

test('IMP-03 a plain number can be a percentage or an amount, and has no other unit', () => {
  const cells = ['50%', '€ 9', '12 kg', '3 Std', '12 km']
  expect(cells.map((cell) => cellOf('Seats', cell))).toEqual([
    50,
    9,
    'not a number',
    'not a number',
    'not a number',
  ])
})

test.each<[cell: string, number: unknown]>([
  ['12345678901234567,89', 'more digits than can be stored'],
  ['1234567890123456,78', 'more digits than can be stored'],
  ['-12345678901234567', 'more digits than can be stored'],
  ['123456789012345,67', 123456789012345.67],
  ['1234567890123,4567', 'more digits than can be stored'],
  ['123456789012,4567', 123456789012.4567],
  ['0,333333333333333333', 1 / 3],
  ['10000000000000000000000,00', 1e22],
])('IMP-03 a number that cannot be stored as it is written is a fault: %s', (cell, number) => {
  expect(cellOf('Seats', cell)).toEqual(number)
})

test.each<[what: string, column: string, cell: string, why: string]>([
  ['a long name', 'Name', 'x'.repeat(5_000), 'longer than 2,000 characters'],
  ['long notes', 'Notes', 'x'.repeat(100_001), 'longer than 100,000 characters'],
  ['an amount with many decimals', 'Value', '9.12345', 'more than four decimals'],
])('IMP-01 %s is a fault in plain words', (_what, column, cell, why) => {
  const file = column === 'Name' ? linesOf('Name;Stage', `${cell};`) : linesOf(`Name;${column}`, `x;${cell}`)
  expect(looked(file, { target: dealsTarget, object: 'deals' }).faultsByKind).toMatchObject([
    { why, column, count: 1 },
  ])
})

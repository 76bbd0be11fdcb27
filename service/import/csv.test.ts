import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commands } from '../cli/commands.ts'
import { runCommandLine } from '../cli/run.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import { everyone } from '../search/lookup.store.ts'
import { counts, createCsvFolder, openCsvWorkspace } from './csv-testing.ts'
import { findBestMatches } from '../search/search.store.ts'

const postgres = ownDatabases()
const folder = createCsvFolder()
afterAll(() => folder.remove())
const csv = (content: string | Buffer, file?: string) => folder.csv(content, file)

/** Good lines 2, 3 and 6; bad lines 5, 8 and 9. */
const companies = [
  'Company name;Domain;status;Revenue;Founded;Owner;Colour',
  'Harbour Books;harbour.test;Customer;1250,5;1999-05-01;OWNER@acme.test;blue',
  '"Lund; Söhne";https://lund.test;customer;900,5;;Mira Solano;',
  '',
  'Pier 4;pier.test;tepid;1.250,5;01.02.2020;nobody@acme.test;',
  '"Two',
  'lines";;former;;;;',
  'Short;line',
  ';;;;;;red',
].join('\r\n')

let acme: Awaited<ReturnType<typeof openCsvWorkspace>>
afterEach(() => acme.store.close())

describe.each([
  ['SQLite', async () => `file:${folder.fresh('.db')}`],
  ['PostgreSQL', () => postgres()],
])('svc import csv on %s', (_engine, databaseUrl) => {
  beforeEach(async () => {
    acme = await openCsvWorkspace(await databaseUrl())
  })

  test('CLI-03 a dry run reports what the import then does: good lines come in, each fault has its line and column', async () => {
    const errors = folder.fresh('.ndjson')
    const marks = ['--delimiter', ';', '--decimal', 'comma', '--map', 'Company name=name']
    const words = ['import', 'csv', csv(companies), '--object', 'companies', ...marks, '--errors', errors]
    const dry = await acme.svc(...words, '--dry-run')
    expect(await acme.records()).toEqual([])
    const answer = await acme.svc(...words, '--force')
    expect(answer).toEqual({ ...dry, dryRun: false })
    expect(answer.columns.map(({ field }) => field)).toEqual([
      'name',
      'domain',
      'status',
      'revenue',
      'founded',
      'owner',
      null,
    ])
    expect([answer.rows, ...counts(answer)]).toEqual([6, 3, 0, 3])
    expect(answer.faults.map(({ line, column }) => [line, column])).toEqual([
      [5, 'status'],
      [5, 'Revenue'],
      [5, 'Owner'],
      [5, 'Founded'],
      [8, ''],
      [9, 'Company name'],
    ])
    expect(
      readFileSync(errors, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(answer.faults)
    const members = new Map((await acme.lines('member')).map(({ email, id }) => [email, id]))
    expect(await acme.records()).toMatchObject([
      {
        name: 'Harbour Books',
        domain: 'https://harbour.test',
        status: 'customer',
        revenue: 1250.5,
        founded: '1999-05-01',
        owner: members.get('owner@acme.test'),
      },
      {
        name: 'Lund; Söhne',
        domain: 'https://lund.test',
        revenue: 900.5,
        owner: members.get('mira@acme.test'),
      },
      { name: 'Two\nlines', status: 'former' },
    ])
  })

  test('CLI-03 an import that was interrupted continues when it is repeated, and equal lines stay two', async () => {
    const names = Array.from({ length: 1_500 }, (_, index) => `Company ${index % 900}`)
    const file = csv(['Name', ...names].join('\n'))
    const passed = () => {
      throw new Error('cut')
    }
    await expect(acme.import(file, { passed })).rejects.toThrow('cut')
    expect(await acme.lines('record')).toHaveLength(1_000)
    expect(counts(await acme.import(file))).toEqual([500, 1_000, 0])
    expect(counts(await acme.import(file))).toEqual([0, 1_500, 0])
    // A corrected line is the only new one.
    csv(['Name', ...names.with(7, 'Corrected')].join('\n'), file)
    expect(counts(await acme.import(file))).toEqual([1, 1_499, 0])
  })

  test('LCH-07 an imported record is found by its domain and phone', async () => {
    await acme.import(csv('Name,Domain,Desk\nHarbour,harbour.test,+1 555 0188\n'))
    const found = (text: string) =>
      acme.store.read(async (tx) => {
        const { id } = await workspaceOf(tx, 'acme')
        return findBestMatches(tx, id, text, [{ kind: 'record', audience: everyone }], 5)
      })
    expect([await found('harbour.te'), await found('15550188')]).toMatchObject([
      [{ record: { title: 'Harbour' } }],
      [{ record: { title: 'Harbour' } }],
    ])
  })

  test('REC-13 a reference names an active record by id, exact title, or the only title that is alike', async () => {
    await acme.import(csv('Name\nHarbour\nBar\nBär\nTwin\nTwin\n'))
    const harbour = (await acme.lines('record')).find(({ title }) => title === 'Harbour')?.['id']
    const cells = ['HARBOUR', String(harbour).toUpperCase(), 'Bär', 'BAR', 'Twin', 'Nowhere']
    const rows = cells.map((cell, index) => `Person ${index},${cell}\n`).join('')
    const answer = await acme.import(csv(`Name,Company\n${rows}`), { object: 'people' })
    expect(answer.created).toBe(3)
    expect(answer.faults).toEqual([
      { line: 5, column: 'Company', message: expect.stringMatching(/^“BAR” could be .* Use the id\.$/) },
      { line: 6, column: 'Company', message: expect.stringMatching(/^“Twin” could be .* Use the id\.$/) },
      { line: 7, column: 'Company', message: expect.stringMatching(/^“Nowhere” is not an active record/) },
    ])
    const people = (await acme.records()).filter(({ company }) => company !== undefined)
    expect(people.slice(0, 2).map(({ company }) => company)).toEqual([harbour, harbour])
  })
})

describe('what cannot be imported', () => {
  let database: string
  beforeEach(async () => {
    database = `file:${folder.fresh('.db')}`
    acme = await openCsvWorkspace(database)
  })

  test.each<[string, Buffer | string, RegExp]>([
    ['a file that is not UTF-8', Buffer.from('Name\nLund\nMünchen\n', 'latin1'), /line 3: .*not valid UTF-8/],
    ['a character that is cut off', Buffer.from('Name\nGö').subarray(0, -1), /line 2: .*not valid UTF-8/],
    ['a file in UTF-16', Buffer.from('\uFEFFName\nLund\n', 'utf16le'), /line 1: .*Save the file as UTF-8/],
    ['a quotation mark without an end', 'Name\nA\n"B\nC\n', /line 3: a quotation mark is not closed/],
    ['a row of 3 MiB', `Name\nA\n${'x'.repeat(3 * 2 ** 20)}\n`, /line 3: the row is longer than 2 MiB/],
    ['an empty file', '', /is empty/],
  ])('CLI-03 %s is refused, with its line', async (_what, content, sentence) => {
    await expect(acme.import(csv(content))).rejects.toThrow(sentence)
    expect(await acme.records()).toEqual([])
  })

  test('CLI-03 a byte order mark and both ends of lines are accepted, and counted as one line each', async () => {
    const answer = await acme.import(csv('\uFEFFName\nA\r\n"B\r\n"\nC\n\nD,D\n'))
    expect(answer).toMatchObject({ created: 3, faults: [{ line: 7, column: '' }] })
  })

  test.each<[string, string, string[]]>([
    ['CR', 'Name,Domain\r"Two\rlines",a.test\rB,b.test', []],
    ['CR, LF and CRLF mixed', 'Name,Domain\r\n"Two\r\nlines",a.test\nB,b.test\r', []],
    ['a first line sep=;', '\uFEFFsep=;\r\nName;Domain\r\n"Two\nlines";a.test\r\nB;b.test\r\n', []],
    ['a first line "sep=tab"', 'SEP=\t\nName\tDomain\n"Two\nlines"\ta.test\nB\tb.test\n', []],
    [
      'a first line sep=, and another --delimiter',
      'sep=,\nName|Domain\n"Two\nlines"|a.test\nB|b.test\n',
      ['--delimiter', '|'],
    ],
  ])('CLI-03 a file with %s is read', async (_what, content, words) => {
    const answer = await acme.svc('import', 'csv', csv(content), '--object', 'companies', ...words)
    expect(answer).toMatchObject({ created: 2, badLines: 0 })
    expect(await acme.records()).toMatchObject([
      { name: 'B', domain: 'https://b.test' },
      { name: 'Two\nlines', domain: 'https://a.test' },
    ])
  })

  test('CLI-03 a first line sep=; is counted', async () => {
    const answer = await acme.import(csv('sep=;\r\nName;Domain\r\nA;a.test\r\nB;N/A\r\n'))
    expect(answer).toMatchObject({ created: 1, faults: [{ line: 4, column: 'Domain' }] })
  })

  test('CLI-03 svc import csv exits with 0 if all rows are in, with 2 if some were bad, with 1 if nothing was done', async () => {
    const exitOf = async (content: string, ...words: string[]) => {
      const all = ['import', 'csv', csv(content), '--workspace', 'acme', '--object', 'companies', ...words]
      return (await runCommandLine(commands, [...all, '--database', database])).exitCode
    }
    expect(await exitOf('Name,Domain\nA,a.test\n')).toBe(0)
    expect(await exitOf('Name,Domain\nA,a.test\nB,none\n')).toBe(2)
    expect(await exitOf('Name,Domain\nA,a.test\nB,none\n', '--dry-run')).toBe(2)
    expect(await exitOf('Domain\na.test\n')).toBe(1)
  })

  test.each<[string, string[], RegExp]>([
    ['a --map of a column that is not there', ['--map', 'Nick=name'], /no column “Nick”.*Name, Alias, Tel/],
    [
      'a --map to a field that is not there',
      ['--map', 'Alias=nick'],
      /no field `nick`. There are: name, domain/,
    ],
    ['a --map to one of two fields', ['--map', 'Tel=phone'], /Several fields are called `phone`.*fld_.*fld_/],
    ['a --map to a read-only field', ['--map', 'Alias=record_id'], /`record_id` is read-only/],
    ['two columns of one field', ['--map', 'Alias=name'], /“Name” and “Alias” both fill `name`/],
    [
      'no column for a required field',
      ['--map', 'Name='],
      /No column fills `name`.* The columns are “Name”, “Alias”, “Tel”\.$/,
    ],
    [
      'another delimiter than that of the file',
      ['--delimiter', '|'],
      /The only column is “Name,Alias,Tel”\. .*--delimiter ","\.$/,
    ],
    ['a --map without a field', ['--map', 'Name'], /--map is "Column=field"/],
    ['a delimiter of two marks', ['--delimiter', ';;'], /--delimiter is one mark/],
  ])('CLI-03 FLD-02 %s is refused in a sentence', async (_what, words, sentence) => {
    const file = csv('Name,Alias,Tel\nHarbour,HB,112\n')
    const error = await acme.failure('import', 'csv', file, '--object', 'companies', ...words)
    expect(error).toMatchObject({ code: 'bad_option', message: expect.stringMatching(sentence) })
  })

  test('FLD-02 a header that is the slug of two fields needs the id of one', async () => {
    const file = csv('Name,Phone\nHarbour,112\n')
    const words = ['import', 'csv', file, '--object', 'companies']
    const { message } = await acme.failure(...words)
    const [desk] = /fld_\w+(?= \(Desk\))/.exec(message) ?? []
    expect(message).toMatch(/“Phone” could fill fld_\w+ \(Desk\) or fld_\w+ \(Mobile\)/)
    await acme.svc(...words, '--map', `Phone=${desk}`)
    expect(await acme.records()).toMatchObject([{ name: 'Harbour', phone: '112' }])
  })

  test('CLI-03 an object or a member that is not there is refused', async () => {
    const words = ['import', 'csv', csv('Name\nA\n'), '--object']
    expect(await acme.failure(...words, 'ships')).toMatchObject({
      code: 'not_found',
      message: 'There is no object `ships`. There are: companies, people.',
    })
    expect(await acme.failure(...words, 'companies', '--as', 'who@acme.test')).toMatchObject({
      code: 'not_found',
    })
  })
})

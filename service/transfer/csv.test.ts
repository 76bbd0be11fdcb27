import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counts, createCsvFolder, openCsvWorkspace, spreadsheet } from './csv-testing.ts'

let folder: ReturnType<typeof createCsvFolder>
beforeAll(() => {
  folder = createCsvFolder()
})
afterAll(() => folder.remove())
const csv = (content: string | Buffer, file?: string) => folder.csv(content, file)
const workspace = () => openCsvWorkspace(`file:${folder.fresh('.db')}`)

describe('records from a spreadsheet', () => {
  test('CLI-03 columns are guessed, values are read by their field, and every bad line is told with its place', async () => {
    const acme = await workspace()
    const file = csv(`\uFEFF${spreadsheet}`)
    const words = ['import', 'csv', file, '--object', 'companies', '--errors', folder.path('errors.csv')]
    const dry = await acme.svc(...words, '--dry-run')
    expect(await acme.lines('record')).toEqual([])
    const answer = await acme.svc(...words)
    expect(answer).toEqual({ ...dry, dryRun: false })
    expect(answer.delimiter).toBe(';')
    expect(answer.columns).toEqual([
      { column: 'Company name', field: 'name' },
      { column: 'Web', field: 'domain' },
      { column: 'Status', field: 'status' },
      { column: 'Industry', field: 'industry' },
      { column: 'Annual revenue', field: 'revenue', decimal: ',' },
      { column: 'Founded', field: 'founded' },
      { column: 'Owner', field: 'owner' },
      { column: 'Partner', field: 'partner' },
      { column: 'Favourite colour', field: null, reason: 'No field is called so.' },
    ])
    expect(counts(answer)).toEqual([3, 0, 0, 3])
    expect(answer.faults.map(({ line, column }) => [line, column])).toEqual([
      [5, 'Status'],
      [5, 'Founded'],
      [5, 'Owner'],
      [8, ''],
      [9, 'Company name'],
    ])
    expect(readFileSync(folder.path('errors.csv'), 'utf8').split('\n').slice(0, 2)).toEqual([
      'line,column,reason',
      expect.stringMatching(/^5,Status,"“tepid” is none of Prospect, Customer, Former\."$/),
    ])
    const owner = (await acme.lines('member')).find((one) => one['email'] === 'owner@acme.test')
    expect(
      await acme.values('companies', 'name', 'domain', 'status', 'revenue', 'founded', 'owner', 'partner'),
    ).toEqual([
      ['Harbour Books', 'https://harbour.test', 'customer', 1250.5, '1999-05-01', owner?.['id'], true],
      ['Lund; Söhne', 'https://lund.test', 'customer', 900.5, undefined, undefined, false],
      ['Two\nlines', undefined, 'former', undefined, undefined, undefined, undefined],
    ])
    await acme.store.close()
  })

  test('CLI-03 with --strict one bad line keeps every line out', async () => {
    const acme = await workspace()
    const error = await acme.failure('import', 'csv', csv(spreadsheet), '--object', 'companies', '--strict')
    expect(error).toMatchObject({ code: 'conflict', details: expect.any(Array) })
    expect(await acme.lines('record')).toEqual([])
    await acme.store.close()
  })

  test('CLI-03 a run that was cut off goes on when it is repeated, and equal lines stay two', async () => {
    const acme = await workspace()
    const names = Array.from({ length: 1_500 }, (_, index) => `Company ${index % 900}`)
    const file = csv(['Name', ...names].join('\n'))
    const cut = (rows: number) => {
      if (rows >= 1_000) throw new Error('cut')
    }
    await expect(acme.import(file, { passed: cut })).rejects.toThrow('cut')
    expect(await acme.lines('record')).toHaveLength(1_000)
    expect(counts(await acme.import(file))).toEqual([500, 0, 1_000, 0])
    expect(counts(await acme.import(file))).toEqual([0, 0, 1_500, 0])
    // A line that was mended is the only new one.
    csv(['Name', ...names.with(7, 'Mended')].join('\n'), file)
    expect(counts(await acme.import(file))).toEqual([1, 0, 1_499, 0])
    await acme.store.close()
  })

  test('REC-10 a run stops when the fields of its object change under it, and goes on with the new ones when it is repeated', async () => {
    const acme = await workspace()
    const rows = Array.from({ length: 1_500 }, (_, index) => `Company ${index},c${index}.test`)
    const file = csv(['Name,Web', ',bad.test', ...rows].join('\n'))
    const fields = [
      { slug: 'name', name: 'Name', type: 'text', primary: false },
      { slug: 'domain', name: 'Domain', type: 'url', primary: true },
    ]
    const companies = { slug: 'companies', singularName: 'Company', pluralName: 'Companies', fields }
    const schema = csv(JSON.stringify({ objects: [companies] }))
    // The bad line is told after the first thousand rows were stored, and before the others are.
    const onFault = async () => void (await acme.svc('workspace', 'import', schema))
    await expect(acme.import(file, { onFault })).rejects.toThrow(/`companies` were changed.*Run this again/)
    expect(counts(await acme.import(file))).toEqual([501, 0, 999, 1])
    const titles = (await acme.lines('record')).map((record) => String(record['title']))
    expect(titles.filter((title) => !/^https:\/\/c\d+\.test$/.test(title))).toEqual([])
    await acme.store.close()
  })

  test('REC-05 with --key a line changes the record that has its key, and what a cell does not say stays', async () => {
    const acme = await workspace()
    await acme.import(csv('Name,Web,Employees\nHarbour,harbour.test,5\nPier,pier.test,7\n'))
    const file = csv(
      'Website,Name,Employees\nHARBOUR.test,,6\npier.test,Pier,7\nnew.test,New,\nnew.test,Again,1\nother.test,,\n,No key,\n',
    )
    const answer = await acme.import(file, { key: 'domain' })
    expect(counts(answer)).toEqual([1, 1, 1, 3])
    expect(answer.faults.map(({ line, message }) => [line, message])).toEqual([
      [5, 'The key is on line 4 already.'],
      [6, 'The field `name` is required.'],
      [7, 'The key is empty.'],
    ])
    expect(await acme.values('companies', 'name', 'employees')).toEqual([
      ['Harbour', 6],
      ['New', undefined],
      ['Pier', 7],
    ])
    await acme.store.close()
  })

  // The first is what a record holds, or what the first line would make.
  const oneKey: [string, string, string, string, string][] = [
    ['an address with and without its scheme', 'domain', 'Web', 'https://a.test', 'a.test'],
    ['a text with and without accents', 'name', 'Name', 'Café', '  CAFE'],
    ['a number with and without decimals', 'employees', 'Employees', '77', '77.0'],
    ['a number with and without marks of thousands', 'employees', 'Employees', '1200', '"1,200"'],
    ['a date with and without its midnight', 'founded', 'Founded', '2026-01-31', '2026-01-31 00:00'],
  ]
  test.each(oneKey)(
    'REC-05 with --key %s is one key, and its second line is refused, whether a record has it or not',
    async (_what, key, column, first, second) => {
      const acme = await workspace()
      const lines = (...rows: [string, string][]) =>
        csv(
          key === 'name'
            ? ['Name,Note', ...rows.map(([cell, name]) => `${cell},${name}`)].join('\n')
            : [`Name,${column}`, ...rows.map(([cell, name]) => `${name},${cell}`)].join('\n'),
        )
      const file = lines([first, 'First'], [second, 'Second'])
      const fault = { line: 3, column, message: 'The key is on line 2 already.' }
      const fresh = await acme.import(file, { key, mode: 'dry run' })
      expect([counts(fresh), fresh.faults]).toEqual([[1, 0, 0, 1], [fault]])
      expect(await acme.import(file, { key })).toEqual(fresh)
      // Again, and from a file that says something else of the record that is there now.
      const again = await acme.import(file, { key })
      expect([counts(again), again.faults]).toEqual([[0, 0, 1, 1], [fault]])
      const changing = lines([second, 'Third'], [first, 'Fourth'])
      const dry = await acme.import(changing, { key, mode: 'dry run' })
      expect([counts(dry), dry.faults]).toEqual([[0, 1, 0, 1], [fault]])
      expect(await acme.import(changing, { key })).toEqual(dry)
      expect(await acme.lines('record')).toHaveLength(1)
      await acme.store.close()
    },
  )

  test('REC-05 with --key a line far below is still the second of its key, also after a run that was cut off', async () => {
    const acme = await workspace()
    const rows = Array.from({ length: 2_500 }, (_, index) => `Company ${index},c${index}.test`)
    const file = csv(['Name,Web', ...rows, 'Again,https://C7.test'].join('\n'))
    const cut = (count: number) => {
      if (count >= 1_000) throw new Error('cut')
    }
    await expect(acme.import(file, { key: 'domain', passed: cut })).rejects.toThrow('cut')
    const answer = await acme.import(file, { key: 'domain' })
    expect(counts(answer)).toEqual([1_500, 0, 1_000, 1])
    expect(answer.faults).toEqual([{ line: 2_502, column: 'Web', message: 'The key is on line 9 already.' }])
    await acme.store.close()
  })

  test('REC-13 references name active records by title or id, and what is not clear is refused', async () => {
    const acme = await workspace()
    await acme.import(csv('Name\nHarbour\nPier\nTwin\nTwin\n'))
    const people = (rows: string) =>
      acme.import(csv(`Name,E-mail,Organisation\n${rows}`), { object: 'people' })
    const [harbour] = (await acme.lines('record')).filter((record) => record['title'] === 'Harbour')
    const answer = await people(
      `A,a@b.test,HARBOUR\nB,b@b.test,${String(harbour?.['id'])}\nC,c@b.test,Twin\nD,d@b.test,Nowhere\nE,no address,Pier\n`,
    )
    expect(counts(answer)).toEqual([2, 0, 0, 3])
    expect(answer.faults.map(({ line, column }) => [line, column])).toEqual([
      [4, 'Organisation'],
      [5, 'Organisation'],
      [6, 'E-mail'],
    ])
    expect(await acme.values('people', 'name', 'company')).toEqual([
      ['A', harbour?.['id']],
      ['B', harbour?.['id']],
    ])
    await acme.store.close()
  })

  test('CLI-03 --map leads a column elsewhere or nowhere, and says so where it leads astray', async () => {
    const acme = await workspace()
    const file = csv('Name,Alias,Web\nLong Name Ltd,Long,long.test\n')
    const words = ['import', 'csv', file, '--object', 'companies']
    await acme.svc(...words, '--map', 'Alias=name', '--map', 'Web=')
    expect(await acme.values('companies', 'name', 'domain')).toEqual([['Long', undefined]])
    expect(await acme.failure(...words, '--map', 'Alias=nickname')).toMatchObject({
      code: 'bad_option',
      message: expect.stringMatching(/no field `nickname`/),
    })
    expect(await acme.failure(...words, '--map', 'Nick=name')).toMatchObject({
      message: expect.stringMatching(/no column “Nick”/),
    })
    expect(await acme.failure(...words, '--map', 'Name=')).toMatchObject({
      message: expect.stringMatching(/`name`, which is required/),
    })
    expect(await acme.failure('import', 'csv', file, '--object', 'ships')).toMatchObject({
      code: 'not_found',
    })
    await acme.store.close()
  })
})

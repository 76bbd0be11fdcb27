import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '../store/postgres/testing.ts'
import { counts, createCsvFolder, openCsvWorkspace, spreadsheet } from './csv-testing.ts'

let folder: ReturnType<typeof createCsvFolder>
beforeAll(() => {
  folder = createCsvFolder()
})
afterAll(() => folder.remove())
const csv = (content: string | Buffer, file?: string) => folder.csv(content, file)
const workspace = () => openCsvWorkspace(`file:${folder.fresh('.db')}`)

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const byText = (a: string, b: string) => (a < b ? -1 : 1)
const heapAfterCollection = () => {
  collect()
  return process.memoryUsage().heapUsed
}

describe('the file of an import', () => {
  test.each([
    ['UTF-16 with its mark', Buffer.from('\uFEFFName\tWeb\nZoë\tzoe.test\n', 'utf16le'), ['utf-16le', '\t']],
    ['UTF-16 without', Buffer.from('Name,Web\nZoë,zoe.test\n', 'utf16le').swap16(), ['utf-16be', ',']],
    ['an old code page', Buffer.from('Name|Web\rZoë|zoe.test\r', 'latin1'), ['windows-1252', '|']],
    ['one column', Buffer.from('Name\nZoë'), ['utf-8', ',']],
  ])('CLI-03 a file in %s is read', async (_what, content, [encoding, delimiter]) => {
    const acme = await workspace()
    const answer = await acme.import(csv(content))
    expect([answer.encoding, answer.delimiter, answer.created]).toEqual([encoding, delimiter, 1])
    expect(await acme.values('companies', 'name')).toEqual([['Zoë']])
    await acme.store.close()
  })

  const munich = Buffer.from('Name\nMünchen\nZürich\n')
  const badByte = Buffer.from([0xfc])
  test.each<[string, Buffer[], RegExp]>([
    ['a byte of another encoding', [munich, badByte, Buffer.from('ber\r\n')], /line 4: .*one such place/],
    ['bytes of another encoding', [munich, badByte, munich, badByte], /line 4: .*first of 2 .*UTF-8/],
    ['a letter that is cut off', [munich, Buffer.from('Gö').subarray(0, 2)], /line 4: .*UTF-8/],
    ['a mark of UTF-8 and a bad byte', [Buffer.from('\uFEFFName\n'), badByte], /line 2: .*UTF-8/],
  ])(
    'CLI-03 %s in a file of UTF-8 is told with its line, and nothing is guessed',
    async (_what, parts, sentence) => {
      const acme = await workspace()
      await expect(acme.import(csv(Buffer.concat(parts)))).rejects.toThrow(sentence)
      expect(await acme.lines('record')).toEqual([])
      await acme.store.close()
    },
  )

  test('CLI-03 letters of an old code page that look like UTF-8 once leave it an old code page', async () => {
    const acme = await workspace()
    const names = Array.from({ length: 20 }, (_, index) => `Büro ${index}`)
    const { encoding } = await acme.import(csv(Buffer.from(['Name', ...names, 'Ã©'].join('\n'), 'latin1')))
    expect(encoding).toBe('windows-1252')
    expect(await acme.values('companies', 'name')).toContainEqual(['Ã©'])
    await acme.store.close()
  })

  test('CLI-03 a row that is too long is told as that, with its line', async () => {
    const acme = await workspace()
    const long = csv(`Name\nA\n${'x'.repeat(3 * 2 ** 20)}\n`)
    await expect(acme.import(long)).rejects.toThrow(/line 3: the row is longer than 2 MiB/)
    await acme.store.close()
  })

  // Two seconds of a machine that does nothing else.
  test('CLI-03 20,000 rows come in without being held in memory', { timeout: 240_000 }, async () => {
    const acme = await workspace()
    const rows = Array.from({ length: 20_000 }, (_, index) => `Company ${index},${'x'.repeat(1_000)}${index}`)
    const file = csv(['Name,Left out', ...rows].join('\n'))
    rows.length = 0
    const heap: number[] = []
    const passed = (count: number) => {
      if (count % 5_000 < 1_000 && count > 0) heap.push(heapAfterCollection())
    }
    expect(counts(await acme.import(file, { passed }))).toEqual([20_000, 0, 0, 0])
    const [first = 0, ...later] = heap
    // The rows are 20 MB, and their names in memory one.
    expect((Math.max(...later) - first) / 2 ** 20).toBeLessThan(4)
    await acme.store.close()
  })

  test('CLI-03 a quotation mark that is never closed is told with its line before anything is written', async () => {
    const acme = await workspace()
    await expect(acme.import(csv('Name\nA\n"B\nC\n'))).rejects.toThrow(/line 3: a quotation mark opens there/)
    expect(await acme.lines('record')).toEqual([])
    await acme.store.close()
  })
})

describe('on PostgreSQL', () => {
  test('CLI-03 records, references, keys and tasks come in as they do on SQLite', async () => {
    const url = await createTestDatabase()
    const acme = await openCsvWorkspace(url)
    expect(counts(await acme.import(csv(spreadsheet)))).toEqual([3, 0, 0, 3])
    const people = csv('Name,Email,Company\nA,a@b.test,harbour books\nB,b@b.test,Nowhere\n')
    expect(counts(await acme.import(people, { object: 'people' }))).toEqual([1, 0, 0, 1])
    expect(counts(await acme.import(people, { object: 'people' }))).toEqual([0, 0, 1, 1])
    const keyed = csv('Name,Employees\nHARBOUR BOOKS,9\nNew,1\n')
    expect(counts(await acme.import(keyed, { key: 'name' }))).toEqual([1, 1, 0, 0])
    const tasks = csv('Title,Assignees,Linked records\nCall,mira@acme.test,harbour books\n')
    expect(counts(await acme.import(tasks, { object: 'tasks' }))).toEqual([1, 0, 0, 0])
    await acme.store.close()
    await dropTestDatabase(url)
  })
})

describe('records for a spreadsheet', () => {
  test('CLI-03 what is written as CSV comes in again with the same values', async () => {
    const acme = await workspace()
    await acme.import(csv(spreadsheet))
    await acme.import(csv('Name,Email,Company\n"A ""quoted"", name",a@b.test,Harbour Books\n=1+1,,\n'), {
      object: 'people',
    })
    const other = await workspace()
    for (const object of ['companies', 'people']) {
      const file = folder.fresh('.csv')
      expect(await acme.svc('export', 'csv', file, '--object', object)).toMatchObject({ file })
      expect(readFileSync(file, 'utf8')).not.toMatch(/[\n,]"?=/)
      expect((await other.import(file, { object })).badLines).toBe(0)
      // All but the owner, who has another id there.
      const slugs = ['name', 'domain', 'status', 'revenue', 'founded', 'partner', 'email']
      expect(await other.values(object, ...slugs)).toEqual(await acme.values(object, ...slugs))
    }
    const titles = async (from: typeof acme) =>
      (await from.lines('record')).map((record) => String(record['title'])).toSorted(byText)
    expect(await titles(other)).toEqual(await titles(acme))
    await acme.store.close()
    await other.store.close()
  })
})

describe('tasks from a spreadsheet', () => {
  test('LCH-01 tasks come in under the rules of tasks, and whoever is assigned finds them', async () => {
    const acme = await workspace()
    await acme.import(csv('Name\nHarbour\n'))
    const file = csv(
      [
        'Subject,Deadline,Start,Assigned to,State,Priority,Estimate,Regarding,Notes',
        'Call,2026-05-01,2026-04-30 09:00,"mira@acme.test; Noah Berg",In progress,No priority,30,harbour,Soon',
        'Late,2026-05-01,2026-05-02,,,,,,',
        'Long,,,,,,0.5,,',
        ',,,,,,,,Nobody knows',
        '\u200b\u2060,,,,,,,,Nobody sees it',
        `${'x'.repeat(501)},,,,,,,,`,
      ].join('\n'),
    )
    const answer = await acme.import(file, { object: 'tasks', as: 'mira@acme.test' })
    expect(counts(answer)).toEqual([1, 0, 0, 5])
    expect(answer.faults.map(({ line, column, message }) => [line, column, message])).toEqual([
      [3, 'Start', 'The start date must not be later than the due date.'],
      [4, 'Estimate', 'Use whole minutes from 1 to 525600.'],
      [5, 'Subject', 'The field `title` is required.'],
      [6, 'Subject', 'The field `title` is required.'],
      [7, 'Subject', 'Use at most 500 characters.'],
    ])
    const members = await acme.lines('member')
    const idOf = (email: string) => members.find((one) => one['email'] === email)?.['id']
    const [task] = await acme.lines('task')
    expect(task).toMatchObject({
      title: 'Call',
      description: 'Soon',
      status: 'in-progress',
      priority: 'no_priority',
      dueDate: Date.parse('2026-05-01'),
      startDate: Date.parse('2026-04-30T09:00Z'),
      estimatedTime: 30,
      assignees: [idOf('mira@acme.test'), idOf('noah@acme.test')],
      createdBy: idOf('mira@acme.test'),
      linkedRecordIds: [(await acme.lines('record'))[0]?.['id']],
    })
    const workspaceId = (await acme.store.read((tx) => tx.workspaces.bySlug('acme')))?.id ?? ''
    const open = await acme.store.read((tx) =>
      tx.tasks.openAssigned(workspaceId, String(idOf('noah@acme.test')), 9),
    )
    expect(open.map(({ title }) => title)).toEqual(['Call'])
    expect(counts(await acme.import(file, { object: 'tasks', as: 'mira@acme.test' }))).toEqual([0, 0, 1, 5])
    await acme.store.close()
  })
})

// Files that `svc` reads and writes: none is replaced by mistake, and each is complete or absent.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectFailure } from './refusal-testing.ts'
import { createDatabases, svcJson } from './svc-testing.ts'

const mkfifo = '/usr/bin/mkfifo'

const { inFolder, fresh } = createDatabases()
const database = fresh()
const databasePath = database.slice('file:'.length)
beforeAll(() => svcJson('demo', '--records', '5', '--tasks', '5', '--meetings', '2', '--database', database))

let folder: string
let rows: string
let counter = 0
beforeEach(() => {
  folder = inFolder(`files-${(counter += 1)}`)
  mkdirSync(folder)
  rows = join(folder, 'rows.csv')
  writeFileSync(rows, 'Name,Status\nZoë,customer\n')
})

const on = ['--workspace', 'acme', '--database', database]
const asCompanies = ['--object', 'companies', '--as', 'owner@acme.test']
/** Every command that writes a file, with the file where it writes. */
const writing: [string, (path: string) => string[]][] = [
  ['export', (path) => ['export', path, '--force', ...on]],
  ['import csv', (path) => ['import', 'csv', rows, ...asCompanies, '--errors', path, '--force', ...on]],
  ['backup', (path) => ['backup', path, '--force', '--database', database]],
]

describe.each(writing)('what svc %s writes', (_name, words) => {
  test('CLI-03 is never the database, a file beside it, or a link to one', async () => {
    const symbolic = join(folder, 'symbolic')
    symlinkSync(databasePath, symbolic)
    const hard = join(folder, 'hard')
    linkSync(databasePath, hard)
    const before = readFileSync(databasePath)
    const own = ['', '-wal', '-shm', '.serving'].map((ending) => `${databasePath}${ending}`)
    for (const path of [...own, symbolic, hard])
      await expectFailure(words(path), 'file_unusable', /database.*Name another file\./)
    unlinkSync(hard)
    expect(readFileSync(databasePath).equals(before)).toBe(true)
    expect(own.map((path) => existsSync(path))).toEqual([true, false, false, false])
  })
})

const backup = (path: string) => ['backup', path, '--force', '--database', database]

test.skipIf(!existsSync(mkfifo))('CLI-03 an output file is not a pipe', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync(mkfifo, [pipe])
  await expectFailure(backup(pipe), 'file_unusable', /pipe is not a file on disk.*Name another/)
  expect(statSync(pipe).isFIFO()).toBe(true)
})

test('CLI-03 an output file that is a folder, too long or a link to itself is refused in one sentence', async () => {
  await expectFailure(backup(folder), 'invalid_file', /is a directory/)
  await expectFailure(backup(`${folder}/new/`), 'invalid_file', /new\/ .*folder/)
  await expectFailure(backup(join(rows, 'x')), 'invalid_file', /leads through a file/)
  await expectFailure(backup(join(folder, 'x'.repeat(300))), 'file_unusable', /too long.*shorter/)
  const loop = join(folder, 'loop')
  symlinkSync('loop', loop)
  await expectFailure(backup(loop), 'file_unusable', /leads back to itself.*Name another/)
  expect(readdirSync(folder).toSorted()).toEqual(['loop', 'rows.csv'])
})

describe('what is there already', () => {
  test.each(writing.slice(0, 2))('CLI-03 svc %s replaces a file only with --force', async (_name, words) => {
    const path = join(folder, 'mine.txt')
    writeFileSync(path, 'mine')
    const unasked = words(path).filter((word) => word !== '--force')
    await expectFailure(unasked, 'already_exists', /mine\.txt exists already.*--force/)
    expect(readFileSync(path, 'utf8')).toBe('mine')
    await svcJson(...words(path))
    expect(readFileSync(path, 'utf8')).not.toBe('mine')
  })

  test('CLI-03 the rows of an import are not where its bad lines go', async () => {
    const words = ['import', 'csv', rows, ...asCompanies, '--dry-run', ...on, '--errors']
    symlinkSync(rows, join(folder, 'link'))
    for (const path of [rows, join(folder, 'link')])
      await expectFailure([...words, path], 'file_unusable', /the file that is read.*Name another/)
    expect(readFileSync(rows, 'utf8')).toBe('Name,Status\nZoë,customer\n')
    await expectFailure([...words, '-'], 'bad_option', /--errors is .*standard output/)
  })
})

test('CLI-03 two exports to one path at once leave one of them whole, and a file of yours beside it', async () => {
  const path = join(folder, 'acme.ndjson')
  writeFileSync(`${path}.part`, 'mine')
  const words = ['export', path, '--force', ...on]
  await Promise.all([svcJson(...words), svcJson(...words)])
  expect(readFileSync(path, 'utf8').match(/"type":"(header|end)"/g)).toHaveLength(2)
  expect(readFileSync(`${path}.part`, 'utf8')).toBe('mine')
  expect(readdirSync(folder).toSorted()).toEqual(['acme.ndjson', 'acme.ndjson.part', 'rows.csv'])
})

test.each<[string, (path: string) => string[]]>([
  ['import', (path) => ['import', path, '--workspace', 'new']],
  ['import csv', (path) => ['import', 'csv', path, '--object', 'companies', '--workspace', 'acme']],
  ['workspace import', (path) => ['workspace', 'import', path]],
  ['restore', (path) => ['restore', path]],
])('CLI-03 svc %s says why it cannot read a file', async (_name, words) => {
  const fails = (path: string, code: string, sentence: RegExp) =>
    expectFailure([...words(path), '--database', database], code, sentence)
  await fails(join(folder, 'x'.repeat(300)), 'file_unusable', /too long/)
  await fails(join(folder, 'nope.nd'), 'not_found', /no file .*nope\.nd/)
  await fails(join(rows, 'x'), 'invalid_file', /leads through a file/)
})

test('CLI-03 a missing file is reported before a database is created', async () => {
  const empty = fresh()
  const words = ['import', join(folder, 'nope.nd'), '--workspace', 'new', '--database', empty]
  await expectFailure(words, 'not_found', /no file .*nope\.nd/)
  expect(existsSync(empty.slice('file:'.length))).toBe(false)
})

test('CLI-03 a schema that is not UTF-8 is refused', async () => {
  const path = join(folder, 'schema.json')
  writeFileSync(path, Buffer.from('{"workspace":{"slug":"munich","name":"M\u00fcnchen"}}', 'latin1'))
  await expectFailure(['workspace', 'import', path, '--database', database], 'invalid_file', /not text/)
})

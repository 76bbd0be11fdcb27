import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Calendar } from '../../shared/api/launcher/calendars.ts'
import { serveCalendarFile } from '../settings/form-fields-testing.ts'
import { commands } from '../cli/commands.ts'
import { runCommandLine } from '../cli/run.ts'
import { svcJson } from '../cli/svc-testing.ts'
import { createClient } from '../test/contract/client.ts'
import { addMigration } from '../db/migrate-testing.ts'
import { migrations } from '../db/migrate.ts'
import { openStore } from '../db/open.ts'
import { createTestDatabase, dropTestDatabase } from '../db/postgres/testing.ts'
import { startTestService } from '../test/testing.ts'
import { createProject } from './projects.ts'
import { insertIntoTable, rowsOfTable } from '../db/tables.ts'

let directory: string
let original: string
let token: string
let counter = 0

const fresh = (ending: string) => join(directory, `${(counter += 1)}.${ending}`)
const freshDatabase = () => `file:${fresh('db')}`

const backup = async (database: string, ...words: string[]) => {
  const file = fresh('backup')
  await svcJson('backup', file, '--database', database, ...words)
  return file
}
const restore = (file: string, database: string) =>
  svcJson<{ rows: number; applied: string[] }>('restore', file, '--database', database)

/** The rows of a backup as text, without the header and the last line. */
const rowsOf = (file: string) => gunzipSync(readFileSync(file)).toString().split('\n').slice(1, -2).join('\n')

async function failure(...words: string[]) {
  const { output, exitCode } = await runCommandLine(commands, words)
  expect(exitCode).toBe(1)
  return JSON.parse(output).error as { code: string; message: string }
}

/** The demo's workspaces, and data that only HTTP creates. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-backup-'))
  process.env['SVC_SEALING_KEY'] = Buffer.alloc(32, 'a test key').toString('base64')
  original = freshDatabase()
  await svcJson('demo', '--database', original)
  const whose = ['--workspace', 'acme', '--as', 'owner@acme.test', '--database', original]
  const address = ['--url', await serveCalendarFile(), '--allow-private-calendars']
  await svcJson('calendar', 'add', ...address, ...whose)
  const service = await startTestService({ database: original })
  await createProject(service.store, { workspace: 'acme', slug: 'site', name: 'Site', at: service.now() })
  const words = [
    '--workspace',
    'acme',
    '--as',
    'owner@acme.test',
    '--scopes',
    'env:write,records:write,comments:write',
  ]
  token = (await svcJson<{ token: string }>('key', 'create', ...words, '--database', original)).token
  const api = createClient(service.baseUrl, token)
  await api.put('/cli/v1/projects/site/env', { variables: { A: 'sealed' } })
  const [record] = (await api.get('/v1/records?limit=1')).body.data
  await api.post(`/v1/records/${record.id}/comments`, { content: 'A “comment”\nof two lines' })
  await service.close()
})
afterAll(() => {
  delete process.env['SVC_SEALING_KEY']
  rmSync(directory, { recursive: true })
})

describe('svc backup and svc restore', () => {
  test('CLI-03 a restored database holds the same rows in every table, and serves them', async () => {
    const file = await backup(original)
    const copy = freshDatabase()
    expect(await restore(file, copy)).toMatchObject({ applied: [] })
    const again = await backup(copy)
    expect(rowsOf(again) === rowsOf(file)).toBe(true)

    const tables = new DatabaseSync(copy.slice('file:'.length), { readOnly: true })
      .prepare(`select name from sqlite_master where type = 'table' order by name`)
      .all()
      .map(({ name }) => String(name))
    const inFile = [...rowsOf(file).matchAll(/^\{"table":"(\w+)"/gm)].map(([, name]) => name)
    const left = tables.filter((name) => !inFile.includes(name))
    expect(left).toEqual(['counter', 'kysely_migration', 'kysely_migration_lock'])

    const service = await startTestService({ database: copy })
    const api = createClient(service.baseUrl, token)
    expect((await api.get('/cli/v1/projects/site/env')).body.data[0]).toMatchObject({
      key: 'A',
      value: 'sealed',
    })
    expect((await api.get('/v1/records')).body.data).toHaveLength(25)
    await service.close()
    // The sealed address is there, and opens.
    const whose = ['--workspace', 'acme', '--as', 'owner@acme.test', '--database', copy]
    const { calendars } = await svcJson<{ calendars: Calendar[] }>('calendar', 'list', ...whose)
    const subscribed = calendars.find(({ kind }) => kind === 'subscription')
    const reading = ['read', subscribed?.id ?? '', '--allow-private-calendars']
    expect(await svcJson('calendar', ...reading, ...whose)).toMatchObject({ problem: null })
  })

  test('CLI-03 one file restores to SQLite and to PostgreSQL, to the same rows', async () => {
    const file = await backup(original)
    const postgres = await createTestDatabase()
    await restore(file, postgres)
    const fromPostgres = await backup(postgres)
    await dropTestDatabase(postgres)
    expect(rowsOf(fromPostgres) === rowsOf(file)).toBe(true)
    const sqlite = freshDatabase()
    await restore(fromPostgres, sqlite)
    expect(rowsOf(await backup(sqlite)) === rowsOf(file)).toBe(true)
  })

  test('CLI-03 a backup under load is one snapshot: every answered write, and each write whole', async () => {
    const database = freshDatabase()
    await svcJson('restore', await backup(original), '--database', database)
    const service = await startTestService({ database, rateLimit: 100_000 })
    const api = createClient(service.baseUrl, token)
    const answered: string[] = []
    let going = true
    const writer = async () => {
      while (going) {
        const name = `load ${answered.length}`
        const values = { name, email: 'a@b.test' }
        const { status, body } = await api.post('/v1/records', { object: 'people', values })
        expect(status).toBe(201)
        answered.push(body.data.id)
      }
    }
    const writers = [writer(), writer(), writer()]
    await expect.poll(() => answered.length).toBeGreaterThan(10)
    const before = [...answered]
    const file = await backup(database)
    const during = answered.length - before.length
    going = false
    await Promise.all(writers)
    await service.close()
    expect(during).toBeGreaterThan(0)

    const copy = fresh('db')
    await restore(file, `file:${copy}`)
    const db = new DatabaseSync(copy, { readOnly: true })
    const ids = (text: string) =>
      db
        .prepare(text)
        .all()
        .map(({ id }) => String(id))
    const records = ids('select id from record order by id')
    expect(before.filter((id) => !records.includes(id))).toEqual([])
    expect(ids('select id from record_id order by id')).toEqual(records)
    expect(ids(`select ref as id from search_title where kind = 'record' order by ref`)).toEqual(
      ids('select id from record where archived = 0 order by id'),
    )
    expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    db.close()
  })

  test('CLI-03 a backup of an older version leaves the database as it is, and is brought to this version when restored', async () => {
    const database = freshDatabase()
    const old = await openStore(database)
    const row = {
      workspace_id: 'wsp_1',
      id: 'rec-1',
      object_id: 'obj_1',
      title: 'Alder',
      avatar_url: null,
      field_values: '{"fld_1":"Alder"}',
      archived: 0,
      created_by: 'usr_1',
      created_at: 1000,
      updated_at: 1000,
      version: 1,
    }
    const record = { name: 'record', columns: Object.keys(row) }
    await old.write((tx) => insertIntoTable(tx, record, [Object.values(row)]))
    await old.close()
    const before = Object.keys(migrations)
    const next = addMigration()
    const file = await backup(database)
    const asItWas = new DatabaseSync(database.slice('file:'.length), { readOnly: true })
    expect(asItWas.prepare('select name from kysely_migration').all()).toEqual(
      before.map((name) => ({ name })),
    )
    asItWas.close()

    const copy = freshDatabase()
    const { applied } = await restore(file, copy)
    expect(applied).toEqual([next])
    const store = await openStore(copy)
    const table = { name: 'next', columns: ['id'], key: ['id'] }
    expect(await store.read((tx) => rowsOfTable(tx, table, undefined, 1))).toEqual([{ id: 'rec-1' }])
    await store.close()
  })

  test('CLI-03 the file is for its owner only, replaces a file only with --force, and leaves no draft', async () => {
    const file = await backup(original)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const error = await failure('backup', file, '--database', original)
    expect(error).toMatchObject({ code: 'already_exists', message: expect.stringMatching(/--force/) })
    await svcJson('backup', file, '--force', '--database', original)
    const nowhere = join(directory, 'none', 'x.backup')
    expect((await failure('backup', nowhere, '--database', original)).code).toBe('not_found')
    expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('CLI-03 a missing database is named and not created', async () => {
    const database = freshDatabase()
    expect((await failure('backup', fresh('backup'), '--database', database)).code).toBe('not_found')
    expect((await failure('backup', fresh('backup'), '--database', 'memory:')).code).toBe('database_empty')
    expect(() => statSync(database.slice('file:'.length))).toThrow()
  })
})

describe('a restore is refused', () => {
  test('CLI-03 a database that is not empty is refused', async () => {
    const file = await backup(original)
    const error = await failure('restore', file, '--database', original)
    expect(error).toMatchObject({ code: 'conflict', message: expect.stringMatching(/new one/) })
    expect(rowsOf(await backup(original)) === rowsOf(file)).toBe(true)
  })

  test('CLI-03 a backup that is newer than the program is refused', async () => {
    const lines = gunzipSync(readFileSync(await backup(original))).toString()
    const newer = fresh('backup')
    writeFileSync(newer, gzipSync(lines.replace('"0001-start"', '"0001-start","9999-future"')))
    const database = freshDatabase()
    const error = await failure('restore', newer, '--database', database)
    expect(error).toMatchObject({ code: 'database_newer', message: expect.stringMatching(/Update/) })
  })

  test('CLI-03 a damaged, cut or other file restores nothing', async () => {
    const whole = readFileSync(await backup(original))
    const text = gunzipSync(whole).toString()
    const flipped = Buffer.from(whole)
    flipped[whole.length >> 1] = (flipped[whole.length >> 1] ?? 0) ^ 1
    const lines = text.split('\n')
    const damaged: [string, Buffer][] = [
      ['cut', whole.subarray(0, whole.length - 20)],
      ['cut in half', whole.subarray(0, whole.length >> 1)],
      ['flipped', flipped],
      ['without its end', gzipSync(lines.slice(0, -2).join('\n'))],
      ['with a row less', gzipSync(lines.toSpliced(lines.length - 4, 1).join('\n'))],
      ['with another value', gzipSync(text.replace('owner@acme.test', 'other@acme.test'))],
      ['something else', Buffer.from('my notes')],
      ['empty', Buffer.alloc(0)],
    ]
    const database = freshDatabase()
    for (const [name, bytes] of damaged) {
      const file = fresh('backup')
      writeFileSync(file, bytes)
      expect([name, await failure('restore', file, '--database', database)]).toEqual([
        name,
        { code: 'invalid_file', message: expect.stringMatching(/Nothing was restored/) },
      ])
    }
    const none = join(directory, 'none')
    expect(await failure('restore', none, '--database', database)).toEqual({
      code: 'not_found',
      message: `There is no file ${none}.`,
    })
    // Still empty, so the whole file goes in.
    const file = fresh('backup')
    writeFileSync(file, whole)
    await restore(file, database)
  })

  test('CLI-02 a restore without the sealing key says so', async () => {
    const file = await backup(original)
    process.env['SVC_SEALING_KEY'] = Buffer.alloc(32, 'another').toString('base64')
    const restored = await svcJson('restore', file, '--database', freshDatabase())
    process.env['SVC_SEALING_KEY'] = Buffer.alloc(32, 'a test key').toString('base64')
    expect(restored['warning']).toMatch(/sealed with key \w{8}, which is not among/)
  })

  test('CLI-03 a whole backup with another table, column or row length is refused by the name of the table', async () => {
    const all = gunzipSync(readFileSync(await backup(original)))
      .toString()
      .trimEnd()
      .split('\n')
    const { rows } = JSON.parse(all.at(-1) ?? '') as { rows: number }
    const changes: [(line: string) => string, string][] = [
      [(line) => line.replace('{"table":"person"', '{"table":"human"'), 'human'],
      [(line) => (line.includes('"table":"person"') ? line.replace('"email"', '"address"') : line), 'person'],
      [(line) => (/^\[.*"owner@acme\.test"/.test(line) ? line.replace(/\]$/, ',1]') : line), 'person'],
    ]
    const database = freshDatabase()
    for (const [change, table] of changes) {
      const lines = all.slice(0, -1).map(change)
      const sha256 = createHash('sha256')
        .update(lines.map((line) => `${line}\n`).join(''))
        .digest('hex')
      const file = fresh('backup')
      writeFileSync(file, gzipSync(`${[...lines, JSON.stringify({ end: true, rows, sha256 })].join('\n')}\n`))
      expect(await failure('restore', file, '--database', database)).toEqual({
        code: 'invalid_file',
        message: `The backup ${file} does not fit this program at table ${table}. Nothing was restored.`,
      })
    }
  })
})

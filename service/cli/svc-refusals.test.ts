// What `svc` refuses: one sentence that says what to do, no stack trace, nothing touched.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addMigration } from '../db/migrate-testing.ts'
import { openStore } from '../db/open.ts'
import { commands } from './commands.ts'
import { runCommandLine } from './run.ts'
import { expectFailure, expectRealFailure } from './refusal-testing.ts'
import { createDatabases, svcJson } from './svc-testing.ts'

const { inFolder, fresh } = createDatabases()
const database = fresh()
beforeAll(() => svcJson('demo', '--database', database))

describe('bad input', () => {
  test.each<[string, string[], string, RegExp]>([
    ['an unknown command', ['fly'], 'unknown_command', /fly/],
    [
      'a misspelt group',
      ['wrkspace', 'create'],
      'unknown_command',
      /Did you mean workspace\? See: svc --help$/,
    ],
    ['a misspelt command', ['key', 'crate'], 'unknown_command', /Did you mean create\? See: svc key --help$/],
    ['a missing operand', ['key', 'revoke'], 'bad_option', /'keyId'\. See: svc key revoke --help$/],
    [
      'a misspelt option',
      ['serve', '--prot', '1'],
      'bad_option',
      /Did you mean --port\? See: svc serve --help$/,
    ],
    [
      'an option in the place of a value',
      ['serve', '--host', '--database', 'memory:'],
      'bad_option',
      /^--host needs a value/,
    ],
    ['half a command', ['key'], 'unknown_command', /key create, key revoke, key list/],
    ['an unknown option', ['serve', '--colour', 'red'], 'bad_option', /colour/],
    ['an option without its value', ['serve', '--port'], 'bad_option', /port/],
    ['a word too many', ['migrate', 'now'], 'bad_option', /now/],
    ['a port that is none', ['serve', '--port', 'x'], 'bad_option', /--port is a whole number/],
    ['a port too high', ['serve', '--port', '70000'], 'bad_option', /65535/],
    ['a negative port', ['serve', '--port', '-1'], 'bad_option', /^--port is a whole number/],
    [
      'a host for metrics that are not read',
      ['serve', '--port', '0', '--metrics-host', '127.0.0.1', '--database', 'memory:'],
      'bad_option',
      /--metrics-port/,
    ],
    ...['http://u:p@x', 'http://x/?a=b', 'http://x/#a', 'http://x/path', 'data.example.com'].map(
      (url): [string, string[], string, RegExp] => [
        `no origin, ${url},`,
        ['serve', '--port', '0', '--base-url', url, '--database', 'memory:', '--host', '203.0.113.9'],
        'bad_option',
        /--base-url is an origin/,
      ],
    ),
    ['a negative count', ['demo', '--records=-1'], 'bad_option', /--records/],
    [
      'a plan that is none',
      ['workspace', 'create', '--slug', 'x', '--plan', 'gold'],
      'bad_option',
      /free or pro/,
    ],
    ['a slug that is none', ['workspace', 'create', '--slug', 'No Good'], 'bad_option', /slug/],
    ['a missing option', ['key', 'create', '--workspace', 'acme'], 'bad_option', /--as is required/],
    [
      'a second workspace',
      ['workspace', 'set', 'acme', '--slug', 'other', '--name', 'Acme'],
      'bad_option',
      /^Name one workspace\. See: svc workspace set --help$/,
    ],
    ['nothing to change', ['workspace', 'set', 'acme'], 'bad_option', /member-limit/],
    [
      'a database of another kind',
      ['migrate', '--database', 'mysql://localhost/x'],
      'database_unsupported',
      /postgres/,
    ],
    [
      'a server that does not answer',
      ['migrate', '--database', 'postgres://user:secret@127.0.0.1:1/x'],
      'database_unreachable',
      /^(?!.*secret)/,
    ],
    [
      'an address that is not ours',
      ['serve', '--host', '203.0.113.9', '--port', '0', '--database', 'memory:'],
      'address_unusable',
      /203/,
    ],
  ])('CLI-03 %s is one clear sentence', async (_name, words, code, sentence) => {
    await expectFailure(words, code, sentence)
  })

  test('CLI-03 a password that is refused is not repeated: errors are kept in logs', async () => {
    const whose = ['--workspace', 'acme', '--email', 'new@acme.test', '--database', database]
    const words = ['member', 'add', ...whose, '--password', 'hunter2']
    await expectFailure(words, 'bad_option', /^--password is a password of 8 to (?!.*hunter2)/)
  })

  test.each<[string, string[], string]>([
    [
      'an unknown workspace',
      ['--workspace', 'ghost', '--as', 'owner@acme.test', '--scopes', 'tasks:read'],
      'not_found',
    ],
    [
      'a person who is no member',
      ['--workspace', 'acme', '--as', 'owner@globex.test', '--scopes', 'tasks:read'],
      'not_found',
    ],
    [
      'an unknown scope',
      ['--workspace', 'acme', '--as', 'owner@acme.test', '--scopes', 'tasks:fly'],
      'bad_option',
    ],
    [
      'a scope of the launcher',
      ['--workspace', 'acme', '--as', 'owner@acme.test', '--scopes', 'meetings:read'],
      'bad_option',
    ],
    ['no scope', ['--workspace', 'acme', '--as', 'owner@acme.test', '--scopes', ''], 'bad_option'],
    [
      'a past expiry',
      ['--workspace', 'acme', '--as', 'owner@acme.test', '--scopes', 'tasks:read', '--expires', '2020-01-01'],
      'bad_option',
    ],
  ])('CLI-03 a key for %s is refused', async (_name, words, code) => {
    await expectFailure(['key', 'create', ...words, '--database', database], code)
  })

  test('CLI-03 a second workspace of one slug, an unknown key and an unknown member are refused', async () => {
    const on = ['--database', database]
    await expectFailure(['workspace', 'create', '--slug', 'acme', ...on], 'already_exists', /acme/)
    await expectFailure(['key', 'revoke', 'key_nothing', ...on], 'not_found', /key_nothing/)
    await expectFailure(
      ['member', 'remove', '--workspace', 'acme', '--email', 'x@y.test', ...on],
      'not_found',
      /x@y/,
    )
  })

  test('CLI-03 a port that is taken is named', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    for (const option of ['--port', '--metrics-port']) {
      const words = ['serve', '--port', '0', option, String(port), '--database', database]
      await expectRealFailure(words, 'port_taken', new RegExp(`${port} .* another with ${option}\\.`))
    }
    server.close()
  })

  test('CLI-03 a file that is not a database is named and not changed', async () => {
    const path = inFolder('notes.txt')
    writeFileSync(path, 'my notes '.repeat(1000))
    await expectRealFailure(['serve', '--database', `file:${path}`], 'database_corrupt', /notes\.txt/)
    expect(readFileSync(path, 'utf8')).toBe('my notes '.repeat(1000))
  })

  test('CLI-03 a database of another program is named and not changed', async () => {
    const path = inFolder('recipes.db')
    const other = new DatabaseSync(path)
    other.exec('create table recipe (name text)')
    other.close()
    const before = readFileSync(path)
    const words = ['key', 'list', '--workspace', 'acme', '--database', `file:${path}`]
    await expectRealFailure(words, 'database_foreign', /recipes\.db is the database of another program/)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('CLI-03 a URL that names no database, of a process whose user has no name either, is one clear sentence', async () => {
    for (const name of ['USER', 'USERNAME', 'PGUSER', 'PGDATABASE']) vi.stubEnv(name, undefined)
    const words = ['migrate', '--database', 'postgres://127.0.0.1:1']
    await expectRealFailure(words, 'database_unsupported', /names no database/)
    vi.unstubAllEnvs()
  })

  test('CLI-03 a command that needs a database names a missing one and does not create it', async () => {
    const path = inFolder('misspelt.db')
    for (const words of [
      ['workspace', 'list'],
      ['key', 'revoke', 'key_1'],
      ['reseal'],
      ['import', 'csv', inFolder('no.csv'), '--workspace', 'acme', '--object', 'companies', '--dry-run'],
      ['backup', `${path}.backup`],
    ])
      await expectFailure([...words, '--database', `file:${path}`], 'not_found', /no database .*misspelt\.db/)
    expect(existsSync(path)).toBe(false)
    expect(await svcJson('migrate', '--database', `file:${path}`)).toHaveProperty('applied.0')
  })

  test('CLI-03 a command that only reads refuses a database that is older than the program, and changes nothing', async () => {
    const path = inFolder('older.db')
    await (await openStore(`file:${path}`)).close()
    addMigration()
    const before = readFileSync(path)
    const rows = inFolder('older.csv')
    writeFileSync(rows, 'Name')
    const schema = inFolder('older.json')
    writeFileSync(schema, '{"workspace":{"slug":"acme"}}')
    for (const words of [
      ['import', 'csv', rows, '--workspace', 'acme', '--object', 'companies', '--dry-run'],
      ['workspace', 'import', schema, '--dry-run'],
      ['workspace', 'list'],
      ['member', 'list', '--workspace', 'acme'],
      ['key', 'list', '--workspace', 'acme'],
      ['project', 'list', '--workspace', 'acme'],
      ['export', '--workspace', 'acme'],
    ]) {
      const older = /older\.db is older than this program.*svc migrate/
      await expectFailure([...words, '--database', `file:${path}`], 'database_older', older)
      expect(readFileSync(path).equals(before)).toBe(true)
    }
    await svcJson('migrate', '--database', `file:${path}`)
    for (const database of [`file:${path}`, 'memory:']) {
      const answer = await svcJson('workspace', 'import', schema, '--dry-run', '--database', database)
      expect(answer).toMatchObject({ dryRun: true, workspace: { created: true } })
    }
  })

  test.each<[string, string[]]>([
    ['export', ['export', '--workspace', 'acme']],
    ['import', ['import', '--workspace', 'new']],
    ['import csv', ['import', 'csv', '--workspace', 'acme', '--object', 'companies']],
    ['workspace import', ['workspace', 'import']],
    ['restore', ['restore']],
  ])('CLI-03 %s says it where a path leads through a file', async (_name, words) => {
    const through = join(database.slice('file:'.length), 'x')
    const all = [...words, through, '--database', database]
    await expectFailure(all, 'invalid_file', /\.db[/\\]x leads through a file/)
  })

  test('CLI-03 a folder that is missing for a file that is to be written is named', async () => {
    const nowhere = inFolder('nowhere')
    const on = ['--workspace', 'acme', '--object', 'companies', '--database', database]
    const file = join(nowhere, 'out.csv')
    const backup = ['backup', file, '--database', database]
    await expectFailure(backup, 'not_found', /no folder .*nowhere for out\.csv/)
    const rows = inFolder('rows.csv')
    writeFileSync(rows, 'Name')
    await expectFailure(['import', 'csv', rows, '--errors', file, ...on], 'not_found', /no folder .*nowhere/)
    await expectFailure(['import', 'csv', file, ...on], 'not_found', /no file .*out\.csv/)
  })

  test('CLI-03 a backup to restore must be a file on disk', async () => {
    const restore = ['restore', '/dev/null', '--database', fresh()]
    await expectFailure(restore, 'file_unusable', /\/dev\/null .*file on disk/)
  })

  test('CLI-03 a path that ends as one of a folder is refused where a file is to be written, and leaves none', async () => {
    const folder = inFolder('backups')
    for (const words of [['backup'], ['export', '--workspace', 'acme']])
      await expectFailure(
        [...words, `${folder}/`, '--database', database],
        'invalid_file',
        /backups\/ .*folder/,
      )
    expect(existsSync(folder)).toBe(false)
  })

  test('CLI-03 the faults of a file are counted, and listed for people', async () => {
    const path = inFolder('schema.json')
    const words = ['workspace', 'import', path, '--workspace', 'acme', '--database', database]
    writeFileSync(path, '{"colour":"red"}')
    await expectFailure(words, 'invalid_file', /schema\.json has one fault\.$/)
    const { output } = await runCommandLine(commands, [...words, '--human'])
    expect(output).toBe(`Error: ${path} has one fault.\n  Unrecognized key: "colour"\n`)
    writeFileSync(path, '{"colour":"red","objects":1}')
    await expectFailure(words, 'invalid_file', /schema\.json has 2 faults\.$/)
  })

  test('CLI-03 a database that another process keeps locked is named after a bounded wait', async () => {
    const path = database.slice('file:'.length)
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    const words = ['workspace', 'set', 'acme', '--name', 'Acme', '--database', database]
    await expectRealFailure(words, 'database_locked', /another process/)
    other.exec('rollback')
    other.close()
    expect(await svcJson(...words)).toMatchObject({ name: 'Acme' })
  })
})

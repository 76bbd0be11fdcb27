// Refusals of `svc`: one sentence that says what to do, no stack trace, nothing changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test, vi } from 'vitest'
import { addMigration } from '../db/migrate-testing.ts'
import { openStore } from '../db/open.ts'
import { commands } from './commands.ts'
import { runCommandLine } from './run.ts'
import { expectFailure, expectRealFailure } from './refusal-testing.ts'
import { createDatabases, svcJson } from './svc-testing.ts'

const { inFolder, fresh } = createDatabases()
const database = fresh()
beforeAll(() => svcJson('demo', '--database', database))

test.each<[words: string, code: string, sentence: RegExp]>([
  ['fly', 'unknown_command', /fly/],
  ['wrkspace create', 'unknown_command', /Did you mean workspace\? See: svc --help$/],
  ['key crate', 'unknown_command', /Did you mean create\? See: svc key --help$/],
  ['key', 'unknown_command', /key create, key revoke, key list/],
  ['key revoke', 'bad_option', /'keyId'\. See: svc key revoke --help$/],
  ['migrate now', 'bad_option', /now/],
  ['serve --prot 1', 'bad_option', /Did you mean --port\? See: svc serve --help$/],
  ['serve --host --database memory:', 'bad_option', /^--host needs a value/],
  ['serve --port', 'bad_option', /port/],
  ['serve --port x', 'bad_option', /--port is a whole number/],
  ['serve --port 70000', 'bad_option', /65535/],
  ['serve --port 0 --metrics-host 127.0.0.1 --database memory:', 'bad_option', /--metrics-port/],
  ['serve --port 0 --base-url http://u:p@x --database memory:', 'bad_option', /--base-url is an origin/],
  ['serve --port 0 --base-url http://x/path --database memory:', 'bad_option', /--base-url is an origin/],
  ['demo --records=-1', 'bad_option', /--records/],
  ['workspace create --slug x --plan gold', 'bad_option', /free or pro/],
  ['workspace create --slug No', 'bad_option', /slug/],
  ['workspace set acme --slug other --name Acme', 'bad_option', /^Name one workspace\. See: .* --help$/],
  ['workspace set acme', 'bad_option', /member-limit/],
  ['key create --workspace acme', 'bad_option', /--as is required/],
  ['migrate --database mysql://localhost/x', 'database_unsupported', /postgres/],
  ['migrate --database postgres://me:secret@127.0.0.1:1/x', 'database_unreachable', /^(?!.*secret)/],
  ['serve --host 203.0.113.9 --port 0 --database memory:', 'address_unusable', /203/],
])('CLI-03 `svc %s` is refused with %s and one sentence', async (words, code, sentence) => {
  await expectFailure(words.split(' '), code, sentence)
})

test('CLI-03 a refused password is not repeated, because errors are kept in logs', async () => {
  const whose = ['--workspace', 'acme', '--email', 'new@acme.test', '--database', database]
  const words = ['member', 'add', ...whose, '--password', 'hunter2']
  await expectFailure(words, 'bad_option', /^--password is a password of 8 to (?!.*hunter2)/)
})

test.each([
  ['ghost', 'owner@acme.test', 'tasks:read', 'not_found'],
  ['acme', 'owner@globex.test', 'tasks:read', 'not_found'],
  ['acme', 'owner@acme.test', 'tasks:fly', 'bad_option'],
  ['acme', 'owner@acme.test', 'meetings:read', 'bad_option'],
  ['acme', 'owner@acme.test', '', 'bad_option'],
  ['acme', 'owner@acme.test', 'tasks:read --expires 2020-01-01', 'bad_option'],
])('CLI-03 a key of workspace %s for %s with scopes %s is refused: %s', async (slug, as, scopes, code) => {
  const words = ['key', 'create', '--workspace', slug, '--as', as, '--scopes', ...scopes.split(' ')]
  await expectFailure([...words, '--database', database], code)
})

test.each([
  ['workspace create --slug acme', 'already_exists', /acme/],
  ['key revoke key_nothing', 'not_found', /key_nothing/],
  ['member remove --workspace acme --email x@y.test', 'not_found', /x@y/],
])('CLI-03 `svc %s` on the demo is refused with %s', async (words, code, sentence) => {
  await expectFailure([...words.split(' '), '--database', database], code, sentence)
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

test('CLI-03 a database of another program is named and not changed', async () => {
  const path = inFolder('recipes.db')
  const other = new DatabaseSync(path)
  other.exec('create table recipe (name text)')
  other.close()
  const before = readFileSync(path)
  const words = ['key', 'list', '--workspace', 'acme', '--database', `file:${path}`]
  await expectFailure(words, 'database_foreign', /recipes\.db is the database of another program/)
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('CLI-03 a URL without a database is refused in one sentence, also if the user has no name', async () => {
  for (const name of ['USER', 'USERNAME', 'PGUSER', 'PGDATABASE']) vi.stubEnv(name, undefined)
  const words = ['migrate', '--database', 'postgres://127.0.0.1:1']
  await expectFailure(words, 'database_unsupported', /names no database/)
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

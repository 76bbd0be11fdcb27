// Backups that are whole, and are not of this program's tables.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../cli/commands.ts'
import { runCommandLine } from '../cli/run.ts'
import { svcJson } from '../cli/svc-testing.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'

let directory: string
let lines: string[]
let rows: number
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-unfit-'))
  const on = ['--database', `file:${join(directory, 'original.db')}`]
  await svcJson('workspace', 'create', '--slug', 'tiny', ...on)
  await svcJson('member', 'add', '--workspace', 'tiny', '--email', 'ada@tiny.test', ...on)
  const file = join(directory, 'original.backup')
  await svcJson('backup', file, ...on)
  const all = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  lines = all.slice(0, -1)
  ;({ rows } = JSON.parse(all.at(-1) ?? '') as { rows: number })
})
afterAll(() => rmSync(directory, { recursive: true }))

/** A backup of these lines, with the end that belongs to them. */
function written(name: string, some: readonly string[]): string {
  const hash = createHash('sha256')
  for (const line of some) hash.update(line).update('\n')
  const end = JSON.stringify({ end: true, rows, sha256: hash.digest('hex') })
  const file = join(directory, `${name}.backup`)
  writeFileSync(file, gzipSync(`${[...some, end].join('\n')}\n`))
  return file
}

const postgres = ownDatabases()
const changes: [string, (line: string) => string, string][] = [
  ['a table that is not there', (line) => line.replace('{"table":"person"', '{"table":"human"'), 'human'],
  [
    'a column that is not there',
    (line) => (line.includes('"table":"person"') ? line.replace('"email"', '"address"') : line),
    'person',
  ],
  [
    'a row that is too long',
    (line) => (line.includes('"ada@tiny.test"') ? line.replace(/\]$/, ',1]') : line),
    'person',
  ],
]

describe.each([
  ['SQLite', async () => `file:${join(directory, 'restored.db')}`],
  ['PostgreSQL', () => postgres()],
])('on %s', (engine, databaseUrl) => {
  test('CLI-03 a whole backup with a table, a column or a row that does not fit is refused with the table’s name, and restores nothing', async () => {
    const database = await databaseUrl()
    for (const [what, change, table] of changes) {
      const file = written(`${engine} ${what}`, lines.map(change))
      const { output, exitCode } = await runCommandLine(commands, ['restore', file, '--database', database])
      expect([what, exitCode, JSON.parse(output).error]).toEqual([
        what,
        1,
        {
          code: 'invalid_file',
          message: `The backup ${file} does not fit this program at table ${table}. Nothing was restored.`,
        },
      ])
    }
    // Still empty, so the backup as it was goes in.
    const whole = written(`${engine} whole`, lines)
    expect(await svcJson('restore', whole, '--database', database)).toMatchObject({ rows })
  })
})

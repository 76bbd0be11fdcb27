import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { svcJson } from '../../cli/svc-testing.ts'
import { openStore } from '../../db/open.ts'
import { exportWorkspace } from '../../import/export-workspace.ts'
import type { CsvAnswer } from '../../import/import-csv.ts'

const rows = 100_000
const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
let directory: string
beforeAll(() => (directory = mkdtempSync(join(tmpdir(), 'svc-long-csv-'))))
afterAll(() => rmSync(directory, { recursive: true }))

/** Asked often, so it is asked of the end of the table: a long read would keep the log from being folded in. */
const countIn = (path: string): number => {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 1_000 })
  const row = database.prepare('select max(rowid) as records from record').get()
  database.close()
  return Number(row?.['records'])
}

async function titlesIn(database: string): Promise<string[]> {
  const store = await openStore(database)
  const titles: string[] = []
  await exportWorkspace(store, 'initech', async (text) => {
    const [, title] = /^\{"type":"record".*?"title":"([^"]*)"/.exec(text) ?? []
    if (title !== undefined) titles.push(title)
  })
  await store.close()
  return titles
}

test(
  'CLI-03 an import of 100,000 rows that is killed again and again ends with every row once, in little memory',
  { timeout: 1_200_000 },
  async () => {
    const file = join(directory, 'companies.csv')
    const out = createWriteStream(file)
    out.write('Name,Status,Industry,Employees,Left out\n')
    for (let row = 0; row < rows; row += 1) {
      const text = `Company ${row},customer,software,${row % 900},${'x'.repeat(500)}\n`
      if (!out.write(text)) await once(out, 'drain')
    }
    out.end()
    await once(out, 'finish')
    const path = join(directory, 'one.db')
    const database = `file:${path}`
    await svcJson('demo', '--records', '0', '--tasks', '0', '--meetings', '0', '--database', database)
    const before = countIn(path)
    const words = [
      'import',
      'csv',
      file,
      '--workspace',
      'initech',
      '--object',
      'companies',
      '--database',
      database,
    ]

    for (const part of [0.1, 0.3, 0.7]) {
      const child = spawn(process.execPath, [main, ...words], { stdio: 'ignore' })
      const ended = once(child, 'exit')
      while (child.exitCode === null && countIn(path) < before + part * rows) await sleep(100)
      child.kill('SIGKILL')
      await ended
      expect(child.signalCode).toBe('SIGKILL')
    }

    // A heap that 50 MB of rows do not fit into.
    const child = spawn(process.execPath, ['--max-old-space-size=64', main, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const output = (await child.stdout.setEncoding('utf8').toArray()).join('')
    const answer = JSON.parse(output) as CsvAnswer
    expect(answer).toMatchObject({ rows, badLines: 0 })
    expect(answer.created).toBeGreaterThan(0)
    expect(answer.created + answer.alreadyThere).toBe(rows)
    const titles = (await titlesIn(database)).filter((title) => /^Company \d+$/.test(title))
    expect(titles).toHaveLength(rows)
    expect(new Set(titles).size).toBe(rows)
  },
)

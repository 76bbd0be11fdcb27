import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headerLine, line, readBackup } from './backup-file.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-backup-file-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const longest = 100_000
/** A row whose line has this many characters. */
const rowOf = (length: number) => ['x'.repeat(length - JSON.stringify(['']).length)]

function backupOf(row: string[]): string {
  const path = join(directory, `${row[0]?.length}.backup`)
  const lines = [headerLine(['0001-start'], 0), line({ table: 'record', columns: ['id'] }), line(row)]
  const sha256 = createHash('sha256').update(lines.join('')).digest('hex')
  writeFileSync(path, gzipSync(lines.join('') + line({ end: true, rows: 1, sha256 })))
  return path
}

async function rowsIn(path: string) {
  const rows: unknown[] = []
  for await (const part of readBackup(path, longest)) if (part.kind === 'row') rows.push(part.cells)
  return rows
}

test('CLI-03 a backup with a line of the most characters is read', async () => {
  expect(await rowsIn(backupOf(rowOf(longest)))).toEqual([rowOf(longest)])
})

test.each([
  ['by one', rowOf(longest + 1)],
  ['by far', rowOf(50 * longest)],
])('CLI-03 a backup with a line that is longer %s is refused in a sentence', async (_how, row) => {
  await expect(rowsIn(backupOf(row))).rejects.toMatchObject({
    operatorCode: 'invalid_file',
    message: expect.stringMatching(
      /has a line that is longer than that of any backup\. Nothing was restored\.$/,
    ),
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textLines } from './csv-file.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-lines-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

test('CLI-03 a CRLF that is cut between two reads of the file is one end of a line', async () => {
  const path = join(directory, 'cut.csv')
  const long = 'x'.repeat(256 * 1024 - 1)
  writeFileSync(path, `${long}\r\ny\rz\n`)
  const lines: string[] = []
  for await (const line of textLines(path, 'any')) lines.push(line)
  expect(lines).toEqual([long, 'y', 'z'])
})

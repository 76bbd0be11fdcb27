import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesWith } from './readable.ts'

const folder = mkdtempSync(join(tmpdir(), 'readable-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a text is found in any file of a profile, hidden ones too, as UTF-8 and as UTF-16', () => {
  mkdirSync(join(folder, '.hidden/deep'), { recursive: true })
  writeFileSync(join(folder, 'plain'), 'a Björn b')
  writeFileSync(join(folder, '.hidden/deep/.wide'), Buffer.from('xBjörn', 'utf16le'))
  writeFileSync(join(folder, 'other'), 'Bjorn')
  expect(filesWith(folder, ['token', 'Björn']).sort()).toEqual([
    '.hidden/deep/.wide (text 2)',
    'plain (text 2)',
  ])
})

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { writePrivateFile } from './private-file.ts'

// As the file system of most memory sticks answers.
vi.mock('node:fs', async (load) => ({
  ...(await load<object>()),
  linkSync: () => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
  },
}))

test('CLI-03 a file is written where the file system has no links, and still replaces nothing unasked', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-no-links-'))
  const path = join(directory, 'acme.backup')
  const write = (text: string) => writePrivateFile(path, 'keep', (file) => file.writeFile(text))
  await write('one')
  await expect(write('two')).rejects.toMatchObject({ operatorCode: 'already_exists' })
  expect([readFileSync(path, 'utf8'), readdirSync(directory)]).toEqual(['one', ['acme.backup']])
  rmSync(directory, { recursive: true })
})

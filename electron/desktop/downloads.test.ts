import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { succeeded } from '../../shared/errors.ts'
import { saveDownload } from './downloads.ts'

const parent = mkdtempSync(join(tmpdir(), 'downloads-'))
afterAll(() => rmSync(parent, { recursive: true }))
const folder = join(parent, 'Downloads')

test('IMP-03 a file is saved beside what is there, under a name that no desktop refuses', async () => {
  const save = (text: string) => saveDownload(folder, 'a/b: left out.csv', text)
  expect(await save('one')).toEqual(succeeded({ folder: 'Downloads', name: 'a_b_ left out.csv' }))
  expect(await save('two')).toEqual(succeeded({ folder: 'Downloads', name: 'a_b_ left out (2).csv' }))
  expect(readFileSync(join(folder, 'a_b_ left out.csv'), 'utf8')).toBe('one')
  expect(readFileSync(join(folder, 'a_b_ left out (2).csv'), 'utf8')).toBe('two')
})

test.each(['..', '../x', '.', ''])('IMP-03 the name %j stays in its folder', async (name) => {
  const saved = await saveDownload(folder, name, 'text')
  if (saved.ok) expect(saved.value.name).not.toMatch(/[/\\]/)
  else expect(saved.error.kind).toBe('notKept')
})

test('IMP-03 a folder that is not there or not a folder is said', async () => {
  const file = join(parent, 'a file')
  writeFileSync(file, '')
  for (const one of [null, file])
    expect(await saveDownload(one, 'left out.csv', 'text')).toMatchObject({
      ok: false,
      error: { kind: 'notKept' },
    })
})

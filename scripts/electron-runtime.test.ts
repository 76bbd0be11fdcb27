import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseRuntime, electronVersion } from './electron-runtime.ts'

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'svc-launcher-runtime-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Binary = { content?: string | Buffer; version?: string; mode?: number }

let made = 0
const binary = ({ content = '', version, mode = 0o755 }: Binary): string => {
  const home = join(folder, String((made += 1)))
  mkdirSync(home)
  const path = join(home, 'electron')
  writeFileSync(path, content)
  chmodSync(path, mode)
  if (version !== undefined) writeFileSync(join(home, 'version'), version)
  return path
}

const agent = (version: string): string =>
  `\0Mozilla/5.0 Chrome/146.0.1.2 Electron/${version} Safari/537.36\0`

describe('electronVersion', () => {
  const part = 4 * 1024 * 1024
  it.each<[string, Binary, string | null]>([
    ['from the file of a release', { version: '45.4.1' }, '45.4.1'],
    ['from a file with a v and a new line', { version: 'v44.0.0-beta.2\n' }, '44.0.0-beta.2'],
    ['from the binary', { content: agent('43.1.0') }, '43.1.0'],
    [
      'from the binary when another program has the file',
      { content: agent('43.1.0'), version: 'r7' },
      '43.1.0',
    ],
    ['across two parts', { content: Buffer.from('\0'.repeat(part - 40) + agent('43.1.0')) }, '43.1.0'],
    ['far behind', { content: Buffer.from('\0'.repeat(2 * part + 99) + agent('43.1.0')) }, '43.1.0'],
    ['of another program', { content: '\x7fELF Chrome/146.0.1.2' }, null],
    ['of an empty file', {}, null],
  ])('reads the version of a runtime: %s', (_name, made, version) => {
    expect(electronVersion(binary(made))).toBe(version)
  })
})

describe('chooseRuntime', () => {
  it('runs on the Electron that SVC_LAUNCHER_RUNTIME names, and says its version', () => {
    const executable = binary({ version: '42.0.0' })
    expect(chooseRuntime(executable)).toEqual({ kind: 'electron', executable, version: '42.0.0' })
  })

  it.each<[string, () => string, RegExp]>([
    ['a path where nothing is', () => join(folder, 'nothing'), /nothing is not an executable file;/],
    ['a folder', () => folder, / is not an executable file;/],
    [
      'a file that may not be run',
      () => binary({ version: '45.0.0', mode: 0o644 }),
      / is not an executable file;/,
    ],
    ['another program', () => binary({ content: '#!/bin/sh\n' }), / is not an Electron;/],
    [
      'an Electron too old',
      () => binary({ version: '41.9.9' }),
      / is Electron 41\.9\.9, which is too old: .* 42 to /,
    ],
    [
      'an Electron too new',
      () => binary({ version: '999.0.0' }),
      / is Electron 999\.0\.0, which is newer than /,
    ],
  ])('refuses %s with one sentence', (_name, path, sentence) => {
    const refused = (): unknown => chooseRuntime(path())
    expect(refused).toThrow(sentence)
    expect(refused).toThrow(/^SVC_LAUNCHER_RUNTIME: [^\n]+\.$/)
  })
})

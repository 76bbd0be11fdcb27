import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writePrivateFile } from './private-file.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-private-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const write = (path: string, text: string, existing: 'keep' | 'replace' = 'replace') =>
  writePrivateFile(path, existing, (file) => file.writeFile(text))

describe('a link', () => {
  test('CLI-02 stays a link, and the file that it points to is replaced, for its owner only', async () => {
    const [link, target] = [join(directory, '.env'), join(directory, 'shared', 'real.env')]
    mkdirSync(join(directory, 'shared'))
    writeFileSync(target, 'A=1\n', { mode: 0o644 })
    symlinkSync(join('shared', 'real.env'), link)
    await write(link, 'A=2\n')
    expect(readlinkSync(link)).toBe(join('shared', 'real.env'))
    expect(lstatSync(target).isFile()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('A=2\n')
    expect(statSync(target).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(directory, 'shared'))).toEqual(['real.env'])
    expect(readdirSync(directory).toSorted()).toEqual(['.env', 'shared'])
  })
})

describe('an interruption', () => {
  const program = fileURLToPath(new URL('private-file-testing.ts', import.meta.url))

  test('CLI-03 by a signal leaves no file, and ends the process as that signal does', async () => {
    const path = join(directory, 'big.backup')
    const child = spawn(process.execPath, [program, path], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(readdirSync(directory)).toEqual([expect.stringMatching(/^big\.backup\.\w+\.part$/)])
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
    expect(readdirSync(directory)).toEqual([])
  })

  test('CLI-03 is listened for only while a file is written', async () => {
    const listeners = () =>
      ['SIGINT', 'SIGTERM', 'SIGHUP'].reduce((sum, signal) => sum + process.listenerCount(signal), 0)
    const before = listeners()
    await writePrivateFile(join(directory, 'a'), 'replace', async () => {
      expect(listeners()).toBe(before + 3)
    })
    const failing = writePrivateFile(join(directory, 'b'), 'replace', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    await expect(write(join(directory, 'none', 'c'), 'x')).rejects.toMatchObject({
      operatorCode: 'not_found',
    })
    expect(listeners()).toBe(before)
    expect(existsSync(join(directory, 'b'))).toBe(false)
  })
})

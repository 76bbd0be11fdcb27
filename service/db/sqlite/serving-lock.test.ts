import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockToServe } from '../open.ts'
import { isStoreError } from '../../base/store-error.ts'
import { isServed } from './serving-lock.ts'

const link = (make: (target: string, name: string) => void, target: string, name: string): string => {
  make(target, name)
  return name
}

const module = new URL('../open.ts', import.meta.url).href
/** A process that does with the database what a service does. */
const serve = async (path: string) => {
  const url = JSON.stringify(`file:${path}`)
  // Kept: a lock that nothing refers to ends when its memory is collected.
  const code = `const { lockToServe, openStore } = await import(${JSON.stringify(module)})
    globalThis.release = await lockToServe(${url}); await openStore(${url}); console.log('serving'); setInterval(() => {}, 1000)`
  const process = spawn('node', ['--input-type=module', '-e', code])
  onTestFinished(() => void process.kill('SIGKILL'))
  await once(process.stdout, 'data')
  return process
}

test('CLI-03 a second service on one SQLite file is refused under every name of it, until the first ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-serving-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'data', 'workspace.db')
  mkdirSync(dirname(path))
  const first = await serve(path)
  expect(isServed(path)).toBe(true)
  const symbolic = link(symlinkSync, path, join(folder, 'symbolic.db'))
  const twice = link(symlinkSync, symbolic, join(folder, 'twice.db'))
  const inLinkedFolder = join(link(symlinkSync, dirname(path), join(folder, 'linked')), 'workspace.db')
  const hard = link(linkSync, path, join(folder, 'hard.db'))
  const before = readFileSync(path)

  const served = (name: string) =>
    `Process ${first.pid} already serves the database ${name}. Stop it first, or use PostgreSQL for several processes.`
  const inUse = `Another process uses the database ${hard}, perhaps by another of the 2 names (hard links) of the file. Stop it first, and keep one name.`
  const expected = [
    ...[path, symbolic, twice, inLinkedFolder].map((name) => [name, served(name)]),
    // Its name leads to no process.
    [hard, inUse],
  ]
  const refusals = expected.map(async ([name = '']) => {
    const refused: unknown = await lockToServe(`file:${name}`).catch((error: unknown) => error)
    return [name, isStoreError(refused) && refused.storeCode === 'database_served' && refused.message]
  })
  expect(await Promise.all(refusals)).toEqual(expected)
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${hard}-wal`)).toBe(false)

  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(isServed(path)).toBe(false)
  for (const [name = ''] of expected) (await lockToServe(`file:${name}`))()
})

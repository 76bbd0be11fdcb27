import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockServing } from './serving-lock.ts'

const module = new URL('serving-lock.ts', import.meta.url).href
const start = async (path: string) => {
  const code = `await (await import(${JSON.stringify(module)})).lockServing(${JSON.stringify(path)}); console.log('locked'); setInterval(() => {}, 1000)`
  const process = spawn('node', ['--input-type=module', '-e', code])
  onTestFinished(() => void process.kill('SIGKILL'))
  await once(process.stdout, 'data')
  return process
}

test('CLI-03 a second service on one SQLite file is refused with the process id of the first, whose end frees the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-serving-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'workspace.db')
  const first = await start(path)
  await expect(lockServing(path)).rejects.toMatchObject({
    storeCode: 'database_served',
    message: `Process ${first.pid} already serves the database ${path}. Stop it first, or use PostgreSQL for several processes.`,
  })
  first.kill('SIGKILL')
  await once(first, 'exit')
  const unlock = await lockServing(path)
  unlock()
  ;(await lockServing(path))()
})

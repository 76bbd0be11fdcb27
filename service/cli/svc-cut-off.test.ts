// What ends before `svc` does: whoever reads its output, and the patience of whoever waits for its file.
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../free-port-testing.ts'
import { createTestDatabase, dropTestDatabase } from '../store/postgres/testing.ts'
import { createDatabases, startSvc, svcJson, svcUnread } from './svc-testing.ts'

const { inFolder, fresh } = createDatabases()
const database = fresh()
beforeAll(() => svcJson('demo', '--database', database))

test.each([
  ['the help', ['--help'], 0],
  ['an answer', ['workspace', 'list', '--database', database], 0],
  ['an export', ['export', '--workspace', 'acme', '-', '--database', database], 0],
  [
    'an export as CSV',
    ['export', 'csv', '--workspace', 'acme', '--object', 'people', '--database', database],
    0,
  ],
  ['a failure', ['fly'], 1],
])('CLI-03 %s that nobody reads to its end ends in silence', async (_name, words, exitCode) => {
  expect(await svcUnread(...words)).toEqual({ exitCode, stderr: '' })
})

test('CLI-03 a service whose output nobody reads goes on', async () => {
  const port = await freePort()
  const child = startSvc(['--human', 'serve', '--port', String(port), '--database', database])
  child.stdout.destroy()
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status,
      () => child.exitCode,
    )
  await expect.poll(answers, { timeout: 20_000 }).toBe(200)
  // What it writes when it listens has failed by now.
  expect(await answers()).toBe(200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('CLI-03 an export that a signal ends leaves nothing of its file', async () => {
  const url = await createTestDatabase()
  await svcJson('workspace', 'create', '--slug', 'acme', '--database', url)
  const folder = inFolder('cut-off')
  mkdirSync(folder)
  // Without it the export could be done before it is ended.
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; lock table meeting')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const child = startSvc(['export', '--workspace', 'acme', join(folder, 'acme.nd'), '--database', url])
    const ended = once(child, 'exit')
    await expect
      .poll(() => readdirSync(folder), { timeout: 20_000 })
      .toEqual([expect.stringMatching(/^acme\.nd\.\w+\.part$/)])
    child.kill(signal)
    expect(await ended).toEqual([null, signal])
    expect(readdirSync(folder)).toEqual([])
  }
  await holder.end()
  await dropTestDatabase(url)
})

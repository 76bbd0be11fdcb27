// What ends before `svc` does: whoever reads its output, and the patience of whoever waits for its file.
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../test/free-port-testing.ts'
import { createTestDatabase, dropTestDatabase } from '../db/postgres/testing.ts'
import { createDatabases, full, startSvc, startSvcFull, svcJson, svcUnread } from './svc-testing.ts'

const { inFolder, fresh } = createDatabases()
const database = fresh()
beforeAll(() => svcJson('demo', '--database', database))

test.each([
  ['the help', ['--help'], 0],
  ['an answer', ['workspace', 'list', '--database', database], 0],
  ['an export', ['export', '--workspace', 'acme', '-', '--database', database], 0],
  ['a failure', ['fly'], 1],
])('CLI-03 %s that nobody reads to its end ends in silence', async (_name, words, exitCode) => {
  expect(await svcUnread(...words)).toEqual({ exitCode, stderr: '' })
})

/** What the service on the port answers; while it does not, how its process has ended. */
const answerOf = (port: number, child: ChildProcess) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ status }) => status,
    () => child.exitCode,
  )

async function expectGoesOn(port: number, child: ChildProcess) {
  await expect.poll(() => answerOf(port, child), { timeout: 20_000 }).toBe(200)
  // What it writes when it listens, and about a request, has failed by now.
  expect(await answerOf(port, child)).toBe(200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}

test('CLI-03 a service whose output nobody reads goes on', async () => {
  const port = await freePort()
  const child = startSvc(['--human', 'serve', '--port', String(port), '--database', database])
  child.stdout.destroy()
  await expectGoesOn(port, child)
})

describe.skipIf(!existsSync(full))('on a full disk', () => {
  test.each(['stderr', 'stdout'] as const)('CLI-03 a service whose %s is there goes on', async (stream) => {
    const port = await freePort()
    const words = ['serve', '--port', String(port), '--database', database]
    await expectGoesOn(port, startSvcFull(stream, words).child)
  })

  test.each([
    ['the help', ['--help']],
    ['an answer', ['workspace', 'list', '--database', database]],
    ['a failure', ['fly']],
    ['an export', ['export', '--workspace', 'acme', '-', '--database', database]],
  ])('CLI-03 %s that cannot be written is one sentence on stderr', async (_name, words) => {
    const { child, said } = startSvcFull('stdout', words)
    expect(JSON.parse(await said)).toEqual({
      error: {
        code: 'file_unusable',
        message: 'The output cannot be written: there is no space left for it.',
      },
    })
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1)
  })

  test('CLI-03 for people the sentence stands alone, and an answer needs no stderr', async () => {
    const { said } = startSvcFull('stdout', ['workspace', 'list', '--human', '--database', database])
    expect(await said).toBe('Error: The output cannot be written: there is no space left for it.\n')
    const { child, said: answer } = startSvcFull('stderr', ['--version'])
    expect(await answer).toMatch(/^\{"version"/)
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(0)
  })
})

test('CLI-03 an export that a signal interrupts leaves no file', async () => {
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

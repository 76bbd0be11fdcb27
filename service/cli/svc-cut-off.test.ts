// Output of `svc` that nobody reads or that cannot be written.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../test/free-port-testing.ts'
import { createDatabases, full, startSvc, startSvcFull, svcJson, svcUnread } from './svc-testing.ts'

const database = createDatabases().fresh()
beforeAll(() => svcJson('demo', '--database', database))

test.each([
  ['an export', ['export', '--workspace', 'acme', '-', '--database', database], 0],
  ['a failure', ['fly'], 1],
])('CLI-03 %s ends silently when its reader leaves', async (_name, words, exitCode) => {
  expect(await svcUnread(...words)).toEqual({ exitCode, stderr: '' })
})

async function expectGoesOn(port: number, child: ChildProcess) {
  const statusOf = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status,
      () => child.exitCode,
    )
  await expect.poll(statusOf, { timeout: 20_000 }).toBe(200)
  // By now it has failed to write its first line and the log of a request.
  expect(await statusOf()).toBe(200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}

test('CLI-03 a service goes on when the reader of its output leaves', async () => {
  const port = await freePort()
  const child = startSvc(['--human', 'serve', '--port', String(port), '--database', database])
  child.stdout.destroy()
  await expectGoesOn(port, child)
})

describe.skipIf(!existsSync(full))('on a full disk', () => {
  test('CLI-03 a service goes on', async () => {
    const port = await freePort()
    await expectGoesOn(
      port,
      startSvcFull('stderr', ['serve', '--port', String(port), '--database', database]).child,
    )
  })

  test('CLI-03 an answer that cannot be written is one sentence on stderr, and exit code 1', async () => {
    const { child, said } = startSvcFull('stdout', ['workspace', 'list', '--database', database])
    const message = 'The output cannot be written: there is no space left for it.'
    expect(JSON.parse(await said)).toEqual({ error: { code: 'file_unusable', message } })
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1)
  })
})

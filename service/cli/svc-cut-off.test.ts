// What ends before `svc` does: whoever reads its output, and the patience of whoever waits for its file.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../free-port-testing.ts'
import { createDatabases, startSvc, svcJson, svcUnread } from './svc-testing.ts'

const mkfifo = '/usr/bin/mkfifo'

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

test.skipIf(!existsSync(mkfifo)).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'CLI-03 an export that %s ends leaves nothing of its file',
  async (signal) => {
    const file = inFolder(`${signal}.ndjson`)
    const part = `${file}.part`
    // A pipe, because it is full before the export is done.
    execFileSync(mkfifo, [part])
    const child = startSvc(['export', '--workspace', 'acme', file, '--database', database])
    const reading = await open(part)
    await reading.read(Buffer.alloc(1))
    const ended = once(child, 'exit')
    child.kill(signal)
    expect(await ended).toEqual([null, signal])
    expect([existsSync(part), existsSync(file)]).toEqual([false, false])
    await reading.close()
  },
)

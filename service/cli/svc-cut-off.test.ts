// What ends before `svc` does: whoever reads its output.
import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../free-port-testing.ts'
import { createDatabases, startSvc, svcJson, svcUnread } from './svc-testing.ts'

const { fresh } = createDatabases()
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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDatabases, createKey, startSvc, svcJson, svcServe } from './svc-testing.ts'

const database = createDatabases().fresh()
beforeAll(() => svcJson('demo', '--records', '5', '--tasks', '5', '--meetings', '2', '--database', database))

const stateOf = (baseUrl: string) =>
  fetch(`${baseUrl}/healthz`).then(
    () => 'served',
    () => 'refused',
  )

test('CLI-03 SIGTERM lets an open request finish, refuses new ones, and ends with 0', async () => {
  const { token } = await createKey(database, 'records:write')
  const serving = await svcServe(database)
  const text = JSON.stringify({ object: 'people', values: { name: 'Late', email: 'a@b.test' } })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    expect: '100-continue',
  }
  const writing = request(`${serving.baseUrl}/v1/records`, { method: 'POST', headers })
  const answered = once(writing, 'response')
  writing.flushHeaders()
  // The server has the request and waits for its body.
  await once(writing, 'continue')
  const ended = serving.end('SIGTERM')
  await expect.poll(() => stateOf(serving.baseUrl)).toBe('refused')
  writing.end(text)
  const [response] = (await answered) as [IncomingMessage]
  expect(response.statusCode).toBe(201)
  response.resume()
  const { exitCode, lines } = await ended
  expect(exitCode).toBe(0)
  expect(lines).toEqual([JSON.stringify({ event: 'listening', baseUrl: serving.baseUrl })])
})

test('CLI-03 GEN-10 a stalled reader of the log blocks neither requests nor the end, here by SIGHUP', async () => {
  const child = startSvc(['serve', '--port', '0', '--database', database])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  const { baseUrl } = JSON.parse(String(line)) as { baseUrl: string }
  // More than the pipe holds.
  for (let asked = 0; asked < 50; asked += 1) await fetch(`${baseUrl}/${'x'.repeat(8000)}`)
  const ended = once(child, 'exit')
  child.kill('SIGHUP')
  expect(await ended).toEqual([0, null])
})

test('GEN-10 the rest of the log is written when the service stops, here by SIGINT', async () => {
  const serving = await svcServe(database)
  await Promise.all(Array.from({ length: 50 }, () => fetch(`${serving.baseUrl}/${'x'.repeat(8000)}`)))
  const { log, exitCode } = await serving.end('SIGINT')
  expect([log.trim().split('\n').length, exitCode]).toEqual([50, 0])
})

test('CLI-03 a service that npm started ends with npm', async () => {
  const npm = spawn('npm', ['run', '-s', 'svc', '--', 'serve', '--port', '0', '--database', database], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await once(createInterface(npm.stdout), 'line')
  const { baseUrl } = JSON.parse(String(line)) as { baseUrl: string }
  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await expect.poll(() => stateOf(baseUrl), { timeout: 20_000 }).toBe('refused')
})

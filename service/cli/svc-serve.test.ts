import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { request, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../test/contract/client.ts'
import { createDatabases, createKey, startSvc, svcJson, svcServe } from './svc-testing.ts'

const database = createDatabases().fresh()
beforeAll(() => svcJson('demo', '--database', database))

describe('svc serve', () => {
  test('AUT-02 GEN-10 the log has a line for every request, under the id of its answer, and no token or query', async () => {
    const { token } = await createKey(database, 'records:read')
    const serving = await svcServe(database)
    const api = createClient(serving.baseUrl, token)
    const answers = [
      await api.get('/v1/whoami'),
      await api.get(`/v1/records?object=secret-query&access_token=${token}`),
      await createClient(serving.baseUrl, `${token}x`).get('/v1/whoami'),
      await api.raw('POST', '/v1/records', `{"token":"${token}"`),
    ]
    const { log } = await serving.end('SIGTERM')
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map((line) => [line.requestId, line.status])).toEqual(
      answers.map((answer) => [answer.headers.get('x-request-id'), answer.status]),
    )
    expect(log).not.toContain(token.slice(4, 20))
    expect(log).not.toContain('secret-query')
  })

  test('GEN-10 the log says who sent a request: key, person and workspace where the token is valid, and the address', async () => {
    const { keyId, token } = await createKey(database, 'records:read')
    const serving = await svcServe(database, '--proxy', 'trusted')
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '10.9.8.7, 203.0.113.5' }
    await fetch(`${serving.baseUrl}/v1/whoami`, { headers })
    await fetch(`${serving.baseUrl}/v1/records`, { headers, method: 'POST' })
    await fetch(`${serving.baseUrl}/v1/whoami`)
    const { log } = await serving.end('SIGTERM')
    const who = { workspace: expect.any(String), person: expect.stringMatching(/^usr_/), key: keyId }
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { status: 200, address: '203.0.113.5', ...who },
      { status: 403, address: '203.0.113.5', ...who },
      { status: 401, address: '127.0.0.1' },
    ])
    expect(lines[2]).not.toHaveProperty('person')
  })

  test('AUT-02 GEN-10 the log has the path of an address with scheme and host, and no password of one', async () => {
    const serving = await svcServe(database)
    const { hostname, port, host } = new URL(serving.baseUrl)
    for (const path of [`http://${host}/healthz?secret-query`, `http://u:secret-word@${host}/healthz`]) {
      const asking = request({ hostname, port, path }).end()
      const [response] = (await once(asking, 'response')) as [IncomingMessage]
      response.resume()
      await once(response, 'end')
    }
    const { log } = await serving.end('SIGTERM')
    const lines = log.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { path: '/healthz', status: 200 },
      { path: '', status: 400 },
    ])
    expect(log).not.toContain('secret')
  })

  test('GEN-10 the log says of a request that was never answered that it was aborted, and no status', async () => {
    const { token } = await createKey(database, 'records:write')
    const serving = await svcServe(database)
    const headers = { authorization: `Bearer ${token}`, 'content-length': 9, expect: '100-continue' }
    const writing = request(`${serving.baseUrl}/v1/records`, { method: 'POST', headers })
    writing.on('error', () => {})
    writing.flushHeaders()
    await once(writing, 'continue')
    writing.destroy()
    const { log } = await serving.end('SIGTERM')
    const lines = log.trim().split('\n')
    const line = lines.map((each) => JSON.parse(each)).find(({ method }) => method === 'POST')
    expect(line).toMatchObject({ path: '/v1/records', aborted: true })
    expect(line).not.toHaveProperty('status')
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'CLI-03 %s lets a request in flight finish, takes no new one, and ends with 0',
    async (signal) => {
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
      // The server has the request now, and waits for its body.
      await once(writing, 'continue')
      const ended = serving.end(signal)
      await expect
        .poll(() =>
          fetch(`${serving.baseUrl}/healthz`).then(
            () => 'served',
            () => 'refused',
          ),
        )
        .toBe('refused')
      writing.end(text)
      const [response] = (await answered) as [IncomingMessage]
      expect(response.statusCode).toBe(201)
      response.resume()
      const { exitCode, lines } = await ended
      expect(exitCode).toBe(0)
      expect(lines).toEqual([JSON.stringify({ event: 'listening', baseUrl: serving.baseUrl })])
    },
  )

  test('CLI-03 GEN-10 a reader of the log that stalls keeps neither requests nor the end of the service', async () => {
    const child = startSvc(['serve', '--port', '0', '--database', database])
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = await once(createInterface(child.stdout), 'line')
    const { baseUrl } = JSON.parse(String(line)) as { baseUrl: string }
    // More than the pipe holds.
    for (let asked = 0; asked < 50; asked += 1) await fetch(`${baseUrl}/${'x'.repeat(8000)}`)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test('GEN-10 what the log still holds when the service stops is written', async () => {
    const serving = await svcServe(database)
    const asking = Array.from({ length: 50 }, () => fetch(`${serving.baseUrl}/${'x'.repeat(8000)}`))
    await Promise.all(asking)
    const { log } = await serving.end('SIGTERM')
    expect(log.trim().split('\n')).toHaveLength(50)
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
    await expect
      .poll(
        () =>
          fetch(`${baseUrl}/healthz`).then(
            () => 'served',
            () => 'refused',
          ),
        { timeout: 20_000 },
      )
      .toBe('refused')
  })

  test('REC-13 every write that was answered survives kill -9', async () => {
    const { token } = await createKey(database, 'records:write')
    const answered: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const serving = await svcServe(database)
      const api = createClient(serving.baseUrl, token)
      let enough = () => {}
      const some = new Promise<void>((resolve) => (enough = resolve))
      const target = answered.length + 40
      const writer = async () => {
        for (;;) {
          const id = randomUUID()
          const body = { object: 'people', values: { name: id, email: 'a@b.test' } }
          const status = await api.put(`/v1/records/${id}`, body).then(
            (answer) => answer.status,
            () => 0,
          )
          if (status !== 201) return
          if (answered.push(id) >= target) enough()
        }
      }
      const writers = [writer(), writer(), writer(), writer()]
      await some
      await serving.end('SIGKILL')
      await Promise.all(writers)
    }
    const serving = await svcServe(database)
    const api = createClient(serving.baseUrl, token)
    for (const id of answered.slice(0, 250))
      expect((await api.get(`/v1/records/${id}`)).body.data?.title).toBe(id)
    await serving.end('SIGTERM')
    const file = new DatabaseSync(database.slice('file:'.length), { readOnly: true })
    expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    file.close()
  })
})

// The typed client behind a connection that fails (AGT-02).
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSvc, SvcError, type Svc, type SvcOptions } from '../../../client/svc.ts'
import { stageTeam } from './team.ts'

const team = stageTeam()

/** `before`: the service never hears of it. `after`: the service has done it. `body`: the answer ends in its middle. */
type Trouble =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'before' | 'after' | 'body' }
  | { kind: 'dropKey' }

type Passed = { at: number; method: string; key: string | undefined }

/** A proxy before the service whose next requests go wrong, one trouble a request. */
async function startFaultyProxy() {
  const troubles: Trouble[] = []
  const passed: Passed[] = []

  async function forward(request: IncomingMessage, keepsKey: boolean) {
    const names = ['authorization', 'content-type', 'if-match', ...(keepsKey ? ['idempotency-key'] : [])]
    const headers = names.flatMap((name): [string, string][] =>
      request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]],
    )
    const body = await buffer(request)
    const answer = await fetch(`${team.service.baseUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body }),
    })
    const sent = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) => !/^(content-length|content-encoding|transfer-encoding|connection|keep-alive)$/.test(name),
      ),
    )
    return { status: answer.status, headers: sent, text: await answer.text() }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = request.headers['idempotency-key']
    passed.push({
      at: Date.now(),
      method: request.method ?? '',
      key: key === undefined ? undefined : String(key),
    })
    const trouble = troubles.shift()
    if (trouble?.kind === 'status') {
      request.resume()
      response.writeHead(trouble.status, { 'content-type': 'application/json', ...trouble.headers })
      response.end(trouble.body ?? '{"error":{"code":"unavailable","message":"Not now.","requestId":"r1"}}')
      return
    }
    if (trouble?.kind === 'before') return void response.destroy()
    const { status, headers, text } = await forward(request, trouble?.kind !== 'dropKey')
    if (trouble?.kind === 'after') return void response.destroy()
    response.writeHead(status, headers)
    if (trouble?.kind !== 'body') return void response.end(text)
    response.write(text.slice(0, text.length / 2), () => response.destroy())
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    troubles,
    passed,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let proxy: Awaited<ReturnType<typeof startFaultyProxy>>
let svc: Svc
const clientWith = (options: Partial<SvcOptions> = {}) =>
  createSvc({ url: proxy.url, token: team.owner.token, ...options })

beforeAll(async () => {
  proxy = await startFaultyProxy()
})
afterAll(() => proxy.close())
beforeEach(async () => {
  svc = clientWith()
  // The names of fields are read before anything goes wrong.
  await svc.records.create('people', { name: 'First' })
  proxy.troubles.length = 0
  proxy.passed.length = 0
})

const caught = async (sent: Promise<unknown>): Promise<unknown> =>
  sent.then(
    () => expect.fail('It was not refused.'),
    (error: unknown) => error,
  )
const peopleNamed = async (name: string) => {
  const { body } = await team.api.post('/v1/records/query', {
    object: 'people',
    filter: { name: { $eq: name } },
  })
  return body.data.length
}
const busy = (status: number, retryAfter?: string): Trouble => ({
  kind: 'status',
  status,
  ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
})

describe('AGT-02 a create', () => {
  test.each<[string, Trouble[]]>([
    ['the service never got', [{ kind: 'before' }, { kind: 'before' }]],
    ['whose answer is lost', [{ kind: 'after' }]],
    ['whose answer ends in its middle, twice', [{ kind: 'body' }, { kind: 'body' }]],
    ['a gateway gives up on', [{ kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' }]],
  ])('AGT-02 %s is sent again under its one key, and makes one record', async (name, troubles) => {
    proxy.troubles.push(...troubles)
    const made = await svc.records.create('people', { name })
    expect(made.values).toEqual({ name })
    expect(await peopleNamed(name)).toBe(1)
    const keys = proxy.passed.map(({ key }) => key)
    expect(keys).toHaveLength(troubles.length + 1)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
  })

  test('AGT-02 each create has another key, and a key of your own makes one thing of two creates', async () => {
    for (const idempotencyKey of [undefined, undefined, 'mine', 'mine'])
      await svc.records.create('people', { name: 'Keys' }, { idempotencyKey })
    expect(await peopleNamed('Keys')).toBe(3)
    expect(new Set(proxy.passed.map(({ key }) => key)).size).toBe(3)
  })

  test('AGT-02 whose answer is lost is not repeated once the keys do not arrive', async () => {
    proxy.troubles.push({ kind: 'dropKey' }, { kind: 'after' })
    await svc.records.create('people', { name: 'Without' })
    expect(await caught(svc.records.create('people', { name: 'Unsafe' }))).toMatchObject({
      code: 'network_error',
      status: 0,
    })
    expect(await peopleNamed('Unsafe')).toBe(1)
    expect(proxy.passed).toHaveLength(2)
  })
})

describe('AGT-02 Retry-After', () => {
  test.each<[number, string, () => Promise<unknown>]>([
    [429, 'read', () => svc.call('GET /v1/whoami')],
    [503, 'create', () => svc.tasks.create({ title: 'Call' })],
  ])('AGT-02 of a %i makes a %s wait as long as it says', async (status, _name, send) => {
    proxy.troubles.push(busy(status, '1'))
    await send()
    const [first = 0, again = 0] = proxy.passed.map(({ at }) => at)
    // A timer may fire one millisecond early.
    expect(again - first).toBeGreaterThanOrEqual(999)
  })

  test('AGT-02 of more than a minute is left to the caller', async () => {
    proxy.troubles.push(busy(429, '3600'))
    const error = await caught(svc.call('GET /v1/whoami'))
    expect(error).toMatchObject({ status: 429, retryAfter: 3600, requestId: 'r1' })
    expect(proxy.passed).toHaveLength(1)
  })

  test('AGT-02 repeats end, with the last refusal', async () => {
    proxy.troubles.push(...Array.from({ length: 3 }, () => busy(503)))
    const error = await caught(clientWith({ retries: 2 }).call('GET /v1/whoami'))
    expect(error).toBeInstanceOf(SvcError)
    expect(error).toMatchObject({ status: 503, code: 'unavailable' })
    expect(proxy.passed).toHaveLength(3)
  })
})

test('AGT-02 a change with ifMatch is repeated after a 429, and not after a lost answer, whose repeat would be refused', async () => {
  const { id, etag } = await svc.records.create('people', { name: 'Ada' })
  proxy.troubles.push(busy(429))
  const { etag: next } = await svc.records.update(id, { name: 'Grace' }, { ifMatch: etag })
  proxy.troubles.push({ kind: 'after' })
  expect(await caught(svc.records.update(id, { name: 'Joan' }, { ifMatch: next }))).toMatchObject({
    code: 'network_error',
  })
  expect(await svc.records.get(id)).toMatchObject({ title: 'Joan' })
})

test('AGT-02 changes without a condition, and pages in the middle of a walk, are sent again', async () => {
  const names = ['Walk 1', 'Walk 2', 'Walk 3']
  for (const name of names) await svc.records.create('companies', { name })
  const found: unknown[] = []
  const asked = {
    object: 'companies',
    filter: { name: { $starts_with: 'Walk' } },
    sorts: [{ field: 'name' }],
  }
  for await (const record of svc.records.query({ ...asked, limit: 1 })) {
    found.push(record.values['name'])
    proxy.troubles.push({ kind: 'body' })
    expect((await svc.records.update(record.id, { size: 5 })).values['size']).toBe(5)
    proxy.troubles.push({ kind: 'before' })
  }
  expect(found).toEqual(names)
})

test.each<[string, Trouble, object]>([
  [
    'a failure of the service',
    { kind: 'status', status: 500, body: '{"error":"It failed."}' },
    { status: 500, code: 'internal_error', message: 'It failed.' },
  ],
  [
    'a page of somebody else',
    { kind: 'status', status: 200, body: '<h1>Sign in</h1>' },
    { status: 200, code: 'unexpected_answer' },
  ],
  [
    'a redirect',
    { kind: 'status', status: 307, headers: { location: '/v1/whoami' } },
    { status: 0, code: 'network_error' },
  ],
])('AGT-02 ERR-02 %s is an error, with what is known of it', async (_name, trouble, expected) => {
  proxy.troubles.push(trouble)
  expect(await caught(clientWith({ retries: 0 }).call('GET /v1/whoami'))).toMatchObject(expected)
})

test('AGT-02 a service that does not answer is a timeout, and your signal ends a request and a wait', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const slow = clientWith({ url, timeout: 30, retries: 1 })
  expect(await caught(slow.call('GET /v1/whoami'))).toMatchObject({ code: 'timeout', status: 0 })
  const reason = new Error('Enough.')
  const signal = AbortSignal.abort(reason)
  expect(await caught(slow.call('GET /v1/whoami', { signal }))).toBe(reason)
  const stop = new AbortController()
  proxy.troubles.push(busy(503, '30'))
  const waiting = svc.call('GET /v1/whoami', { signal: stop.signal })
  await expect.poll(() => proxy.passed.length).toBe(1)
  setTimeout(() => stop.abort(reason), 20)
  expect(await caught(waiting)).toBe(reason)
  silent.closeAllConnections()
  await new Promise((resolve) => silent.close(resolve))
})

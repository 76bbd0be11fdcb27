// The proxy of the end-to-end tests, in front of a small server that keeps what it was sent.
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveEachTest } from './loopback-server.ts'
import { type MisbehavingProxy, startMisbehavingProxy } from './misbehaving-proxy.ts'

let stored: string[] = []
const { server, url } = serveEachTest((request, response) => {
  void text(request).then((body) => {
    if (request.method === 'POST') stored.push(body)
    response.writeHead(200, { 'Content-Type': 'application/json', 'X-Host': request.headers.host ?? '' })
    response.end(JSON.stringify({ data: 'x'.repeat(1_000), url: request.url }))
  })
})
let proxy: MisbehavingProxy

beforeEach(async () => {
  stored = []
  proxy = await startMisbehavingProxy()
  proxy.pointAt(url())
})
afterEach(() => proxy.close())

const get = (path: string, init?: RequestInit) => fetch(`${proxy.url}${path}`, init)

test('what it was not told to spoil passes untouched, Host and body included, and is written down', async () => {
  const answer = await get('/v1/things?q=a%20b', { method: 'POST', body: '{"title":"Tee"}' })
  expect(await answer.json()).toMatchObject({ url: '/v1/things?q=a%20b' })
  expect(answer.headers.get('x-host')).toBe(new URL(proxy.url).host)
  expect(stored).toEqual(['{"title":"Tee"}'])
  await expect
    .poll(() => proxy.passed())
    .toMatchObject([{ method: 'POST', path: '/v1/things', status: 200, trouble: null, aborted: false }])
  expect(proxy.passed()[0]?.query.get('q')).toBe('a b')
})

test.each([401, 403, 404, 423, 429, 500, 503])(
  'answers %i as often as it was told, and no more',
  async (status) => {
    proxy.misbehave({ path: /^\/v1/ }, { kind: 'answer', status, retryAfterSeconds: 7 }, 2)
    expect((await get('/other')).status).toBe(200)
    const first = await get('/v1/a')
    expect([first.status, first.headers.get('retry-after')]).toEqual([status, '7'])
    expect((await get('/v1/b')).status).toBe(status)
    expect((await get('/v1/c')).status).toBe(200)
    expect(proxy.passed({ path: '/v1/a' })).toMatchObject([{ status, trouble: 'answer' }])
  },
)

test('an answer of its own waits for as long as it was told', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  proxy.misbehave({ path: '/a' }, { kind: 'answer', status: 403, until: promise })
  const answer = get('/a', { method: 'POST', body: '1' })
  await expect.poll(() => proxy.passed({ path: '/a' })).toHaveLength(1)
  // The later request is answered first.
  expect((await get('/b')).status).toBe(200)
  expect(proxy.passed({ path: '/a' })).toMatchObject([{ endedAt: null, status: null }])
  resolve()
  expect((await answer).status).toBe(403)
  expect(stored).toEqual([])
})

test('a rule of one method leaves the others alone', async () => {
  proxy.misbehave({ method: 'POST', path: '/a' }, { kind: 'answer', status: 500 })
  expect((await get('/a')).status).toBe(200)
  expect((await get('/a', { method: 'POST', body: '1' })).status).toBe(500)
  expect(stored).toEqual([])
})

test.each([
  ['before the service: nothing is stored', 'cutBefore', []],
  ['after the service: it is stored, and nobody is told', 'cutAnswer', ['1']],
] as const)('cut %s', async (_what, kind, kept) => {
  proxy.misbehave({}, { kind })
  await expect(get('/a', { method: 'POST', body: '1' })).rejects.toThrow()
  expect(stored).toEqual(kept)
  expect(proxy.passed()).toMatchObject([{ status: null, aborted: false, trouble: kind }])
})

test('late: the client is cut at once, and it is stored when the test says so', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  proxy.misbehave({}, { kind: 'late', until: promise })
  await expect(get('/a', { method: 'POST', body: '1' })).rejects.toThrow()
  await get('/b', { method: 'POST', body: '2' })
  expect(stored).toEqual(['2'])
  resolve()
  await expect.poll(() => stored).toEqual(['2', '1'])
  expect(proxy.passed({ path: '/a' })).toMatchObject([{ status: null, aborted: false, trouble: 'late' }])
})

test.each([
  ['cut in the body', 'cutBody'],
  ['wrong JSON', 'wrongJson'],
] as const)('%s: the status arrives, the right body does not', async (_what, kind) => {
  proxy.misbehave({}, { kind })
  const answer = await get('/a')
  expect(answer.status).toBe(200)
  const body = await answer.text().catch(() => null)
  expect(body === null).toBe(kind === 'cutBody')
  expect(() => JSON.parse(body ?? '') as unknown).toThrow()
})

test('what is held waits, and a client that gives up is seen to', async () => {
  const release = proxy.hold({ path: '/slow' }, 2)
  const patient = get('/slow')
  const giveUp = new AbortController()
  const impatient = get('/slow', { signal: giveUp.signal })
  await expect.poll(() => proxy.passed({ path: '/slow' })).toHaveLength(2)
  giveUp.abort()
  await expect(impatient).rejects.toThrow()
  await expect.poll(() => proxy.passed().map(({ aborted }) => aborted)).toEqual([false, true])
  expect(proxy.passed()[0]?.endedAt).toBe(null)
  release()
  expect((await patient).status).toBe(200)
})

test('offline refuses connections, and online it is at the same address', async () => {
  await get('/a').then((answer) => answer.text())
  await proxy.goOffline()
  await expect(get('/a')).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ code: 'ECONNREFUSED' }) }),
  )
  await proxy.goOnline()
  expect((await get('/a')).status).toBe(200)
})

test('drops the idempotency key when it is told to, and lets it pass again', async () => {
  const keys: unknown[] = []
  server.on('request', ({ headers }) => keys.push(headers['idempotency-key']))
  const send = () => get('/a', { method: 'POST', body: '1', headers: { 'Idempotency-Key': 'k' } })
  await send()
  proxy.dropIdempotencyKeys()
  await send()
  proxy.behave()
  await send()
  expect(keys).toEqual(['k', undefined, 'k'])
})

test('closes the connections that are kept alive', async () => {
  await get('/a').then((answer) => answer.text())
  proxy.closeWarmConnections()
  expect((await get('/b')).status).toBe(200)
})

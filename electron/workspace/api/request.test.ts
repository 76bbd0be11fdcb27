import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { mostAnswerBytes } from '../../network.ts'
import { type Access, createAsk, type Question } from './request.ts'
import { createScheduler } from './scheduler.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A service with one prepared response a request. The last one repeats. */
let asked: { method: string; url: string; body: string; headers: IncomingMessage['headers'] }[] = []
let answers: Answer[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    asked.push({ method: request.method ?? '', url: request.url ?? '', body, headers: request.headers })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(response, request)
  })
})
let baseUrl: URL
beforeEach(async () => {
  asked = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterEach(async () => {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
})

const says =
  (
    status: number,
    body: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body)
const cut: Answer = (response) => {
  response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' })
  response.write('{"data":')
  response.flushHeaders()
  setImmediate(() => response.destroy())
}
const hangUp: Answer = (response) => response.destroy()
const never: Answer = () => undefined
/** A few kilobytes on the wire that exceed the size limit when decompressed. */
const swollen = (status: number): Answer =>
  says(status, gzipSync('{"data":{"id":"x"},"error":"No."}'.padEnd(mostAnswerBytes + 1)), {
    'content-encoding': 'gzip',
  })
const good = says(200, '{"data":{"id":"x","unheardOf":1}}')

type Options = {
  access?: (rejected?: string) => Promise<Reply<Access>>
  owner?: () => string
  readMs?: number
  random?: number
  maxInFlight?: number
}
const start = ({
  access,
  owner = () => 'ada',
  readMs = 10_000,
  random = 0.5,
  maxInFlight = 6,
}: Options = {}) => {
  const sleeps: number[] = []
  const refused: string[] = []
  const clocks: number[] = []
  const ask = createAsk({
    fetch: (url, init) => fetch(url, init),
    access: access ?? (() => Promise.resolve(succeeded({ baseUrl, token: 'token-1' }))),
    owner,
    scheduler: createScheduler({ now: Date.now, maxInFlight }),
    onRefused: (token) => refused.push(token),
    now: Date.now,
    random: () => random,
    sleep: (ms) => {
      sleeps.push(ms)
      return Promise.resolve()
    },
    onClock: (offset) => clocks.push(offset),
    timeoutMs: { read: readMs, write: readMs },
  })
  return { ask, sleeps, clocks, refused }
}
const one = z.object({ data: z.object({ id: z.string() }) })
const read: Question<z.infer<typeof one>> = { effect: 'read', path: '/v1/launcher/brief', answer: one }
const create: Question<z.infer<typeof one>> = {
  effect: 'create',
  path: '/v1/launcher/tasks',
  body: { title: 'Call' },
  answer: one,
}
const update = { ...create, effect: 'update' as const }

describe('an answer of the service', () => {
  const shapes: [string, Answer, Record<string, unknown>][] = [
    [
      '400 with fields',
      says(
        400,
        '{"error":{"code":"validation_error","message":"Bad.","requestId":"r","details":[{"path":["title"],"code":"too_big","message":"Too long."}]}}',
      ),
      { kind: 'invalidInput', message: 'Bad.', fields: [{ field: 'title', message: 'Too long.' }] },
    ],
    [
      '400 with odd details',
      says(400, '{"error":{"code":7,"message":null,"details":[{"path":"x"},3]}}'),
      { kind: 'invalidInput' },
    ],
    ['413', says(413, ''), { kind: 'invalidInput', fields: [] }],
    [
      '403 naming a scope',
      says(403, '{"error":{"code":"insufficient_scope","message":"This needs tasks:write."}}'),
      { kind: 'forbidden', right: 'tasks:write' },
    ],
    ['403 as a string', says(403, '{"error":"No."}'), { kind: 'forbidden', message: 'No.' }],
    ['404 as HTML', says(404, '<html>', { 'content-type': 'text/html' }), { kind: 'notFound' }],
    [
      '409',
      says(409, '{"error":{"code":"id_conflict","message":"Taken."}}'),
      { kind: 'conflict', message: 'Taken.' },
    ],
    ['412', says(412, '{}'), { kind: 'conflict' }],
    [
      '423 as a string',
      says(423, '{"error":"Over the member limit."}'),
      { kind: 'locked', message: 'Over the member limit.' },
    ],
    [
      '429',
      says(429, '{"error":"Slow down."}', { 'retry-after': '12' }),
      { kind: 'rateLimited', retryAfterSeconds: 12 },
    ],
    ['429 without a time', says(429, ''), { kind: 'rateLimited', retryAfterSeconds: 5 }],
    [
      '403 with a body too large to read',
      swollen(403),
      { kind: 'forbidden', message: 'You may not do this.' },
    ],
    ['405', says(405, 'null'), { kind: 'unexpectedAnswer' }],
  ]
  test.each(shapes)(
    'APP-06 APP-10 %s is understood on a read and on a write',
    async (_name, answer, expected) => {
      answers = [answer]
      expect(await start().ask(read)).toMatchObject({ ok: false, error: expected })
      expect(await start().ask(create)).toMatchObject({ ok: false, error: expected })
      expect(asked).toHaveLength(2)
    },
  )

  const broken: [string, Answer][] = [
    ['500', says(500, '<h1>Oops</h1>')],
    ['503', says(503, '{"error":{"code":"unavailable","message":"Later."}}')],
    ['a cut body', cut],
    ['a hang-up', hangUp],
  ]
  test.each(broken)('APP-06 after %s a read is asked twice more, a write never', async (_name, answer) => {
    answers = [answer]
    const { ask, sleeps } = start()
    expect(await ask(read)).toMatchObject({ error: { kind: 'unavailable' } })
    expect([asked.length, sleeps]).toEqual([3, [500, 2_000]])
    asked = []
    expect(await ask(create)).toMatchObject({ error: { kind: 'unconfirmed' } })
    expect(await ask(update)).toMatchObject({ error: { kind: 'unconfirmed' } })
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'PATCH'])
  })

  test('APP-06 a service that never answers is given up, and a create may have been saved', async () => {
    answers = [never]
    const { ask } = start({ readMs: 40 })
    expect(await ask(read)).toMatchObject({ error: { kind: 'unavailable' } })
    expect(await ask(create)).toMatchObject({ error: { kind: 'unconfirmed' } })
  })

  test.each<[string, Answer]>([
    ['no JSON', says(200, '<html>')],
    ['another shape', says(200, '{"data":{"id":7}}')],
    ['nothing', says(204, '')],
    ['more than anybody reads', swollen(200)],
    ['a redirect', says(302, '', { location: 'https://evil.example/' })],
  ])(
    'APP-10 %s as an answer is not believed; a create with it may have been saved',
    async (_name, answer) => {
      answers = [answer]
      expect(await start().ask(read)).toMatchObject({ error: { kind: 'unexpectedAnswer' } })
      expect(await start().ask(create)).toMatchObject({ error: { kind: 'unconfirmed' } })
    },
  )

  test('APP-11 unknown fields are passed over', async () => {
    answers = [good]
    expect(await start().ask(read)).toEqual(succeeded({ data: { id: 'x' } }))
  })

  test('APP-06 a read that works at the second attempt is an answer', async () => {
    answers = [says(503, ''), good]
    expect(await start().ask(read)).toMatchObject({ ok: true })
  })

  test.each([
    [0, [250, 1_000]],
    [0.99, [745, 2_980]],
  ])('APP-06 the waits before another attempt are spread (%d)', async (random, expected) => {
    answers = [says(503, '')]
    const { ask, sleeps } = start({ random })
    await ask(read)
    expect(sleeps).toEqual(expected)
  })

  test('APP-06 nobody at the address means offline: nothing was sent', async () => {
    const gone = { baseUrl: new URL('http://127.0.0.1:1'), token: 't' }
    const { ask, sleeps } = start({ access: () => Promise.resolve(succeeded(gone)) })
    // `fetch` itself refuses port 1; the operating system refuses a port that was just closed.
    const closed = createServer()
    closed.listen(0, '127.0.0.1')
    await once(closed, 'listening')
    gone.baseUrl = new URL(`http://127.0.0.1:${(closed.address() as AddressInfo).port}`)
    closed.close()
    await once(closed, 'close')
    expect(await ask(read)).toMatchObject({ error: { kind: 'offline' } })
    expect(await ask(create)).toMatchObject({ error: { kind: 'offline' } })
    expect(sleeps).toEqual([])
  })
})

describe('a request', () => {
  test('APP-06 a 401 is answered by one silent refresh, also for a create, because it was refused', async () => {
    answers = [says(401, '{"error":"Expired."}'), good]
    const rejected: (string | undefined)[] = []
    const { ask } = start({
      access: (token) => {
        rejected.push(token)
        return Promise.resolve(succeeded({ baseUrl, token: token === undefined ? 'token-1' : 'token-2' }))
      },
    })
    expect(await ask(create)).toMatchObject({ ok: true })
    expect(rejected).toEqual([undefined, 'token-1'])
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  test('APP-06 a second 401 is a sign-out, and nothing more is sent', async () => {
    answers = [says(401, '{"error":"No."}')]
    const { ask, refused } = start()
    expect(await ask(create)).toMatchObject({ error: { kind: 'signedOut' } })
    expect([asked.length, refused]).toEqual([2, ['token-1']])
  })

  test('APP-01 APP-07 a write that was refused under a session that is over does not go again under the next one', async () => {
    let owner = 'acme ada'
    answers = [
      (response, request) => {
        // The session expired during the request, and the user signed in to another workspace.
        owner = 'globex ada'
        says(401, '{"error":"Expired."}')(response, request)
      },
    ]
    const access = () => Promise.resolve(succeeded({ baseUrl, token: `token of ${owner}` }))
    expect(await start({ owner: () => owner, access }).ask(create)).toMatchObject({
      error: { kind: 'signedOut' },
    })
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer token of acme ada'])
  })

  test('APP-01 APP-07 what waited while the workspace was switched is not sent with the token of the other one', async () => {
    let owner = 'acme ada'
    answers = [good]
    const access = () => {
      owner = 'globex ada'
      return Promise.resolve(succeeded({ baseUrl, token: `token of ${owner}` }))
    }
    for (const question of [create, update, read]) {
      owner = 'acme ada'
      expect(await start({ owner: () => owner, access }).ask(question)).toMatchObject({
        error: { kind: 'signedOut' },
      })
    }
    expect(asked).toEqual([])
  })

  test('APP-01 an answer that comes after a switch is not shown; a write was saved all the same', async () => {
    let owner = 'acme ada'
    answers = [
      (response, request) => {
        owner = 'globex ada'
        good(response, request)
      },
    ]
    const { ask } = start({ owner: () => owner })
    expect(await ask(read)).toMatchObject({ error: { kind: 'cancelled' } })
    owner = 'acme ada'
    expect(await ask(create)).toMatchObject({ ok: true })
  })

  test('APP-06 without access nothing is sent, and a create is not in doubt', async () => {
    const { ask } = start({ access: () => Promise.resolve(failed({ kind: 'offline', message: 'off' })) })
    expect(await ask(create)).toMatchObject({ error: { kind: 'offline' } })
    expect(asked).toEqual([])
  })

  test('APP-10 cursors and words go out encoded and unchanged, bodies as JSON', async () => {
    answers = [good]
    const { ask } = start()
    await ask({ ...read, query: { q: 'a&b=c+d ü', cursor: 'e30=/+', none: undefined } })
    await ask(create)
    expect(Object.fromEntries(new URL(asked[0]?.url ?? '', baseUrl).searchParams)).toEqual({
      q: 'a&b=c+d ü',
      cursor: 'e30=/+',
    })
    expect(asked[1]).toMatchObject({
      body: '{"title":"Call"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(asked[0]?.headers['content-type']).toBeUndefined()
  })

  test('IMP-01 a file goes out as its bytes, and a text comes back as it is', async () => {
    answers = [good, says(200, 'Line,Reason', { 'content-type': 'text/csv' })]
    const { ask } = start()
    const { body: _none, ...file } = create
    await ask({ ...file, bytes: new Uint8Array(Buffer.from('Näme;Ort')) })
    const text = await ask({ ...read, answer: z.string(), accepts: 'text/csv' })
    expect(asked[0]).toMatchObject({
      method: 'POST',
      body: 'Näme;Ort',
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(asked[1]?.headers.accept).toBe('text/csv')
    expect(text).toEqual(succeeded('Line,Reason'))
  })

  test('APP-11 a base URL with a path keeps it', async () => {
    answers = [good]
    await start({
      access: () => Promise.resolve(succeeded({ baseUrl: new URL('/team/', baseUrl), token: 't' })),
    }).ask(read)
    expect(asked[0]?.url).toBe('/team/v1/launcher/brief')
  })

  test('APP-03 goes out before others that wait: writes, then what somebody waits for, then what nobody does', async () => {
    const open: (() => void)[] = []
    answers = [(response, request) => open.push(() => good(response, request))]
    const { ask } = start({ maxInFlight: 1 })
    const replies = [
      ask({ ...read, path: '/first' }),
      ask({ ...read, path: '/refresh', behind: true }),
      ask({ ...read, path: '/read' }),
      ask({ ...create, path: '/save' }),
    ]
    for (const index of replies.keys()) {
      await expect.poll(() => open.length).toBe(index + 1)
      open[index]?.()
    }
    await Promise.all(replies)
    expect(asked.map(({ url }) => url)).toEqual(['/first', '/save', '/read', '/refresh'])
  })

  test('APP-07 the service’s clock is known from its answers', async () => {
    answers = [says(200, '{"data":{"id":"x"}}', { date: new Date(Date.now() + 3_600_000).toUTCString() })]
    const { ask, clocks } = start()
    await ask(read)
    expect(Math.abs((clocks[0] ?? 0) - 3_600_000)).toBeLessThan(60_000)
  })
})

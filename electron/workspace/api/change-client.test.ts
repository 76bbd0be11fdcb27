import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failed, succeeded } from '../../../shared/errors.ts'
import { createChangeClient, createEventReader } from './change-client.ts'

let respond: RequestListener = () => undefined
const server = createServer((request, response) => respond(request, response))
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const start = () => {
  const said: string[] = []
  const refused: string[] = []
  let tokens = 0
  const client = createChangeClient({
    ask: () => Promise.resolve(failed({ kind: 'offline', message: 'Not asked here.' })),
    fetch: (input, init) => fetch(input, init),
    access: (rejected) => {
      tokens += rejected === undefined && tokens > 0 ? 0 : 1
      return Promise.resolve(succeeded({ baseUrl: new URL(url()), token: `token ${tokens}` }))
    },
    owner: () => 'ada',
    onRefused: (token) => refused.push(token),
    now: () => 0,
  })
  const listener = {
    opened: () => void said.push('opened'),
    heard: () => undefined,
    changed: (cursor: string) => void said.push(cursor),
    notified: () => void said.push('notified'),
  }
  const stop = new AbortController()
  return { listen: () => client.listen(listener, stop.signal), said, refused, stop }
}

test.each([
  ['in one piece', ['event: changed\ndata: {"cursor":"c1"}\n\n'], ['c1']],
  ['cut anywhere', ['eve', 'nt: changed\r', '\ndata: {"cur', 'sor":"c1"}\r\n\r\n'], ['c1']],
  ['after signs of life', [': alive\n\n', 'event: changed\ndata: {"cursor":"c1"}\n\n'], ['c1']],
  [
    'of a notification',
    ['event: notified\ndata: {}\n\nevent: changed\ndata: {"cursor":"c1"}\n\n'],
    ['notified', 'c1'],
  ],
  ['that it does not know', ['event: other\ndata: {"cursor":"c1"}\n\n', 'data: x\n\n'], []],
  ['without a cursor', ['event: changed\ndata: {}\n\nevent: changed\ndata: no\n\n'], []],
])('FED-03 events %s are read', (_how, pieces, cursors) => {
  const said: string[] = []
  let heard = 0
  const read = createEventReader({
    heard: () => (heard += 1),
    changed: (cursor) => said.push(cursor),
    notified: () => said.push('notified'),
  })
  expect(pieces.map((piece) => read(piece))).not.toContain(false)
  expect(said).toEqual(cursors)
  expect(heard).toBe(pieces.length)
})

test('FED-03 a line without end is not kept', () => {
  const read = createEventReader({
    heard: () => undefined,
    changed: () => undefined,
    notified: () => undefined,
  })
  expect(read('x'.repeat(70_000))).toBe(false)
})

test('FED-03 the stream is opened with the token, and a new one after a 401', async () => {
  const { listen, said } = start()
  const asked: (string | undefined)[] = []
  respond = ({ headers }, response) => {
    asked.push(headers.authorization)
    if (asked.length === 1) return response.writeHead(401).end()
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.end('event: changed\ndata: {"cursor":"c2"}\n\n')
  }
  expect(await listen()).toEqual({ kind: 'ended', waitMs: null })
  expect(said).toEqual(['opened', 'c2'])
  expect(asked).toEqual(['Bearer token 1', 'Bearer token 2'])
})

test('FED-03 a token that is refused twice ends the session', async () => {
  const { listen, refused } = start()
  respond = (_request, response) => response.writeHead(401).end()
  expect(await listen()).toEqual({ kind: 'failed', waitMs: null })
  expect(refused).toEqual(['token 2'])
})

test.each([
  ['APP-11 an older service', 404, {}, { kind: 'unsupported' }],
  ['FED-03 too many streams', 429, { 'retry-after': '7' }, { kind: 'failed', waitMs: 7_000 }],
  ['FED-03 a service that restarts', 503, {}, { kind: 'failed', waitMs: null }],
  ['FED-03 a page of a proxy', 200, { 'content-type': 'text/html' }, { kind: 'failed', waitMs: null }],
])('%s ends it', async (_name, status, headers, end) => {
  const { listen, said } = start()
  respond = (_request, response) => response.writeHead(status, headers).end('<p>')
  expect(await listen()).toEqual(end)
  expect(said).toEqual([])
})

test('FED-03 an aborted stream and a cut one end without an error', async () => {
  const first = start()
  respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': alive\n\n')
  }
  const listening = first.listen()
  await expect.poll(() => first.said).toEqual(['opened'])
  first.stop.abort()
  expect(await listening).toMatchObject({ kind: 'failed' })
  respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': alive\n\n', () => response.destroy())
  }
  expect(await start().listen()).toMatchObject({ kind: 'failed' })
})

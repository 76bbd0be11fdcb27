// Receivers that do not speak valid HTTP. Every attempt ends, and the worker goes on (WHK-04).
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { answering, startRawReceiver, startReceiver } from './receiver-testing.ts'
import { resolveName } from '../http/safe-request.ts'
import { createPost } from './post.ts'
import { ending, stageWorkers } from './worker-testing.ts'

const rawReceiver = async (behaviour: (socket: Socket) => void) => {
  const receiver = await startRawReceiver(behaviour)
  ending.push(() => receiver.close())
  return receiver
}

const says = (text: string) => (socket: Socket) => void socket.write(text)
const ends = (text: string) => (socket: Socket) => void socket.end(text)
const failed = { kind: 'unanswered' }
const switched = { kind: 'answered', status: 101 }
const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

/** Longer than any attempt of these tests that ends by itself. */
const long = 20_000
const short = 300
const anyHost = { network: 'any host', resolve: resolveName } as const
const never = new AbortController().signal
const post = (url: string, timeout: number, signal = never) =>
  createPost({ ...anyHost, timeout })({ url, headers: {}, body: '{}', signal })

describe('an invalid answer', () => {
  test.each([
    ['switches protocols', says(switching), switched],
    ['switches protocols and hangs up', ends(switching), switched],
    [
      'switches protocols without saying to which',
      says('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
      switched,
    ],
    ['hangs up without an answer', ends(''), failed],
    ['hangs up within the headers', ends('HTTP/1.1 200 OK\r\nContent-Le'), failed],
    ['hangs up after 100 Continue', ends('HTTP/1.1 100 Continue\r\n\r\n'), failed],
    ['hangs up within the body', ends('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'), failed],
    [
      'hangs up within a chunk',
      ends('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhalf'),
      failed,
    ],
    ['answers like HTTP/0.9', says('<html>hello</html>\r\n'), failed],
    ['answers with HTTP/2', says('\0\0\u0012\u0004\0\0\0\0\0'), failed],
    ['answers with a status that is not a number', says('HTTP/1.1 abc OK\r\n\r\n'), failed],
    ['sends two lengths', says('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'), failed],
    [
      'answers with endless headers',
      (socket: Socket) => pour(socket, `X-${'x'.repeat(1000)}: y\r\n`, 'HTTP/1.1 200 OK\r\n'),
      failed,
    ],
    [
      'answers twice',
      says('HTTP/1.1 204 No\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n'),
      { kind: 'answered', status: 204 },
    ],
    [
      'answers 204 and keeps the connection',
      says('HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n'),
      { kind: 'answered', status: 204 },
    ],
  ])('WHK-04 an attempt ends at once when the receiver %s', async (_name, behaviour, expected) => {
    const receiver = await rawReceiver(behaviour)
    expect(await post(receiver.url, long)).toMatchObject(expected)
    await expect.poll(receiver.open).toBe(0)
  })

  test.each([
    ['says 100 Continue and nothing more', says('HTTP/1.1 100 Continue\r\n\r\n')],
    [
      'pours 103 Early Hints',
      (socket: Socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
    ],
    ['pours 102 Processing slowly', (socket: Socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n')],
    ['drips its headers', (socket: Socket) => drip(socket, 'x', 'HTTP/1.1 200 OK\r\nX-Slow: ')],
    ['announces a body that never comes', says('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n')],
    [
      'drips empty chunk extensions',
      (socket: Socket) => drip(socket, 'x', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;'),
    ],
    ['has a body without an end', says('HTTP/1.1 200 OK\r\n\r\nhello')],
    ['says nothing', () => {}],
  ])('WHK-04 an attempt ends in time when the receiver %s', async (_name, behaviour) => {
    const receiver = await rawReceiver(behaviour)
    expect(await post(receiver.url, short)).toEqual({
      kind: 'unanswered',
      error: 'No complete answer arrived within 0.3 seconds.',
    })
    await expect.poll(receiver.open).toBe(0)
  })

  test('WHK-04 an attempt fails when the TLS handshake is not answered or is answered without TLS', async () => {
    const silent = await rawReceiver(() => {})
    expect(await post(silent.url.replace('http:', 'https:'), short)).toMatchObject(failed)
    const plain = await rawReceiver(says(switching))
    expect(await post(plain.url.replace('http:', 'https:'), long)).toMatchObject(failed)
  })

  test('WHK-04 an attempt that is stopped while the receiver sends without end is reported as stopped', async () => {
    const stop = new AbortController()
    const receiver = await rawReceiver((socket) => {
      pour(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')
      setTimeout(() => stop.abort(), 50)
    })
    expect(await post(receiver.url, long, stop.signal)).toEqual({ kind: 'stopped' })
    await expect.poll(receiver.open).toBe(0)
  })
})

function pour(socket: Socket, text: string, first = '') {
  socket.write(first)
  const more = () => {
    while (!socket.destroyed && socket.write(text.repeat(20)));
    if (!socket.destroyed) socket.once('drain', more)
  }
  more()
}

function drip(socket: Socket, text: string, first = '') {
  socket.write(first)
  const timer = setInterval(() => socket.write(text), 20)
  socket.on('close', () => clearInterval(timer))
}

test('WHK-04 a receiver that switches protocols delays neither the other endpoints nor closing', async () => {
  const hostile = await rawReceiver(says(switching))
  const good = await startReceiver()
  ending.push(() => good.close())
  const stage = await stageWorkers()
  const bad = await stage.addWebhook('bad')
  const well = await stage.addWebhook('well')
  const send = createPost({ ...anyHost, timeout: long })
  const worker = stage.work((input) =>
    send({ ...input, url: input.url.includes('bad') ? hostile.url : good.url }),
  )
  good.behave(answering(200))
  await stage.addEvents(8)
  await worker.turn()
  expect(good.accepted.size).toBe(8)
  expect((await stage.deliveries(well)).every(({ status }) => status === 'delivered')).toBe(true)
  stage.clock.at += 6000
  await worker.turn()
  const tried = (await stage.deliveries(bad)).filter(({ attempts }) => attempts > 0)
  expect(tried.length).toBeGreaterThan(0)
  expect(tried.map(({ status, error }) => `${status}: ${error ?? ''}`)).toEqual(
    tried.map(() => 'pending: The receiver answered 101.'),
  )
  await worker.close(10_000)
})

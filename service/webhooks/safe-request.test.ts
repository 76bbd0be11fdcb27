import type { LookupAddress } from 'node:dns'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answering, startReceiver, type Receiver } from './receiver-testing.ts'
import { createPost, createUrlCheck, resolveName, type Resolve } from './safe-request.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const never = new AbortController().signal
const port = () => new URL(receiver.url).port
const post = (url = receiver.url, timeout = 10_000, signal = never) =>
  createPost({ reach: 'any host', resolve: resolveName, timeout })({ url, headers: {}, body: '{}', signal })

const publicAddress: LookupAddress = { address: '93.184.215.14', family: 4 }
const loopback: LookupAddress = { address: '127.0.0.1', family: 4 }

describe('a name', () => {
  const answeringInTurn = (...answers: LookupAddress[][]): Resolve => {
    const left = [...answers]
    return async () => left.shift() ?? []
  }

  test('WHK-02 a name that resolves to a public address when it is saved and to loopback later gets nothing', async () => {
    const resolve = answeringInTurn([publicAddress], [loopback])
    const url = `https://rebind.example.com:${port()}/`
    expect(await createUrlCheck({ reach: 'public hosts', resolve })(url)).toBeUndefined()
    let connections = 0
    const listening = createServer().on('connection', () => (connections += 1))
    await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
    const target = `https://rebind.example.com:${(listening.address() as AddressInfo).port}/`
    const safePost = createPost({ reach: 'public hosts', resolve, timeout: 10_000 })
    expect(await safePost({ url: target, headers: {}, body: '{}', signal: never })).toEqual({
      kind: 'unanswered',
      error: 'The host name resolves to an address that is not public.',
    })
    expect(connections).toBe(0)
    await new Promise((done) => listening.close(done))
  })

  test.each([
    ['loopback', [loopback]],
    ['a public address and a private one', [publicAddress, { address: '10.0.0.1', family: 4 }]],
    ['a mapped address', [{ address: '::ffff:169.254.169.254', family: 6 }]],
  ])('WHK-02 a name that resolves to %s cannot be saved', async (_name, addresses) => {
    const check = createUrlCheck({ reach: 'public hosts', resolve: async () => addresses })
    expect(await check('https://hooks.example.com/')).toMatch(/not public/)
  })

  test('WHK-02 a name with a private address among public ones is not connected to', async () => {
    const resolve = async () => [{ address: '127.0.0.2', family: 4 }, publicAddress]
    const safePost = createPost({ reach: 'public hosts', resolve, timeout: 10_000 })
    const url = `https://hooks.example.com:${port()}/`
    expect(await safePost({ url, headers: {}, body: '{}', signal: never })).toEqual({
      kind: 'unanswered',
      error: 'The host name resolves to an address that is not public.',
    })
  })

  test.each(['https://hooks.example.com/', 'HTTPS://HOOKS.example.com/'])(
    'WHK-02 a name that does not resolve yet can be saved, because each connection checks it: %s',
    async (url) => {
      const resolve = () => Promise.reject(new Error('ENOTFOUND'))
      expect(await createUrlCheck({ reach: 'public hosts', resolve })(url)).toBeUndefined()
      const sent = await createPost({ reach: 'public hosts', resolve, timeout: 10_000 })({
        url,
        headers: {},
        body: '{}',
        signal: never,
      })
      expect(sent).toEqual({ kind: 'unanswered', error: 'ENOTFOUND' })
    },
  )

  test('WHK-02 the check of a name whose resolution hangs passes after its timeout', async () => {
    const check = createUrlCheck({
      reach: 'public hosts',
      resolve: () => new Promise(() => {}),
      timeout: 20,
    })
    expect(await check('https://hooks.example.com/')).toBeUndefined()
  })

  test('WHK-02 a private address that was saved while it was allowed is refused by the connection', async () => {
    const safePost = createPost({ reach: 'public hosts', resolve: resolveName, timeout: 10_000 })
    for (const url of [receiver.url, receiver.url.replace('http:', 'https:')]) {
      const sent = await safePost({ url, headers: {}, body: '{}', signal: never })
      expect(sent.kind).toBe('unanswered')
    }
    expect(receiver.received).toEqual([])
  })
})

describe('an answer', () => {
  test('WHK-02 a redirect is not followed', async () => {
    receiver.behave(answering(307, { location: `${receiver.url}/elsewhere` }, 'over there'))
    expect(await post()).toEqual({ kind: 'answered', status: 307, body: 'over there', retryAfter: undefined })
    expect(receiver.received).toHaveLength(1)
  })

  test('WHK-04 at most 4 kB of an answer are read', async () => {
    receiver.behave((_received, response) => {
      response.writeHead(200, { 'retry-after': '7' })
      const pour = () => {
        if (!response.destroyed && response.write('z'.repeat(65_536))) setImmediate(pour)
        else response.once('drain', pour)
      }
      pour()
    })
    expect(await post()).toEqual({ kind: 'answered', status: 200, body: 'z'.repeat(4096), retryAfter: '7' })
  })

  test.each([
    ['never answers', () => {}],
    [
      'answers 200 and never ends',
      (_received: unknown, response: ServerResponse) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ])('WHK-04 an attempt ends in time when the receiver %s', async (_name, behaviour) => {
    receiver.behave(behaviour)
    expect(await post(receiver.url, 200)).toEqual({
      kind: 'unanswered',
      error: 'No complete answer arrived within 0.2 seconds.',
    })
  })

  test('WHK-04 an attempt ends in time when the name never resolves', async () => {
    const stuck = createPost({ reach: 'any host', resolve: () => new Promise(() => {}), timeout: 100 })
    const sent = await stuck({ url: 'http://hooks.example.com/', headers: {}, body: '{}', signal: never })
    expect(sent).toMatchObject({ kind: 'unanswered', error: expect.stringContaining('0.1 seconds') })
  })

  test('WHK-04 an attempt whose connection is reset or refused has failed', async () => {
    receiver.behave((_received, response) => response.socket?.resetAndDestroy())
    expect(await post()).toMatchObject({ kind: 'unanswered', error: expect.stringContaining('ECONNRESET') })
    const { url } = receiver
    await receiver.close()
    expect(await post(url)).toMatchObject({
      kind: 'unanswered',
      error: expect.stringContaining('ECONNREFUSED'),
    })
    receiver = await startReceiver()
  })

  test('WHK-04 a stopped request is reported as stopped', async () => {
    const stop = new AbortController()
    receiver.behave(() => stop.abort())
    expect(await post(receiver.url, 10_000, stop.signal)).toEqual({ kind: 'stopped' })
  })
})

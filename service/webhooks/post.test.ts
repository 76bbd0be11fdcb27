import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver, type Receiver } from './receiver-testing.ts'
import { createUrlCheck, resolveName, type Resolve } from '../http/safe-request.ts'
import { createPost } from './post.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const never = new AbortController().signal
const port = () => new URL(receiver.url).port
const send = (options: Partial<Parameters<typeof createPost>[0]>, url: string) =>
  createPost({ network: 'public hosts', resolve: resolveName, timeout: 10_000, ...options })({
    url,
    headers: {},
    body: '{}',
    signal: never,
  })
const post = (url = receiver.url) => send({ network: 'any host' }, url)

const publicAddress: LookupAddress = { address: '93.184.215.14', family: 4 }
const loopback: LookupAddress = { address: '127.0.0.1', family: 4 }
const unsafeName = {
  kind: 'unanswered',
  error: 'The host name resolves to an address that is not public.',
}

describe('a name', () => {
  const answeringInTurn = (...answers: LookupAddress[][]): Resolve => {
    const left = [...answers]
    return async () => left.shift() ?? []
  }

  test('WHK-02 a name that resolves to a public address when it is saved and to loopback later gets nothing', async () => {
    const resolve = answeringInTurn([publicAddress], [loopback])
    const url = `https://rebind.example.com:${port()}/`
    expect(await createUrlCheck({ network: 'public hosts', resolve })(url)).toBeUndefined()
    let connections = 0
    const listening = createServer().on('connection', () => (connections += 1))
    await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
    const target = `https://rebind.example.com:${(listening.address() as AddressInfo).port}/`
    expect(await send({ resolve }, target)).toEqual(unsafeName)
    expect(connections).toBe(0)
    await new Promise((done) => listening.close(done))
  })

  test.each([
    ['loopback', [loopback]],
    ['a public address and a private one', [publicAddress, { address: '10.0.0.1', family: 4 }]],
    ['a mapped address', [{ address: '::ffff:169.254.169.254', family: 6 }]],
  ])('WHK-02 a name that resolves to %s cannot be saved', async (_name, addresses) => {
    const check = createUrlCheck({ network: 'public hosts', resolve: async () => addresses })
    expect(await check('https://hooks.example.com/')).toMatch(/not public/)
  })

  test('WHK-02 a name with a private address among public ones is not connected to', async () => {
    const resolve = async () => [{ address: '127.0.0.2', family: 4 }, publicAddress]
    expect(await send({ resolve }, `https://hooks.example.com:${port()}/`)).toEqual(unsafeName)
  })

  test('WHK-02 a name that resolves to an address of this machine is not connected to', async () => {
    const resolve = async () => [publicAddress]
    const own = () => [publicAddress.address]
    expect(await send({ resolve, own }, `https://hooks.example.com:${port()}/`)).toEqual(unsafeName)
  })

  test('WHK-02 the connection goes to the addresses that were checked: the name is resolved once', async () => {
    const resolve = answeringInTurn([loopback], [publicAddress])
    const url = `http://hooks.example.com:${port()}/`
    expect(await send({ network: 'any host', resolve }, url)).toMatchObject({ kind: 'answered' })
    expect(receiver.received).toHaveLength(1)
  })

  test.each(['https://hooks.example.com/', 'HTTPS://HOOKS.example.com/'])(
    'WHK-02 a name that does not resolve yet can be saved, because each connection checks it: %s',
    async (url) => {
      const resolve = () => Promise.reject(new Error('ENOTFOUND'))
      expect(await createUrlCheck({ network: 'public hosts', resolve })(url)).toBeUndefined()
      expect(await send({ resolve }, url)).toEqual({ kind: 'unanswered', error: 'ENOTFOUND' })
    },
  )

  test('WHK-02 the check of a name whose resolution hangs passes after its timeout', async () => {
    const check = createUrlCheck({
      network: 'public hosts',
      resolve: () => new Promise(() => {}),
      timeout: 20,
    })
    expect(await check('https://hooks.example.com/')).toBeUndefined()
  })

  test('WHK-02 a private address that was saved while it was allowed is refused by the connection', async () => {
    for (const url of [receiver.url, receiver.url.replace('http:', 'https:')])
      expect((await send({}, url)).kind).toBe('unanswered')
    expect(receiver.received).toEqual([])
  })
})

describe('an answer', () => {
  test('WHK-04 at most 4 kB of an answer are read', async () => {
    receiver.behave((_received, response) => {
      response.writeHead(200, { 'retry-after': '7' })
      const pour = () => {
        if (!response.destroyed && response.write('z'.repeat(65_536))) setImmediate(pour)
        else response.once('drain', pour)
      }
      pour()
    })
    const body = 'z'.repeat(4096)
    expect(await post()).toEqual({ kind: 'answered', status: 200, body, encoding: 'utf-8', retryAfter: '7' })
  })

  test.each([
    ['text', 'Grüße', 'Grüße', 'utf-8'],
    ['nothing', '', '', 'utf-8'],
    ['text that is cut inside of a character', `${'z'.repeat(4095)}ü`, 'z'.repeat(4095), 'utf-8'],
    ['bytes that are not UTF-8', Buffer.of(0x47, 0xff), 'R/8=', 'base64'],
    ['a character that breaks off', Buffer.of(0x47, 0xc3), 'R8M=', 'base64'],
    ['text with NUL', 'a\0b', 'YQBi', 'base64'],
  ] as const)('WHK-04 an answer of %s is kept byte for byte', async (_what, sent, body, encoding) => {
    receiver.behave((_received, response) => void response.end(sent))
    expect(await post()).toMatchObject({ body, encoding })
  })

  test('WHK-04 an attempt ends in time when the name never resolves', async () => {
    const sent = await send(
      { resolve: () => new Promise(() => {}), timeout: 100 },
      'https://hooks.example.com/',
    )
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
})

import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '../db/postgres/certificate-testing.ts'
import { resolveName, type Guard, type Resolve } from '../http/safe-request.ts'
import { createFetchFeed, hashOf } from './feed-request.ts'
import * as feeds from './feed-server-testing.ts'

let server: feeds.FeedServer
beforeEach(async () => {
  server = await feeds.startFeedServer()
})
afterEach(() => server.close())

const never = new AbortController().signal
const unknown = { etag: null, lastModified: null }
const get = (url = server.url, guard: Partial<Guard> = {}, timeout = 10_000) =>
  createFetchFeed({ network: 'any host', resolve: resolveName, ...guard }, timeout)(url, unknown, never)
const file = feeds.ics(feeds.anHour('Planning', 0))

const failure = (code: string, message: RegExp) => ({
  kind: 'failed',
  code,
  message: expect.stringMatching(message),
})

describe('hosts that are not public', () => {
  const publicAddress: LookupAddress = { address: '93.184.215.14', family: 4 }
  const loopback: LookupAddress = { address: '127.0.0.1', family: 4 }
  const closed = (resolve: Resolve = resolveName) => ({ network: 'public hosts', resolve }) as const
  const port = () => new URL(server.url).port

  test.each([
    ['http', 'http://calendar.example.com/a.ics'],
    ['a private address', 'https://10.0.0.1/a.ics'],
    ['an address of the cloud', 'https://169.254.169.254/latest'],
    ['a number for an address', 'https://2130706433/'],
    ['a name of this machine', 'https://localhost/a.ics'],
    ['a name of a private network', 'https://nas.local/a.ics'],
    ['a password', 'https://me:secret@calendar.example.com/a.ics'],
    ['another scheme', 'file:///etc/passwd'],
    ['webcal to a private address', 'webcal://192.168.1.4/a.ics'],
    ['no address', 'my calendar'],
  ])('CAL-01 CAL-03 %s is unsafe_url', async (_what, url) => {
    expect(await get(url, closed())).toEqual(failure('unsafe_url', /\S/))
  })

  test.each([
    'http://169.254.169.254/latest',
    'http://2852039166/latest',
    'http://[fe80::1]/a.ics',
    'http://[::ffff:169.254.169.254]/latest',
    'http://[64:ff9b::a9fe:a9fe]/latest',
    'http://link.test/a.ics',
  ])(
    'CAL-01 CAL-03 %s is link-local, and unsafe_url where private addresses are allowed, also after a redirect',
    async (url) => {
      const guard = { resolve: async () => [{ address: 'fe80::1%eth0', family: 6 }, loopback] }
      expect(await get(url, guard, 2000)).toEqual(failure('unsafe_url', /link-local/))
      server.behave(feeds.redirecting(url))
      expect(await get(server.url, guard, 2000)).toEqual(failure('unsafe_url', /link-local/))
    },
  )

  test('CAL-03 a name that resolves to a private address is not connected to', async () => {
    const guard = closed(async () => [publicAddress, loopback])
    const url = `https://calendar.example.com:${port()}/a.ics`
    expect(await get(url, guard)).toEqual(failure('unsafe_url', /not public/))
    expect(server.asked).toEqual([])
  })

  test('CAL-03 a name that was public a moment ago and is private now is not connected to', async () => {
    const answers = [[publicAddress], [loopback]]
    const guard = closed(async () => answers.shift() ?? [])
    await guard.resolve('calendar.example.com')
    const url = `https://calendar.example.com:${port()}/a.ics`
    expect(await get(url, guard)).toEqual(failure('unsafe_url', /not public/))
    expect(server.asked).toEqual([])
  })
})

describe('answers', () => {
  test('CAL-03 a file is read with its validators, also when it is compressed', async () => {
    for (const [encoding, body] of [
      ['identity', Buffer.from(file)],
      ['gzip', feeds.packed(file, 'gzip')],
      ['deflate', feeds.packed(file, 'deflate')],
      ['br', feeds.packed(file, 'br')],
    ] as const) {
      server.behave(feeds.serving(body, { 'content-encoding': encoding, etag: '"1"' }))
      const got = await get()
      expect(got, encoding).toMatchObject({ kind: 'file', etag: '"1"', lastModified: null })
      expect(got.kind === 'file' && got.bytes.toString(), encoding).toBe(file)
    }
  })

  test('CAL-01 webcal is https', async () => {
    const url = server.url.replace('http:', 'webcal:')
    expect(await get(url)).toEqual(failure('calendar_unreachable', /^The host does not speak https/))
  })

  const failing = (code: string) => async () => {
    throw Object.assign(new Error(`getaddrinfo ${code} calendar.test`), { code })
  }
  test.each([
    [
      'a port where nobody listens',
      'http://127.0.0.1:1/a.ics',
      resolveName,
      /^Nothing answers at this address/,
    ],
    ['an unknown name', 'http://calendar.test/', failing('ENOTFOUND'), /^There is no host of this name/],
    [
      'no name server',
      'http://calendar.test/',
      failing('EAI_AGAIN'),
      /^The name of the host cannot be looked up/,
    ],
    [
      'a failure without words of its own',
      'http://calendar.test/',
      failing('EODD'),
      /cannot be reached: EODD/,
    ],
  ])('CAL-01 CAL-03 %s is a sentence of what to do', async (_what, url, resolve, sentence) => {
    expect(await get(url, { resolve })).toEqual(failure('calendar_unreachable', sentence))
  })

  test('CAL-03 a certificate that nobody signed is a reason in words', async () => {
    const { key, cert } = makeCertificate()
    const tls = createServer({ key, cert }, (_request, response) => response.end(file))
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
    const url = `https://127.0.0.1:${(tls.address() as AddressInfo).port}/a.ics`
    expect(await get(url)).toEqual(
      failure('calendar_unreachable', /^The certificate of the host is not signed/),
    )
    tls.closeAllConnections()
    await new Promise((resolve) => tls.close(resolve))
  })

  test.each([
    ['says nothing', feeds.silent],
    ['sends a byte now and then', feeds.dripping],
  ])('CAL-03 a host that %s is left after the time that it has', async (_what, behaviour) => {
    server.behave(behaviour)
    expect(await get(server.url, {}, 300)).toEqual(failure('calendar_unreachable', /within 0.3 seconds/))
  })

  test.each([
    ['100 MB in a small gzip', feeds.bomb()],
    ['a body without an end', feeds.endless],
  ])('CAL-03 %s is calendar_too_large', async (_what, behaviour) => {
    server.behave(behaviour)
    expect(await get()).toEqual(failure('calendar_too_large', /20 MB/))
  })
})

test('CAL-03 the hash of a file is that of what it says, without the time of the request', async () => {
  const at = (stamp: string, title: string) =>
    hashOf(Buffer.from(feeds.ics(feeds.anHour(title, 0, `DTSTAMP:${stamp}`))))
  expect(at('20260101T000000Z', 'Planning')).toBe(at('20270101T000000Z', 'Planning'))
  // However it arrives: this one is longer than a piece.
  const long = (stamp: string) =>
    feeds.ics(...Array.from({ length: 5000 }, () => feeds.anHour('Planning', 0, `DTSTAMP:${stamp}`)))
  const hashes = []
  for (const stamp of ['20260101T000000Z', '20270101T000000Z']) {
    server.behave(feeds.serving(long(stamp)))
    const got = await get()
    hashes.push(got.kind === 'file' && got.hash, hashOf(Buffer.from(long(stamp))))
  }
  expect(new Set(hashes).size).toBe(1)
  expect(at('20260101T000000Z', 'Planning')).not.toBe(at('20260101T000000Z', 'Review'))
})

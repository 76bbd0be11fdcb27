import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeIdentityProvider, startFakeIdentityProvider } from './identity-provider.fake.ts'
import type { Fetch } from '../network/network.ts'
import { createSignIn } from './sign-in.ts'

let provider: FakeIdentityProvider
beforeEach(async () => {
  provider = await startFakeIdentityProvider()
})
afterEach(() => provider.close())

const signInOver = (fetched: Fetch) =>
  createSignIn({ fetch: fetched, openBrowser: () => Promise.resolve(true), now: Date.now })

const endless = (): { answer: RequestListener; sentBytes: () => number } => {
  let sent = 0
  return {
    sentBytes: () => sent,
    answer: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"a":"')
      const more = (): void => {
        // More than any answer needs, and an end for a reader that would take it all.
        while (!response.destroyed && sent < 200_000_000) {
          sent += 65_536
          if (!response.write('x'.repeat(65_536))) break
        }
        if (sent >= 200_000_000) response.end('"}')
      }
      response.on('drain', more)
      more()
    },
  }
}

const begin = async () => {
  let address = ''
  const signIn = createSignIn({
    fetch,
    openBrowser: (opened) => Promise.resolve((address = opened) !== ''),
    now: Date.now,
  })
  const begun = await signIn.begin(provider.base)
  if (!begun.ok) throw new Error(begun.error.message)
  return { address, outcome: begun.value.outcome }
}

test('APP-01 tokens with an invalid subject are revoked, and the sign-in fails', async () => {
  provider.behave({ claims: { sub: 'x'.repeat(256) } })
  const { address, outcome } = await begin()
  await provider.allow(address)
  expect(await outcome).toMatchObject({ ok: false, error: { kind: 'unexpectedAnswer' } })
  expect(provider.asked.revoked).toHaveLength(1)
})

test.each(['code', 'state', 'iss'])(
  'APP-01 O3 a callback that says its %s twice is not exchanged',
  async (name) => {
    const { address, outcome } = await begin()
    const asking = new URL(address).searchParams
    const back = new URL(asking.get('redirect_uri') ?? '')
    const said = { code: 'c', state: asking.get('state') ?? '', iss: provider.base.origin }
    for (const [parameter, value] of Object.entries(said)) back.searchParams.append(parameter, value)
    back.searchParams.append(name, 'another')
    await fetch(back)
    expect(await outcome).toMatchObject({ ok: false, error: { kind: 'unexpectedAnswer' } })
    expect(provider.asked.token).toEqual([])
  },
)

describe('an answer without end', () => {
  test.each(['/.well-known/openid-configuration', '/token'])(
    'APP-10 from %s is not read to its end, and is not taken for a service',
    async (path) => {
      const { answer, sentBytes } = endless()
      provider.behave({ answers: { [path]: answer } })
      provider.live.add('first')
      const refreshed = await signInOver(fetch).refresh(provider.base, 'first', 'key')
      expect(refreshed).toMatchObject({ type: 'failed', error: { kind: 'unexpectedAnswer' } })
      expect(sentBytes()).toBeLessThan(50_000_000)
    },
  )

  test('APP-10 that is compressed is not decompressed to its end', async () => {
    const packed = gzipSync(Buffer.alloc(100_000_000, ' '))
    provider.behave({
      answers: {
        '/token': (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
            .end(packed),
      },
    })
    let unpacked = 0
    const signIn = signInOver(async (url, init) => {
      const response = await fetch(url, init)
      const counted = response.body?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform: (bytes, parts) => {
            unpacked += bytes.byteLength
            parts.enqueue(bytes)
          },
        }),
      )
      return new Response(counted, response)
    })
    expect(await signIn.refresh(provider.base, 'x', 'key')).toMatchObject({
      type: 'failed',
      error: { kind: 'unexpectedAnswer' },
    })
    expect(unpacked).toBeLessThan(10_000_000)
  })
})

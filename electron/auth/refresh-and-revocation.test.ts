import type { RequestListener } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeIdentityProvider, startFakeIdentityProvider } from './identity-provider.fake.ts'
import { createSignIn } from './sign-in.ts'

let provider: FakeIdentityProvider
beforeEach(async () => {
  provider = await startFakeIdentityProvider()
})
afterEach(() => provider.close())

const start = () => createSignIn({ fetch, openBrowser: () => Promise.resolve(false), now: Date.now })

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

describe('a refresh', () => {
  test('APP-01 O7 rotates', async () => {
    provider.live.add('first')
    const refreshed = await start().refresh(provider.base, 'first', 'key')
    if (refreshed.type !== 'refreshed') throw new Error(refreshed.type)
    const isLive = provider.live.has(refreshed.tokens.refreshToken ?? '')
    expect([isLive, refreshed.identity?.user.id, refreshed.identity?.workspaceId]).toEqual([
      true,
      'usr_1',
      'wsp_1',
    ])
    expect(await start().refresh(provider.base, 'first', 'key')).toEqual({ type: 'refused' })
  })

  test('APP-06 O7 a clock that is fourteen hours ahead loses no rotated token', async () => {
    provider.live.add('first')
    const there = Math.floor(Date.now() / 1000) - 14 * 3_600
    provider.behave({ claims: { iat: there, exp: there + 600 } })
    const refreshed = await start().refresh(provider.base, 'first', 'key')
    expect(refreshed).toMatchObject({ type: 'refreshed', tokens: { refreshToken: [...provider.live][0] } })
  })

  test('OAU-01 O7 carries its own key, and no other request has one', async () => {
    const keys: unknown[] = []
    provider.behave({
      answers: {
        '/token': (request) => {
          keys.push(request.headers['idempotency-key'])
          request.socket.destroy()
        },
        '/revoke': (request, response) => {
          keys.push(request.headers['idempotency-key'])
          response.writeHead(200).end()
        },
      },
    })
    const signIn = start()
    await Promise.all([
      signIn.refresh(provider.base, 'first', 'key-1'),
      signIn.refresh(provider.base, 'second', 'key-2'),
    ])
    await signIn.revoke(provider.base, 'first')
    expect(new Set(keys)).toEqual(new Set(['key-1', 'key-2', undefined]))
  })

  test.each([
    ['500 with HTML', 500, 'text/html', '<h1>oops</h1>'],
    ['503 with JSON', 503, 'application/json', '{"error":"temporarily_unavailable"}'],
    ['another refusal', 400, 'application/json', '{"error":"invalid_client"}'],
    ['nonsense', 200, 'application/json', '[]'],
  ])('APP-06 O7 %s is not a sign-out', async (_name, status, type, body) => {
    provider.behave({
      answers: {
        '/token': (_request, response) => response.writeHead(status, { 'content-type': type }).end(body),
      },
    })
    expect(await start().refresh(provider.base, 'x', 'key')).toMatchObject({ type: 'failed' })
  })

  test('APP-06 O7 a network that breaks is not a sign-out', async () => {
    provider.behave({ answers: { '/token': (request) => request.socket.destroy() } })
    expect(await start().refresh(provider.base, 'x', 'key')).toMatchObject({
      type: 'failed',
      error: { kind: 'offline' },
    })
    await provider.close()
    const refreshed = await start().refresh(provider.base, 'x', 'key')
    provider = await startFakeIdentityProvider()
    expect(refreshed).toMatchObject({ type: 'failed', error: { kind: 'offline' } })
  })

  test.each(['/.well-known/openid-configuration', '/token'])(
    'APP-10 an answer without end from %s is not read to its end, and is not taken for a service',
    async (path) => {
      const { answer, sentBytes } = endless()
      provider.behave({ answers: { [path]: answer } })
      provider.live.add('first')
      const refreshed = await start().refresh(provider.base, 'first', 'key')
      expect(refreshed).toMatchObject({ type: 'failed', error: { kind: 'unexpectedAnswer' } })
      expect(sentBytes()).toBeLessThan(50_000_000)
    },
  )
})

describe('a revocation', () => {
  test('APP-01 O8 tells the service which token ends', async () => {
    await start().revoke(provider.base, 'the-refresh-token')
    expect(provider.asked.revoked).toEqual(['the-refresh-token'])
  })

  test.each<[string, RequestListener]>([
    ['refuses', (_request, response) => void response.writeHead(503).end()],
    ['hangs up', (request) => request.socket.destroy()],
  ])('APP-01 O8 a service that %s does not prevent a sign-out', async (_name, answer) => {
    provider.behave({ answers: { '/revoke': answer } })
    expect(await start().revoke(provider.base, 'the-refresh-token')).toBeUndefined()
  })
})

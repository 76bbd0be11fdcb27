import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Loopback, openLoopback } from './loopback.ts'

let loopback: Loopback
beforeEach(async () => {
  loopback = await openLoopback({ expectedState: 'right-state', timeoutMs: 60_000 })
})
afterEach(() => {
  loopback.close()
})

type Answer = { status: number; headers: Record<string, unknown>; body: string }

const ask = (
  path: string,
  options: { method?: string; host?: string; hostname?: string } = {},
): Promise<Answer> => {
  const { hostname, port, host } = new URL(loopback.redirectUri)
  return new Promise((resolve, reject) => {
    request(
      {
        hostname: options.hostname ?? hostname,
        port,
        path,
        method: options.method ?? 'GET',
        headers: { host: options.host ?? host },
      },
      (response) => {
        let body = ''
        response.on('data', (chunk) => (body += String(chunk)))
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        })
      },
    )
      .on('error', reject)
      .end()
  })
}

describe('the loopback listener', () => {
  test('APP-01 O4 listens on 127.0.0.1 alone, at a free port, for one path', async () => {
    expect(loopback.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    // Only Linux answers for the whole of 127.0.0.0/8.
    for (const hostname of process.platform === 'linux' ? ['::1', '127.0.0.2'] : ['::1'])
      await expect(ask('/callback', { hostname })).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL/)
  })

  test('APP-01 O3 O5 refuses wrong requests without ending the wait, then accepts the right one once', async () => {
    expect((await ask('/callback?code=stolen&state=wrong')).status).toBe(400)
    expect((await ask('/callback?code=stolen')).status).toBe(400)
    expect((await ask('/elsewhere?state=right-state')).status).toBe(404)
    expect((await ask('/done')).status).toBe(404)
    expect((await ask('/callback?state=right-state', { method: 'POST' })).status).toBe(405)
    expect((await ask('/callback?state=right-state', { host: 'evil.example' })).status).toBe(400)
    expect((await ask('/callback?state=right-state', { host: 'localhost' })).status).toBe(400)

    const taken = await ask('/callback?code=c&state=right-state')
    expect([taken.status, taken.headers['location'], taken.body]).toEqual([303, '/done', ''])
    expect((await ask('/callback?code=again&state=right-state')).status).toBe(410)
    const outcome = await loopback.outcome
    expect(outcome.type === 'arrived' && outcome.url.searchParams.get('code')).toBe('c')
  })

  test('APP-01 O5 its pages are constant, uncached and allow nothing', async () => {
    const wrong = await ask('/callback?state=%3Cscript%3E&error_description=%3Cscript%3E')
    expect(wrong.body).not.toContain('script>')
    expect(wrong.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      connection: 'close',
    })
  })

  test('APP-01 O4 O5 the port closes after the last page', async () => {
    await ask('/callback?code=c&state=right-state')
    const done = await ask('/done')
    expect([done.status, done.body.includes('go back to Svc Launcher')]).toEqual([200, true])
    await expect
      .poll(() => ask('/done').then(String, (error: NodeJS.ErrnoException) => error.code))
      .toBe('ECONNREFUSED')
  })

  test('APP-01 O4 a cancelled wait ends at once and closes the port', async () => {
    loopback.close()
    expect(await loopback.outcome).toEqual({ type: 'cancelled' })
    await expect(ask('/callback?code=c&state=right-state')).rejects.toThrow('ECONNREFUSED')
  })

  test('APP-01 O4 an unfinished sign-in times out and closes the port', async () => {
    const short = await openLoopback({ expectedState: 's', timeoutMs: 1 })
    expect(await short.outcome).toEqual({ type: 'timedOut' })
    await expect(fetch(short.redirectUri)).rejects.toThrow('fetch failed')
  })
})

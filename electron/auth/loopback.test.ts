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

const ask = (path: string, options: { method?: string; host?: string } = {}): Promise<Answer> => {
  const { hostname, port, host } = new URL(loopback.redirectUri)
  return new Promise((resolve, reject) => {
    request(
      { hostname, port, path, method: options.method ?? 'GET', headers: { host: options.host ?? host } },
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
  test('APP-01 listens on 127.0.0.1 at a free port, one path only', () => {
    expect(loopback.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  })

  test('APP-01 answers strangers without ending the wait, then takes the right one once', async () => {
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

  test('APP-01 its pages are constant, uncached and allow nothing', async () => {
    const wrong = await ask('/callback?state=%3Cscript%3E&error_description=%3Cscript%3E')
    expect(wrong.body).not.toContain('script>')
    expect(wrong.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      connection: 'close',
    })
  })

  test('APP-01 the last page is served, and then nobody listens', async () => {
    await ask('/callback?code=c&state=right-state')
    const done = await ask('/done')
    expect([done.status, done.body.includes('go back to Svc Launcher')]).toEqual([200, true])
    await expect
      .poll(() => ask('/done').then(String, (error: NodeJS.ErrnoException) => error.code))
      .toBe('ECONNREFUSED')
  })

  test('APP-01 a cancelled wait ends at once and closes the port', async () => {
    loopback.close()
    expect(await loopback.outcome).toEqual({ type: 'cancelled' })
    await expect(ask('/callback?code=c&state=right-state')).rejects.toThrow('ECONNREFUSED')
  })

  test('APP-01 a sign-in that nobody finishes ends by itself', async () => {
    const short = await openLoopback({ expectedState: 's', timeoutMs: 1 })
    expect(await short.outcome).toEqual({ type: 'timedOut' })
  })
})

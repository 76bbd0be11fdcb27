// Secrets of odd bytes: headers arrive as Latin-1, forms and queries as UTF-8. Each is refused like any other wrong one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFormId, startSettings } from '../../settings/settings-testing.ts'
import { createWire, type Wire } from '../proof/wire.ts'

let stage: Awaited<ReturnType<typeof startSettings>>
let wire: Wire
let key: string
beforeAll(async () => {
  stage = await startSettings()
  wire = createWire(stage.service.baseUrl)
  key = (await stage.service.createKey(stage.acme, stage.owner)).token
})
afterAll(async () => {
  wire.close()
  await stage.service.close()
})

/** The bytes of a header, or percent-encoded where a secret stands in a form or an address. */
const odd = [
  ['a Latin-1 letter', '\xe9'],
  ['a UTF-8 letter', '\xc3\xa9'],
  ['bytes that are not UTF-8', '\xff\xfe'],
  ['the replacement character', '\xef\xbf\xbd'],
] as const
const encoded = (text: string) => Buffer.from(text, 'latin1').toString('hex').replaceAll(/../g, '%$&')

describe.each(odd)('%s', (_name, bytes) => {
  test.each(['/v1/whoami', '/v1/launcher/brief', '/cli/v1/projects/x/env'])(
    'AUT-01 in a token, or after a right one, is 401 with a plain string: %s',
    async (path) => {
      for (const token of [`svc_${bytes}`, `${key}${bytes}`]) {
        const { status, text } = await wire.send({ method: 'GET', path, token })
        expect([status, JSON.parse(text)]).toEqual([401, { error: expect.any(String) }])
      }
    },
  )

  test('AUT-12 in a session cookie is no session, and that of others stays', async () => {
    const cookie = [...stage.owner.jar.cookies]
      .map(([name, { value }]) => `${name}=${value.slice(0, -1)}${bytes}`)
      .join('; ')
    const answer = await wire.send({ method: 'GET', path: '/settings/acme/keys', headers: { cookie } })
    expect([answer.status, answer.text.includes('<h1>Sign in</h1>')]).toEqual([200, true])
    expect((await stage.owner.open('keys')).text).toContain('Signed in as')
  })

  test('AUT-12 in the token of a form is refused as too old', async () => {
    const { jar, token } = stage.owner
    // As many characters as the right one, or as many bytes.
    for (const cut of [1, bytes.length, 2, 3]) {
      const body = `form=${newFormId()}&token=${encoded(bytes)}${token.slice(cut)}`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await jar.follow('/settings/acme/create-key', { method: 'POST', body, headers })
      expect([answer.status, answer.text.includes('This form is too old')]).toEqual([400, true])
    }
  })

  test.each([
    // Nobody is signed in here: the person of a used invitation is asked to.
    ['/settings/acme/join?token=', 400],
    ['/settings/acme/reset-password?token=', 404],
    ['/settings/acme/keys?code=', 400],
    ['/w/acme/tasks/x?code=', 400],
  ])('APP-08 in the address %s is %d', async (path, status) => {
    expect((await wire.send({ method: 'GET', path: path + encoded(bytes) })).status).toBe(status)
  })

  test('OAU-01 in a code or a refresh token is an invalid grant', async () => {
    for (const grant of [
      'authorization_code&redirect_uri=http://127.0.0.1:1/callback&code',
      'refresh_token&refresh_token',
    ]) {
      const { status, text } = await wire.send({
        method: 'POST',
        path: '/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `client_id=svc-launcher&code_verifier=${'v'.repeat(43)}&grant_type=${grant}=${encoded(bytes)}`,
      })
      expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })])
    }
  })
})

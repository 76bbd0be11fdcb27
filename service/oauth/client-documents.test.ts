// Documents about assistants, as they are fetched (AGT-01): through the guard of everything that leaves the service.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createSafeRequest, type SafeRequest } from '../http/safe-request.ts'
import { fetchClientDocument, isClientAddress } from './client-documents.ts'

const address = 'https://assistant.example/client.json'

/** A request that is answered with this. */
const answering =
  (body: string | Buffer, statusCode = 200, headers: Record<string, string> = {}): SafeRequest =>
  async () =>
    Object.assign(Readable.from([Buffer.from(body)]), { statusCode, headers }) as unknown as IncomingMessage

const fetched = (request: SafeRequest) => fetchClientDocument(request)(address, {} as never)

const document = {
  client_id: address,
  client_name: 'Helpful\u202e\n assistant',
  redirect_uris: [
    'https://assistant.example/cb',
    'http://127.0.0.1/cb',
    'cursor://cb',
    'http://other.example/cb',
  ],
  logo_uri: 'https://assistant.example/logo.png',
  jwks_uri: 'https://10.0.0.1/keys',
  sector_identifier_uri: 'https://10.0.0.1/sector',
}

test('AGT-01 only what counts of a document is kept: a name of one line, and addresses of the web and of this machine', async () => {
  const response = await fetched(answering(JSON.stringify(document), 200, { 'cache-control': 'max-age=600' }))
  expect(response.headers.get('cache-control')).toBe('max-age=600')
  expect(await response.json()).toEqual({
    client_id: address,
    client_name: 'Helpful assistant',
    redirect_uris: ['https://assistant.example/cb', 'http://127.0.0.1/cb'],
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  })
})

test('AGT-01 a name of nothing to see is that of the host', async () => {
  const response = await fetched(answering(JSON.stringify({ ...document, client_name: '\u200b' })))
  expect(await response.json()).toMatchObject({ client_name: 'assistant.example' })
})

describe('a document that is not one', () => {
  test.each([
    ['a redirect is not followed', answering('', 302, { location: 'https://10.0.0.1/' })],
    ['an error is not read', answering(JSON.stringify(document), 500)],
  ])('AGT-01 %s', async (_, request) => {
    expect((await fetched(request)).status).toBe(502)
  })

  test.each([
    ['more than 16 KiB', answering(' '.repeat(20_000) + JSON.stringify(document))],
    ['no JSON', answering('<html>')],
    ['no redirects', answering(JSON.stringify({ ...document, redirect_uris: [] }))],
    [
      'too many redirects',
      answering(JSON.stringify({ ...document, redirect_uris: Array(21).fill(address) })),
    ],
  ])('AGT-01 %s: fails', async (_, request) => {
    await expect(fetched(request)).rejects.toThrow()
  })

  test.each([['10.0.0.1'], ['127.0.0.1'], ['169.254.169.254'], ['::1'], ['fd00::1']])(
    'AGT-01 a public name that leads to %s is not asked',
    async (to) => {
      const family = to.includes(':') ? 6 : 4
      const request = createSafeRequest({
        network: 'public hosts',
        resolve: async () => [{ address: to, family }],
      })
      await expect(fetched(request)).rejects.toThrow('resolves to')
    },
  )
})

test.each([
  [address, true],
  ['http://assistant.example/client.json', false],
  ['https://assistant.example', false],
  ['https://127.0.0.1/client.json', false],
  ['https://printer.local/client.json', false],
  ['svc-launcher', false],
])('AGT-01 %s can be the address of a document: %s', (id, expected) => {
  expect(isClientAddress(id)).toBe(expected)
})

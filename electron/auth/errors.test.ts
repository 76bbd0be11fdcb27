import { expect, test } from 'vitest'
import { explainDiscovery } from './errors.ts'

const metadata = {
  authorization_endpoint: 'https://login.example/authorize',
  token_endpoint: 'https://login.example/token',
  revocation_endpoint: 'https://login.example/revoke',
  jwks_uri: 'https://login.example/jwks',
  code_challenge_methods_supported: ['S256'],
}
const remote = new URL('https://acme.example')
const onThisMachine = new URL('http://127.0.0.1:4700')

const endpoints = ['authorization_endpoint', 'token_endpoint', 'revocation_endpoint', 'jwks_uri'] as const

for (const endpoint of endpoints) {
  test.each([
    ['http://login.example/x', remote],
    ['http://127.0.0.1:4700/x', remote],
    ['http://login.example/x', onThisMachine],
    ['http://127.0.0.1.evil.example/x', onThisMachine],
    ['file:///etc/passwd', onThisMachine],
    ['javascript:alert(1)', remote],
    ['/x', remote],
  ])(`APP-01 O1 O8 an ${endpoint} at %s is not used`, (address, base) => {
    expect(explainDiscovery({ ...metadata, [endpoint]: address }, base)).toMatchObject({
      kind: 'unexpectedAnswer',
      message: expect.stringContaining(base.host),
    })
  })

  test(`APP-01 O1 O8 an ${endpoint} may be plain on this machine, for a service on it`, () => {
    const plain = { ...metadata, [endpoint]: 'http://127.0.0.1:4700/x' }
    expect(explainDiscovery(plain, onThisMachine)).toBeNull()
  })
}

test.each(['authorization_endpoint', 'token_endpoint'] as const)(
  'APP-01 O1 a service without its %s is not signed in to',
  (endpoint) => {
    expect(explainDiscovery({ ...metadata, [endpoint]: undefined }, remote)).toMatchObject({
      kind: 'unexpectedAnswer',
      message: expect.stringContaining('acme.example'),
    })
  },
)

test('APP-01 O1 O8 https endpoints are used, wherever the service is', () => {
  expect([explainDiscovery(metadata, remote), explainDiscovery(metadata, onThisMachine)]).toEqual([
    null,
    null,
  ])
})

test.each([[['plain']], [[]], [undefined]])(
  'APP-01 O2 a service that offers %j for PKCE is not signed in to',
  (code_challenge_methods_supported) => {
    expect(explainDiscovery({ ...metadata, code_challenge_methods_supported }, remote)).toMatchObject({
      kind: 'unexpectedAnswer',
      message: expect.stringContaining('PKCE'),
    })
  },
)

import { expect, test } from 'vitest'
import { classifyFailure } from './network-failure.ts'

test.each([
  ['net::ERR_CONNECTION_REFUSED', 'notSent'],
  ['net::ERR_NAME_NOT_RESOLVED', 'notSent'],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'notSent'],
  ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'notSent'],
  ['net::ERR_SSL_PROTOCOL_ERROR', 'cut'],
  ['net::ERR_SSL_BAD_RECORD_MAC_ALERT', 'cut'],
  ['net::ERR_CONNECTION_RESET', 'cut'],
  ['net::ERR_EMPTY_RESPONSE', 'cut'],
  ['net::ERR_NETWORK_CHANGED', 'cut'],
])('APP-07 after %s a write is %s', (message, expected) => {
  expect(classifyFailure(new Error(message))).toBe(expected)
})

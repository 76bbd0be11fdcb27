import { expect, test } from 'vitest'
import { clientAddress } from './browser-request.ts'

const peer = '198.51.100.7'
const asked = (forwarded: string | undefined, remoteAddress: string = peer) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress },
})

test.each([
  ['an address', '203.0.113.9', '203.0.113.9'],
  ['the last of a list', '10.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['an address with a port', '203.0.113.9:1111', '203.0.113.9'],
  ['the last of a list, with a port', '10.0.0.1:5, 203.0.113.9:1111', '203.0.113.9'],
  ['IPv6, by its network', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['IPv6 in brackets', '[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2'],
  ['IPv6 in brackets with a port', '[2001:db8:1:2:3:4:5:6]:1111', '2001:db8:1:2'],
  ['shortened IPv6 with a port', '[2001:db8::6]:1111', '2001:db8:0:0'],
  ['IPv4 in IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
  ['IPv4 in IPv6 with a port', '[::ffff:203.0.113.9]:1111', '203.0.113.9'],
  ['nothing', '', peer],
  ['no header', undefined, peer],
])('OAU-03 behind a proxy that forwards %s, the port makes no other client', (_what, forwarded, counted) => {
  expect(clientAddress(asked(forwarded), 'trusted')).toBe(counted)
})

test('OAU-03 without a proxy the peer counts, whatever the header says', () => {
  expect(clientAddress(asked('203.0.113.9'), 'none')).toBe(peer)
  expect(clientAddress(asked(undefined, '::ffff:198.51.100.7'), 'none')).toBe(peer)
})

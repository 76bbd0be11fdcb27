import { expect, test } from 'vitest'
import { pageAtBaseUrl } from './browser-request.ts'
import { clientAddress } from './host-check.ts'

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

const local = 'http://127.0.0.1:4700'
test.each([
  ['/settings', 'localhost:4700', local, `${local}/settings`],
  ['/settings/acme/keys?code=c&done=1', 'LOCALHOST:4700', local, `${local}/settings/acme/keys?code=c&done=1`],
  ['/w/acme/tasks/t', '[::1]:4700', local, `${local}/w/acme/tasks/t`],
  ['/oauth/authorize?client_id=x', '127.0.0.2:4700', local, `${local}/oauth/authorize?client_id=x`],
  ['/oauth/interaction/u', 'localhost:4700', local, `${local}/oauth/interaction/u`],
  ['/settings', '127.0.0.1:4700', 'http://localhost:4700', 'http://localhost:4700/settings'],
  ['/settings', '127.0.0.1', 'http://localhost', 'http://localhost/settings'],
])('AUT-12 OAU-03 the page %s at %s is redirected to its name in %s', (url, host, baseUrl, to) => {
  for (const method of ['GET', 'HEAD'])
    expect(pageAtBaseUrl({ method, url, headers: { host } }, baseUrl)).toBe(to)
})

test.each([
  ['its own name', '/settings', '127.0.0.1:4700', local],
  ['no name', '/settings', undefined, local],
  ['a name that cannot be read', '/settings', '[::', local],
  ['the API', '/v1/whoami', 'localhost:4700', local],
  ['the reference', '/docs', 'localhost:4700', local],
  ['a file of the pages', '/oauth/style.css', 'localhost:4700', local],
  ['a token request', '/oauth/token', 'localhost:4700', local],
  ['a path that begins like a page', '/settingsx', 'localhost:4700', local],
  ['another port', '/settings', 'localhost:4701', local],
  ['a proxy that asks by its own name', '/settings', '127.0.0.1:4700', 'https://data.example.com'],
  ['a proxy at another port', '/settings', '127.0.0.1:4700', 'http://localhost:8080'],
  ['a proxy that ends TLS', '/settings', '127.0.0.1', 'https://localhost'],
  ['another machine', '/settings', 'data.example.com:4700', 'http://localhost:4700'],
  ['an address of the network', '/settings', '192.168.0.7:4700', 'http://localhost:4700'],
  ['a foreign name', '/settings', 'localhost.evil.test:4700', local],
])('AUT-12 %s is answered where it is', (_what, url, host, baseUrl) => {
  expect(pageAtBaseUrl({ method: 'GET', url, headers: { host } }, baseUrl)).toBeUndefined()
})

test('AUT-12 a form is answered where it is: nothing that was typed goes elsewhere', () => {
  const form = { method: 'POST', url: '/w/sign-in', headers: { host: 'localhost:4700' } }
  expect(pageAtBaseUrl(form, local)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { isHostOf, isLoopback, isOriginOf, isOwnHost } from './host-check.ts'

test.each([
  ['127.0.0.1:4700', true],
  ['127.9.9.9:4700', true],
  ['localhost:4700', true],
  ['LOCALHOST:4700', true],
  ['[::1]:4700', true],
  ['localhost.:4700', true],
  ['localhost..:4700', false],
  ['localhost', false],
  ['localhost:4701', false],
  ['evil.test:4700', false],
  ['127.0.0.1.evil.test:4700', false],
  ['localhost.evil.test:4700', false],
  ['127.0.0.1:4700@evil.test', false],
  ['', false],
  [undefined, false],
])('GEN-10 a loopback service at 4700 serves the host %s: %s', (host, expected) => {
  expect(isOwnHost(host, 4700)).toBe(expected)
})

test('GEN-10 port 80 may go without saying', () => {
  expect(isOwnHost('localhost', 80)).toBe(true)
})

test.each([
  ['data.example.com', true],
  ['Data.Example.COM', true],
  ['data.example.com:443', true],
  ['data.example.com:', true],
  ['data.example.com.', true],
  ['DATA.example.com.:443', true],
  ['data.example.com:80', false],
  ['data.example.com:4700', false],
  ['data.example.com..', false],
  ['example.com', false],
  ['data.example.com.evil.test', false],
  ['evil.test', false],
  ['user@data.example.com', false],
  ['data.example.com/x', false],
  ['data%2eexample.com', false],
  ['data.example.com:443:443', false],
  ['', false],
  [undefined, false],
])('GEN-10 a service at https://data.example.com serves the host %s: %s', (host, expected) => {
  expect(isHostOf(host, 'https://data.example.com')).toBe(expected)
})

test.each([
  ['https://data.example.com:8443', 'Data.example.com:8443', true],
  ['https://data.example.com:8443', 'data.example.com', false],
  ['http://data.example.com', 'data.example.com:80', true],
  ['http://data.example.com', 'data.example.com:443', false],
  ['http://data.example.com.', 'data.example.com', true],
  ['http://[2001:db8::1]:4700', '[2001:DB8::1]:4700', true],
])('GEN-10 a service at %s serves the host %s: %s', (baseUrl, host, expected) => {
  expect(isHostOf(host, baseUrl)).toBe(expected)
})

test.each([
  ['https://data.example.com', true],
  ['https://data.example.com.', true],
  ['https://Data.example.com:443', true],
  ['http://data.example.com', false],
  ['https://data.example.com:8443', false],
  ['https://data.example.com.evil.test', false],
  ['https://data.example.com/', false],
  ['null', false],
  ['', false],
])('OAU-03 pages of a service at https://data.example.com have the origin %s: %s', (origin, expected) => {
  expect(isOriginOf(origin, 'https://data.example.com')).toBe(expected)
})

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['192.168.1.4', false],
  ['1270.0.0.1', false],
])('GEN-10 %s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

import { expect, test } from 'vitest'
import { isLoopback, isOwnHost } from './host-check.ts'

test.each([
  ['127.0.0.1:4700', true],
  ['127.9.9.9:4700', true],
  ['localhost:4700', true],
  ['LOCALHOST:4700', true],
  ['[::1]:4700', true],
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
  ['127.0.0.1', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['192.168.1.4', false],
  ['1270.0.0.1', false],
])('GEN-10 %s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

import { expect, test } from 'vitest'
import { itemAddress } from './item-address.ts'

test.each([
  ['https://acme.example/t/1', 'https://acme.example', 'remote', 'https://acme.example/t/1'],
  ['https://evil.example/t/1', 'https://acme.example', 'remote', null],
  ['http://acme.example/t/1', 'https://acme.example', 'remote', null],
  ['javascript:alert(1)', 'https://acme.example', 'remote', null],
  ['', 'https://acme.example', 'remote', null],
  ['http://127.0.0.1:5000/t/1?a#b', 'http://127.0.0.1:6000', 'local', 'http://127.0.0.1:6000/t/1?a#b'],
  ['http://127.0.0.1:5000/t/1', 'http://127.0.0.1:6000', 'remote', null],
  ['https://evil.example/t/1', 'http://127.0.0.1:6000', 'local', null],
] as const)('APP-01 %s in the workspace %s (%s) opens %s', (webUrl, base, kind, expected) => {
  expect(itemAddress(webUrl, base, kind)).toBe(expected)
})

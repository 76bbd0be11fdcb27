import { describe, expect, test } from 'vitest'
import { contactAddress, itemAddress, parseExternalAddress } from './external-address.ts'

const workspace = { origins: ['https://acme.example'], loopback: 'refused' } as const

describe('an address for the system browser', () => {
  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'app://launcher/index.html',
    'data:text/html,<b>x',
    'smb://acme.example/share',
    'http://acme.example/',
    'https://evil.example/',
    'https://acme.example.evil.example/',
    'https://acme.example@evil.example/',
    'https://user:pass@acme.example/',
    'https://acme.example:8443/',
    ' vscode://x',
    'ms-msdt:/id',
    `https://acme.example/${'a'.repeat(9_000)}`,
    '',
    null,
    undefined,
    42,
    { href: 'https://acme.example/' },
  ])('APP-01 W7 %s is refused', (address) => {
    expect(parseExternalAddress(address, workspace)).toBeNull()
  })

  test('APP-01 W7 an allowed address is normalized', () => {
    expect(parseExternalAddress('HTTPS://ACME.example/a b\n?q="', workspace)).toBe(
      'https://acme.example/a%20b?q=%22',
    )
  })

  test('APP-01 W7 O1 plain http is refused except on this machine, where the caller allows it', () => {
    const origins = 'any' as const
    expect(parseExternalAddress('http://127.0.0.1:5000/x', { origins, loopback: 'allowed' })).toBe(
      'http://127.0.0.1:5000/x',
    )
    expect(parseExternalAddress('http://127.0.0.1:5000/x', { origins, loopback: 'refused' })).toBeNull()
    expect(
      parseExternalAddress('http://127.0.0.1.evil.example/', { origins, loopback: 'allowed' }),
    ).toBeNull()
    expect(
      parseExternalAddress('http://localhost.evil.example/', { origins, loopback: 'allowed' }),
    ).toBeNull()
  })
})

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

describe('the address of a contact', () => {
  test.each([
    ['email', ' anna.berg@acme.example ', 'mailto:anna.berg@acme.example'],
    ['email', 'a?cc=all@acme.example', 'mailto:a%3Fcc%3Dall@acme.example'],
    ['phone', '+49 (30) 123-456', 'tel:+4930123456'],
    ['phone', '030 123456 ext. 7', 'tel:030123456;ext=7'],
    ['url', 'http://www.acme.example', 'http://www.acme.example/'],
  ] as const)('APP-15 W7 %s %s is %s, which the last check allows', (type, value, address) => {
    expect(contactAddress({ type, value })).toBe(address)
    expect(parseExternalAddress(address, 'contact')).toBe(address)
  })

  test.each([
    ['email', 'a@acme.example,all@acme.example'],
    ['email', 'anna'],
    ['phone', 'call me'],
    ['phone', '*#06#'],
    ['url', 'javascript:alert(1)'],
    ['url', 'file:///etc/passwd'],
    ['url', 'http://127.0.0.1:5000/'],
    ['url', 'https://user:pass@acme.example/'],
    ['url', 'mailto:anna@acme.example?attach=/etc/passwd'],
    ['url', 'tel:+49;phone-context=evil'],
  ] as const)('APP-15 W7 %s %s has none', (type, value) => {
    expect(contactAddress({ type, value })).toBeNull()
    expect(parseExternalAddress(value, 'contact')).toBeNull()
  })
})

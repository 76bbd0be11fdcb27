import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createUrlCheck, isUnsafeAddress, ownAddresses, unsafeUrl } from './safe-request.ts'

const refused = (url: string) => unsafeUrl(url, 'public hosts') !== undefined

describe('addresses', () => {
  // The address before each block, its first and last, and the address after it; `-` where another block begins.
  test.each(
    `- 0.0.0.0 0.255.255.255 1.0.0.0
    9.255.255.255 10.0.0.0 10.255.255.255 11.0.0.0
    100.63.255.255 100.64.0.0 100.127.255.255 100.128.0.0
    126.255.255.255 127.0.0.0 127.255.255.255 128.0.0.0
    168.63.129.15 168.63.129.16 168.63.129.16 168.63.129.17
    169.253.255.255 169.254.0.0 169.254.255.255 169.255.0.0
    172.15.255.255 172.16.0.0 172.31.255.255 172.32.0.0
    191.255.255.255 192.0.0.0 192.0.0.255 192.0.1.0
    192.0.1.255 192.0.2.0 192.0.2.255 192.0.3.0
    192.88.98.255 192.88.99.0 192.88.99.255 192.88.100.0
    192.167.255.255 192.168.0.0 192.168.255.255 192.169.0.0
    198.17.255.255 198.18.0.0 198.19.255.255 198.20.0.0
    198.51.99.255 198.51.100.0 198.51.100.255 198.51.101.0
    203.0.112.255 203.0.113.0 203.0.113.255 203.0.114.0
    223.255.255.255 224.0.0.0 255.255.255.255 -
    2000:ffff::1 2001:: 2001:1ff::1 2001:200::1
    2001:db7:ffff::1 2001:db8:: 2001:db8:ffff:ffff::1 2001:db9::1
    2001:ffff::1 2002:: 2002:7f00:1:: 2003::1
    3ffe:ffff::1 3fff:: 3fff:fff::1 3fff:1000::1`.split('\n'),
  )('WHK-02 %s: the block is refused, its neighbours are not', (line) => {
    const [before = '', first = '', last = '', after = ''] = line.trim().split(' ')
    expect([first, last].map((one) => isUnsafeAddress(one))).toEqual([true, true])
    expect([before, after].filter((one) => one !== '-' && isUnsafeAddress(one))).toEqual([])
  })

  test.each([
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['loopback, mapped', '::ffff:127.0.0.1'],
    ['link-local, mapped, as URL writes it', '::ffff:a9fe:a9fe'],
    ['public, mapped', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::7f00:1'],
    ['NAT64', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['global with a zone', '2606:4700::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard only', '100::1'],
    ['not assigned', '4000::1'],
    ['no address', 'localhost'],
    ['nothing', ''],
  ])('WHK-02 IPv6, %s: refused', (_name, address) => {
    expect(isUnsafeAddress(address)).toBe(true)
  })
})

test.each([
  ['its IPv4 address', '93.184.215.14', true],
  ['its IPv6 address', '2606:4700::1', true],
  ['a neighbour', '93.184.215.15', false],
  ['another host of its network', '2606:4700::2', false],
])('WHK-02 of a machine with public addresses, %s is refused: %s → %j', async (_name, address, isRefused) => {
  const own = ['127.0.0.1', '93.184.215.14', '2606:4700::1', 'fe80::1']
  const literal = address.includes(':') ? `[${address}]` : address
  expect(unsafeUrl(`https://${literal}/`, 'public hosts', own) !== undefined).toBe(isRefused)
  const family = address.includes(':') ? 6 : 4
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address, family },
  ]
  const check = createUrlCheck({ network: 'public hosts', resolve, own: () => own })
  expect((await check('https://hooks.example.com/')) !== undefined).toBe(isRefused)
})

test('WHK-02 the addresses of this machine are those of its interfaces', () => {
  expect(ownAddresses()).toContain('127.0.0.1')
})

describe('URLs', () => {
  test.each([
    'https://hooks.example.com/in?key=1#2',
    'https://HOOKS.example.com:8443/@me',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://xn--bcher-kva.example/',
    'https://127.0.0.1.example.com/',
  ])('WHK-02 %s is accepted', (url) => {
    expect(unsafeUrl(url, 'public hosts')).toBeUndefined()
  })

  test.each([
    ...`http://hooks.example.com/ ftp://hooks.example.com/ file:///etc/passwd hooks.example.com https://
      https://me@hooks.example.com/ https://:secret@hooks.example.com/ https://@hooks.example.com/
      https:hooks.example.com/ https:///hooks.example.com/ https://bücher.example/ https://localhost/
      https://LOCALHOST/ https://localhost./ https://api.localhost/ https://intranet/ https://db.internal/
      https://metadata.google.internal/ https://printer.local/ https://hooks.example.com./ https://[::1]/
      https://[::ffff:169.254.169.254]/ https://[fe80::1%25eth0]/ https://[0:0:0:0:0:0:0:1]/ https://0/ https://0.0.0.0/
      https://[::]/ https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/ https://127.1/ https://127.0.0.1:443./`.split(
      /\s+/,
    ),
    'https://hooks.example.com\\@127.0.0.1/',
    ' https://hooks.example.com/',
    'https://hooks.example.com/\n',
    'https://ho\toks.example.com/',
  ])('WHK-02 %s is refused', (url) => {
    expect(refused(url)).toBe(true)
  })

  // Texts that inet_aton and URL read as an IPv4 address.
  const faces = (bytes: readonly number[]): string[] => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes
    const whole = ((a * 256 + b) * 256 + c) * 256 + d
    const hex = (byte: number) => byte.toString(16).padStart(2, '0')
    return [
      bytes.join('.'),
      `${bytes.join('.')}.`,
      String(whole),
      `0x${whole.toString(16)}`,
      `0${whole.toString(8)}`,
      bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
      bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
      `${a}.${b}.${c * 256 + d}`,
      `${a}.${(b * 256 + c) * 256 + d}`,
      bytes.join('.').replaceAll(/\d/g, (digit) => `%3${digit}`),
      bytes.join('.').replaceAll('.', '。'),
      bytes.join('.').replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      `[::ffff:${bytes.join('.')}]`,
      `[::ffff:${hex(a)}${hex(b)}:${hex(c)}${hex(d)}]`,
      `[::${bytes.join('.')}]`,
      `[::ffff:0:${bytes.join('.')}]`,
      `[64:ff9b::${bytes.join('.')}]`,
      `[2002:${hex(a)}${hex(b)}:${hex(c)}${hex(d)}::]`,
    ]
  }

  test('WHK-02 the many faces of loopback and of private addresses are all refused', () => {
    const byte = fc.nat(255)
    const inside = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
      fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
    )
    fc.assert(
      fc.property(inside, (bytes) => {
        for (const face of faces(bytes)) expect([face, refused(`https://${face}/`)]).toEqual([face, true])
      }),
      { examples: [[[127, 0, 0, 1]], [[169, 254, 169, 254]]] },
    )
  })

  test('WHK-02 of the faces of a public address only the plain one is accepted', () => {
    const accepted = faces([93, 184, 215, 14]).filter((face) => !refused(`https://${face}/`))
    expect(accepted).toEqual(['93.184.215.14'])
  })

  test('WHK-02 where any host is allowed, http and loopback are, and nothing else', () => {
    const verdict = (url: string) => unsafeUrl(url, 'any host') === undefined
    expect(['http://127.0.0.1:4000/hook', 'https://localhost/', 'http://intranet/'].map(verdict)).toEqual([
      true,
      true,
      true,
    ])
    expect(['ftp://127.0.0.1/', 'http://me:secret@localhost/', 'hook'].map(verdict)).toEqual([
      false,
      false,
      false,
    ])
  })
})

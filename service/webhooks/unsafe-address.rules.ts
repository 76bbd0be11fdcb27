// Where webhooks may not lead (WHK-02): a request that others can aim must not reach what only this machine can. Checked
// when an endpoint is saved, and again for each address that a connection is made to.

/** IPv4 blocks that are not public hosts (IANA's special-purpose registry), and where clouds answer their machines. */
const unsafeBlocks: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Blocks inside of the global unicast space that lead elsewhere: protocol assignments, documentation, 6to4. */
const unsafeGlobalBlocks: readonly [first: number, second: number, prefix: number][] = [
  [0x2001, 0x0000, 23],
  [0x2001, 0x0db8, 32],
  [0x2002, 0x0000, 16],
  [0x3fff, 0x0000, 20],
]

/** The address as one number, or undefined when it is not four decimal bytes. */
function parseIpv4(text: string): number | undefined {
  const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  if (!bytes || bytes.some((byte) => byte > 255)) return undefined
  return bytes.reduce((number, byte) => number * 256 + byte, 0)
}

const inBlock = (number: number, network: number, prefix: number) => {
  const size = 2 ** (32 - prefix)
  return Math.floor(number / size) === Math.floor(network / size)
}

/** The first 32 bits of an IPv6 address, or undefined when the text is none. What follows them never makes it safer. */
function ipv6Start(text: string): number | undefined {
  if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':')) return undefined
  const groups = text.split('::', 1)[0]?.split(':') ?? []
  const [first = 0, second = 0] = groups.map((group) => Number.parseInt(group === '' ? '0' : group, 16))
  return first * 0x10000 + second
}

/**
 * Whether an address is anything but a public host. Of IPv6 only global unicast is one, so loopback, private,
 * link-local and multicast addresses, and IPv4 in IPv6 clothes (mapped, NAT64), are all outside.
 * @param address a literal as `dns.lookup` or `URL` writes it, without brackets
 */
export function isUnsafeAddress(address: string): boolean {
  const ipv4 = parseIpv4(address)
  if (ipv4 !== undefined) {
    return unsafeBlocks.some(([network, prefix]) => inBlock(ipv4, parseIpv4(network) ?? 0, prefix))
  }
  const start = ipv6Start(address)
  if (start === undefined || !inBlock(start, 0x20000000, 3)) return true
  return unsafeGlobalBlocks.some(([first, second, prefix]) =>
    inBlock(start, first * 0x10000 + second, prefix),
  )
}

/** Names of this machine and of private networks, whatever they resolve to. */
const privateName = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

export type Reach = 'public hosts' | 'any host'

/**
 * What is wrong with a URL that webhooks are to be sent to, as far as its text tells, in one sentence.
 * @param reach `any host` lets everything pass that is http, which the operator has to ask for
 */
export function unsafeUrl(text: string, reach: Reach): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) {
    return 'This is not a URL in its plain form: ASCII only, without spaces.'
  }
  const isSecure = url.protocol === 'https:'
  if (!isSecure && !(reach === 'any host' && url.protocol === 'http:')) return 'Only https URLs are accepted.'
  if (url.username !== '' || url.password !== '' || text.includes('@') !== url.href.includes('@')) {
    return 'A URL with a name or password in it is not accepted.'
  }
  if (reach === 'any host') return undefined
  const host = /^https:\/\/([^/?#]*)/i.exec(text)?.[1]?.toLowerCase().replace(/:\d*$/, '')
  // `URL` has turned decimal, octal, hexadecimal and escaped hosts into plain ones; nobody honest writes them so.
  if (host !== url.hostname || host.endsWith('.')) return 'The host is not written in its plain form.'
  const isIpv6 = host.startsWith('[')
  if (isIpv6 || parseIpv4(host) !== undefined) {
    return isUnsafeAddress(isIpv6 ? host.slice(1, -1) : host)
      ? 'The address is not one of a public host.'
      : undefined
  }
  if (!host.includes('.') || privateName.test(host)) return 'The host name is not one of a public host.'
  return undefined
}

// Requests to a URL that a person typed (WHK-02, CAL-01). They must not reach what only this machine can, so the URL is checked
// when it is saved, and the address for each connection: a name that resolves differently a moment later gains nothing.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { callbackify } from 'node:util'
import { say } from '../language/say.ts'

/** `any host` allows http and private addresses, which the operator has to ask for, but not link-local ones. */
export type NetworkPolicy = 'public hosts' | 'any host'

const blockList = (blocks: string): BlockList => {
  const list = new BlockList()
  for (const block of blocks.split(/\s+/)) {
    const [network = '', prefix] = block.split('/')
    list.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4')
  }
  return list
}

/** IANA's special-purpose registries, and the address at which Azure answers its machines. */
const specialBlocks =
  blockList(`0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  2001::/23 2001:db8::/32 2002::/16 3fff::/20`)

/** Everything else of IPv6 is loopback, private, link-local, multicast, or IPv4 in another form (mapped, NAT64). */
const globalUnicast = blockList('2000::/3')

/** Also as NAT64 writes them. Clouds answer their machines there, with credentials. */
const linkLocalBlocks = blockList('169.254.0.0/16 fe80::/10 64:ff9b::a9fe:0/112')

const isLinkLocal = (address: string): boolean =>
  linkLocalBlocks.check(address.replace(/%.*/, ''), isIPv4(address) ? 'ipv4' : 'ipv6')

/** The addresses of this machine. A service that listens on a public one may still answer this machine only. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))

/**
 * Whether an address is not that of a public host, or is one of this machine.
 * @param address a literal as `dns.lookup` or `URL` writes it, without brackets
 * @param own the addresses of this machine, as `os` writes them
 */
export function isUnsafeAddress(address: string, own: readonly string[] = ownAddresses()): boolean {
  if (own.includes(address)) return true
  if (isIPv4(address)) return specialBlocks.check(address, 'ipv4')
  // A zone (`%eth0`) names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return true
  return !globalUnicast.check(address, 'ipv6') || specialBlocks.check(address, 'ipv6')
}

/** Names of this machine and of private networks, whatever they resolve to. */
const privateName = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/**
 * The fault of a webhook's URL in one sentence, as far as its text tells.
 * @param own the addresses of this machine
 */
export function unsafeUrl(text: string, network: NetworkPolicy, own = ownAddresses()): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) {
    return say('url.fault.whole')
  }
  const isSecure = url.protocol === 'https:'
  if (!isSecure && !(network === 'any host' && url.protocol === 'http:')) return say('url.fault.insecure')
  if (url.username !== '' || url.password !== '' || text.includes('@') !== url.href.includes('@')) {
    return say('url.fault.password')
  }
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  if (network === 'any host') return isLinkLocal(bare) ? say('url.fault.linkLocal') : undefined
  const host = /^https:\/\/([^/?#]*)/i.exec(text)?.[1]?.toLowerCase().replace(/:\d*$/, '')
  // `URL` has turned decimal, octal, hexadecimal and escaped hosts into plain ones.
  if (host !== url.hostname || host.endsWith('.')) return say('url.fault.plain')
  const literal = host.startsWith('[') ? host.slice(1, -1) : isIPv4(host) ? host : undefined
  if (literal !== undefined)
    return isUnsafeAddress(literal, own) ? say('url.fault.privateAddress') : undefined
  if (!host.includes('.') || privateName.test(host)) return say('url.fault.privateName')
  return undefined
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

export const resolveName: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    dnsLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

const hasUnsafe = (addresses: readonly LookupAddress[], own: readonly string[]) =>
  addresses.some(({ address }) => isUnsafeAddress(address, own))

/** The fault of a URL or of its address, in one sentence. */
export class UnsafeUrl extends Error {}

const unsafeName = (): string => say('url.fault.resolvesPrivate')

/** Decides which hosts are safe. `own` reads the addresses of this machine, which may change. */
export type Guard = { network: NetworkPolicy; resolve: Resolve; own?: () => string[] }

/** A lookup for `net.connect` that rejects a name if any of its addresses is unsafe. */
function checkedLookup({ network, resolve, own }: Required<Guard>): LookupFunction {
  const find = callbackify(async (hostname: string) => {
    const addresses = await resolve(hostname)
    const [first] = addresses
    if (!first) throw new Error(say('url.fault.noAddress'))
    if (network === 'public hosts' && hasUnsafe(addresses, own())) throw new UnsafeUrl(unsafeName())
    if (addresses.some(({ address }) => isLinkLocal(address)))
      throw new UnsafeUrl(say('url.fault.resolvesLinkLocal'))
    return { first, all: [...addresses] }
  })
  return (hostname, options, callback) =>
    find(hostname, (error, found) => {
      if (error) callback(error, '')
      else if (options.all) callback(null, found.all)
      else callback(null, found.first.address, found.first.family)
    })
}

/** Why a request failed, in words. */
export const failureOf = (error: unknown) => {
  if (!(error instanceof Error)) return 'The request failed.'
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : ''
  // After trying several addresses, the error has one error for each and no message.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : []
  const message = first instanceof Error ? first.message : error.message
  return `${code}${message}`.replaceAll('\0', '').slice(0, 300)
}

/** Rejects when the signal is aborted, even if the socket does not react to it. */
export const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error('The attempt is over.'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

export type SafeRequest = (input: {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}) => Promise<IncomingMessage>

/** @returns a request that rejects with a sentence where the URL or its address is not safe, or nobody answers */
export function createSafeRequest({ network, resolve, own = ownAddresses }: Guard): SafeRequest {
  const lookup = checkedLookup({ network, resolve, own })
  return async ({ url, method, headers, body, signal }) => {
    const unsafe = unsafeUrl(url, network, own())
    if (unsafe !== undefined) throw new UnsafeUrl(unsafe)
    // However a request ends, it emits `close`.
    return new Promise<IncomingMessage>((answered, failed) => {
      const open = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest
      // No pool: a reused connection would outlive the check of its address.
      const request = open(url, { method, agent: false, lookup, signal, headers })
      request.once('response', answered)
      // Without this listener, Node destroys the socket of a 101 without an error.
      request.once('upgrade', (switched, socket) => {
        answered(switched)
        socket.destroy()
      })
      request.on('error', failed)
      request.once('close', () => failed(new Error(say('deliveries.error.ended'))))
      request.end(body)
    })
  }
}

/**
 * Checks the URL of an endpoint before it is saved. A name that does not resolve passes, because each connection checks it
 * again.
 * @param deps.timeout milliseconds for resolving the name, after which it passes
 * @returns the fault in one sentence
 */
export const createUrlCheck =
  ({ network, resolve, own = ownAddresses, timeout = 3000 }: Guard & { timeout?: number }) =>
  async (text: string): Promise<string | undefined> => {
    const unsafe = unsafeUrl(text, network, own())
    if (unsafe !== undefined || network === 'any host') return unsafe
    const { hostname } = new URL(text)
    if (hostname.startsWith('[')) return undefined
    let timer: NodeJS.Timeout | undefined
    const timedOut = new Promise<readonly LookupAddress[]>((give) => {
      timer = setTimeout(() => give([]), timeout)
    })
    const addresses = await Promise.race([resolve(hostname).catch(() => []), timedOut])
    clearTimeout(timer)
    return hasUnsafe(addresses, own()) ? unsafeName() : undefined
  }

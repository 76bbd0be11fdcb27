// Fetches the file at the address of a calendar, through the guard against private addresses (CAL-01, CAL-03).
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { pipeline } from 'node:stream'
import { failureOf, type Guard, createSafeRequest, rejectedBy, UnsafeUrl } from '../http/safe-request.ts'
import { limits } from './reading/read-calendar.ts'

/** Validators of the last answer. */
export type Validators = { etag: string | null; lastModified: string | null }

export type Fetched =
  | ({ kind: 'file'; bytes: Buffer; hash: string } & Validators)
  | { kind: 'unchanged' }
  | { kind: 'failed'; code: 'calendar_unreachable' | 'calendar_too_large' | 'unsafe_url'; message: string }

export type FetchFeed = (url: string, validators: Validators, signal: AbortSignal) => Promise<Fetched>

const mostRedirects = 5
const longestFetch = 30_000
const redirects = new Set([301, 302, 303, 307, 308])

const failed = (message: string): Fetched => ({ kind: 'failed', code: 'calendar_unreachable', message })
const tooLarge: Fetched = {
  kind: 'failed',
  code: 'calendar_too_large',
  message: 'The calendar is larger than 20 MB.',
}

/** `webcal` is `https` by another name, so that a desktop opens it with a calendar program. */
export const plainAddress = (text: string): string => text.trim().replace(/^webcals?:\/\//i, 'https://')

/** Two addresses with the same one are the same: case of scheme and host, and what follows `#`, do not count. */
export function comparedAddress(text: string): string {
  const plain = plainAddress(text)
  if (!URL.canParse(plain)) return plain
  const url = new URL(plain)
  url.hash = ''
  return url.href
}

const meanings: Readonly<Record<number, string>> = {
  401: 'It asks for a password. Use the secret address of the calendar, which works without one.',
  403: 'It refuses the request. Make the address again in the calendar’s settings.',
  404: 'There is nothing at this address. Copy it again from the calendar’s settings.',
  410: 'This address is gone. Copy the new one from the calendar’s settings.',
}

const refusalOf = (status: number): Fetched =>
  failed(`The calendar’s host answered ${status}. ${meanings[status] ?? 'It may work again later.'}`)

/** Node's codes of failed connections, as people can act on them. */
const connectionFaults: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [/^ENOTFOUND$/, 'There is no host of this name. Check the address.'],
  [/^EAI_AGAIN$/, 'The name of the host cannot be looked up. Check the connection to the network.'],
  [/^ECONNREFUSED$/, 'Nothing answers at this address. Check its host and port.'],
  [
    /^(?:EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/,
    'The host does not answer. Check the connection to the network.',
  ],
  [
    /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|Z_\w+)$/,
    'The host ended the connection in the middle of its answer. It may work again later.',
  ],
  [/^HPE_/, 'The host does not answer as a web server does. Check the address and its port.'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the host has expired. Its operator has to renew it.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of the host is for another name. Check the address.'],
  [
    /SELF_SIGNED|^UNABLE_TO_/,
    'The certificate of the host is not signed by an authority that is trusted here.',
  ],
  [/^(?:EPROTO|ERR_SSL_\w+)$/, 'The host does not speak https. Use http:// if it is in your own network.'],
]

function connectionFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = connectionFaults.find(([codes]) => codes.test(code))
  return known?.[1] ?? `The calendar’s host cannot be reached: ${failureOf(error)}`
}

/** A body as it was before it was compressed. */
function decompressed(response: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  const unzip =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : undefined
  // A failure reaches the reader of `unzip`.
  return unzip === undefined ? response : pipeline(response, unzip, () => {})
}

/** Hosts write the time of the request into each event, which is no change. */
const stamps = /^(?:DTSTAMP|X-WR-CALDESC|X-PUBLISHED-TTL|LAST-MODIFIED)[;:][^\n]*\n/gm

/** Hashes what a file says, piece by piece, so that a large one does not stop the service. */
function createFeedHash() {
  const hash = createHash('sha256')
  let begun: string[] = []
  const add = (lines: string) => hash.update(lines.replaceAll(stamps, ''), 'latin1')
  return {
    update(chunk: Buffer) {
      const piece = chunk.toString('latin1')
      const end = piece.lastIndexOf('\n') + 1
      if (end > 0) {
        add(begun.join('') + piece.slice(0, end))
        begun = []
      }
      begun.push(piece.slice(end))
    },
    digest: (): string => {
      add(begun.join(''))
      return hash.digest('base64url')
    },
  }
}

/** Small blocks stay in the processor's cache: half of the time of the whole file at once. */
const hashedAtOnce = 65_536

/** @returns the hash of what a file says, without what hosts change at each request */
export function hashOf(bytes: Buffer): string {
  const hash = createFeedHash()
  for (let from = 0; from < bytes.length; from += hashedAtOnce)
    hash.update(bytes.subarray(from, from + hashedAtOnce))
  return hash.digest()
}

async function readBody(response: IncomingMessage): Promise<{ bytes: Buffer; hash: string } | undefined> {
  const chunks: Buffer[] = []
  const hash = createFeedHash()
  let length = 0
  for await (const chunk of decompressed(response)) {
    length += chunk.length
    if (length > limits.bytes) {
      response.destroy()
      return undefined
    }
    chunks.push(chunk)
    hash.update(chunk)
  }
  return { bytes: Buffer.concat(chunks), hash: hash.digest() }
}

const text = (header: string | undefined): string | null =>
  header === undefined || header.length > 500 ? null : header

/** @param timeout milliseconds from the first name that is resolved to the last byte */
export function createFetchFeed(guard: Guard, timeout = longestFetch): FetchFeed {
  const request = createSafeRequest(guard)

  const fetchAt = async (
    address: string,
    { etag, lastModified }: Validators,
    signal: AbortSignal,
  ): Promise<Fetched> => {
    let url = plainAddress(address)
    for (let hops = 0; hops <= mostRedirects; hops += 1) {
      const response = await request({
        url,
        method: 'GET',
        headers: {
          accept: 'text/calendar, */*;q=0.1',
          'accept-encoding': 'gzip, deflate, br',
          'user-agent': 'svc-calendars/1',
          ...(etag !== null && { 'if-none-match': etag }),
          ...(lastModified !== null && { 'if-modified-since': lastModified }),
        },
        signal,
      })
      const { statusCode = 0, headers } = response
      if (redirects.has(statusCode) && headers.location !== undefined) {
        response.destroy()
        if (!URL.canParse(headers.location, url)) return failed('The calendar’s host redirects to nowhere.')
        url = plainAddress(new URL(headers.location, url).href)
        continue
      }
      if (statusCode !== 200) response.destroy()
      if (statusCode === 304) return { kind: 'unchanged' }
      if (statusCode !== 200) return refusalOf(statusCode)
      const body = await readBody(response)
      if (body === undefined) return tooLarge
      const said = { etag: text(headers.etag), lastModified: text(headers['last-modified']) }
      return { kind: 'file', ...body, ...said }
    }
    return failed('The calendar’s host redirects again and again.')
  }

  return async (url, validators, signal) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeout)
    const over = AbortSignal.any([late.signal, signal])
    try {
      return await Promise.race([fetchAt(url, validators, over), rejectedBy(over)])
    } catch (error) {
      if (error instanceof UnsafeUrl) return { kind: 'failed', code: 'unsafe_url', message: error.message }
      if (late.signal.aborted) return failed(`No complete answer arrived within ${timeout / 1000} seconds.`)
      return failed(connectionFault(error))
    } finally {
      clearTimeout(timer)
      late.abort()
    }
  }
}

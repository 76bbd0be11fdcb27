// Fetches the file at the address of a calendar, through the guard against private addresses (CAL-01, CAL-03).
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { pipeline } from 'node:stream'
import { failureOf, type Guard, createSafeRequest, rejectedBy, UnsafeUrl } from '../http/safe-request.ts'
import { say, type PlainKey } from '../language/say.ts'
import { retold } from './calendar-words.ts'
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

const refusalOf = (status: number): Fetched =>
  failed(
    status === 401 || status === 403 || status === 404 || status === 410
      ? say(`calendar.fault.${status}`)
      : say('calendar.fault.status', { status: String(status) }),
  )

/** Node's codes of failed connections, as people can act on them. */
const connectionFaults: readonly (readonly [codes: RegExp, sentence: PlainKey])[] = [
  [/^ENOTFOUND$/, 'calendar.fault.noHost'],
  [/^EAI_AGAIN$/, 'calendar.fault.noLookup'],
  [/^ECONNREFUSED$/, 'calendar.fault.noAnswer'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, 'calendar.fault.noNetwork'],
  [/^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|Z_\w+)$/, 'calendar.fault.ended'],
  [/^HPE_/, 'calendar.fault.notWeb'],
  [/^CERT_HAS_EXPIRED$/, 'calendar.fault.certificateExpired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'calendar.fault.certificateName'],
  [/SELF_SIGNED|^UNABLE_TO_/, 'calendar.fault.certificateUnknown'],
  [/^(?:EPROTO|ERR_SSL_\w+)$/, 'calendar.fault.noHttps'],
]

function connectionFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = connectionFaults.find(([codes]) => codes.test(code))
  return known ? say(known[1]) : say('calendar.fault.unreachable', { reason: failureOf(error) })
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
        if (!URL.canParse(headers.location, url)) return failed(say('calendar.fault.redirectsNowhere'))
        url = plainAddress(new URL(headers.location, url).href)
        continue
      }
      if (statusCode !== 200) response.destroy()
      if (statusCode === 304) return { kind: 'unchanged' }
      if (statusCode !== 200) return refusalOf(statusCode)
      const body = await readBody(response)
      if (body === undefined)
        return {
          kind: 'failed',
          code: 'calendar_too_large',
          message: say('calendar.fault.tooLarge.bytes'),
        }
      const said = { etag: text(headers.etag), lastModified: text(headers['last-modified']) }
      return { kind: 'file', ...body, ...said }
    }
    return failed(say('calendar.fault.redirectsAgain'))
  }

  return async (url, validators, signal) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeout)
    const over = AbortSignal.any([late.signal, signal])
    try {
      return await Promise.race([fetchAt(url, validators, over), rejectedBy(over)])
    } catch (error) {
      if (error instanceof UnsafeUrl)
        return { kind: 'failed', code: 'unsafe_url', message: retold(error.message) ?? error.message }
      if (late.signal.aborted) return failed(say('calendar.fault.late', { seconds: String(timeout / 1000) }))
      return failed(connectionFault(error))
    } finally {
      clearTimeout(timer)
      late.abort()
    }
  }
}

// One POST to an address that somebody else chose (WHK-02). The name is resolved here, every address is checked, and the
// connection goes to what was checked: a name that answers differently a moment later gains nothing.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isUnsafeAddress, unsafeUrl, type Reach } from '../rules/unsafe-address.ts'

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

export const resolveName: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    dnsLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

/** `error` says why there is no answer. `stopped`: the sender was told to stop before there was one. */
export type Sent =
  | { kind: 'answered'; status: number; body: string; retryAfter: string | undefined }
  | { kind: 'unanswered'; error: string }
  | { kind: 'stopped' }

export type Post = (input: {
  url: string
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}) => Promise<Sent>

/** Kept of an answer, in bytes. */
const keptBytes = 4096

/** An answer without a body: what follows it is no HTTP any more. */
const switchingProtocols = 101

const unsafeName = 'The host name leads to an address that is not one of a public host.'

/** As `net.connect` asks for it, refusing a name as soon as one of its addresses is unsafe. */
function checkedLookup(resolve: Resolve, reach: Reach): LookupFunction {
  const find = callbackify(async (hostname: string) => {
    const addresses = await resolve(hostname)
    const [first] = addresses
    if (!first) throw new Error('The host name has no address.')
    if (reach === 'public hosts' && addresses.some(({ address }) => isUnsafeAddress(address))) {
      throw new Error(unsafeName)
    }
    return { first, all: [...addresses] }
  })
  return (hostname, options, callback) =>
    find(hostname, (error, found) => {
      if (error) callback(error, '')
      else if (options.all) callback(null, found.all)
      else callback(null, found.first.address, found.first.family)
    })
}

/** Reads the beginning of a body; what is longer is cut off, not read. */
function readStart(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    // PostgreSQL stores no NUL.
    const finish = () =>
      resolve(Buffer.concat(chunks).subarray(0, keptBytes).toString().replaceAll('\0', '\uFFFD'))
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length < keptBytes) return
      finish()
      response.destroy()
    })
    response.on('end', finish)
    response.on('error', reject)
    response.on('close', () => reject(new Error('The answer ended early.')))
  })
}

const sentence = (error: unknown) => {
  if (!(error instanceof Error)) return 'The request failed.'
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : ''
  // A connection that was tried on several addresses fails with all their errors and no message.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : []
  const message = first instanceof Error ? first.message : error.message
  return `${code}${message}`.replaceAll('\0', '').slice(0, 300)
}

/** Rejects when the signal says so, whatever becomes of the socket that it was given to. */
const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error('The attempt is over.'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

/**
 * @param deps.timeout milliseconds for everything from the name to the last byte read of the answer
 */
export function createPost(deps: { reach: Reach; resolve: Resolve; timeout: number }): Post {
  const { reach, resolve, timeout } = deps
  const lookup = checkedLookup(resolve, reach)

  const exchange = async (input: Parameters<Post>[0], signal: AbortSignal): Promise<Sent> => {
    const { url, headers, body } = input
    const unsafe = unsafeUrl(url, reach)
    if (unsafe !== undefined) return { kind: 'unanswered', error: unsafe }
    // However a request ends, it emits `close` at last.
    const response = await new Promise<IncomingMessage>((answered, failed) => {
      const open = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest
      const request = open(url, {
        method: 'POST',
        // No pool: a connection that is kept would outlive what was checked for it.
        agent: false,
        lookup,
        signal,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'svc-webhooks/1',
        },
      })
      request.once('response', answered)
      // Without a listener Node destroys the socket of a 101, and emits no error.
      request.once('upgrade', (switched, socket) => {
        answered(switched)
        socket.destroy()
      })
      request.on('error', failed)
      request.once('close', () => failed(new Error('The connection ended before an answer.')))
      request.end(body)
    })
    const { statusCode = 0, headers: answerHeaders } = response
    const text = statusCode === switchingProtocols ? '' : await readStart(response)
    return { kind: 'answered', status: statusCode, body: text, retryAfter: answerHeaders['retry-after'] }
  }

  return async (input) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeout)
    const over = AbortSignal.any([late.signal, input.signal])
    try {
      return await Promise.race([exchange(input, over), rejectedBy(over)])
    } catch (error) {
      if (input.signal.aborted) return { kind: 'stopped' }
      if (late.signal.aborted) {
        return { kind: 'unanswered', error: `There was no whole answer within ${timeout / 1000} seconds.` }
      }
      return { kind: 'unanswered', error: sentence(error) }
    } finally {
      clearTimeout(timer)
      // What is left of the connection ends with the attempt, and nothing goes on listening to the sender's signal.
      late.abort()
    }
  }
}

/**
 * What is wrong with a URL that an endpoint is to have, in one sentence. A name that does not resolve now may later;
 * the connection decides.
 * @param deps.timeout milliseconds for the name, which is then left to the connection
 */
export const createUrlCheck =
  ({ reach, resolve, timeout = 3000 }: { reach: Reach; resolve: Resolve; timeout?: number }) =>
  async (text: string): Promise<string | undefined> => {
    const unsafe = unsafeUrl(text, reach)
    if (unsafe !== undefined || reach === 'any host') return unsafe
    const { hostname } = new URL(text)
    if (hostname.startsWith('[')) return undefined
    let timer: NodeJS.Timeout | undefined
    const tired = new Promise<readonly LookupAddress[]>((give) => {
      timer = setTimeout(() => give([]), timeout)
    })
    const addresses = await Promise.race([resolve(hostname).catch(() => []), tired])
    clearTimeout(timer)
    return addresses.some(({ address }) => isUnsafeAddress(address)) ? unsafeName : undefined
  }

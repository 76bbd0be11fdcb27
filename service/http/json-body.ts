// What a JSON body may be (GEN-01, GEN-10): at most 1 MiB of application/json, not too deep, and only text that every
// engine can store. Checked before the schemas, so that hostile input meets one wall.
import type { Context, MiddlewareHandler } from 'hono'
import { faultAt, readJson } from './json-document.rules.ts'
import type { AppEnv } from './app-type.ts'
import { problem } from './errors.ts'

const maxBytes = 1024 * 1024
/** A body that is too large is read and dropped up to here; the rest is cut off. */
const maxDiscarded = 64 * maxBytes

const hasBody = (c: Context<AppEnv>) =>
  c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0
const utf8 = new TextDecoder('utf-8', { fatal: true })
const isJson = (contentType: string) => /^application\/json *(;|$)/i.test(contentType)
const charsetOf = (contentType: string) => /; *charset="?([^\s";]+)/i.exec(contentType)?.[1]

const notJson = (c: Context<AppEnv>) => problem(c, 'invalid_json', 'The body is not valid JSON in UTF-8.')

/** Runs after authentication and `bodySize`, before the routes. */
export const jsonBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!hasBody(c)) return next()
  const bytes = await c.req.arrayBuffer()
  // Some clients announce the chunks of a body that they do not have.
  if (bytes.byteLength === 0) return next()
  const contentType = c.req.header('content-type') ?? ''
  if (!isJson(contentType)) return problem(c, 'invalid_json', 'Send the body as application/json.')
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    return problem(c, 'unsupported_media_type', 'Send the body uncompressed, without Content-Encoding.')
  if (!/^utf-?8$/i.test(charsetOf(contentType) ?? 'utf-8'))
    return problem(c, 'unsupported_media_type', 'Send the body in UTF-8.')
  let text: string
  try {
    // Lenient decoding would store something else than was sent.
    text = utf8.decode(bytes)
  } catch {
    return notJson(c)
  }
  const read = readJson(text)
  if (read.is === 'no JSON') return notJson(c)
  if (read.is === 'fault') {
    const { code, path, message } = read
    if (code === 'duplicate_field') return problem(c, code, message, [{ path, code, message }])
    return problem(c, 'validation_error', faultAt(read), [{ path, code, message }])
  }
  // The routes read this text instead of the body. Hono's cache holds promises, whatever its type says.
  c.req.bodyCache.text = Promise.resolve(text) as unknown as string
  return next()
}

const tooLarge = (c: Context<AppEnv>) => problem(c, 'payload_too_large', 'The body is larger than 1 MiB.')

/** The body, or null when it is too large; then it is read to its end, because clients that are still sending when
 * the connection closes never see the answer. */
async function readWithin(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else if (size > maxDiscarded) break
  }
  return size <= maxBytes ? Buffer.concat(chunks) : null
}

/** Refuses a body that is too large: before it is read only where it says that it is longer than anybody would drop. */
export const bodySize: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!hasBody(c)) return next()
  const isAnnounced = c.req.header('transfer-encoding') === undefined
  const announced = Number(c.req.header('content-length'))
  if (isAnnounced && announced <= maxBytes) return next()
  if (isAnnounced && announced > maxDiscarded) return tooLarge(c)
  const { method, headers, body } = c.req.raw
  // GET and HEAD have none here, whatever they announce: nothing reads it.
  if (!body) return isAnnounced ? tooLarge(c) : next()
  const bytes = await readWithin(body)
  if (!bytes) return tooLarge(c)
  c.req.raw = new Request(c.req.url, { method, headers, body: bytes })
  return next()
}

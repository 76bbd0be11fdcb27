// What a JSON body may be (GEN-01, GEN-10): at most 1 MiB of application/json, not too deep, and only text that every
// engine can store. Checked before the schemas, so that hostile input meets one wall.
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-type.ts'
import { problem } from './errors.ts'
import { lossOf } from './json-text.ts'

const maxBytes = 1024 * 1024
const maxDepth = 32
/** So much of a body that is too large is read and dropped. */
const maxDiscarded = 64 * maxBytes

type Fault = { path: (string | number)[]; message: string }

const unstorable = (text: string): string | undefined => {
  if (text.includes('\0')) return 'Text must not hold a NUL character.'
  // PostgreSQL refuses both in JSON; SQLite would keep something else than was sent.
  return text.isWellFormed() ? undefined : 'Text must not hold half of a surrogate pair.'
}

/** One for the whole walk: a copy of the path for each of half a million values would take longer than reading them. */
type Walk = { path: Fault['path']; numbers: 'all small' | 'some large' }

/** The first thing in a parsed document that cannot be stored faithfully. */
function findFault(value: unknown, walk: Walk): Fault | undefined {
  const { path } = walk
  if (path.length > maxDepth)
    return { path: [], message: `The document is nested deeper than ${maxDepth} levels.` }
  if (typeof value === 'string') {
    const message = unstorable(value)
    return message === undefined ? undefined : { path, message }
  }
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) walk.numbers = 'some large'
  if (typeof value !== 'object' || value === null) return undefined
  for (const at of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (at === '__proto__')
      return { path: [...path, at], message: '`__proto__` is not a name that can be used.' }
    const message = typeof at === 'string' ? unstorable(at) : undefined
    if (message !== undefined) return { path, message }
    path.push(at)
    const fault = findFault(Reflect.get(value, at), walk)
    if (fault) return fault
    path.pop()
  }
  return undefined
}

const hasBody = (c: Context<AppEnv>) =>
  c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0
const utf8 = new TextDecoder('utf-8', { fatal: true })
const isJson = (contentType: string) => /^application\/json *(;|$)/i.test(contentType)

/** Runs after authentication and `bodySize`, before the routes. */
export const jsonBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!hasBody(c)) return next()
  const bytes = await c.req.arrayBuffer()
  // Some clients announce the chunks of a body that they do not have.
  if (bytes.byteLength === 0) return next()
  if (!isJson(c.req.header('content-type') ?? '')) {
    return problem(c, 'invalid_json', 'Send the body as application/json.')
  }
  let text: string
  let document: unknown
  try {
    // Lenient decoding would store something else than was sent.
    text = utf8.decode(bytes)
    document = JSON.parse(text)
  } catch {
    return problem(c, 'invalid_json', 'The body is not valid JSON in UTF-8.')
  }
  // What comes after reads this text; Hono keeps promises there, whatever its type says.
  c.req.bodyCache.text = Promise.resolve(text) as unknown as string
  const walk: Walk = { path: [], numbers: 'all small' }
  const fault = findFault(document, walk)
  if (fault) return problem(c, 'validation_error', fault.message, [{ ...fault, code: 'invalid_value' }])
  const loss = lossOf(text, walk.numbers)
  if (!loss) return next()
  const { path } = loss
  if (loss.of === 'digits') {
    const message = 'This integer has more digits than a number keeps (IEEE 754). Send it as text.'
    const where = path.length > 0 ? `${path.join('.')}: ` : ''
    return problem(c, 'validation_error', `${where}${message}`, [{ path, code: 'invalid_value', message }])
  }
  const message = `\`${path.at(-1)}\` is supplied twice.`
  return problem(c, 'duplicate_field', message, [{ path, code: 'duplicate_field', message }])
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

/** Refuses a body that is too large, without reading it where its length is announced. */
export const bodySize: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!hasBody(c)) return next()
  if (c.req.header('transfer-encoding') === undefined) {
    return Number(c.req.header('content-length')) > maxBytes ? tooLarge(c) : next()
  }
  const { method, headers, body } = c.req.raw
  // GET and HEAD have none here, whatever they announce: nothing reads it.
  if (!body) return next()
  const bytes = await readWithin(body)
  if (!bytes) return tooLarge(c)
  c.req.raw = new Request(c.req.url, { method, headers, body: bytes })
  return next()
}

// JSON bodies (GEN-01, GEN-10): at most 1 MiB of application/json in UTF-8, without values that an engine could not store.
// Checked once, before the schemas. Bodies with a calendar file may have 24 MiB (CAL-01). The body of an import is its file, as it
// is (IMP-01).
import type { Context, MiddlewareHandler } from 'hono'
import { maxImportLength } from '../../shared/api/imports.ts'
import { faultAt, readJson } from './json-document.rules.ts'
import type { AppEnv } from './app-type.ts'
import { problem } from './errors.ts'

const mebibyte = 1024 * 1024
const maxMebibytes = 1
/** A calendar file of 20 MiB, with what JSON adds to it. */
const maxFileMebibytes = 24
const withFiles = new Set(['/v1/launcher/calendars', '/v1/launcher/calendars/preview'])
const asItIs = '/v1/launcher/imports'
/** A body that is too large is read to its end, up to this size, because clients read no answer while they send. */
const maxDiscarded = 64 * mebibyte

const isFile = ({ req }: Context<AppEnv>): boolean => req.method === 'POST' && req.path === asItIs

const mebibytesFor = (c: Context<AppEnv>): number => (isFile(c) ? maxImportLength / mebibyte : mebibytesOf(c))
const mebibytesOf = ({ req }: Context<AppEnv>): number =>
  req.method === 'POST' && withFiles.has(req.path) ? maxFileMebibytes : maxMebibytes

const utf8 = new TextDecoder('utf-8', { fatal: true })
const isJson = (contentType: string) => /^application\/json *(;|$)/i.test(contentType)
const charsetOf = (contentType: string) => /; *charset="?([^\s";]+)/i.exec(contentType)?.[1]

/** @returns null if the body is too large */
async function bytesOf({ req }: Context<AppEnv>, maxBytes: number): Promise<ArrayBuffer | Uint8Array | null> {
  const announced = req.header('transfer-encoding') === undefined ? req.header('content-length') : undefined
  const length = announced === undefined ? undefined : Number(announced)
  if (length !== undefined && length <= maxBytes) return req.arrayBuffer()
  if (length !== undefined && length > maxDiscarded) return null
  const { body } = req.raw
  // The body of a GET or HEAD is never read.
  if (!body) return length === undefined ? new Uint8Array() : null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else if (size > maxDiscarded) break
  }
  return size <= maxBytes ? Buffer.concat(chunks) : null
}

/** Routes read these bytes, or this text, instead of the body. Hono's cache holds promises, which its type does not say. */
const setBytes = ({ req }: Context<AppEnv>, bytes: ArrayBuffer | Uint8Array) => {
  req.bodyCache.arrayBuffer = Promise.resolve(bytes) as unknown as ArrayBuffer
}
const setText = ({ req }: Context<AppEnv>, text: string) => {
  req.bodyCache.text = Promise.resolve(text) as unknown as string
}

const notTextFile =
  'This is not a calendar file, or not one in UTF-8. Export the calendar as a file that ends in .ics, and add that.'

const notJson = (c: Context<AppEnv>) => problem(c, 'invalid_json', 'The body is not valid JSON in UTF-8.')

/** Runs after authentication, before the routes. */
export const jsonBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const hasBody =
    c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0
  if (!hasBody) return next()
  const mebibytes = mebibytesFor(c)
  const bytes = await bytesOf(c, mebibytes * mebibyte)
  if (!bytes) return problem(c, 'payload_too_large', `The body is larger than ${mebibytes} MiB.`)
  // Some clients send an empty chunked body with every request.
  if (bytes.byteLength === 0) {
    setText(c, '')
    return next()
  }
  const contentType = c.req.header('content-type') ?? ''
  if (isFile(c)) {
    if (!/^application\/octet-stream *(;|$)/i.test(contentType))
      return problem(c, 'unsupported_media_type', 'Send the file as application/octet-stream.')
    setBytes(c, bytes)
    return next()
  }
  if (!isJson(contentType)) return problem(c, 'invalid_json', 'Send the body as application/json.')
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    return problem(c, 'unsupported_media_type', 'Send the body uncompressed, without Content-Encoding.')
  if (!/^utf-?8$/i.test(charsetOf(contentType) ?? 'utf-8'))
    return problem(c, 'unsupported_media_type', 'Send the body in UTF-8.')
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return notJson(c)
  }
  const read = readJson(text)
  if (read.is === 'no JSON') return notJson(c)
  if (read.is === 'fault') {
    const { code, path, message } = read
    if (code === 'duplicate_field') return problem(c, code, message, [{ path, code, message }])
    if (withFiles.has(c.req.path) && path[0] === 'ics') return problem(c, 'not_a_calendar', notTextFile)
    return problem(c, 'validation_error', faultAt(read), [{ path, code, message }])
  }
  setText(c, text)
  return next()
}

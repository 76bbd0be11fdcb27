// Validation of requests: bodies before the schemas, and the answer to what a schema refuses. A body is at most 1 MiB of
// application/json in UTF-8, without values that an engine could not store (GEN-01, GEN-10). With a calendar file it may have
// 24 MiB (CAL-01); the body of an import is its file, as it is (IMP-01).
import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { maxDetails } from '../../shared/api/errors.ts'
import { issueWords } from '../../shared/api/exact.ts'
import { maxImportLength } from '../../shared/api/launcher/imports.ts'
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

/** Reads a body whole. @returns null if it is too large */
export async function bytesOf(
  { req }: Context<AppEnv>,
  maxBytes: number,
): Promise<ArrayBuffer | Uint8Array | null> {
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

// Reads JSON that both engines can store exactly as it was sent (GEN-01, GEN-10): bodies, cells and lines of files.

type Path = (string | number)[]
type Fault = { path: Path; message: string }

export type ReadJson =
  | { is: 'document'; document: unknown }
  /** `reason` comes from the parser. */
  | { is: 'no JSON'; reason: string }
  /** `message` is a sentence about the value at `path`. */
  | ({ is: 'fault'; code: 'invalid_value' | 'duplicate_field' } & Fault)

const maxDepth = 32
/** For one value: in a body and in a line of an export it is two levels deep, below `values` and its field. */
export const maxValueDepth = maxDepth - 2

const unstorable = (text: string): string | undefined => {
  if (text.includes('\0')) return 'Text must not hold a NUL character.'
  // PostgreSQL refuses both in JSON, and SQLite would change them.
  return text.isWellFormed() ? undefined : 'Text must not hold half of a surrogate pair.'
}

/** Shared by the whole walk, because copying the path for each value would be slower than parsing. */
type Walk = { path: Path; levels: number; numbers: 'all small' | 'some large' }

/** The first value of a parsed document that could not be stored unchanged. */
function findFault(value: unknown, walk: Walk): Fault | undefined {
  const { path, levels } = walk
  if (path.length > levels)
    return { path: [], message: `The document is nested deeper than ${levels} levels.` }
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

type Inside =
  | { kind: 'object'; at: string; names: Set<string>; next: 'name' | 'value' }
  | { kind: 'array'; at: number }

type Loss = { of: 'name' | 'digits'; path: (string | number)[] }

/** The position after the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  for (;;) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
    end = text.indexOf('"', end + 1)
  }
}

/** Whether an integer has more digits than a double keeps. Fractions and exponents may be rounded (IEEE 754). */
export function losesDigits(literal: string): boolean {
  if (!/^-?\d+$/.test(literal)) return false
  const held = Number(literal)
  return String(held) !== literal && (!Number.isFinite(held) || BigInt(held) !== BigInt(literal))
}

/**
 * Finds what `JSON.parse` drops silently: all but the last of repeated names (REC-04), and digits of large integers.
 * @param text a valid JSON document
 * @param numbers whether one is beyond the safe integers; reading them takes half as long again
 * @returns the first loss and its path
 */
export function lossOf(text: string, numbers: 'all small' | 'some large'): Loss | undefined {
  const marks = numbers === 'some large' ? /["{}[\],]|[-+.\dEe]{16,}/g : /["{}[\],]/g
  const inside: Inside[] = []
  const path = () => inside.map(({ at }) => at)
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const here = inside.at(-1)
    if (mark[0] === '{') inside.push({ kind: 'object', at: '', names: new Set(), next: 'name' })
    else if (mark[0] === '[') inside.push({ kind: 'array', at: 0 })
    else if (mark[0] === '}' || mark[0] === ']') inside.pop()
    else if (mark[0] === '"') {
      marks.lastIndex = endOfString(text, mark.index)
      if (here?.kind !== 'object' || here.next === 'value') continue
      here.at = JSON.parse(text.slice(mark.index, marks.lastIndex)) as string
      here.next = 'value'
      if (here.names.has(here.at)) return { of: 'name', path: path() }
      here.names.add(here.at)
    } else if (mark[0] !== ',') {
      if (losesDigits(mark[0])) return { of: 'digits', path: path() }
    } else if (here?.kind === 'object') here.next = 'name'
    else if (here) here.at += 1
  }
  return undefined
}

/** Parses a text. A value that would be stored differently is a fault; nothing is corrected. */
export function readJson(text: string, levels: number = maxDepth): ReadJson {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return { is: 'no JSON', reason: error instanceof Error ? error.message : 'It cannot be read.' }
  }
  const walk: Walk = { path: [], levels, numbers: 'all small' }
  const fault = findFault(document, walk)
  if (fault) return { is: 'fault', code: 'invalid_value', ...fault }
  const loss = lossOf(text, walk.numbers)
  if (!loss) return { is: 'document', document }
  const { path } = loss
  if (loss.of === 'name')
    return { is: 'fault', code: 'duplicate_field', path, message: `\`${path.at(-1)}\` is supplied twice.` }
  const message = 'This integer has more digits than a number keeps (IEEE 754). Send it as text.'
  return { is: 'fault', code: 'invalid_value', path, message }
}

/** A fault as one sentence that begins with its place. */
export const faultAt = ({ path, message }: { path: readonly PropertyKey[]; message: string }): string =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message

/** JSON for comparing: the same text for values that differ only in the order of their names. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

/** The value that was sent at a path, or undefined. */
const sentAt = (sent: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? Reflect.get(part, name)
        : undefined,
    sent,
  )

/** The code and the message of an issue. */
function saidOf(issue: z.core.$ZodIssue, sent: unknown, target: string): { code: string; message: string } {
  if (issue.code === 'invalid_type') {
    const found = sentAt(sent, issue.path)
    if (found === undefined) return { code: 'missing_field', message: 'This is required.' }
    // All values of a query are text, or a list if a name is repeated.
    if (target === 'query' && Array.isArray(found)) return { code: issue.code, message: 'Send it once.' }
  }
  if (issue.path.length > 0 && sentAt(sent, issue.path) === undefined) {
    if (issue.code === 'custom') return { code: 'missing_field', message: issue.message }
    if (issue.code === 'invalid_value' || issue.code === 'invalid_union')
      return { code: 'missing_field', message: `This is required. ${issueWords(issue)}` }
  }
  const [inner] = issue.code === 'invalid_key' ? issue.issues : []
  return {
    code: issue.code === 'unrecognized_keys' ? 'unknown_field' : issue.code,
    message: issueWords(inner ?? issue),
  }
}

/** The hook of every validator: zod's issues in our shape. */
export function validationHook(
  result: { target: string; success: boolean; data?: unknown; error?: z.ZodError },
  c: Context<AppEnv>,
) {
  if (result.success || !result.error) return undefined
  // Unknown names come first, because one may be the misspelt name of a missing field.
  const isUnknown = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys'
  const issues = result.error.issues.toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)))
  const details = issues.slice(0, maxDetails).map((issue) => ({
    path: issue.path.map((part) => (typeof part === 'number' ? part : String(part))),
    ...saidOf(issue, result.data, result.target),
  }))
  const first = details[0]
  const where = first && first.path.length > 0 ? `${first.path.join('.')}: ` : ''
  const code = first?.code === 'unknown_field' ? 'unknown_field' : 'validation_error'
  return problem(c, code, `${where}${first?.message ?? 'The request is not valid.'}`, details)
}

// One POST to the URL of a webhook, and what came back (WHK-02).
import type { IncomingMessage } from 'node:http'
import { say } from '../language/say.ts'
import { createSafeRequest, failureOf, type Guard, rejectedBy } from '../http/safe-request.ts'
import type { AnswerBody } from './deliveries.store.ts'

/** `error` is the reason for a missing answer; `stopped` means that `signal` was aborted before one came. */
export type Sent =
  | ({ kind: 'answered'; status: number; retryAfter: string | undefined } & AnswerBody)
  | { kind: 'unanswered'; error: string }
  | { kind: 'stopped' }

export type Post = (input: {
  url: string
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}) => Promise<Sent>

/** Bytes of a response body that are kept. */
const keptBytes = 4096

/** Has no body: the bytes after it are not HTTP. */
const switchingProtocols = 101

/** Reads the beginning of a body. Leaving the loop destroys the response. */
async function readStart(response: IncomingMessage): Promise<AnswerBody> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= keptBytes) break
  }
  const bytes = Buffer.concat(chunks).subarray(0, keptBytes)
  const text = textOf(bytes, length >= keptBytes)
  return text === undefined
    ? { body: bytes.toString('base64'), encoding: 'base64' }
    : { body: text, encoding: 'utf-8' }
}

/**
 * Undefined for bytes that are not UTF-8, and for NUL, which PostgreSQL cannot store.
 * @param isCut the last character may be incomplete; it is left out
 */
function textOf(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/**
 * @param deps.timeout milliseconds from resolving the name to the last byte of the answer
 */
export function createPost(deps: Guard & { timeout: number }): Post {
  const { timeout } = deps
  const request = createSafeRequest(deps)

  const exchange = async (
    { url, headers, body }: Parameters<Post>[0],
    signal: AbortSignal,
  ): Promise<Sent> => {
    const response = await request({
      url,
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'svc-webhooks/1',
      },
      body,
      signal,
    })
    const { statusCode = 0, headers: answerHeaders } = response
    const start: AnswerBody =
      statusCode === switchingProtocols ? { body: '', encoding: 'utf-8' } : await readStart(response)
    return { kind: 'answered', status: statusCode, ...start, retryAfter: answerHeaders['retry-after'] }
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
        const count = String(timeout / 1000)
        return { kind: 'unanswered', error: say('deliveries.error.late', { count }) }
      }
      return { kind: 'unanswered', error: failureOf(error) }
    } finally {
      clearTimeout(timer)
      // Closes the connection and removes the listeners of both signals.
      late.abort()
    }
  }
}

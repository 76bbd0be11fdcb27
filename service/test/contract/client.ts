// The only way by which contract tests use a service: HTTP.
import { expect } from 'vitest'

export type Answer = {
  status: number
  headers: Headers
  // Tests look into bodies freely; a wrong shape fails their assertions.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export type Client = {
  send(method: string, path: string, body?: unknown): Promise<Answer>
  /** Sends text as it is. */
  raw(method: string, path: string, text: string, contentType?: string): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  patch(path: string, body: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** The same client, sending these headers too. */
  with(headers: Record<string, string>): Client
}

const isStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

/** Reads the first part of a stream and ends it. */
async function beginningOf({ body }: Response): Promise<string> {
  for await (const bytes of body ?? []) return Buffer.from(bytes).toString()
  return ''
}

/** @param token asked for with each request where it is a function */
export function createClient(
  baseUrl: string,
  token?: string | (() => Promise<string>),
  sent: Readonly<Record<string, string>> = {},
): Client {
  const exchange = async (
    method: string,
    path: string,
    body?: string,
    contentType?: string,
  ): Promise<Answer> => {
    const bearer = typeof token === 'function' ? await token() : token
    const headers = {
      ...sent,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(contentType !== undefined && { 'content-type': contentType }),
    }
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    const text = isStream(response) ? await beginningOf(response) : await response.text()
    const isText = response.headers.get('content-type')?.startsWith('text/') === true
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : isText ? text : JSON.parse(text),
    }
  }
  const raw: Client['raw'] = (method, path, text, contentType = 'application/json') =>
    exchange(method, path, text, contentType)
  const send: Client['send'] = (method, path, body) =>
    body === undefined ? exchange(method, path) : raw(method, path, JSON.stringify(body))
  return {
    send,
    raw,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
    with: (headers) => createClient(baseUrl, token, { ...sent, ...headers }),
  }
}

/**
 * Every item of a list of either surface, page by page.
 * @param path with its query, `limit` among it
 * @param between runs after each page but the last
 */
export async function walk(
  client: Client,
  path: string,
  between: () => Promise<unknown> = async () => {},
): Promise<Answer['body'][]> {
  const items: Answer['body'][] = []
  for (let cursor: string | null = ''; ; await between()) {
    const from: string = cursor && `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await client.get(`${path}${from}`)
    expect(status, path).toBe(200)
    items.push(...body.data)
    cursor = body.next_cursor ?? body.nextCursor ?? null
    expect(body.has_more ?? body.hasMore).toBe(cursor !== null)
    if (cursor === null) return items
    if (items.length > 10_000) throw new Error('The walk does not end.')
  }
}

export const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id)
export const titlesOf = (items: readonly { title: string }[]): string[] => items.map(({ title }) => title)

/** How often each value is there: `{ 200: 1, 412: 19 }`. */
export const tally = (values: readonly (number | string | null)[]): Record<string, number> => {
  const groups = Object.entries(Object.groupBy(values, String))
  return Object.fromEntries(groups.map(([value, all = []]) => [value, all.length]))
}

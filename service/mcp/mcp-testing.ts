// For tests: clients of the SDK, and what they get.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { SafeRequest } from '../http/safe-request.ts'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

export const revisions = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof revisions)[number]

export const newClient = (revision: Revision = '2026-07-28', name = 'test client') =>
  new Client(
    { name, version: '1' },
    revision === '2026-07-28' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )

/** A client of the real SDK over HTTP. */
export async function connect(
  baseUrl: string,
  token: string,
  revision?: Revision,
  name?: string,
): Promise<Client> {
  const client = newClient(revision, name)
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }),
  )
  return client
}

type Result = Awaited<ReturnType<Client['callTool']>>

const textOf = ({ content }: Result): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')

/** The text of an answer; that of a refusal begins with `refused: `. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const result = await client.callTool({ name, arguments: args })
  return `${result.isError === true ? 'refused: ' : ''}${textOf(result)}`
}

/** The rows of an answer. */
export const rowsOf = (text: string): Record<string, unknown>[] =>
  (/<workspace_data>\n([\s\S]*)\n<\/workspace_data>/.exec(text)?.[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** One request as a program writes it, to look at status and headers. */
export function post(
  baseUrl: string,
  token: string | undefined,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const named = typeof params['name'] === 'string' ? params['name'] : params['uri']
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  return fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof named === 'string' && { 'mcp-name': named }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  })
}

/** A request that finds these documents, and no network. */
export const documentsAt =
  (documents: Readonly<Record<string, unknown>>): SafeRequest =>
  async ({ url }) => {
    const found = documents[url]
    const answer = Readable.from([Buffer.from(JSON.stringify(found ?? {}))])
    const head: Pick<IncomingMessage, 'statusCode' | 'headers'> = {
      statusCode: found === undefined ? 404 : 200,
      headers: {},
    }
    return Object.assign(answer, head) as unknown as IncomingMessage
  }

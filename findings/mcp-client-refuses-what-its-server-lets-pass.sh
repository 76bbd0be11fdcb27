#!/bin/sh
# @modelcontextprotocol/server 2.4.0 checks the structured result of a tool with zod and publishes a JSON Schema that says more.
# Expected: what the server sends passes its own schema. Seen: a further field and a field left to its default pass the server,
# which sends the object as it was; the schema has `additionalProperties: false` and requires both fields.
# @modelcontextprotocol/client 2.4.0 takes the same answers until it has listed the tools, and refuses them from then on.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/client@2.4.0 zod@4.6.7 >/dev/null
cat > run.mjs <<'JS'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
const results = { further: { open: 2, late: 1, done: 5 }, defaulted: { open: 2 } }
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'invented', version: '1.0.0' })
  const outputSchema = z.object({ open: z.number(), late: z.number().default(0) })
  for (const [name, structuredContent] of Object.entries(results))
    server.registerTool(name, { inputSchema: z.object({}), outputSchema }, () => ({ content: [], structuredContent }))
  return server
})
const client = new Client({ name: 'invented', version: '1.0.0' })
const fetch = (url, init) => handler.fetch(new Request(url, init))
await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }))
const call = async (name) => {
  try {
    console.log(name, JSON.stringify((await client.callTool({ name, arguments: {} })).structuredContent))
  } catch (error) {
    console.log(name, error.message)
  }
}
for (const name of Object.keys(results)) await call(name)
await client.listTools()
for (const name of Object.keys(results)) await call(name)
await client.close()
JS
seen=$(node run.mjs)
expected="further {\"open\":2,\"late\":1,\"done\":5}
defaulted {\"open\":2}
further Structured content does not match the tool's output schema: data must NOT have additional properties
defaulted Structured content does not match the tool's output schema: data must have required property 'late'"
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

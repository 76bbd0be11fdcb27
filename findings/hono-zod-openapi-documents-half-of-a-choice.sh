#!/bin/sh
# @hono/zod-openapi 1.6.3 (by @asteasolutions/zod-to-openapi 9.1.0) documents less than its route takes. Expected: each value that
# the route takes is valid by the document. Seen: of `z.literal([1, 2, 3])` only 1 is written, and of a pattern with the flag `i`
# the flag becomes a part of the pattern, `^[a-z]{2}$/i`, which no text matches; a client that checks its requests by the document
# refuses what the route takes. zod 4.6.7 itself writes the three numbers, and the pattern without its flag, so "DE" is refused
# there too. Ajv 8.20.0 judges.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @hono/zod-openapi@1.6.3 @asteasolutions/zod-to-openapi@9.1.0 hono@4.13.19 zod@4.6.7 \
  ajv@8.20.0 >/dev/null
cat > run.mjs <<'JS'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import Ajv from 'ajv/dist/2020.js'
const schema = z.object({ priority: z.literal([1, 2, 3]), country: z.string().regex(/^[a-z]{2}$/i) })
const body = { priority: 2, country: 'DE' }
const app = new OpenAPIHono()
const content = { 'application/json': { schema } }
const responses = { 200: { description: 'Fine' } }
app.openapi(createRoute({ method: 'post', path: '/tasks', request: { body: { content, required: true } }, responses }), (context) =>
  context.text('fine'),
)
const headers = { 'content-type': 'application/json' }
const { status } = await app.request('/tasks', { method: 'POST', headers, body: JSON.stringify(body) })
console.log('route', status)
const document = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Invented', version: '1' } })
const written = document.paths['/tasks'].post.requestBody.content['application/json'].schema
for (const [name, { properties }] of Object.entries({ hono: written, zod: z.toJSONSchema(schema) }))
  for (const field of Object.keys(body))
    console.log(name, JSON.stringify(properties[field]), new Ajv.default().validate(properties[field], body[field]))
JS
seen=$(node run.mjs)
expected='route 200
hono {"type":"number","enum":[1]} false
hono {"type":"string","pattern":"^[a-z]{2}$/i"} false
zod {"type":"number","enum":[1,2,3]} true
zod {"type":"string","pattern":"^[a-z]{2}$"} false'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

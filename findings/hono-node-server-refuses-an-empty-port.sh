#!/bin/sh
# @hono/node-server 2.1.8 answers 400 to `Host: example.test:`. Expected: an empty port is valid and means the default one
# (RFC 9110, 7.2; RFC 3986, 3.2.3); Node's own server passes the header on.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @hono/node-server@2.1.8 hono@4.13.19 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
const servers = {
  node: createServer((request, response) => response.end(request.headers.host)),
  hono: createServer(getRequestListener(() => new Response('fine'))),
}
for (const [name, server] of Object.entries(servers)) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  for (const host of ['example.test', 'example.test:80', 'example.test:']) {
    const socket = connect(server.address().port, '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    let text = ''
    for await (const chunk of socket) text += chunk
    console.log(name, host, text.split(' ')[1])
  }
  server.close()
}
JS
seen=$(node run.mjs)
expected='node example.test 200
node example.test:80 200
node example.test: 200
hono example.test 200
hono example.test:80 200
hono example.test: 400'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

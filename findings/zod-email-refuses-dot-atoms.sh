#!/bin/sh
# z.email() of zod 4.6.7 refuses addresses that RFC 5321 allows and that people have: the other characters of a dot-atom, and a
# top-level domain in punycode. Expected: they pass, as in a browser's <input type="email">. Other patterns of zod pass some.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zod@4.6.7 >/dev/null
cat > run.mjs <<'JS'
import { z } from 'zod'
for (const address of ['r&d@example.com', 'sales/eu@example.com', 'user@xn--e1afmkfd.xn--p1ai', 'ada@example.com'])
  console.log(
    address,
    z.email().safeParse(address).success,
    z.email({ pattern: z.regexes.html5Email }).safeParse(address).success,
    z.email({ pattern: z.regexes.rfc5322Email }).safeParse(address).success,
  )
JS
seen=$(node run.mjs)
expected='r&d@example.com false true true
sales/eu@example.com false true true
user@xn--e1afmkfd.xn--p1ai false true false
ada@example.com true true true'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

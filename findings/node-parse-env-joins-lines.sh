#!/bin/sh
# util.parseEnv (and `node --env-file`) of Node 24.21.0 reads three ordinary files otherwise than dotenv 18.0.10: a blank after
# `=` takes the next line as the value, `export A=` keeps the word in the name, and a byte order mark becomes part of the first
# name. Expected: what dotenv reads.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 dotenv@18.0.10 >/dev/null
cat > run.mjs <<'JS'
import { parseEnv } from 'node:util'
import { parse } from 'dotenv'
for (const text of ['A= \nB=1\n', 'export A=\nB=2\n', '\uFEFFA=1\n'])
  console.log(JSON.stringify(text), JSON.stringify(parse(text)), JSON.stringify(parseEnv(text)))
JS
seen=$(node_modules/.bin/node run.mjs)
mark=$(printf '\357\273\277')
expected="\"A= \\nB=1\\n\" {\"A\":\"\",\"B\":\"1\"} {\"A\":\"B=1\"}
\"export A=\\nB=2\\n\" {\"A\":\"\",\"B\":\"2\"} {\"B\":\"2\",\"export A\":\"\"}
\"${mark}A=1\\n\" {\"A\":\"1\"} {\"${mark}A\":\"1\"}"
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

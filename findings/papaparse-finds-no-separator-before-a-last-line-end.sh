#!/bin/sh
# papaparse 5.7.1 finds the separator `;` of a file with two columns only if the last line has no line end. Expected: a file says the
# same with and without its last line end, which programs write. Seen: with it the separator is "not to be found", a comma is taken,
# and amounts like 1,50 are cut in two.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund papaparse@5.7.1 >/dev/null
cat > run.mjs <<'JS'
import Papa from 'papaparse'
const text = 'Name;Betrag\nAda;1,50\nBo;2,50\nCy;3,50'
for (const file of [text, `${text}\n`]) {
  const { data, meta } = Papa.parse(file)
  console.log(JSON.stringify([meta.delimiter, data[1]]))
}
JS
seen=$(node run.mjs)
expected='[";",["Ada","1,50"]]
[",",["Ada;1","50"]]'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

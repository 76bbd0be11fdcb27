#!/bin/sh
# ical.js 2.2.1 folds long lines to 76 octets. Expected: no line is longer than 75 octets, where the blank that begins a continued
# line counts too (RFC 5545, 3.1). Seen: with its default `foldLength` of 75 every continued line has 76.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical.js@2.2.1 >/dev/null
cat > run.mjs <<'JS'
import ICAL from 'ical.js'
const event = new ICAL.Component('vevent')
event.addPropertyWithValue('summary', 'meeting '.repeat(30))
const lengths = event
  .toString()
  .split('\r\n')
  .map((line) => Buffer.byteLength(line))
console.log(ICAL.foldLength, lengths.join(' '))
JS
seen=$(node run.mjs)
expected='75 12 75 76 76 24 10'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

#!/bin/sh
# node-ical 0.27.2 cuts the name of a guest at a semicolon inside quotes. Expected: the quotes of a parameter keep `;`, `:` and `,`
# as text (RFC 5545, 3.2), so the name is "Vale; Ada". Seen: the name is `"Vale`, and the rest is lost.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-ical@0.27.2 >/dev/null
cat > run.mjs <<'JS'
import ical from 'node-ical'
const text = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Invented//EN',
  'BEGIN:VEVENT', 'UID:one@feeds.example', 'DTSTAMP:20261101T000000Z', 'DTSTART:20270104T080000Z',
  'ATTENDEE;CN="Vale; Ada";PARTSTAT=TENTATIVE:mailto:ada@feeds.example',
  'END:VEVENT', 'END:VCALENDAR', '',
].join('\r\n')
const { attendee } = Object.values(ical.sync.parseICS(text)).find(({ type }) => type === 'VEVENT')
console.log(JSON.stringify(attendee))
JS
seen=$(node run.mjs)
expected='{"params":{"CN":"\"Vale","PARTSTAT":"TENTATIVE"},"val":"mailto:ada@feeds.example"}'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

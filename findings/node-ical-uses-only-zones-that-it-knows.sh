#!/bin/sh
# node-ical 0.27.2 uses a VTIMEZONE only if it knows the name of the zone anyway. Expected (RFC 5545, 3.6.5): the definition in
# the file says what 09:00 in the zone "My Zone", 5:30 ahead of UTC, means: 03:30 UTC, wherever the program runs. Seen: the
# definition is ignored without a warning, and 09:00 is taken in the zone of the process. Under the name Asia/Kolkata it is right.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-ical@0.27.2 >/dev/null
cat > run.mjs <<'JS'
import ical from 'node-ical'
const feed = (...lines) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Invented//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines) =>
  ['BEGIN:VEVENT', 'UID:one@feeds.example', 'DTSTAMP:20261101T000000Z', 'SUMMARY:Meeting', ...lines, 'END:VEVENT']
const shown = (text) =>
  Object.values(ical.sync.parseICS(text))
    .filter(({ type }) => type === 'VEVENT')
    .flatMap((one) => ical.expandRecurringEvent(one, { from: new Date('2027-01-01'), to: new Date('2027-02-01') }))
    .map(({ start, end }) => `${start.toISOString().slice(0, 16)} ${end.toISOString().slice(0, 16)}`)

const zone = (name) => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0530',
  'TZOFFSETTO:+0530',
  'DTSTART:19700101T000000',
  'END:STANDARD',
  'END:VTIMEZONE',
]
for (const name of ['My Zone', 'Asia/Kolkata']) {
  const times = [`DTSTART;TZID=${name}:20270104T090000`, `DTEND;TZID=${name}:20270104T100000`]
  console.log(process.env.TZ, name, shown(feed(...zone(name), ...event(...times))).join())
}
JS
seen=$(TZ=UTC node run.mjs; TZ=America/New_York node run.mjs)
expected='UTC My Zone 2027-01-04T09:00 2027-01-04T10:00
UTC Asia/Kolkata 2027-01-04T03:30 2027-01-04T04:30
America/New_York My Zone 2027-01-04T14:00 2027-01-04T15:00
America/New_York Asia/Kolkata 2027-01-04T03:30 2027-01-04T04:30'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

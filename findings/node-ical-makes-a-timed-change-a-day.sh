#!/bin/sh
# node-ical 0.27.2 forces a changed instance to the kind of its series. Expected: a series of whole days of which one instance
# was moved to 14:00 to 15:00 shows that hour (RFC 5545, 3.8.4.4: the changed instance has its own DTSTART and DTEND). Seen: with
# its expansion the instance is a whole day, and its hour is lost.
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

const text = feed(
  ...event('DTSTART;VALUE=DATE:20270104', 'DTEND;VALUE=DATE:20270105', 'RRULE:FREQ=WEEKLY;COUNT=3'),
  ...event('RECURRENCE-ID;VALUE=DATE:20270111', 'DTSTART:20270111T140000Z', 'DTEND:20270111T150000Z'),
)
for (const times of shown(text)) console.log(times)
JS
seen=$(TZ=UTC node run.mjs)
expected='2027-01-04T00:00 2027-01-05T00:00
2027-01-11T00:00 2027-01-12T00:00
2027-01-18T00:00 2027-01-19T00:00'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

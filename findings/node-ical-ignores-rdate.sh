#!/bin/sh
# node-ical 0.27.2 ignores RDATE. Expected (RFC 5545, 3.8.5.2): an event that repeats twice by its rule, with one further date,
# is three meetings; one with a further date and no rule is two. Seen: two, and one, without a warning.
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

const times = ['DTSTART:20270104T090000Z', 'DTEND:20270104T100000Z']
const further = 'RDATE:20270113T150000Z'
console.log('rule and date', shown(feed(...event(...times, 'RRULE:FREQ=WEEKLY;COUNT=2', further))).join(', '))
console.log('date', shown(feed(...event(...times, further))).join(', '))
JS
seen=$(TZ=UTC node run.mjs)
expected='rule and date 2027-01-04T09:00 2027-01-04T10:00, 2027-01-11T09:00 2027-01-11T10:00
date 2027-01-04T09:00 2027-01-04T10:00'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

#!/bin/sh
# node-ical 0.27.2 keeps one of several instances of a series that the file does not hold. Expected: who is invited to two
# instances of a series gets a feed with two events of one UID, each with a RECURRENCE-ID (RFC 5545, 3.8.4.4), and sees both.
# Seen: only the first is listed; the second is hidden among the changes of the first, which is no series.
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

const instance = (day) =>
  event(`RECURRENCE-ID:202701${day}T090000Z`, `DTSTART:202701${day}T110000Z`, `DTEND:202701${day}T120000Z`)
const text = feed(...instance('04'), ...instance('11'))
console.log(shown(text).join())
const [first] = Object.values(ical.sync.parseICS(text)).filter(({ type }) => type === 'VEVENT')
console.log(Object.keys(first.recurrences).join(' '))
JS
seen=$(TZ=UTC node run.mjs)
expected='2027-01-04T11:00 2027-01-04T12:00
2027-01-04 2027-01-04T09:00:00.000Z 2027-01-11 2027-01-11T09:00:00.000Z'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

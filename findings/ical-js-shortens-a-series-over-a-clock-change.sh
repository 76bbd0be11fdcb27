#!/bin/sh
# ical.js 2.2.1 gives an instance that runs over a change of the clocks another length than the series. Expected (RFC 5545,
# 3.8.5.3): where the length is given by DTEND, the same exact length applies to all instances, so a night shift of eight hours
# ends at 07:00 after the night in which the clocks go forward. Seen: it ends at 06:00, after seven hours. node-ical 0.27.2 gives
# eight.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical.js@2.2.1 node-ical@0.27.2 >/dev/null
cat > run.mjs <<'JS'
import ICAL from 'ical.js'
import ical from 'node-ical'
const text = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Invented//EN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:one@feeds.example
DTSTAMP:20261101T000000Z
SUMMARY:Night shift
DTSTART;TZID=Europe/Berlin:20270320T220000
DTEND;TZID=Europe/Berlin:20270321T060000
RRULE:FREQ=WEEKLY;COUNT=2
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n')
const hours = (start, end) => (end - start) / 3_600_000
const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent'))
const starts = event.iterator()
for (let instance = 0; instance < 2; instance += 1) {
  const { startDate, endDate } = event.getOccurrenceDetails(starts.next())
  console.log('ical.js', startDate.toString(), endDate.toString(), hours(startDate.toJSDate(), endDate.toJSDate()))
}
const [other] = Object.values(ical.sync.parseICS(text)).filter(({ type }) => type === 'VEVENT')
const window = { from: new Date('2027-03-01'), to: new Date('2027-04-01') }
for (const { start, end } of ical.expandRecurringEvent(other, window))
  console.log('node-ical', start.toISOString(), end.toISOString(), hours(start, end))
JS
seen=$(TZ=UTC node run.mjs)
expected='ical.js 2027-03-20T22:00:00 2027-03-21T06:00:00 8
ical.js 2027-03-27T22:00:00 2027-03-28T06:00:00 7
node-ical 2027-03-20T21:00:00.000Z 2027-03-21T05:00:00.000Z 8
node-ical 2027-03-27T21:00:00.000Z 2027-03-28T05:00:00.000Z 8'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

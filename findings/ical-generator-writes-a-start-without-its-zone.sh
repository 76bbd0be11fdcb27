#!/bin/sh
# ical-generator 10.2.0: a calendar has the zone Europe/Berlin, with a VTIMEZONE, and its events name none. Expected: times are in
# that zone or in UTC, and DTSTAMP is in UTC (RFC 5545, 3.8.7.2). Seen: DTSTART, DTEND and even DTSTAMP are floating, and only
# EXDATE has TZID, so ical.js 2.2.1 still shows the meeting that was called off. With the zone at the event, DTSTART has it;
# DTSTAMP stays floating.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical-generator@10.2.0 timezones-ical-library@2.3.2 ical.js@2.2.1 >/dev/null
cat > run.mjs <<'JS'
import generate from 'ical-generator'
import { tzlib_get_ical_block as blockOf } from 'timezones-ical-library'
import ICAL from 'ical.js'
const event = {
  id: 'one@feeds.example',
  stamp: new Date('2027-01-01T12:00:00Z'),
  start: new Date('2027-01-04T08:00:00Z'),
  end: new Date('2027-01-04T09:00:00Z'),
  summary: 'Meeting',
  repeating: { freq: 'DAILY', count: 3, exclude: [new Date('2027-01-05T08:00:00Z')] },
}
for (const own of [{}, { timezone: 'Europe/Berlin' }]) {
  const calendar = generate({ timezone: { name: 'Europe/Berlin', generator: (zone) => blockOf(zone)[0] } })
  calendar.createEvent({ ...event, ...own })
  const text = calendar.toString()
  console.log(text.match(/^(DTSTAMP|DTSTART|EXDATE)[:;].*2027.*$/gm).map((line) => line.trim()).join(' '))
  const dates = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')).iterator()
  const shown = []
  for (let next = dates.next(); next && shown.length < 5; next = dates.next()) shown.push(next.toString().slice(0, 10))
  console.log(shown.join(' '))
}
JS
seen=$(TZ=Europe/Berlin node run.mjs)
expected='DTSTAMP:20270101T130000 DTSTART:20270104T090000 EXDATE;TZID=Europe/Berlin:20270105T090000
2027-01-04 2027-01-05 2027-01-06
DTSTAMP:20270101T130000 DTSTART;TZID=Europe/Berlin:20270104T090000 EXDATE;TZID=Europe/Berlin:20270105T090000
2027-01-04 2027-01-06'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

#!/bin/sh
# @touch4it/ical-timezones 1.9.0, which the README of ical-generator 10.2.0 recommends for VTIMEZONE, still has summer times that
# were ended years ago: in Mexico, Iran (both 2022) and Brazil (2019). Expected: 09:00 in a feed that carries its definition is
# the same moment as in Node's own data. Seen: a reader that uses the definition, as ical.js 2.2.1 does, shows the meeting an hour
# off in the months of the old summer time; timezones-ical-library 2.3.2, recommended beside it, is right for these three.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @touch4it/ical-timezones@1.9.0 timezones-ical-library@2.3.2 ical.js@2.2.1 >/dev/null
cat > run.mjs <<'JS'
import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import { tzlib_get_ical_block as blockOf } from 'timezones-ical-library'
import ICAL from 'ical.js'
// The moment of an event at 09:00 on a day, read from a feed that carries the definition of its zone.
const by = (definition, zone, day) => {
  const event = `BEGIN:VEVENT\r\nDTSTART;TZID=${zone}:${day.replaceAll('-', '')}T090000\r\nEND:VEVENT`
  const feed = new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${definition.trim()}\r\n${event}\r\nEND:VCALENDAR`))
  return feed.getFirstSubcomponent('vevent').getFirstPropertyValue('dtstart').toJSDate()
}
const node = (zone, moment) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(moment)
for (const [zone, day] of [
  ['America/Mexico_City', '2027-07-15'],
  ['America/Mexico_City', '2027-01-15'],
  ['Asia/Tehran', '2027-07-15'],
  ['America/Sao_Paulo', '2027-01-15'],
])
  console.log(zone, day, node(zone, by(getVtimezoneComponent(zone), zone, day)), node(zone, by(blockOf(zone)[0], zone, day)))
JS
seen=$(TZ=UTC node run.mjs)
expected='America/Mexico_City 2027-07-15 08:00 09:00
America/Mexico_City 2027-01-15 09:00 09:00
Asia/Tehran 2027-07-15 08:00 09:00
America/Sao_Paulo 2027-01-15 08:00 09:00'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

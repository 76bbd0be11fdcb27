#!/bin/sh
# rrule 2.8.1 drops the `Z` of UNTIL and EXDATE where the start has a zone. Expected (RFC 5545, 3.3.10): beside a DTSTART with
# TZID, UNTIL is in UTC, so a meeting at 09:00 in Berlin until 08:00Z on 6 January is held on the 4th, 5th and 6th. Seen: the 6th
# is lost, because 08:00Z counts as 08:00 in Berlin, and the rule is written back without its `Z`. An EXDATE in UTC removes
# nothing. So a series east of Greenwich that ends with its last start loses that meeting. rrule-temporal 2.2.8 does as the
# standard says.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund rrule@2.8.1 rrule-temporal@2.2.8 >/dev/null
cat > run.mjs <<'JS'
import rrule from 'rrule'
import { RRuleTemporal } from 'rrule-temporal'
const start = 'DTSTART;TZID=Europe/Berlin:20270104T090000\nRRULE:FREQ=DAILY;'
const until = `${start}UNTIL=20270106T080000Z`
const except = `${start}COUNT=3\nEXDATE:20270105T080000Z`
const old = (text) => rrule.rrulestr(text).all().map((date) => date.toISOString().slice(0, 16))
const other = (text) => new RRuleTemporal({ rruleString: text }).all().map((date) => date.toInstant().toString().slice(0, 16))
for (const text of [until, except]) {
  console.log('rrule', old(text).join(' '))
  console.log('rrule-temporal', other(text).join(' '))
}
console.log(rrule.rrulestr(until).toString().split('\n')[1])
JS
seen=$(TZ=UTC node run.mjs)
expected='rrule 2027-01-04T08:00 2027-01-05T08:00
rrule-temporal 2027-01-04T08:00 2027-01-05T08:00 2027-01-06T08:00
rrule 2027-01-04T08:00 2027-01-05T08:00 2027-01-06T08:00
rrule-temporal 2027-01-04T08:00 2027-01-06T08:00
RRULE:FREQ=DAILY;UNTIL=20270106T080000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

#!/bin/sh
# rrule 2.8.1 does not read `DTSTART;VALUE=DATE:`, the start of an event that lasts whole days (RFC 5545, 3.8.2.4), and says
# nothing. Expected: 4 and 5 January 2027, or an error. Seen: the rule has no start, so it begins at the moment at which it is
# read, with the present time of day; an EXDATE of the same kind removes nothing. rrule-temporal 2.2.8 reads both.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund rrule@2.8.1 rrule-temporal@2.2.8 >/dev/null
cat > run.mjs <<'JS'
import rrule from 'rrule'
import { RRuleTemporal } from 'rrule-temporal'
const rule = 'DTSTART;VALUE=DATE:20270104\nRRULE:FREQ=DAILY;COUNT=2'
const except = `${rule}\nEXDATE;VALUE=DATE:20270104`
const [first] = rrule.rrulestr(rule).all()
const seconds = Math.abs(Date.now() - first.getTime()) / 1000
console.log('rrule', rrule.rrulestr(rule).origOptions.dtstart, 'begins now:', seconds < 60, rrule.rrulestr(except).all().length)
const days = (text) => new RRuleTemporal({ rruleString: text }).all().map((date) => date.toPlainDate().toString())
console.log('rrule-temporal', days(rule).join(' '), days(except).length)
JS
seen=$(TZ=UTC node run.mjs)
expected='rrule undefined begins now: true 2
rrule-temporal 2027-01-04 2027-01-05 1'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

#!/bin/sh
# ical.js 2.2.1 unescapes `\,` and `\n` in the text of a vCard but not `\;`. Expected: a semicolon may be escaped in a value that is
# no list, and is then a semicolon (RFC 6350, 3.4). Seen: title and note keep a backslash that nobody typed, in a calendar they do not.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical.js@2.2.1 >/dev/null
cat > run.mjs <<'JS'
import ICAL from 'ical.js'
const card = (version) => [
  'BEGIN:VCARD', `VERSION:${version}`, 'FN:Ada Vale', 'TITLE:Research\\; Design', 'NOTE:tea\\, no milk\\; two cups',
  'END:VCARD', '',
].join('\r\n')
const event = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'SUMMARY:tea\\, no milk\\; two cups', 'END:VEVENT', 'END:VCALENDAR', '']
const valueOf = (part, name) => new ICAL.Component(part).getFirstPropertyValue(name)
for (const version of ['3.0', '4.0'])
  console.log(version, valueOf(ICAL.parse(card(version)), 'title'), '|', valueOf(ICAL.parse(card(version)), 'note'))
console.log('event', valueOf(ICAL.parse(event.join('\r\n'))[2][0], 'summary'))
JS
seen=$(node run.mjs)
expected='3.0 Research\; Design | tea, no milk\; two cups
4.0 Research\; Design | tea, no milk\; two cups
event tea, no milk; two cups'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

#!/bin/sh
# Two writers escape the commas of an address. Expected: the type URI knows no escapes (RFC 5545, 3.3.13), so URL of an event has
# bare commas, and so has a picture in a vCard 4.0, as in the example of RFC 6350, 6.2.4. Seen: ical-generator 10.2.0 writes `\,`
# into URL, and ical.js 2.2.1 reads that address with its backslash: the link is another. ical.js writes the same into cards of
# version 4.0, not 3.0; vcard4 4.0.5 then reads a picture whose data URL is broken.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical-generator@10.2.0 ical.js@2.2.1 vcard4@4.0.5 >/dev/null
cat > run.mjs <<'JS'
import generate from 'ical-generator'
import ICAL from 'ical.js'
import { parse } from 'vcard4'
const calendar = generate()
calendar.createEvent({ start: new Date(0), summary: 'Walk', url: 'https://maps.example/?at=50.7,7.1' })
const event = new ICAL.Component(ICAL.parse(calendar.toString())).getFirstSubcomponent('vevent')
console.log(event.getFirstPropertyValue('url'))
const card = (version) =>
  ['BEGIN:VCARD', `VERSION:${version}`, 'FN:Ada Vale', 'URL:https://maps.example/?at=50.7,7.1', 'END:VCARD', ''].join('\r\n')
for (const version of ['3.0', '4.0']) console.log(version, ICAL.stringify(ICAL.parse(card(version))).match(/^URL.*$/m)[0].trim())
const picture = card('4.0').replace(/URL:.*/, 'PHOTO:data:image/png;base64,iVBORw0KGgo=').replace('\r\n\r\n', '\r\n')
for (const text of [picture, `${ICAL.stringify(ICAL.parse(picture))}\r\n`])
  console.log(parse(text).parsedVcard.find(({ property }) => property === 'PHOTO').value)
JS
seen=$(node run.mjs)
expected='https://maps.example/?at=50.7\,7.1
3.0 URL:https://maps.example/?at=50.7,7.1
4.0 URL:https://maps.example/?at=50.7\,7.1
data:image/png;base64,iVBORw0KGgo=
data:image/png;base64\,iVBORw0KGgo='
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

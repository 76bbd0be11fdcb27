#!/bin/sh
# tsdav 2.3.4 takes the text of an answer in XML for a number or a truth value where it looks like one. Expected: `displayName` of
# a calendar is the text that the server sent; its type says `string`. Seen: the calendar "2027" has the number 2027, "1.10"
# becomes 1.1 and is so another name, "1e3" is 1000, and "true" is a boolean. The opaque `ctag` is treated in the same way.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund tsdav@2.3.4 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:http'
import { fetchCalendars } from 'tsdav'
const calendar = (name, index) => `<d:response><d:href>/${index}/</d:href><d:propstat><d:prop><d:displayname>${name}</d:displayname>
<s:getctag>${name}</s:getctag><d:resourcetype><d:collection/><c:calendar/></d:resourcetype>
<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set></d:prop>
<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
const answer = `<?xml version="1.0" encoding="utf-8"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"
xmlns:s="http://calendarserver.org/ns/">${['Work', '2027', '1.10', '1e3', 'true'].map(calendar).join('')}</d:multistatus>`
const server = createServer((request, response) => {
  response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' }).end(answer)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}/`
const account = { accountType: 'caldav', serverUrl: url, rootUrl: url, homeUrl: url, principalUrl: url }
for (const { displayName, ctag } of await fetchCalendars({ account })) console.log(typeof displayName, displayName, ctag)
server.close()
JS
seen=$(node run.mjs)
expected='string Work Work
number 2027 2027
number 1.1 1.1
number 1000 1000
boolean true true'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

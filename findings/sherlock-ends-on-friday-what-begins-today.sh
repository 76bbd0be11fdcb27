#!/bin/sh
# sherlockjs 1.4.2 uses a day that follows a range of hours for the end only. Expected: "Meeting 3pm to 5pm friday" is two hours
# on Friday, as "Meeting friday 3pm to 5pm" is. Seen: it begins today, Wednesday, at 15:00 and ends on Friday at 17:00, fifty
# hours later; "from 9 to 10 tomorrow" begins tonight at 21:00. And half an hour is read as an hour.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sherlockjs@1.4.2 >/dev/null
cat > run.mjs <<'JS'
import Sherlock from 'sherlockjs'
// Wednesday, 18 November 2026.
Sherlock._setNow(new Date(2026, 10, 18, 10))
const shown = (date) => (date ? `${date.toDateString().slice(0, 10)} ${date.toTimeString().slice(0, 5)}` : 'none')
for (const text of [
  'Meeting friday 3pm to 5pm',
  'Meeting 3pm to 5pm friday',
  'Standup from 9 to 10 tomorrow',
  'Call Ada in half an hour',
]) {
  const { eventTitle, startDate, endDate } = Sherlock.parse(text)
  console.log(`${text}: ${eventTitle}, ${shown(startDate)}, ${shown(endDate)}`)
}
JS
seen=$(TZ=UTC node run.mjs)
expected='Meeting friday 3pm to 5pm: Meeting, Fri Nov 20 15:00, Fri Nov 20 17:00
Meeting 3pm to 5pm friday: Meeting, Wed Nov 18 15:00, Fri Nov 20 17:00
Standup from 9 to 10 tomorrow: Standup, Wed Nov 18 21:00, Thu Nov 19 22:00
Call Ada in half an hour: Call Ada, Wed Nov 18 11:00, none'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

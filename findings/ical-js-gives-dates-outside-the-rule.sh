#!/bin/sh
# ical.js 2.2.1 gives recurrences on dates that their rule excludes. Expected (RFC 5545, 3.3.10): a date that does not exist is
# left out, so the 31st of June never comes and the 29th of February only in leap years; BYDAY=20MO in a year is its 20th
# Monday. Seen: the day after the end of the month, and every Monday from the 20th on. BYSETPOS=-1 of two days a month gives both of them.
# Each rule has a COUNT and is asked for three dates only.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical.js@2.2.1 >/dev/null
cat > run.mjs <<'JS'
import ICAL from 'ical.js'
const rules = [
  ['FREQ=YEARLY;BYMONTH=1,6;COUNT=3', '2026-01-31'],
  ['FREQ=YEARLY;COUNT=3', '2024-02-29'],
  ['FREQ=YEARLY;BYDAY=20MO;COUNT=3', '2026-05-18'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15;BYSETPOS=-1;COUNT=3', '2026-01-15'],
]
for (const [rule, start] of rules) {
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString(start))
  console.log(rule, [1, 2, 3].map(() => dates.next()?.toString()).join(' '))
}
JS
seen=$(node run.mjs)
expected='FREQ=YEARLY;BYMONTH=1,6;COUNT=3 2026-01-31 2026-07-01 2027-01-31
FREQ=YEARLY;COUNT=3 2024-02-29 2025-03-01 2026-03-01
FREQ=YEARLY;BYDAY=20MO;COUNT=3 2026-05-18 2026-05-25 2026-06-01
FREQ=MONTHLY;BYMONTHDAY=1,15;BYSETPOS=-1;COUNT=3 2026-01-15 2026-02-01 2026-02-15'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

#!/bin/sh
# chrono-node 2.10.3, German: "übermorgen früh" gives two results, because "fr" of "früh" is read as a short Friday. Expected: one,
# the morning of the day after tomorrow. English: "day after tomorrow" without "the" is tomorrow. And the hour of an ISO
# time is not certain of its half of the day, which `7pm` is: code that trusts isCertain('meridiem') reads 19:00 as 7:00.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund chrono-node@2.10.3 >/dev/null
cat > run.mjs <<'JS'
import * as chrono from 'chrono-node'
// Wednesday, 18 November 2026.
const now = new Date(2026, 10, 18, 10)
const words = (results) => results.map(({ text, start }) => `${text}=${start.date().toDateString()}`).join(' | ')
console.log(words(chrono.de.parse('übermorgen früh', now)))
console.log(words(chrono.en.parse('day after tomorrow', now)), '/', words(chrono.en.parse('the day after tomorrow', now)))
for (const text of ['2026-12-01T19:00', '2026-12-01 7pm']) {
  const [{ start }] = chrono.en.parse(text, now)
  console.log(text, start.get('hour'), start.isCertain('meridiem'))
}
JS
seen=$(TZ=UTC node run.mjs)
expected='übermorgen=Fri Nov 20 2026 | fr=Fri Nov 20 2026
tomorrow=Thu Nov 19 2026 / the day after tomorrow=Fri Nov 20 2026
2026-12-01T19:00 19 false
2026-12-01 7pm 19 true'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
